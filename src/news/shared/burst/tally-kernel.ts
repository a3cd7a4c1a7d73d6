/**
 * The pairs of tags in adjacent memory, and the loop that sums them over a basis, two windows at a
 * time.
 *
 * A tick sums every pair once for each category, and V8 does not use vectors by itself. So the loop
 * is in tally-kernel.wat; a test assembles the file and compares. A contribution is computed from
 * the exponent of 2^(1 − n), with the same bits as `contributionOf`. Invariant: views are valid
 * until `reserve` is called.
 */
import { columnsIn } from '../../../engine/columns/columns.js';
import { WINDOW_COUNT } from './formulas.js';
import { MEDIA_MAX } from './media-table.js';

/** tally-kernel.wat, assembled, in base64. */
export const CODE = [
  'AGFzbQEAAAABDAFgCH9/f39/f39/AAMCAQAFAwEAAQcSAgZtZW1vcnkCAAV0YWxseQAACugDAeUDAgN/DXtEAAAAAAAA',
  'AED9FCELQcAA/REhDEKACP0SIQ39DAEAAAACAAAAAwAAAP////8hDiACIQggACABQQJ0aiEKAkAgAUUNAANAIAggACgC',
  'AEEBdGohCf0MAAAAAAAAAAAAAAAAAAAAACET/QwAAAAAAAAAAAAAAAAAAAAAIRT9DAAAAAAAAAAAAAAAAAAAAAAhFf0M',
  'AAAAAAAAAAAAAAAAAAAAACEW/QwAAAAAAAAAAAAAAAAAAAAAIRf9DAAAAAAAAAAAAAAAAAAAAAAhEgJAIAIgCU8NAANA',
  'IAQgAi8BAGotAAAEQCAD/QAEACEPIAP9XQMQIRAgFiAP/a4BIRYgFyAQ/a4BIRcgEiAD/QkCACAO/UD9sQEhEiAPIAz9',
  'twEhESATIAsgDSAR/ckB/dEBQTT9ywH98QH98AEhEyAUIAsgDSAR/coB/dEBQTT9ywH98QH98AEhFCAVIAsgDSAQIAz9',
  'twH9yQH90QFBNP3LAf3xAf3wASEVCyADQRhqIQMgAkECaiICIAlJDQALCyAFIBP9CwQAIAUgFP0LBBAgBSAV/QsEICAG',
  'IBb9CwQAIAYgF/1bAxAAIAcgEv0LBAAgBUEwaiEFIAZBGGohBiAHQRBqIQcgAEEEaiIAIApJDQALCws=',
].join('');

const MODULE = new WebAssembly.Module(Buffer.from(CODE, 'base64'));

/** Marks of a tag: media with at least one, two and three articles; the fourth is unused. */
export const MARK_COUNT = 4;

interface Loop {
  memory: WebAssembly.Memory<ArrayBuffer>;
  tally(
    endsAt: number,
    tags: number,
    mediaAt: number,
    countsAt: number,
    membersAt: number,
    scoresAt: number,
    sumsAt: number,
    marksAt: number,
  ): void;
}

/** The pairs of tags at one moment, tag after tag. */
export interface FlatPairs {
  /** The end of the pairs of each tag. */
  ends: Uint32Array;
  media: Uint16Array;
  /** `WINDOW_COUNT` numbers for each pair. */
  counts: Uint32Array;
}

export class TallyKernel implements FlatPairs {
  ends = new Uint32Array(0);
  media = new Uint16Array(0);
  counts = new Uint32Array(0);
  /** By tag: scores and articles in each window, and marks of the first window. */
  scores = new Float64Array(0);
  sums = new Uint32Array(0);
  marks = new Uint32Array(0);
  #members = new Uint8Array(0);
  #tags = 0;
  #pairs = 0;
  readonly #loop: Loop;

  constructor() {
    const { exports } = new WebAssembly.Instance(MODULE, {});
    this.#loop = exports as unknown as Loop;
  }

  get byteLength(): number {
    return this.#loop.memory.buffer.byteLength;
  }

  /** Reserves memory for tags and their pairs; contents are lost when memory grows. */
  reserve(tags: number, pairs: number): void {
    if (tags <= this.#tags && pairs <= this.#pairs) return;
    if (tags > this.#tags) this.#tags = Math.max(tags, 2 * this.#tags);
    if (pairs > this.#pairs) this.#pairs = Math.max(pairs, 2 * this.#pairs);
    const windows = this.#tags * WINDOW_COUNT;
    [this.#members, this.ends, this.scores, this.sums, this.marks, this.counts, this.media] =
      columnsIn(
        this.#loop.memory,
        [Uint8Array, MEDIA_MAX],
        [Uint32Array, this.#tags],
        [Float64Array, windows],
        [Uint32Array, windows],
        [Uint32Array, this.#tags * MARK_COUNT],
        [Uint32Array, this.#pairs * WINDOW_COUNT],
        [Uint16Array, this.#pairs],
      );
  }

  /** Sums the pairs of the first `tags` tags over a basis, in the order of the pairs. */
  tally(tags: number, basis: readonly number[]): void {
    const members = this.#members;
    for (const media of basis) members[media] = 1;
    this.#loop.tally(
      this.ends.byteOffset,
      tags,
      this.media.byteOffset,
      this.counts.byteOffset,
      members.byteOffset,
      this.scores.byteOffset,
      this.sums.byteOffset,
      this.marks.byteOffset,
    );
    for (const media of basis) members[media] = 0;
  }
}
