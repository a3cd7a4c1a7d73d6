/**
 * How often rows of letters stood in the newest titles, of how many outlets, and between which others.
 *
 * ```
 *  titles of 10,000 entries ─► counts of now ─┐
 *  the 10,000 before them  ─► counts before ──┴─► what is told: the sum of both
 *
 *  a slot, three words:  fingerprint 16 | count 16    outlets 12 | before 10 | behind 10    openings 32
 * ```
 *
 * Counts are those of whole spans of entries, so they come back from the log at a start. Outlets and
 * neighbours are bits of a few: few different ones are told apart, many are many.
 * Invariant: memory is fixed. A row that finds no slot takes that of a row which was seen once, or is
 * dropped, and counted as such.
 */

/** A row of letters as it was counted. */
export interface GramFacts {
  count: number;
  /** Different outlets, and letters before and behind; borders of a run are letters of their own. */
  outlets: number;
  before: number;
  behind: number;
  /** How often it opened a run. */
  openings: number;
}

/** A row of letters or words that stands so often within one longer row is a part of it. */
export const WITHIN_MAX = 0.7;

/** 6 MB a span: some 300,000 rows of letters of 10,000 titles. */
const SLOTS = 2 ** 19;
const SLOT_WORDS = 3;
const PROBES = 8;
const COUNT_MAX = 0xffff;
const OUTLET_BITS = 12;
const SIDE_BITS = 10;
const SIDE_MASK = 2 ** SIDE_BITS - 1;
const UNITS = 65_536;

export class GramTable {
  #now = new Uint32Array(SLOT_WORDS * SLOTS);
  #before = new Uint32Array(SLOT_WORDS * SLOTS);
  /** Single letters, of both spans. */
  #letters = new Uint32Array(UNITS);
  #lettersBefore = new Uint32Array(UNITS);
  /** Letters that were counted. */
  #sum = 0;
  #sumBefore = 0;
  #dropped = 0;

  /** What the last `look` found. */
  readonly found: GramFacts = { count: 0, outlets: 0, before: 0, behind: 0, openings: 0 };

  /** Rows that found no slot. */
  get dropped(): number {
    return this.#dropped;
  }

  get byteLength(): number {
    return 2 * (this.#now.byteLength + this.#letters.byteLength);
  }

  /** All letters that were counted. */
  get letters(): number {
    return this.#sum + this.#sumBefore;
  }

  /** A new span begins. */
  turn(): void {
    const free = this.#before;
    this.#before = this.#now;
    this.#now = free.fill(0);
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
   * @param hash 32 bits of it. @param outlet a number of the outlet.
   * @param before, behind numbers of the letters around it.
   * @returns how often it was counted before now.
   */
  count(hash: number, outlet: number, before: number, behind: number, opens: boolean): number {
    const now = this.#now;
    const masks =
      (((1 << (outlet % OUTLET_BITS)) << (2 * SIDE_BITS)) |
        ((1 << (before % SIDE_BITS)) << SIDE_BITS) |
        (1 << (behind % SIDE_BITS))) >>>
      0;
    const at = slotOf(now, hash);
    if (at < 0) {
      this.#dropped += 1;
      return 0;
    }
    const head = now[at]!;
    const isKnown = head !== 0 && head >>> 16 === fingerprintOf(hash);
    const known = isKnown ? head & COUNT_MAX : 0;
    now[at] = ((fingerprintOf(hash) << 16) | Math.min(COUNT_MAX, known + 1)) >>> 0;
    now[at + 1] = (isKnown ? now[at + 1]! | masks : masks) >>> 0;
    now[at + 2] = (isKnown ? now[at + 2]! : 0) + (opens ? 1 : 0);
    const past = findSlot(this.#before, hash);
    return known + (past < 0 ? 0 : this.#before[past]! & COUNT_MAX);
  }

  /** How often a row was counted. */
  countOf(hash: number): number {
    const now = findSlot(this.#now, hash);
    const before = findSlot(this.#before, hash);
    return (
      (now < 0 ? 0 : this.#now[now]! & COUNT_MAX) +
      (before < 0 ? 0 : this.#before[before]! & COUNT_MAX)
    );
  }

  /** Puts what is known of a row into `found`. */
  look(hash: number): GramFacts {
    const { found } = this;
    const now = findSlot(this.#now, hash);
    const before = findSlot(this.#before, hash);
    found.count = 0;
    found.openings = 0;
    let masks = 0;
    let outlets = 0;
    if (now >= 0) {
      found.count += this.#now[now]! & COUNT_MAX;
      masks |= this.#now[now + 1]!;
      outlets = bitsOf(masks >>> (2 * SIDE_BITS));
      found.openings += this.#now[now + 2]!;
    }
    if (before >= 0) {
      found.count += this.#before[before]! & COUNT_MAX;
      masks |= this.#before[before + 1]!;
      // Each span has its own numbers of outlets.
      outlets = Math.max(outlets, bitsOf(this.#before[before + 1]! >>> (2 * SIDE_BITS)));
      found.openings += this.#before[before + 2]!;
    }
    found.outlets = outlets;
    found.before = bitsOf((masks >>> SIDE_BITS) & SIDE_MASK);
    found.behind = bitsOf(masks & SIDE_MASK);
    return found;
  }
}

/** Of a hash whose lower bits name the slot. Never 0. */
function fingerprintOf(hash: number): number {
  return (hash >>> 16) | 1;
}

function placeOf(hash: number): number {
  return (Math.imul(hash, 0x9e3779b1) >>> 13) & (SLOTS - 1);
}

function findSlot(table: Uint32Array, hash: number): number {
  const fingerprint = fingerprintOf(hash);
  let place = placeOf(hash);
  for (let probe = 0; probe < PROBES; probe++) {
    const head = table[SLOT_WORDS * place]!;
    if (head === 0) return -1;
    if (head >>> 16 === fingerprint) return SLOT_WORDS * place;
    place = (place + 1) & (SLOTS - 1);
  }
  return -1;
}

/** The slot of a row, or one that it may take; -1 where all are of rows that were seen again. */
function slotOf(table: Uint32Array, hash: number): number {
  const fingerprint = fingerprintOf(hash);
  let place = placeOf(hash);
  let once = -1;
  for (let probe = 0; probe < PROBES; probe++) {
    const head = table[SLOT_WORDS * place]!;
    if (head === 0 || head >>> 16 === fingerprint) return SLOT_WORDS * place;
    if (once < 0 && (head & COUNT_MAX) === 1) once = SLOT_WORDS * place;
    place = (place + 1) & (SLOTS - 1);
  }
  return once;
}

function bitsOf(mask: number): number {
  let bits = mask - ((mask >>> 1) & 0x5555);
  bits = (bits & 0x3333) + ((bits >>> 2) & 0x3333);
  bits = (bits + (bits >>> 4)) & 0x0f0f;
  return (bits + (bits >>> 8)) & 0x1f;
}
