/**
 * A change of the accounts as the engine carries it: in parts, because a message has a largest size.
 *
 *   part    := head (JSON) | line feed | bytes
 *   payload := the bytes of all parts: the change's records (JSON)
 *
 * Invariant: a change counts when all of its parts follow each other.
 */
import type { AccountChange } from '../accounts/account-order.js';
import { TagwireError } from '../kernel/errors.js';
import { hash64, hexOf } from '../kernel/hash.js';

const VERSION = 1;
/** Below the engine's own largest message, 1 MB by default, with headers. */
const PART_BYTES = 512 * 1024;
/** All accounts of the largest house are some 100 MB. */
const PARTS_MAX = 1024;

interface PartHead {
  version: number;
  part: number;
  parts: number;
  id: string;
  entry: number;
  chain: string;
  isWhole: boolean;
  /** Of the payload. */
  checksum: string;
}

/** @throws TagwireError INPUT_INVALID for one change that is too long; all of them may be in parts. */
export function accountPartsOf(change: AccountChange): Buffer[] {
  const { id, entry, chain, isWhole, events } = change;
  const payload = Buffer.from(JSON.stringify(events));
  const parts = Math.max(1, Math.ceil(payload.length / PART_BYTES));
  if (parts > (isWhole ? PARTS_MAX : 1)) {
    throw new TagwireError('INPUT_INVALID', 'that is too much at once; do it in several parts');
  }
  const checksum = hexOf(hash64(payload));
  return Array.from({ length: parts }, (_, part) => {
    const head: PartHead = { version: VERSION, part, parts, id, entry, chain, isWhole, checksum };
    const bytes = payload.subarray(part * PART_BYTES, (part + 1) * PART_BYTES);
    return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), bytes]);
  });
}

/** The attempt that a message is of. */
export function attemptOf(message: Uint8Array): string {
  return headOf(Buffer.from(message)).head.id;
}

/** Puts messages together, in their order. */
export class AccountAssembly {
  #head: PartHead | null = null;
  #parts: Buffer[] = [];

  /** @returns the change, when this was its last part. @throws TagwireError STORE_DAMAGED, STORE_UNKNOWN. */
  add(message: Uint8Array): AccountChange | null {
    const { head, bytes } = headOf(Buffer.from(message));
    const goesOn = this.#head?.id === head.id && head.part === this.#parts.length;
    if (head.part === 0) this.#parts = [];
    else if (!goesOn) {
      // Of a change whose beginning never came.
      this.clear();
      return null;
    }
    this.#head = head;
    this.#parts.push(bytes);
    if (this.#parts.length < head.parts) return null;
    const payload = Buffer.concat(this.#parts);
    this.clear();
    const { id, entry, chain, isWhole, checksum } = head;
    if (hexOf(hash64(payload)) !== checksum) {
      const message = `change ${entry} of the shared accounts does not match its checksum`;
      throw new TagwireError('STORE_DAMAGED', message);
    }
    const events = JSON.parse(payload.toString()) as AccountChange['events'];
    return { id, entry, chain, isWhole, events };
  }

  clear(): void {
    this.#head = null;
    this.#parts = [];
  }
}

function headOf(message: Buffer): { head: PartHead; bytes: Buffer } {
  const end = message.indexOf(0x0a);
  const head = JSON.parse(message.subarray(0, end).toString()) as PartHead;
  if (head.version !== VERSION) {
    throw new TagwireError(
      'STORE_UNKNOWN',
      `the shared accounts have a change of format ${head.version}, which this Tagwire does not read; bring all nodes to the same version`,
    );
  }
  return { head, bytes: message.subarray(end + 1) };
}
