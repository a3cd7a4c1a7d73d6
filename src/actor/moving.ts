/**
 * Lets buffers in a reply move to the thread that asked, rather than being copied.
 */
import type { TransferListItem } from 'node:worker_threads';
import { Piscina } from 'piscina';

/** A worker's reply whose `transfer` buffers move; the value itself where there are none. */
export function moving(value: unknown, transfer: readonly TransferListItem[]): unknown {
  return transfer.length === 0 ? value : Piscina.move(new Moving(value, transfer) as never);
}

/** Piscina's way of saying which buffers of a result move to the other thread. */
class Moving {
  readonly #value: unknown;
  readonly #transfer: readonly TransferListItem[];

  constructor(value: unknown, transfer: readonly TransferListItem[]) {
    this.#value = value;
    this.#transfer = transfer;
  }

  get [Piscina.transferableSymbol](): readonly TransferListItem[] {
    return this.#transfer;
  }

  get [Piscina.valueSymbol](): unknown {
    return this.#value;
  }
}
