/**
 * Articles with their tags, and the loops that count which tags occur together with one tag, for
 * eight groups of media at a time.
 *
 * The loops are in related-kernel.wat, because they need vectors: eight counts are two vectors. A
 * test assembles the file and compares. The numbers of an article are adjacent, because the
 * articles of a tag are scattered in memory. Invariants: media and tags are places, numbered from 0
 * in the order of first use, so columns of frequent media and tags are close in memory. Views are
 * valid until `reserve` is called.
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

/** Sizes of the kernel's columns. */
export interface PostingsSize {
  articles: number;
  /** The tags of all articles with repetitions, and without. */
  carried: number;
  tags: number;
  media: number;
}

export class RelatedKernel {
  /** By article: the place of its media, the number of its tags, and the places of these. */
  articles = new Uint32Array(0);
  /** Offsets of articles in `articles`, tag by tag. */
  postings = new Uint32Array(0);
  /** By place of a media: its groups as bits, and as 0 or 1 for each group. */
  bits = new Uint32Array(0);
  members = new Uint32Array(0);
  /** Tags that `share` found, in that order, and the articles that they share in each group. */
  seen = new Uint32Array(0);
  counts = new Uint32Array(0);
  /** By group: the least count that `next` accepts. */
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

  /** Reserves memory for the columns, which the caller then fills. */
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
   * Counts the tags of some postings from media of the wanted groups; `clear` must follow.
   * @param wanted bits of groups.
   * @returns the number of distinct tags.
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

  /** The first of `length` found tags from `place` on whose count reaches a group's `least`. */
  next(place: number, length: number): number {
    return this.#loops.next(place, length, this.counts.byteOffset, this.least.byteOffset);
  }

  /** Clears the counts of the found tags. */
  clear(length: number): void {
    this.counts.fill(0, 0, length * GROUPS_MAX);
  }
}
