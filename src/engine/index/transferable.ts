/**
 * What is moved between threads: a value, and the buffers in it that move rather than being copied.
 */
import type { TransferListItem } from 'node:worker_threads';

export interface Transferable<T> {
  readonly value: T;
  readonly transfer: readonly TransferListItem[];
}

const NOTHING: readonly [] = [];

/** A value that is copied to the other thread. */
export function copied<T>(value: T): Transferable<T> {
  return { value, transfer: NOTHING };
}

/** A value whose buffers move: this thread cannot read them afterwards. */
export function moved<T>(value: T, views: readonly ArrayBufferView[]): Transferable<T> {
  return { value, transfer: views.map(({ buffer }) => buffer as ArrayBuffer) };
}
