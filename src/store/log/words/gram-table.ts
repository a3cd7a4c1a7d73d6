/**
 * Counts rows of letters in the newest titles, with the number of outlets and of neighbouring
 * letters.
 *
 * ```
 *  titles of 10,000 entries ─► counts of this span ─┐
 *  the 10,000 before them  ─► counts before ────────┴─► result: the sum of both
 *
 *  a slot, three words:  fingerprint 16 | count 16    outlets 12 | before 10 | behind 10    openings 32
 *  a place: the slots of both spans, so that one cache line of the processor has the result
 * ```
 *
 * Counts are those of whole spans of entries, so they are restored from the log at a start. Outlets
 * and neighbours are bit sets of a few bits: exact for few different ones, a lower bound for many.
 * Invariant: memory is fixed. A row without a free slot takes that of a row that was seen once;
 * otherwise the row is dropped, and counted as dropped.
 */
import type { WordText } from './word-text.js';

/** A row whose sightings are to this part within one longer row is only a part of that row. */
export const WITHIN_MAX = 0.7;

/** 6 MB a span: some 300,000 rows of letters of 10,000 titles. */
const PLACES = 2 ** 19;
const SLOT_WORDS = 3;
const PLACE_WORDS = 2 * SLOT_WORDS;
const PROBES = 8;
const COUNT_MAX = 0xffff;
const OUTLET_BITS = 12;
const SIDE_BITS = 10;
const SIDE_MASK = 2 ** SIDE_BITS - 1;
const UNITS = 65_536;

export class GramTable {
  readonly #words = new Uint32Array(PLACE_WORDS * PLACES);
  /** Offset within a place of this span's slot, and of that of the span before. */
  #now = 0;
  #before = SLOT_WORDS;
  /** Counts of single letters, of both spans. */
  #letters = new Uint32Array(UNITS);
  #lettersBefore = new Uint32Array(UNITS);
  /** Letters that were counted. */
  #sum = 0;
  #sumBefore = 0;
  #dropped = 0;
  /** Slots that the last `look` found; negative for none. */
  #foundNow = -1;
  #foundBefore = -1;

  /** Rows that found no slot. */
  get dropped(): number {
    return this.#dropped;
  }

  get byteLength(): number {
    return this.#words.byteLength + 2 * this.#letters.byteLength;
  }

  /** All letters that were counted. */
  get letters(): number {
    return this.#sum + this.#sumBefore;
  }

  /** Begins a new span. */
  turn(): void {
    [this.#now, this.#before] = [this.#before, this.#now];
    const words = this.#words;
    for (let at = this.#now; at < words.length; at += PLACE_WORDS) words[at] = 0;
    const letters = this.#lettersBefore;
    this.#lettersBefore = this.#letters;
    this.#letters = letters.fill(0);
    this.#sumBefore = this.#sum;
    this.#sum = 0;
  }

  countLetter(unit: number): void {
    this.#letters[unit]! += 1;
    this.#sum += 1;
  }

  letterCount(unit: number): number {
    return this.#letters[unit]! + this.#lettersBefore[unit]!;
  }

  /**
   * Counts a row of letters.
   * @param hash 32 bits of the row. @param outlet a number of the outlet.
   * @param before, behind numbers of the adjacent letters.
   * @returns the count in this span before this call.
   */
  count(hash: number, outlet: number, before: number, behind: number, opens: boolean): number {
    const words = this.#words;
    const at = this.#slotOf(hash);
    if (at < 0) {
      this.#dropped += 1;
      return 0;
    }
    const masks =
      (1 << (2 * SIDE_BITS + (outlet % OUTLET_BITS))) |
      (1 << (SIDE_BITS + (before % SIDE_BITS))) |
      (1 << (behind % SIDE_BITS));
    const head = words[at]!;
    const fingerprint = fingerprintOf(hash);
    if (head === 0 || head >>> 16 !== fingerprint) {
      words[at] = (fingerprint << 16) | 1;
      words[at + 1] = masks;
      words[at + 2] = opens ? 1 : 0;
      return 0;
    }
    const known = head & COUNT_MAX;
    if (known < COUNT_MAX) words[at] = head + 1;
    words[at + 1]! |= masks;
    if (opens) words[at + 2]! += 1;
    return known;
  }

  /** Count of a row in the span before. */
  countBefore(hash: number): number {
    return this.#countIn(this.#find(hash, this.#before));
  }

  /** Count of a row. `outlets` and the other getters are about this row until the next call. */
  look(hash: number): number {
    this.#foundNow = this.#find(hash, this.#now);
    this.#foundBefore = this.#find(hash, this.#before);
    return this.#countIn(this.#foundNow) + this.#countIn(this.#foundBefore);
  }

  /** Different outlets of the last row of `look`. */
  get outlets(): number {
    // Each span has its own numbers of outlets.
    const shift = 2 * SIDE_BITS;
    return Math.max(
      bitsOf(this.#masksOf(this.#foundNow) >>> shift),
      bitsOf(this.#masksOf(this.#foundBefore) >>> shift),
    );
  }

  /** Different letters before it; a border of a run counts as a letter. */
  get before(): number {
    const masks = this.#masksOf(this.#foundNow) | this.#masksOf(this.#foundBefore);
    return bitsOf((masks >>> SIDE_BITS) & SIDE_MASK);
  }

  /** Different letters after it. */
  get behind(): number {
    const masks = this.#masksOf(this.#foundNow) | this.#masksOf(this.#foundBefore);
    return bitsOf(masks & SIDE_MASK);
  }

  /** How often it opened a run. */
  get openings(): number {
    return this.#openingsIn(this.#foundNow) + this.#openingsIn(this.#foundBefore);
  }

  #countIn(slot: number): number {
    return slot < 0 ? 0 : this.#words[slot]! & COUNT_MAX;
  }

  #masksOf(slot: number): number {
    return slot < 0 ? 0 : this.#words[slot + 1]!;
  }

  #openingsIn(slot: number): number {
    return slot < 0 ? 0 : this.#words[slot + 2]!;
  }

  #find(hash: number, span: number): number {
    const words = this.#words;
    const fingerprint = fingerprintOf(hash);
    let place = placeOf(hash);
    for (let probe = 0; probe < PROBES; probe++) {
      const at = PLACE_WORDS * place + span;
      const head = words[at]!;
      if (head === 0) return -1;
      if (head >>> 16 === fingerprint) return at;
      place = (place + 1) & (PLACES - 1);
    }
    return -1;
  }

  /** The slot of a row, or a replaceable one; -1 when all slots are of rows with several sightings. */
  #slotOf(hash: number): number {
    const words = this.#words;
    const fingerprint = fingerprintOf(hash);
    let place = placeOf(hash);
    let once = -1;
    for (let probe = 0; probe < PROBES; probe++) {
      const at = PLACE_WORDS * place + this.#now;
      const head = words[at]!;
      if (head === 0 || head >>> 16 === fingerprint) return at;
      if (once < 0 && (head & COUNT_MAX) === 1) once = at;
      place = (place + 1) & (PLACES - 1);
    }
    return once;
  }
}

/** Of a hash whose lower bits give the place. Never 0. */
function fingerprintOf(hash: number): number {
  return (hash >>> 16) | 1;
}

function placeOf(hash: number): number {
  return (Math.imul(hash, 0x9e3779b1) >>> 13) & (PLACES - 1);
}

function bitsOf(mask: number): number {
  let bits = mask - ((mask >>> 1) & 0x5555);
  bits = (bits & 0x3333) + ((bits >>> 2) & 0x3333);
  bits = (bits + (bits >>> 4)) & 0x0f0f;
  return (bits + (bits >>> 8)) & 0x1f;
}

/** Lengths of rows, longest first, with the required number of repetitions in the text. */
const ROWS = [
  { letters: 4, said: 3 },
  { letters: 3, said: 3 },
  { letters: 2, said: 4 },
] as const;
const FUNCTION = new Set('的了是在與和及不也都就被將把讓嗎呢吧她他我你們這那誰很於為有沒以而但或');
const HAN_FROM = 0x4e00;
const HAN_TO = 0x9fff;

/** Rows of Han letters of a title that its text repeats, for titles with few learned words. */
export function repeatedIn(title: WordText, text: WordText): string[] {
  const found: string[] = [];
  const isTaken = new Uint8Array(title.length);
  for (let at = 0; at < title.length; at++) {
    const unit = title.units[at]!;
    if (!isHan(unit) || FUNCTION.has(String.fromCharCode(unit))) isTaken[at] = 1;
  }
  for (const { letters, said } of ROWS) {
    for (let at = 0; at + letters <= title.length; at++) {
      if (isTaken[at] === 1 || isTaken.subarray(at, at + letters).includes(1)) continue;
      const places: number[] = [];
      text.timesOfRow(title.units, at, at + letters, places);
      if (places.length < said || isPart(places, letters, text)) continue;
      isTaken.fill(1, at, at + letters);
      found.push(title.slice(at, at + letters));
    }
  }
  return found;
}

/** Whether one word contains the other: by letters for scripts without blanks, by words for others. */
export function isWithin(part: string, whole: string): boolean {
  if (!whole.includes(part)) return false;
  return part.length > 0 && part.charCodeAt(0) >= 0x3000
    ? true
    : ` ${whole} `.includes(` ${part} `);
}

/** Whether nearly all places have the same letter on one side. */
function isPart(places: readonly number[], letters: number, text: WordText): boolean {
  return [-1, letters].some((distance) => {
    const counts = new Map<number, number>();
    for (const at of places) {
      const unit = text.units[at + distance] ?? 0;
      if (isHan(unit)) counts.set(unit, (counts.get(unit) ?? 0) + 1);
    }
    return Math.max(0, ...counts.values()) > WITHIN_MAX * places.length;
  });
}

function isHan(unit: number): boolean {
  return unit >= HAN_FROM && unit <= HAN_TO;
}
