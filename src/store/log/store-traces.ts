/**
 * Whether a folder holds anything of a store, by the names of its files alone: for commands that only have
 * to know whether there is one.
 *
 * Not here: whether all parts are there (store-parts.ts).
 */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What only a store has that has had a log. Accounts, sources, the state of the crawler and the note of
 * a clock may be there before.
 */
const TRACES = [
  ...['snapshots', 'snapshots.damaged', 'history', 'history.damaged'],
  ...['log.aside', 'log.failed', 'rejects.ndjson', 'quarantine', 'repairing', 'restoring'],
];

/** Takes all of a store out of a folder: accounts and sources stay. Nothing may have it open. */
export function removeStore(folder: string): void {
  for (const name of ['anchor', ...TRACES, 'log']) {
    rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/** Whether a folder holds a store, whole or damaged, or anything of one. */
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
