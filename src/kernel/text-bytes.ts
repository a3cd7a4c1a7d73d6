/**
 * Text that grows at its end, as UTF-8: for answers that are put together from many small pieces.
 *
 * Pieces go straight into one buffer, so nothing is allocated for them: joining strings makes an
 * object for each, ten times the bytes of a page of numbers, and the front pays with collections.
 */

/** A UTF-16 unit takes at most three bytes of UTF-8. */
const UNIT_BYTES_MAX = 3;
const ZERO = 0x30;
const TEN = 10;
/** Of integers below 2³¹. */
const DIGITS_MAX = 10;

/** The first room for a text. */
const ROOM_BYTES = 16 * 1024;
/** A larger buffer is not kept for the next text. */
const SPARE_BYTES_MAX = 1024 * 1024;

const NOTHING = Buffer.alloc(0);

/** The buffer of the text that was finished last: most are written one after the other. */
let spare = NOTHING;

export class TextBytes {
  #bytes = spare;
  #length = 0;

  constructor() {
    spare = NOTHING;
  }

  /** Adds any text. */
  text(text: string): void {
    this.#makeRoom(UNIT_BYTES_MAX * text.length);
    this.#length += this.#bytes.write(text, this.#length);
  }

  /** Adds a short text of ASCII alone. */
  ascii(text: string): void {
    this.#makeRoom(text.length);
    const bytes = this.#bytes;
    let end = this.#length;
    for (let at = 0; at < text.length; at++) bytes[end++] = text.charCodeAt(at);
    this.#length = end;
  }

  /** Adds a number as JSON has it, or `null`. */
  number(value: number | null): void {
    if (value !== null && value >= 0 && value === (value | 0)) this.#integer(value);
    else this.ascii(String(value));
  }

  /** What was added, in memory of its own; begins anew. */
  finish(): Uint8Array {
    const text = new Uint8Array(this.#length);
    text.set(this.#bytes.subarray(0, this.#length));
    if (this.#bytes.length <= SPARE_BYTES_MAX) spare = this.#bytes;
    this.#bytes = NOTHING;
    this.#length = 0;
    return text;
  }

  /** Adds an integer from 0 to 2³¹ − 1. */
  #integer(value: number): void {
    this.#makeRoom(DIGITS_MAX);
    let digits = 1;
    for (let bound = TEN; value >= bound; bound *= TEN) digits++;
    this.#length += digits;
    let rest = value;
    for (let at = this.#length - 1; digits > 0; digits--) {
      const tens = Math.floor(rest / TEN);
      this.#bytes[at--] = ZERO + rest - tens * TEN;
      rest = tens;
    }
  }

  #makeRoom(moreBytes: number): void {
    const needed = this.#length + moreBytes;
    if (needed <= this.#bytes.length) return;
    const bytes = Buffer.allocUnsafeSlow(Math.max(ROOM_BYTES, 2 * this.#bytes.length, needed));
    bytes.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = bytes;
  }
}
