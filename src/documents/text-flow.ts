/**
 * Joins pieces of text as a browser would show them: white space collapsed, lines where blocks
 * begin and end.
 *
 * Invariants: the flow never starts or ends in white space, and holds at most twice `max` code
 * units while it grows. White space is held back until text follows it, so that no pattern ever
 * has to search what was joined already.
 */
import { cleanText, cutCodePoints } from '../kernel/text/text.js';

/** White space as HTML knows it; other spaces are text. */
const COLLAPSIBLE = /[ \t\n\f\r]+/g;
const NEEDS_COLLAPSING = /[\t\n\f\r]| {2}/;
const SPACE = 0x20;

type Gap = '' | ' ' | '\n';

export class TextFlow {
  readonly #max: number;
  #text = '';
  #gap: Gap = '';
  /** Text added since `startCopy`, up to the bound given there. */
  #copy = '';
  #copyUnitsMax = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Adds text; `asIs` keeps its white space. */
  add(data: string, asIs: boolean): void {
    if (asIs) this.#append(data);
    else this.#addCollapsed(data);
  }

  breakWord(): void {
    if (this.#gap === '') this.#gap = ' ';
  }

  breakLine(): void {
    this.#gap = '\n';
  }

  /** From here on, what is added is copied as well, until `max` code points are sure. */
  startCopy(max: number): void {
    this.#copy = '';
    this.#copyUnitsMax = 2 * max;
  }

  /** The copy, uncut. */
  endCopy(): string {
    this.#copyUnitsMax = 0;
    return this.#copy;
  }

  /** All that was added, clean, cut at the flow's greatest length. */
  text(): string {
    return cutCodePoints(cleanText(this.#text, 'body'), this.#max).trimEnd();
  }

  #addCollapsed(data: string): void {
    const text = NEEDS_COLLAPSING.test(data) ? data.replace(COLLAPSIBLE, ' ') : data;
    // After collapsing, U+0020 is the only white space that may stand at an end.
    const start = text.charCodeAt(0) === SPACE ? 1 : 0;
    if (start === 1) this.breakWord();
    if (start === text.length) return;
    const end = text.charCodeAt(text.length - 1) === SPACE ? text.length - 1 : text.length;
    this.#append(start === 0 && end === text.length ? text : text.slice(start, end));
    if (end < text.length) this.breakWord();
  }

  #append(data: string): void {
    const gap = this.#gap;
    this.#gap = '';
    if (this.#copy.length < this.#copyUnitsMax) {
      this.#copy += gap + data.slice(0, this.#copyUnitsMax);
    }
    const unitsLeft = 2 * this.#max - this.#text.length;
    if (unitsLeft <= 0) return;
    if (this.#text !== '') this.#text += gap;
    this.#text += data.length > unitsLeft ? data.slice(0, unitsLeft) : data;
  }
}
