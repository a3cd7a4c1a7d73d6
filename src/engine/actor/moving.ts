/**
 * Lets buffers in a reply move to the thread that asked, rather than being copied.
 */
import type { TransferListItem } from 'node:worker_threads';

/**
 * A worker's reply whose `transfer` buffers move; the value itself where there are none. The library is
 * loaded by the first reply that has some: there are threads that never send one.
 */
export async function moving(
  value: unknown,
  transfer: readonly TransferListItem[],
): Promise<unknown> {
  if (transfer.length === 0) return value;
  const { Piscina } = await import('piscina');
  const { transferableSymbol, valueSymbol } = Piscina;
  // Piscina's way of saying which buffers of a result move to the other thread.
  return Piscina.move({
    get [transferableSymbol]() {
      return transfer;
    },
    get [valueSymbol]() {
      return value;
    },
  } as never);
}
