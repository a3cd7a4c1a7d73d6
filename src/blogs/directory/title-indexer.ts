/**
 * Makes bigram indexes over the titles of runs, a piece at a time, when there is nothing else to do.
 *
 * An index has at most 65,536 rows, so a long run has several. Small runs have none: to look
 * through their text costs less than an index of it.
 * Invariant: a run is indexed only as long as it is part of its segment; its text does not change.
 */

import type { SharedExtents } from '../../runs/extents.js';
import { BigramIndexBuilder, BigramRoom } from '../../search/bigram-builder.js';
import { ROWS_MAX } from '../../search/posting-lists.js';
import type { Held } from './segment.js';

/** Rows from which a run is worth an index: its text is then looked through in 50 µs. */
const ROWS_MIN = 1024;
/** Units of text passed over in one piece of work: about 2 ms. */
const PIECE_UNITS = 400_000;

export class TitleIndexer {
  readonly #extents: SharedExtents;
  readonly #room = new BigramRoom();
  #held: Held | null = null;
  #builder: BigramIndexBuilder | null = null;

  constructor(extents: SharedExtents) {
    this.#extents = extents;
  }

  /** True when a run is still to be indexed. */
  wants({ run, titles }: Held): boolean {
    return run.count >= ROWS_MIN && titles.length * ROWS_MAX < run.count;
  }

  /** Does a piece of work on a run that is wanted; true when the run has one more index. */
  advance(held: Held): boolean {
    const { run, titles } = held;
    if (this.#held !== held) this.#builder = null;
    this.#held = held;
    const firstRow = titles.length * ROWS_MAX;
    this.#builder ??= new BigramIndexBuilder(
      { text: run.text, ends: run.textEnds },
      firstRow,
      Math.min(run.count, firstRow + ROWS_MAX),
      this.#room,
    );
    if (!this.#builder.advance(PIECE_UNITS)) return false;
    const { byteLength } = this.#builder;
    const at = this.#extents.allocate(byteLength);
    this.#builder.writeTo(this.#extents.arena.bytes(at + byteLength).buffer, at);
    titles.push(at);
    this.#builder = null;
    return true;
  }
}
