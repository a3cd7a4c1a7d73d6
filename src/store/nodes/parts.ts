/**
 * What the engine carries in parts, because a message has a largest size: cut, and put together.
 *
 * Invariant: it counts when all of its parts follow each other. Parts without the rest are of a writer
 * that was cut off, and mean nothing.
 */

/** Below the engine's own largest message, 1 MB by default, with headers. */
export const PART_BYTES = 512 * 1024;
/** More than the largest request of ingest makes; all accounts of the largest server are some 100 MB. */
export const PARTS_MAX = 1024;

/** The bytes of each part; one at least. */
export function partsIn(payload: Buffer): Buffer[] {
  const count = Math.max(1, Math.ceil(payload.length / PART_BYTES));
  return Array.from({ length: count }, (_, part) =>
    payload.subarray(part * PART_BYTES, (part + 1) * PART_BYTES),
  );
}

/** Puts parts together, in their order. */
export class PartList<H extends { part: number; parts: number }> {
  readonly #isSame: (one: H, other: H) => boolean;
  #head: H | null = null;
  #parts: Buffer[] = [];

  /** @param isSame whether two parts are of the same whole. */
  constructor(isSame: (one: H, other: H) => boolean) {
    this.#isSame = isSame;
  }

  /** Takes the next part; the whole, when this was its last one. */
  add(head: H, bytes: Buffer): Buffer | null {
    const isSame = this.#head !== null && this.#isSame(this.#head, head);
    if (head.part === 0) this.#parts = [];
    else if (!isSame || head.part !== this.#parts.length) {
      // Of a whole whose beginning was dropped, or never came.
      this.clear();
      return null;
    }
    this.#head = head;
    this.#parts.push(bytes);
    if (this.#parts.length < head.parts) return null;
    const whole = this.#parts.length === 1 ? bytes : Buffer.concat(this.#parts);
    this.clear();
    return whole;
  }

  clear(): void {
    this.#head = null;
    this.#parts = [];
  }
}
