/**
 * A change of the accounts as messages of the engine, in parts (message.ts).
 *
 *   part    := head (JSON) | line feed | bytes
 *   payload := the bytes of all parts: the change's records (JSON)
 */

import { TagwireError } from '../../kernel/errors.js';
import { hash64, hexOf } from '../../kernel/hash.js';
import type { AccountChange } from '../accounts/shared-roster-file.js';
import { PARTS_MAX, PartList, partsIn } from './message.js';

const VERSION = 1;
interface PartHead {
  version: number;
  part: number;
  parts: number;
  id: string;
  entry: number;
  chain: string;
  isWhole: boolean;
  /** Checksum of the payload. */
  checksum: string;
}

/** @throws TagwireError INPUT_INVALID when a change that is not whole exceeds one part. */
export function accountPartsOf(change: AccountChange): Buffer[] {
  const { id, entry, chain, isWhole, events } = change;
  const payload = Buffer.from(JSON.stringify(events));
  const pieces = partsIn(payload);
  const parts = pieces.length;
  if (parts > (isWhole ? PARTS_MAX : 1)) {
    throw new TagwireError('INPUT_INVALID', 'that is too much at once; do it in several parts');
  }
  const checksum = hexOf(hash64(payload));
  return pieces.map((bytes, part) => {
    const head: PartHead = { version: VERSION, part, parts, id, entry, chain, isWhole, checksum };
    return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), bytes]);
  });
}

/** The id of the attempt that a message belongs to. */
export function attemptOf(message: Uint8Array): string {
  return headOf(Buffer.from(message)).head.id;
}

/** Joins messages, in their order. */
export class AccountAssembly {
  readonly #parts = new PartList<PartHead>((one, other) => one.id === other.id);

  /** @returns the change, after its last part. @throws TagwireError STORE_DAMAGED, STORE_UNKNOWN. */
  add(message: Uint8Array): AccountChange | null {
    const { head, bytes } = headOf(Buffer.from(message));
    const payload = this.#parts.add(head, bytes);
    if (payload === null) return null;
    const { id, entry, chain, isWhole, checksum } = head;
    if (hexOf(hash64(payload)) !== checksum) {
      const message = `change ${entry} of the shared accounts does not match its checksum`;
      throw new TagwireError('STORE_DAMAGED', message);
    }
    const events = JSON.parse(payload.toString()) as AccountChange['events'];
    return { id, entry, chain, isWhole, events };
  }

  clear(): void {
    this.#parts.clear();
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
