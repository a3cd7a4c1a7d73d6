/** The store of another node as a source of slices, over the port of the nodes. */
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS, systemMonotonic } from '../../kernel/clock.js';
import { TagwireError } from '../../kernel/errors.js';
import { BackupSource } from '../backup/source.js';
import { decodeFrame } from '../log/frame.js';
import { entryKey } from '../log/keys.js';
import type { PeerClient } from './peer-client.js';

const PAUSE_MS = 500;
/** A cut of the network that is over by then costs nothing of what was read. */
const CUT_MS_MAX = 60 * SECOND_MS;

/** @param by the name under which the other node counts it. */
export function sourceOfPeer(client: PeerClient, url: string, by: string): BackupSource {
  const files = {
    isNear: false,
    status: (path: string) => insisting(() => client.fileStatus(url, path)),
    read: (path: string, at: number, length: number) =>
      insisting(() => client.file(url, path, at, length)),
    // Settings, sources and accounts of a machine are its own.
    plain: async () => [],
  };
  return new BackupSource(
    files,
    (request) =>
      insisting(() => client.backup(url, request.op === 'begin' ? { op: 'begin', by } : request)),
    true,
  );
}

/** The hash of the chain at an entry, between `begin` and `end`; null where the store has no such entry. */
export async function chainIn(source: BackupSource, sequence: number): Promise<bigint | null> {
  const [pair] = await source.get([entryKey(sequence)]);
  return decodeFrame(pair?.[1])?.chain ?? null;
}

/** Asks again for as long as a cut of the network may take: slices can be asked for twice. */
async function insisting<T>(ask: () => Promise<T>): Promise<T> {
  const untilMs = systemMonotonic.nowMs() + CUT_MS_MAX;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const isCut = error instanceof TagwireError && error.code === 'STORE_WRITE_FAILED';
      if (!isCut || systemMonotonic.nowMs() > untilMs) throw error;
    }
    await sleep(PAUSE_MS);
  }
}
