/**
 * Articles and their tags, and the loops that count which tags stand beside one, for eight groups of
 * media at a time.
 *
 * The loops are written in related-kernel.wat, for they need vectors: eight counts are two of them. A
 * test assembles it and compares.
 * All that is read of an article lies together, for the articles of a tag are scattered.
 * Invariants: media and tags are places, numbered from 0 on as they are first seen, so that the
 * columns of what is frequent lie close together. Views are good until `reserve` is called.
 */
import { columnsIn } from '../../../engine/columns/columns.js';

/** related-kernel.wat, assembled, in base64. */
export const CODE = [
  'AGFzbQEAAAABFgJgCX9/f39/f39/fwF/YAR/f39/AX8DAwIAAQUDAQABBxkDBm1lbW9yeQIABXNoYXJlAAAEbmV4dAAB',
  'CosDArACAgZ/AnsCQCAAIAFPDQADQCADIAAoAgBBAnRqIQogCigCACEJIAIgBCAJQQJ0aigCAHEEQCAFIAlBBXRqIQwg',
  'DP0ABAAhDyAM/QAEECEQIAogCigCBEECdGohCyALQQhqIQsgCkEIaiEKAkAgCiALTw0AA0AgBiAKKAIAQQJ0aiEMIAwo',
  'AgAhDSANRQRAIAcgDkECdGogCigCADYCACAOQQFqIQ4gDCAONgIAIA4hDQsgCCANQQFrQQV0aiEMIAwgDP0ABAAgD/2u',
  'Af0LBAAgDCAM/QAEECAQ/a4B/QsEECAKQQRqIgogC0kNAAsLCyAAQQRqIgAgAUkNAAsLQQAhDQJAIA5FDQADQCAGIAcg',
  'DUECdGooAgBBAnRqQQA2AgAgDUEBaiINIA5JDQALCyAOC1cBAnsgA/0ABAAhBCAD/QAEECEFIAIgAEEFdGohAgJAA0Ag',
  'ACABTw0BIAL9AAQAIAT9QCAC/QAEECAF/UD9UP1TDQEgAEEBaiEAIAJBIGohAgwACwsgAAs=',
].join('');

const MODULE = new WebAssembly.Module(Buffer.from(CODE, 'base64'));

/** Counts of a tag, one for each group of media: two vectors. */
export const GROUPS_MAX = 8;
/** Numbers of an article before its tags. */
export const ARTICLE_HEAD = 2;

interface Loops {
  memory: WebAssembly.Memory<ArrayBuffer>;
  share(
    oneAt: number,
    lastAt: number,
    wanted: number,
    articlesAt: number,
    bitsAt: number,
    membersAt: number,
    placesAt: number,
    seenAt: number,
    countsAt: number,
  ): number;
  next(place: number, length: number, countsAt: number, leastAt: number): number;
}

/** How much there is of what the kernel has columns for. */
export interface PostingsSize {
  articles: number;
  /** Tags of all articles, and distinct ones. */
  carried: number;
  tags: number;
  media: number;
}

export class RelatedKernel {
  /** One after the other: the place of the media, the number of tags, and their places. */
  articles = new Uint32Array(0);
  /** Where articles begin, tag by tag. */
  postings = new Uint32Array(0);
  /** By place of a media: the groups that it is in, as bits, and as a number for each of them. */
  bits = new Uint32Array(0);
  members = new Uint32Array(0);
  /** Tags that `share` saw, as they came, and how many articles they share in each group. */
  seen = new Uint32Array(0);
  counts = new Uint32Array(0);
  /** By group: a count that is less is passed over by `next`. */
  least = new Uint32Array(0);
  #places = new Uint32Array(0);
  readonly #loops: Loops;

  constructor() {
    const { exports } = new WebAssembly.Instance(MODULE, {});
    this.#loops = exports as unknown as Loops;
  }

  get byteLength(): number {
    return this.#loops.memory.buffer.byteLength;
  }

  /** Reserves memory; what is in it the caller has to say. */
  reserve({ articles, carried, tags, media }: PostingsSize): void {
    [
      this.least,
      this.bits,
      this.members,
      this.articles,
      this.postings,
      this.#places,
      this.seen,
      this.counts,
    ] = columnsIn(
      this.#loops.memory,
      [Uint32Array, GROUPS_MAX],
      [Uint32Array, media],
      [Uint32Array, media * GROUPS_MAX],
      [Uint32Array, ARTICLE_HEAD * articles + carried],
      [Uint32Array, carried],
      [Uint32Array, tags],
      [Uint32Array, tags],
      [Uint32Array, tags * GROUPS_MAX],
    );
    this.#places.fill(0);
    this.counts.fill(0);
  }

  /**
   * Counts the tags of some postings, of media that are in a wanted group; `clear` has to follow.
   * @param wanted bits of groups.
   * @returns how many tags were seen.
   */
  share(from: number, until: number, wanted: number): number {
    return this.#loops.share(
      this.postings.byteOffset + 4 * from,
      this.postings.byteOffset + 4 * until,
      wanted,
      this.articles.byteOffset,
      this.bits.byteOffset,
      this.members.byteOffset,
      this.#places.byteOffset,
      this.seen.byteOffset,
      this.counts.byteOffset,
    );
  }

  /** The first of `length` seen tags from `place` on that has a count of at least `least`. */
  next(place: number, length: number): number {
    return this.#loops.next(place, length, this.counts.byteOffset, this.least.byteOffset);
  }

  /** Forgets the counts of the tags that were seen. */
  clear(length: number): void {
    this.counts.fill(0, 0, length * GROUPS_MAX);
  }
}
