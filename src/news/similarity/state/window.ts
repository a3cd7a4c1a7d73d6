/**
 * The window of unexpired bodies: finds all pairs of each arriving body.
 *
 *   text ─► normal form ─► sketch ─► bands ─► rows that share one or several
 *        ─► signature, outlet, time ─► the nearest, where there are too many
 *        ─► letter by letter ─► exact pairs
 *
 * Columns by row: 38 bytes of values (body-rows.ts), 129 of signature (sketch.ts), 297 of band keys
 * and marks (band-index.ts) and 549 of table.
 *
 * Invariants: a pair is reported exactly if the bodies' Dice coefficient is at least one half, the
 * outlets differ and the times are at most seven days apart; its numbers are exact. A missed pair
 * is improbable (sketch.ts), a wrong pair impossible. The cost of one body is bounded (`SIMILARITY`
 * in kernel/limits.ts): `isLimited` says that the bound left pairs out. Which pairs are left out
 * depends only on the bodies in the window, not on their rows. Not here: storage of pairs
 * (pairs.ts), when bodies expire (indexer.ts).
 */
import { HOUR_MS } from '../../../kernel/clock.js';
import { firstOf } from '../../../kernel/collections.js';
import { NEWS, SIMILARITY } from '../../../kernel/limits.js';
import { BandIndex, LIVE_ROWS_MAX } from './band-index.js';
import { type Arrival, BodyRows, type StoredBody } from './body-rows.js';
import { LaidOutBody } from './comparison.js';
import { NormalForm } from './normal-form.js';
import { Signatures, Sketch } from './sketch.js';

export const BODIES_MAX = LIVE_ROWS_MAX;

/** Publication times of a pair are at most this far apart. Decision 23. */
const PAIR_DISTANCE_MS = NEWS.bodyRetentionMs;

/** Initial capacity for bodies: some megabytes. */
const BODIES_EXPECTED = 4096;

/** Maximum of code points in a passage. From the contract. */
const PASSAGE_MAX = 100;

/** For texts that are not stored: minimum letters of a passage, maximum passages of a pair. */
const PASSAGE_LETTERS_MIN = 12;
const PASSAGES_MAX = 5;

/** The number of no outlet: numbers have 16 bits. */
const NO_MEDIA = -1;

/** A found pair. `otherRow` is the row that was in the window before. */
export interface FoundPair {
  otherRow: number;
  /** Distinct shingles of the arriving body, of the other body, and shared ones. */
  size: number;
  otherSize: number;
  shared: number;
  identical: boolean;
  /** The longest common passage in the spelling of the later article. */
  passage: string;
}

/** A pair of a text that is not stored. */
export interface ProbedPair extends FoundPair {
  /** Common passages, in the order of the text. */
  passages: string[];
}

export class SimilarityWindow {
  readonly #form = new NormalForm();
  readonly #sketch = new Sketch();
  readonly #body = new LaidOutBody();
  readonly #otherForm = new NormalForm();
  readonly #otherSketch = new Sketch();
  readonly #signature = new Int32Array(this.#sketch.signature.buffer);
  readonly #rows = new BodyRows();
  readonly #index: BandIndex;
  readonly #signatures = new Signatures();
  readonly #bodiesMax: number;
  #isLimited = false;
  /** Distinct shingles of the body that was read last; 0 while not computed. */
  #size = 0;
  /** The body that was read last is laid out for comparisons. */
  #isLaidOut = false;

  /** `bodiesExpected` fit without growth; `bodiesMax` is the most that the window holds. */
  constructor(bodiesExpected = BODIES_EXPECTED, bodiesMax = BODIES_MAX) {
    this.#bodiesMax = bodiesMax;
    this.#index = new BandIndex(bodiesExpected);
    this.#grow();
  }

  get size(): number {
    return this.#index.size;
  }

  /** True when no body may be added. */
  get isFull(): boolean {
    return this.size >= this.#bodiesMax;
  }

  /** True when the body that was added last was not compared with all near bodies. */
  get isLimited(): boolean {
    return this.#isLimited;
  }

  /** Bytes of columns and tables, without texts. */
  get indexBytes(): number {
    return this.#index.byteLength + this.#signatures.byteLength + this.#rows.byteLength;
  }

  get textBytes(): number {
    return this.#rows.textBytes;
  }

  idOf(row: number): number {
    return this.#rows.ids[row]!;
  }

  sortMsOf(row: number): number {
    return this.#rows.times[row]!;
  }

  textHashOf(row: number): number {
    return this.#rows.hashes[row]!;
  }

  bodyOf(row: number): StoredBody {
    return this.#rows.bodyOf(row);
  }

  /** Reads the text of the next body. */
  read(text: string): void {
    this.#form.read(text);
  }

  /** Code points of the normal form of the text that was read last. */
  get letters(): number {
    return this.#form.length;
  }

  /**
   * Adds the body that was read last, and reports its pairs with rows that `allows` accepts and
   * that are not full by `isFull`; returns its row.
   */
  add(
    arrival: Arrival,
    allows: (row: number) => boolean,
    report: (pair: FoundPair) => void,
    isFull: (row: number) => boolean = never,
  ): number {
    this.#sketch.read(this.#form);
    const near = this.#candidates(arrival, allows);
    const count = this.#chosen(near, isFull);
    this.#isLimited = this.#index.isCut || count < near;
    const row = this.#index.addFound(this.#sketch.keys);
    this.#fill(row, arrival);
    const { found } = this.#index;
    this.#isLaidOut = false;
    this.#size = 0;
    for (let at = 0; at < count; at++) {
      const otherRow = found[at]!;
      const pair = this.#compare(otherRow, this.#rows.order(row, otherRow) > 0);
      if (pair !== null) report(pair);
    }
    this.#rows.sizes[row] = this.#size;
    return row;
  }

  /**
   * Compares the text that was read last with all bodies that `allows` accepts, whatever their
   * outlet and time, and adds nothing. `isLimited` says whether some were left out. Passages are in
   * the spelling of the text.
   */
  probe(allows: (row: number) => boolean, report: (pair: ProbedPair) => void): void {
    this.#sketch.read(this.#form);
    // No body has this outlet, and NaN is not too far from any time.
    const near = this.#candidates({ media: NO_MEDIA, sortMs: Number.NaN }, allows);
    const count = this.#chosen(near, never);
    this.#isLimited = this.#index.isCut || count < near;
    const { found } = this.#index;
    this.#isLaidOut = false;
    this.#size = 0;
    for (let at = 0; at < count; at++) {
      const pair = this.#compare(found[at]!, true);
      if (pair === null) continue;
      const passages = pair.identical ? [pair.passage] : this.#passages();
      report({ ...pair, passages });
    }
  }

  /** Common passages of the body that was read last and the one that it was compared with last. */
  #passages(): string[] {
    const runs = this.#body.passagesWith(this.#otherForm, PASSAGE_LETTERS_MIN, PASSAGES_MAX);
    return runs.map(({ at, length }) => this.#form.spellingOf(at, length, PASSAGE_MAX));
  }

  /** Adds a body whose pairs are known; returns its row. */
  restore(body: StoredBody): number {
    this.#form.readUnits(body.units);
    this.#sketch.read(this.#form);
    const row = this.#index.add(this.#sketch.keys);
    this.#fill(row, body);
    return row;
  }

  /** Reads the text of a row, to be added again with other values, and removes the row. */
  reread(row: number): void {
    this.#form.readUnits(this.#rows.textOf(row));
    this.remove(row);
  }

  remove(row: number): void {
    this.#index.remove(row);
    this.#rows.drop(row);
  }

  /** Rows of bodies that were published from `fromMs` until before `untilMs`. */
  rowsBetween(fromMs: number, untilMs: number): number[] {
    const rows: number[] = [];
    for (let row = 0; row < this.#index.rowCount; row++) {
      const sortMs = this.#rows.times[row]!;
      if (sortMs >= fromMs && sortMs < untilMs && this.#index.has(row)) rows.push(row);
    }
    return rows;
  }

  /** Hours of publication that have bodies. */
  hours(): Set<number> {
    const hours = new Set<number>();
    for (let row = 0; row < this.#index.rowCount; row++) {
      if (this.#index.has(row)) hours.add(Math.floor(this.#rows.times[row]! / HOUR_MS));
    }
    return hours;
  }

  /** Moves rows that pass by signature, outlet and time to the start of `found`; counts them. */
  #candidates(
    { media, sortMs }: Pick<Arrival, 'media' | 'sortMs'>,
    allows: (row: number) => boolean,
  ): number {
    const index = this.#index;
    const { keys, isLatin } = this.#sketch;
    const { found } = index;
    const alike = this.#signatures.sift(this.#signature, isLatin, found, index.find(keys), index);
    const { equal } = this.#signatures;
    const { media: outlets, times } = this.#rows;
    let passed = 0;
    for (let at = 0; at < alike; at++) {
      const row = found[at]!;
      if (outlets[row] === media) continue;
      if (Math.abs(times[row]! - sortMs) > PAIR_DISTANCE_MS) continue;
      if (!allows(row)) continue;
      found[passed] = row;
      equal[passed++] = equal[at]!;
    }
    return passed;
  }

  /**
   * Moves the candidates for comparison to the start of `found`; returns how many. These are
   * all that are not full, unless they are too many: then the nearest by signature, and among
   * equally near ones the earliest.
   */
  #chosen(near: number, isFull: (row: number) => boolean): number {
    if (near === 0) return 0;
    const { found } = this.#index;
    const { equal } = this.#signatures;
    let open = 0;
    for (let at = 0; at < near; at++) {
      const row = found[at]!;
      if (isFull(row)) continue;
      found[open] = row;
      equal[open++] = equal[at]!;
    }
    const isMass = open > SIMILARITY.candidatesMax;
    let letters = 0;
    for (let at = 0; at < open && !isMass; at++) letters += this.#lettersToCompare(found[at]!);
    if (!isMass && letters <= SIMILARITY.comparedLettersMax) return open;
    const most = isMass ? SIMILARITY.massCandidatesMax : open;
    const places = firstOf(open, most, (a, b) => {
      const [row, otherRow] = [found[a]!, found[b]!];
      return equal[b]! - equal[a]! || this.#rows.order(row, otherRow);
    });
    const rows = places.map((at) => found[at]!);
    let left: number = SIMILARITY.comparedLettersMax;
    let count = 0;
    for (const row of rows) {
      left -= this.#lettersToCompare(row);
      if (left < 0 && count > 0) break;
      found[count++] = row;
    }
    return count;
  }

  /** Units of a row's text; 0 when it is the text that was read last. */
  #lettersToCompare(row: number): number {
    return this.#isSameText(row) ? 0 : this.#rows.unitsOf(row);
  }

  /** Lays out the body that was read last, once. */
  #layOut(): void {
    if (this.#isLaidOut) return;
    this.#isLaidOut = true;
    this.#body.layOut(this.#form, this.#sketch);
    this.#size = this.#body.distinct;
  }

  /** Compares the body that was read last with that of a row; null when they form no pair. */
  #compare(otherRow: number, isLater: boolean): FoundPair | null {
    const form = this.#form;
    const otherForm = this.#otherForm;
    if (this.#isSameText(otherRow)) {
      // Many equal texts are counted without being laid out.
      if (this.#size === 0) this.#size = this.#rows.sizes[otherRow]!;
      if (this.#size === 0) this.#layOut();
      const size = this.#size;
      this.#rows.sizes[otherRow] = size;
      const passage = form.spellingOf(0, form.length, PASSAGE_MAX);
      return { otherRow, size, otherSize: size, shared: size, identical: true, passage };
    }
    this.#layOut();
    otherForm.readUnits(this.#rows.textOf(otherRow));
    const size = this.#size;
    if (this.#body.equals(otherForm)) {
      this.#rows.sizes[otherRow] = size;
      const passage = (isLater ? form : otherForm).spellingOf(0, form.length, PASSAGE_MAX);
      return { otherRow, size, otherSize: size, shared: size, identical: true, passage };
    }
    const otherSketch = this.#otherSketch;
    otherSketch.readHashes(otherForm);
    // The number of the other's distinct shingles is 0 until its first comparison.
    const least = Math.ceil((size + this.#rows.sizes[otherRow]!) / 4);
    const shared = this.#body.sharedWith(otherForm, otherSketch, least);
    if (shared < 0) return null;
    if (this.#rows.sizes[otherRow] === 0) {
      this.#rows.sizes[otherRow] = this.#body.distinctIn(otherForm, otherSketch);
    }
    const otherSize = this.#rows.sizes[otherRow]!;
    if (4 * shared < size + otherSize) return null;
    const { at, otherAt, length } = this.#body.passageWith(otherForm, isLater);
    const passage = isLater
      ? form.spellingOf(at, length, PASSAGE_MAX)
      : otherForm.spellingOf(otherAt, length, PASSAGE_MAX);
    return { otherRow, size, otherSize, shared, identical: false, passage };
  }

  /** True when a row has exactly the text that was read last. */
  #isSameText(row: number): boolean {
    return this.#rows.hasText(row, this.#form.units, this.#form.unitCount);
  }

  #fill(row: number, arrival: Arrival): void {
    if (row >= this.#rows.capacity) this.#grow();
    this.#rows.fill(row, arrival, this.#form.units, this.#form.unitCount);
    this.#signatures.put(row, this.#signature);
  }

  /** Reserves memory for the rows that fit in the index. */
  #grow(): void {
    this.#rows.grow(this.#index.capacity);
    this.#signatures.grow(this.#index.capacity);
  }
}

function never(): boolean {
  return false;
}
