/**
 * Opaque cursors: where a page ended, sealed so that it fits only the question it came from.
 *
 *   base64url( version u8 | numbers 6 bytes each | seal 17 bytes )
 *
 * The seal is an HMAC-SHA-256, cut, over the version, the numbers and the scope: a text of the
 * endpoint and all its filters. Whole groups of three bytes leave no spare bits in the last
 * character, so every change to a cursor breaks it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { assert } from '../../kernel/errors.js';
import { invalidCursor } from '../http/errors.js';

const VERSION = 1;
const NUMBER_BYTES = 6;
const SEAL_BYTES = 17;
/** Numbers are kept unsigned: times before 1970 are shifted into range. */
const SHIFT = 2 ** 46;

interface Window {
  sinceMs: number;
  untilMs: number;
}

/** The last entry of a page: lists go by time, then by id. */
interface Position {
  timeMs: number;
  id: number;
}

const RULE = 'cursor must be the nextCursor of a page with the same other parameters';

export class CursorSealer {
  readonly #secret: Uint8Array;

  /** `secret` belongs to one store: a cursor of another store is invalid here. */
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

  /** The numbers of a cursor; null when it was not made by `seal` for this scope. */
  open(cursor: string, count: number, scope: string): number[] | null {
    const bytes = Buffer.from(cursor, 'base64url');
    const bodyBytes = 1 + NUMBER_BYTES * count;
    if (bytes.length !== bodyBytes + SEAL_BYTES || bytes[0] !== VERSION) return null;
    // Decoding is lenient: only the exact spelling counts.
    if (bytes.toString('base64url') !== cursor) return null;
    const body = bytes.subarray(0, bodyBytes);
    if (!timingSafeEqual(bytes.subarray(bodyBytes), this.#sealOf(body, scope))) return null;
    return Array.from(
      { length: count },
      (_, at) => body.readUIntBE(1 + NUMBER_BYTES * at, NUMBER_BYTES) - SHIFT,
    );
  }

  /** The same for what a caller sent; `rule` says what it must be. @throws HttpError 400. */
  opened(cursor: string, count: number, scope: string, rule = RULE): number[] {
    const numbers = this.open(cursor, count, scope);
    if (numbers === null) throw invalidCursor(rule);
    return numbers;
  }

  /** Of a list whose first page fixes the window: the window, and where this page ended. */
  sealPage({ sinceMs, untilMs }: Window, next: Position | null, scope: string): string | null {
    return next === null ? null : this.seal([sinceMs, untilMs, next.timeMs, next.id], scope);
  }

  /** What `sealPage` has sealed. @throws HttpError 400. */
  openPage(cursor: string, scope: string): Window & { after: Position } {
    const numbers = this.opened(cursor, 4, scope);
    const [sinceMs, untilMs, timeMs, id] = numbers as [number, number, number, number];
    return { sinceMs, untilMs, after: { timeMs, id } };
  }

  /** The window of a list and where its page begins, by a cursor or for the first page. @throws HttpError 400. */
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
