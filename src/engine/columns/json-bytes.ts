/**
 * Text that grows at its end, as UTF-8, for answers that are joined from many small pieces.
 *
 * Pieces go straight into one buffer and allocate nothing: joining strings makes an object for each piece,
 * ten times the bytes of a page of numbers, which the main thread pays for with garbage collections.
 */
import { hashOfNumber } from '../../kernel/hash.js';

/** A UTF-16 unit takes at most three bytes of UTF-8. */
const UNIT_BYTES_MAX = 3;

/** Number texts that are cached; a power of two, for about half a megabyte. */
const CACHED_NUMBERS = 16_384;
/** The longest text of a number, in characters. */
const NUMBER_CHARS_MAX = 24;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;

/** The first buffer of a text. */
const BUFFER_BYTES = 16 * 1024;
/** Larger buffers are not reused for the next text. */
const SPARE_BYTES_MAX = 1024 * 1024;

const NOTHING = Buffer.alloc(0);

/** The buffer of the last finished text, for the next one: most texts are written one after the other. */
let spare = NOTHING;

/**
 * A cache of the texts of numbers. Rankings consist of a few thousand different numbers, and V8 takes 0.2
 * µs and a string for each number that it converts.
 */
class NumberTexts {
  readonly #numbers = new Float64Array(CACHED_NUMBERS).fill(Number.NaN);
  readonly #lengths = new Uint8Array(CACHED_NUMBERS);
  readonly #texts = new Uint8Array(CACHED_NUMBERS * NUMBER_CHARS_MAX);

  /** Writes a number into reserved space; returns the length of its text. */
  write(value: number, bytes: Uint8Array, at: number): number {
    const slot = hashOfNumber(value) & (CACHED_NUMBERS - 1);
    const start = slot * NUMBER_CHARS_MAX;
    // No number equals NaN, which does not occur in JSON.
    if (this.#numbers[slot] !== value) this.#cache(slot, start, value);
    const length = this.#lengths[slot]!;
    for (let place = 0; place < length; place++) bytes[at + place] = this.#texts[start + place]!;
    return length;
  }

  #cache(slot: number, start: number, value: number): void {
    const text = String(value);
    this.#numbers[slot] = value;
    this.#lengths[slot] = text.length;
    for (let at = 0; at < text.length; at++) this.#texts[start + at] = text.charCodeAt(at);
  }
}

const NUMBERS = new NumberTexts();

export class TextBytes {
  #bytes = spare;
  #length = 0;

  constructor() {
    spare = NOTHING;
  }

  text(text: string): void {
    this.#reserve(UNIT_BYTES_MAX * text.length);
    this.#length += this.#bytes.write(text, this.#length);
  }

  /** Adds a short text of ASCII only. */
  ascii(text: string): void {
    this.#reserve(text.length);
    const bytes = this.#bytes;
    let end = this.#length;
    for (let at = 0; at < text.length; at++) bytes[end++] = text.charCodeAt(at);
    this.#length = end;
  }

  utf8(text: Uint8Array): void {
    this.#reserve(text.length);
    this.#bytes.set(text, this.#length);
    this.#length += text.length;
  }

  /** Adds a number in JSON, or `null`. */
  number(value: number | null): void {
    if (value === null) {
      this.ascii('null');
      return;
    }
    this.#reserve(NUMBER_CHARS_MAX);
    this.#length += NUMBERS.write(value, this.#bytes, this.#length);
  }

  /** Adds a JSON string. @param from to `to`: its UTF-8 in `source`. */
  quoted(source: Uint8Array, from: number, to: number): void {
    this.#reserve(to - from + 2);
    const bytes = this.#bytes;
    let end = this.#length;
    bytes[end++] = QUOTE;
    for (let at = from; at < to; at++) {
      const byte = source[at]!;
      if (byte < SPACE || byte === QUOTE || byte === BACKSLASH) {
        this.text(JSON.stringify(Buffer.from(source.subarray(from, to)).toString()));
        return;
      }
      bytes[end++] = byte;
    }
    bytes[end++] = QUOTE;
    this.#length = end;
  }

  /** The text in memory of its own; clears this object. */
  finish(): Uint8Array {
    const text = new Uint8Array(this.#length);
    text.set(this.#bytes.subarray(0, this.#length));
    if (this.#bytes.length <= SPARE_BYTES_MAX) spare = this.#bytes;
    this.#bytes = NOTHING;
    this.#length = 0;
    return text;
  }

  #reserve(moreBytes: number): void {
    const needed = this.#length + moreBytes;
    if (needed <= this.#bytes.length) return;
    const bytes = Buffer.allocUnsafeSlow(Math.max(BUFFER_BYTES, 2 * this.#bytes.length, needed));
    bytes.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = bytes;
  }
}
