/**
 * The window of unexpired bodies: finds, for each one that arrives, every pair that it makes.
 *
 *   text ─► normal form ─► sketch ─► bands ─► rows that share one or several
 *        ─► signature, outlet, time ─► the nearest, where there are too many
 *        ─► letter by letter ─► exact pairs
 *
 * Columns by row: 38 bytes of facts here, 129 of signature (signatures.ts), 297 of band keys and
 * marks (band-index.ts) and 549 of table.
 *
 * Invariants: a pair is reported exactly if the bodies' Dice coefficient is at least one half, the
 * outlets differ and the times are at most seven days apart; its numbers are exact. Missing one is
 * improbable (sketch.ts, signatures.ts), inventing one impossible. What one body costs is bounded
 * (`SIMILARITY` in kernel/limits.ts): where that leaves pairs out, `isLimited` says so. Which ones
 * depends on the bodies that are there alone, not on rows.
 * Not here: what becomes of pairs (pairs.ts), when bodies expire (news/similarity/writer.ts).
 */
import { bytesOf } from '../../../columns/columns.js';
import { HOUR_MS } from '../../../kernel/clock.js';
import { NEWS, SIMILARITY } from '../../../kernel/limits.js';
import { firstOf } from '../answers/best.js';
import { BandIndex, LIVE_ROWS_MAX } from './band-index.js';
import { LaidOutBody } from './comparison.js';
import { NormalForm } from './normal-form.js';
import { Signatures } from './signatures.js';
import { Sketch } from './sketch.js';
import { TextStore } from './text-store.js';

/** Bodies that a window can hold. */
export const BODIES_MAX = LIVE_ROWS_MAX;

/** Publication times of a pair are at most this far apart. Decision 23. */
const PAIR_DISTANCE_MS = NEWS.bodyKeptMs;

/** Room for bodies at first, unless more are expected: some megabytes. */
const BODIES_EXPECTED = 4096;

/** Code points of a passage at most. From the contract. */
const PASSAGE_MAX = 100;

/** Letters of a passage at least, and passages of a pair, of a text that is not taken in. */
const PASSAGE_LETTERS_MIN = 12;
const PASSAGES_MAX = 5;

/** Numbers of outlets are 16 bits. */
const NO_MEDIA = -1;

/** A pair as it is found. `other` is the row that was there before. */
export interface FoundPair {
  otherRow: number;
  /** Distinct shingles of the arriving body, of the other and of both. */
  size: number;
  otherSize: number;
  shared: number;
  identical: boolean;
  /** The longest common passage in the spelling of the later article. */
  passage: string;
}

/** A pair of a text that is not taken in. */
export interface ProbedPair extends FoundPair {
  /** Passages in common, in the order of the text. */
  passages: string[];
}

export interface Arrival {
  id: number;
  sortMs: number;
  media: number;
  /** Tells this text from others. */
  textHash: number;
}

/** A body as it lies in a snapshot. */
export interface KeptBody extends Arrival {
  /** Units of the text; bytes where none is above U+00FF. */
  units: Uint16Array | Uint8Array;
}

export class SimilarityWindow {
  readonly #form = new NormalForm();
  readonly #sketch = new Sketch();
  readonly #body = new LaidOutBody();
  readonly #otherForm = new NormalForm();
  readonly #otherSketch = new Sketch();
  readonly #texts = new TextStore();
  readonly #signature = new Int32Array(this.#sketch.signature.buffer);
  #ids = new Uint32Array(0);
  #times = new Float64Array(0);
  #media = new Uint16Array(0);
  #hashes = new Float64Array(0);
  #slabs = new Uint32Array(0);
  #textAt = new Uint32Array(0);
  #textUnits = new Int32Array(0);
  /** Distinct shingles; 0 until somebody asks. */
  #sizes = new Uint32Array(0);
  readonly #index: BandIndex;
  readonly #signatures = new Signatures();
  readonly #bodiesMax: number;
  #isLimited = false;
  /** Distinct shingles of the body that was read last; 0 until somebody asks. */
  #size = 0;
  /** The body that was read last is laid out to be compared. */
  #isLaidOut = false;

  /** `bodiesExpected` find room without growing; there are never more than `bodiesMax`. */
  constructor(bodiesExpected = BODIES_EXPECTED, bodiesMax = BODIES_MAX) {
    this.#bodiesMax = bodiesMax;
    this.#index = new BandIndex(bodiesExpected);
    this.#growColumns(this.#index.capacity);
  }

  /** Bodies in the window. */
  get size(): number {
    return this.#index.size;
  }

  /** True when there must not be another body. */
  get isFull(): boolean {
    return this.size >= this.#bodiesMax;
  }

  /** True when the body that was added last was not compared with all that is near. */
  get isLimited(): boolean {
    return this.#isLimited;
  }

  /** Bytes of columns and tables, without texts. */
  get indexBytes(): number {
    const columns = [
      ...[this.#ids, this.#times, this.#media, this.#hashes, this.#slabs, this.#textAt],
      ...[this.#textUnits, this.#sizes],
    ];
    const rest = this.#index.byteLength + this.#signatures.byteLength;
    return rest + bytesOf(...columns);
  }

  get textBytes(): number {
    return this.#texts.byteLength;
  }

  idOf(row: number): number {
    return this.#ids[row]!;
  }

  sortMsOf(row: number): number {
    return this.#times[row]!;
  }

  textHashOf(row: number): number {
    return this.#hashes[row]!;
  }

  bodyOf(row: number): KeptBody {
    const [id, sortMs, media] = [this.#ids[row]!, this.#times[row]!, this.#media[row]!];
    return { id, sortMs, media, textHash: this.#hashes[row]!, units: this.#textOf(row) };
  }

  /** Reads the text of the next arrival. */
  read(text: string): void {
    this.#form.read(text);
  }

  /** Code points of the normal form of the text that was read last. */
  get letters(): number {
    return this.#form.length;
  }

  /**
   * Takes the body in that was read last and reports its pairs with rows that `allows` does not
   * refuse and that are not `full`; returns its row.
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
      const pair = this.#compare(otherRow, this.#order(row, otherRow) > 0);
      if (pair !== null) report(pair);
    }
    this.#sizes[row] = this.#size;
    return row;
  }

  /**
   * Compares the text that was read last with all bodies that `allows` does not refuse, whatever their
   * outlet and time, and takes nothing in. `isLimited` says whether some were left out. A pair's
   * passages are spelled as the text spells them.
   */
  probe(allows: (row: number) => boolean, report: (pair: ProbedPair) => void): void {
    this.#sketch.read(this.#form);
    // No body has such an outlet, and every time is near to none.
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

  /** What the body that was read last shares with the one that it was compared with last. */
  #passages(): string[] {
    const runs = this.#body.passagesWith(this.#otherForm, PASSAGE_LETTERS_MIN, PASSAGES_MAX);
    return runs.map(({ at, length }) => this.#form.spellingOf(at, length, PASSAGE_MAX));
  }

  /** Takes a body in whose pairs are known; returns its row. */
  restore(body: KeptBody): number {
    this.#form.readUnits(body.units);
    this.#sketch.read(this.#form);
    const row = this.#index.add(this.#sketch.keys);
    this.#fill(row, body);
    return row;
  }

  /** Reads the text of a row, to be added again under other facts; the row goes. */
  reread(row: number): void {
    this.#form.readUnits(this.#textOf(row));
    this.remove(row);
  }

  /** Takes a body out. */
  remove(row: number): void {
    this.#index.remove(row);
    const [slab, at, units] = [this.#slabs[row]!, this.#textAt[row]!, this.#textUnits[row]!];
    this.#texts.drop(this.#times[row]!, slab, at, units);
  }

  /** Rows of bodies that were published from one instant, inclusive, to another, exclusive. */
  rowsBetween(fromMs: number, untilMs: number): number[] {
    const rows: number[] = [];
    for (let row = 0; row < this.#index.rowCount; row++) {
      const sortMs = this.#times[row]!;
      if (sortMs >= fromMs && sortMs < untilMs && this.#index.has(row)) rows.push(row);
    }
    return rows;
  }

  /** Hours of publication that have bodies. */
  hours(): Set<number> {
    const hours = new Set<number>();
    for (let row = 0; row < this.#index.rowCount; row++) {
      if (this.#index.has(row)) hours.add(Math.floor(this.#times[row]! / HOUR_MS));
    }
    return hours;
  }

  /** Rows that pass by signature, outlet and time, the first ones of those found; returns how many. */
  #candidates(
    { media, sortMs }: Pick<Arrival, 'media' | 'sortMs'>,
    allows: (row: number) => boolean,
  ): number {
    const index = this.#index;
    const { keys, isLatin } = this.#sketch;
    const { found } = index;
    const alike = this.#signatures.sift(this.#signature, isLatin, found, index.find(keys), index);
    const { equal } = this.#signatures;
    let passed = 0;
    for (let at = 0; at < alike; at++) {
      const row = found[at]!;
      if (this.#media[row] === media) continue;
      if (Math.abs(this.#times[row]! - sortMs) > PAIR_DISTANCE_MS) continue;
      if (!allows(row)) continue;
      found[passed] = row;
      equal[passed++] = equal[at]!;
    }
    return passed;
  }

  /**
   * Of the candidates, those that the body is compared with, the first ones of those found; returns
   * how many: all, but for full ones and where that would be too much. Then the nearest by signature
   * are taken, of equally near ones the earliest.
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
      return equal[b]! - equal[a]! || this.#order(row, otherRow);
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

  /** Units of a row's text, none where it is the text that was read last. */
  #lettersToCompare(row: number): number {
    const { unitCount } = this.#form;
    if (Math.abs(this.#textUnits[row]!) !== unitCount) return Math.abs(this.#textUnits[row]!);
    return this.#isSameText(row) ? 0 : unitCount;
  }

  /** Lays the body out that was read last, unless it is. */
  #layOut(): void {
    if (this.#isLaidOut) return;
    this.#isLaidOut = true;
    this.#body.layOut(this.#form, this.#sketch);
    this.#size = this.#body.distinct;
  }

  /** Compares the body that was read last with a row's; null when they make no pair. */
  #compare(otherRow: number, isLater: boolean): FoundPair | null {
    const form = this.#form;
    const otherForm = this.#otherForm;
    if (this.#isSameText(otherRow)) {
      // Masses of equal texts are not even laid out.
      if (this.#size === 0) this.#size = this.#sizes[otherRow]!;
      if (this.#size === 0) this.#layOut();
      const size = this.#size;
      this.#sizes[otherRow] = size;
      const passage = form.spellingOf(0, form.length, PASSAGE_MAX);
      return { otherRow, size, otherSize: size, shared: size, identical: true, passage };
    }
    this.#layOut();
    otherForm.readUnits(this.#textOf(otherRow));
    const size = this.#size;
    if (this.#body.equals(otherForm)) {
      this.#sizes[otherRow] = size;
      const passage = (isLater ? form : otherForm).spellingOf(0, form.length, PASSAGE_MAX);
      return { otherRow, size, otherSize: size, shared: size, identical: true, passage };
    }
    const otherSketch = this.#otherSketch;
    otherSketch.readHashes(otherForm);
    // The other's distinct shingles are not known until it was compared before.
    const least = Math.ceil((size + this.#sizes[otherRow]!) / 4);
    const shared = this.#body.sharedWith(otherForm, otherSketch, least);
    if (shared < 0) return null;
    if (this.#sizes[otherRow] === 0) {
      this.#sizes[otherRow] = this.#body.distinctIn(otherForm, otherSketch);
    }
    const otherSize = this.#sizes[otherRow]!;
    if (4 * shared < size + otherSize) return null;
    const { at, otherAt, length } = this.#body.passageWith(otherForm, isLater);
    const passage = isLater
      ? form.spellingOf(at, length, PASSAGE_MAX)
      : otherForm.spellingOf(otherAt, length, PASSAGE_MAX);
    return { otherRow, size, otherSize, shared, identical: false, passage };
  }

  /** True when a row has the text that was read last, spelling and all. */
  #isSameText(row: number): boolean {
    const { units, unitCount } = this.#form;
    if (Math.abs(this.#textUnits[row]!) !== unitCount) return false;
    const text = this.#textOf(row);
    for (let at = 0; at < unitCount; at++) if (text[at] !== units[at]) return false;
    return true;
  }

  /** Above 0 when a row comes after another: by time, then by id. */
  #order(row: number, otherRow: number): number {
    return this.#times[row]! - this.#times[otherRow]! || this.#ids[row]! - this.#ids[otherRow]!;
  }

  #textOf(row: number): Uint16Array | Uint8Array {
    return this.#texts.get(this.#slabs[row]!, this.#textAt[row]!, this.#textUnits[row]!);
  }

  #fill(row: number, { id, sortMs, media, textHash }: Arrival): void {
    if (row >= this.#ids.length) this.#growColumns(this.#index.capacity);
    this.#ids[row] = id;
    this.#hashes[row] = textHash;
    this.#times[row] = sortMs;
    this.#media[row] = media;
    this.#sizes[row] = 0;
    const { units, unitCount } = this.#form;
    const place = this.#texts.put(sortMs, units, unitCount);
    this.#slabs[row] = place.slab;
    this.#textAt[row] = place.at;
    this.#textUnits[row] = place.units;
    this.#signatures.put(row, this.#signature);
  }

  #growColumns(rows: number): void {
    const grown = <T extends { set(from: T): void }>(to: T, from: T): T => {
      to.set(from);
      return to;
    };
    this.#ids = grown(new Uint32Array(rows), this.#ids);
    this.#times = grown(new Float64Array(rows), this.#times);
    this.#media = grown(new Uint16Array(rows), this.#media);
    this.#hashes = grown(new Float64Array(rows), this.#hashes);
    this.#slabs = grown(new Uint32Array(rows), this.#slabs);
    this.#textAt = grown(new Uint32Array(rows), this.#textAt);
    this.#textUnits = grown(new Int32Array(rows), this.#textUnits);
    this.#sizes = grown(new Uint32Array(rows), this.#sizes);
    this.#signatures.grow(rows);
  }
}

function never(): boolean {
  return false;
}
