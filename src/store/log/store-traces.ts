/**
 * Whether a folder has any part of a store, by file names alone: for commands that only check this.
 *
 * Not here: whether all parts are there (store-parts.ts).
 */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Files of a store with a log. Accounts, sources, crawler state and clock note may exist before. */
const TRACES = [
  ...['snapshots', 'snapshots.damaged', 'history', 'history.damaged'],
  ...['log.aside', 'log.failed', 'rejects.ndjson', 'quarantine', 'repairing', 'restoring'],
];

/** Removes a store from a folder: accounts and sources stay. No process may have it open. */
export function removeStore(folder: string): void {
  for (const name of ['anchor', ...TRACES, 'log']) {
    rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/** Whether a folder has a store, whole or damaged, or any part of one. */
export function holdsStore(folder: string): boolean {
  return (
    ['log', 'anchor'].some((name) => existsSync(join(folder, name))) || traceOf(folder) !== null
  );
}

/** The first trace of a store beside its log and its anchor; null when there is none. */
export function traceOf(folder: string): string | null {
  return TRACES.find((name) => holdsAnything(join(folder, name))) ?? null;
}

function holdsAnything(path: string): boolean {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status === undefined) return false;
  return status.isDirectory() ? readdirSync(path).length > 0 : status.size > 0;
}
