/**
 * The longest common run of two sequences of letters, in bounded time for any sequences.
 *
 * A suffix automaton of one sequence (Blumer et al.: The smallest automaton recognizing the
 * subwords of a text, 1985): its states are the sets of positions where runs end, and the letters
 * of another sequence lead through it. It takes one or two steps a letter to make and one or two to
 * walk, and is made once for a body with many neighbours.
 *
 *   state: length of its longest run, link to the state of the longest shorter one, first end
 *   edge:  state × letter ─► state          (open addressing, and a list by state)
 *
 * Invariant: the reported run is common, and no longer run is, within the first
 * `SIMILARITY.passageLettersMax` letters of each; only texts that normalisation lengthens have
 * more.
 */
import { SIMILARITY } from '../../../kernel/limits.js';

/** A run of letters that occurs in two bodies. */
export interface CommonRun {
  /** Start in the one and in the other. */
  at: number;
  otherAt: number;
  length: number;
}

const NONE = -1;
const ROOT = 0;
/** A text of n letters has less than 2n states and 3n edges. */
const STATES_PER_LETTER = 2;
const EDGES_PER_LETTER = 3;
const LETTERS_MIN = 1024;
/** An odd constant with well distributed bits. */
const SPREAD = 0x9e37_79b1 | 0;

export class CommonRuns {
  #lengths = new Int32Array(0);
  #links = new Int32Array(0);
  #firstEnds = new Int32Array(0);
  /** By state: its first edge + 1. */
  #firstEdges = new Int32Array(0);
  #states = 0;
  /** By edge. */
  #letters = new Int32Array(0);
  #sources = new Int32Array(0);
  #targets = new Int32Array(0);
  /** The next edge of the same state + 1. */
  #nextEdges = new Int32Array(0);
  #edges = 0;
  /** Slot ─► edge + 1. */
  #table = new Int32Array(0);
  #shift = 0;

  /** Makes the automaton of a sequence. */
  read(letters: Int32Array): void {
    const count = Math.min(letters.length, SIMILARITY.passageLettersMax);
    this.#reserve(count);
    this.#states = 1;
    this.#edges = 0;
    this.#lengths[ROOT] = 0;
    this.#links[ROOT] = NONE;
    this.#firstEdges[ROOT] = 0;
    let last = ROOT;
    for (let at = 0; at < count; at++) last = this.#append(last, letters[at]!, at);
  }

  /**
   * The longest run in common with another sequence. Among equally long runs: the first in the
   * sequence of the automaton if `isLater`, else the first in the other.
   */
  longest(other: Int32Array, isLater: boolean): CommonRun {
    const best: CommonRun = { at: 0, otherAt: 0, length: 0 };
    const count = Math.min(other.length, SIMILARITY.passageLettersMax);
    let state = ROOT;
    let length = 0;
    for (let end = 0; end < count; end++) {
      const letter = other[end]!;
      let edge = this.#edgeOf(state, letter);
      while (edge < 0 && state !== ROOT) {
        state = this.#links[state]!;
        length = this.#lengths[state]!;
        edge = this.#edgeOf(state, letter);
      }
      if (edge < 0) continue;
      state = this.#targets[edge]!;
      length += 1;
      if (length < best.length) continue;
      const at = this.#firstEnds[state]! - length + 1;
      if (length === best.length && !(isLater && at < best.at)) continue;
      best.at = at;
      best.otherAt = end - length + 1;
      best.length = length;
    }
    return best;
  }

  /** Adds the next letter; returns the state of all letters so far. */
  #append(last: number, letter: number, at: number): number {
    const state = this.#newState(this.#lengths[last]! + 1, at);
    let before = last;
    let edge = this.#edgeOf(before, letter);
    while (before !== NONE && edge < 0) {
      this.#addEdge(before, letter, state);
      before = this.#links[before]!;
      if (before !== NONE) edge = this.#edgeOf(before, letter);
    }
    if (before === NONE) {
      this.#links[state] = ROOT;
      return state;
    }
    const target = this.#targets[edge]!;
    if (this.#lengths[target] === this.#lengths[before]! + 1) {
      this.#links[state] = target;
      return state;
    }
    const copy = this.#copyOf(target, this.#lengths[before]! + 1);
    while (before !== NONE) {
      const follower = this.#edgeOf(before, letter);
      if (follower < 0 || this.#targets[follower] !== target) break;
      this.#targets[follower] = copy;
      before = this.#links[before]!;
    }
    this.#links[target] = copy;
    this.#links[state] = copy;
    return state;
  }

  #newState(length: number, firstEnd: number): number {
    const state = this.#states++;
    this.#lengths[state] = length;
    this.#firstEnds[state] = firstEnd;
    this.#firstEdges[state] = 0;
    return state;
  }

  /** A state with the shorter runs of another state, and its edges. */
  #copyOf(state: number, length: number): number {
    const copy = this.#newState(length, this.#firstEnds[state]!);
    this.#links[copy] = this.#links[state]!;
    for (let edge = this.#firstEdges[state]! - 1; edge >= 0; edge = this.#nextEdges[edge]! - 1) {
      this.#addEdge(copy, this.#letters[edge]!, this.#targets[edge]!);
    }
    return copy;
  }

  #addEdge(state: number, letter: number, target: number): void {
    const edge = this.#edges++;
    this.#letters[edge] = letter;
    this.#sources[edge] = state;
    this.#targets[edge] = target;
    this.#nextEdges[edge] = this.#firstEdges[state]!;
    this.#firstEdges[state] = edge + 1;
    const table = this.#table;
    let slot = this.#slotOf(state, letter);
    while (table[slot] !== 0) slot = slot + 1 === table.length ? 0 : slot + 1;
    table[slot] = edge + 1;
  }

  /** The edge of a state for a letter, or -1. */
  #edgeOf(state: number, letter: number): number {
    const table = this.#table;
    let slot = this.#slotOf(state, letter);
    for (let known = table[slot]!; known !== 0; known = table[slot]!) {
      if (this.#sources[known - 1] === state && this.#letters[known - 1] === letter) {
        return known - 1;
      }
      slot = slot + 1 === table.length ? 0 : slot + 1;
    }
    return NONE;
  }

  #slotOf(state: number, letter: number): number {
    const mixed = Math.imul(state ^ Math.imul(letter, SPREAD), SPREAD);
    return Math.imul(mixed ^ (mixed >>> 15), SPREAD) >>> this.#shift;
  }

  #reserve(count: number): void {
    let slots = 4096;
    while (slots < 2 * EDGES_PER_LETTER * count) slots *= 2;
    this.#shift = Math.clz32(slots) + 1;
    // A table of the exact size, so that no unused slots need to be cleared.
    if (this.#table.length === slots) this.#table.fill(0);
    else this.#table = new Int32Array(slots);
    if (STATES_PER_LETTER * count + 2 <= this.#lengths.length) return;
    const letters = Math.max(LETTERS_MIN, count);
    const states = STATES_PER_LETTER * letters + 2;
    const edges = EDGES_PER_LETTER * letters + 2;
    this.#lengths = new Int32Array(states);
    this.#links = new Int32Array(states);
    this.#firstEnds = new Int32Array(states);
    this.#firstEdges = new Int32Array(states);
    this.#letters = new Int32Array(edges);
    this.#sources = new Int32Array(edges);
    this.#targets = new Int32Array(edges);
    this.#nextEdges = new Int32Array(edges);
  }
}
