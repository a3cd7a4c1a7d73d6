/**
 * Opaque cursors: the end of a page, sealed so that a cursor is valid only for its own question.
 *
 *   base64url( version u8 | numbers 6 bytes each | seal 17 bytes )
 *
 * The seal is a shortened HMAC-SHA-256 over the version, the numbers and the scope: a text of the
 * endpoint and all its filters. Whole groups of three bytes leave no spare bits in the last
 * character, so every changed cursor is invalid.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { assert } from '../../kernel/errors.js';
import { invalidCursor } from '../http/errors.js';

const VERSION = 1;
const NUMBER_BYTES = 6;
const SEAL_BYTES = 17;
/** Numbers are unsigned: times before 1970 are shifted into range. */
const SHIFT = 2 ** 46;

interface Window {
  sinceMs: number;
  untilMs: number;
}

/** The last entry of a page: lists are sorted by time, then by id. */
interface Position {
  timeMs: number;
  id: number;
}

const RULE = 'cursor must be the nextCursor of a page with the same other parameters';

export class CursorSealer {
  readonly #secret: Uint8Array;

  /** @param secret belongs to one store: a cursor of another store is invalid here. */
  constructor(secret: Uint8Array) {
    this.#secret = secret;
  }

  /** Seals whole numbers within ±2⁴⁶. */
  seal(numbers: readonly number[], scope: string): string {
    const body = Buffer.alloc(1 + NUMBER_BYTES * numbers.length);
    body[0] = VERSION;
    numbers.forEach((number, at) => {
      assert(Number.isInteger(number) && Math.abs(number) < SHIFT, 'a cursor holds whole numbers');
      body.writeUIntBE(number + SHIFT, 1 + NUMBER_BYTES * at, NUMBER_BYTES);
    });
    return Buffer.concat([body, this.#sealOf(body, scope)]).toString('base64url');
  }

  /** The numbers of a cursor; null for a cursor that `seal` did not make for this scope. */
  open(cursor: string, count: number, scope: string): number[] | null {
    const bytes = Buffer.from(cursor, 'base64url');
    const bodyBytes = 1 + NUMBER_BYTES * count;
    if (bytes.length !== bodyBytes + SEAL_BYTES || bytes[0] !== VERSION) return null;
    // The decoder is lenient, so only the canonical spelling is accepted.
    if (bytes.toString('base64url') !== cursor) return null;
    const body = bytes.subarray(0, bodyBytes);
    if (!timingSafeEqual(bytes.subarray(bodyBytes), this.#sealOf(body, scope))) return null;
    return Array.from(
      { length: count },
      (_, at) => body.readUIntBE(1 + NUMBER_BYTES * at, NUMBER_BYTES) - SHIFT,
    );
  }

  /** `open` for a caller's cursor; `rule` is the text of the error. @throws HttpError 400. */
  opened(cursor: string, count: number, scope: string, rule = RULE): number[] {
    const numbers = this.open(cursor, count, scope);
    if (numbers === null) throw invalidCursor(rule);
    return numbers;
  }

  /** For a list whose first page sets the window: seals the window and the end of this page. */
  sealPage({ sinceMs, untilMs }: Window, next: Position | null, scope: string): string | null {
    return next === null ? null : this.seal([sinceMs, untilMs, next.timeMs, next.id], scope);
  }

  /** The content of a cursor of `sealPage`. @throws HttpError 400. */
  openPage(cursor: string, scope: string): Window & { after: Position } {
    const numbers = this.opened(cursor, 4, scope);
    const [sinceMs, untilMs, timeMs, id] = numbers as [number, number, number, number];
    return { sinceMs, untilMs, after: { timeMs, id } };
  }

  /** The window of a list and the start of its page. @throws HttpError 400 for a wrong cursor. */
  pageOf(
    cursor: string | undefined,
    scope: string,
    first: () => Window,
  ): Window & { after: Position | null } {
    return cursor === undefined ? { ...first(), after: null } : this.openPage(cursor, scope);
  }

  #sealOf(body: Uint8Array, scope: string): Buffer {
    const mac = createHmac('sha256', this.#secret).update(body).update(scope);
    return mac.digest().subarray(0, SEAL_BYTES);
  }
}
