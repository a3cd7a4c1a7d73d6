/** Output and refusals that all actions share: rows, numbers of bytes, times, folders without a store. */
import { statSync } from 'node:fs';
import type { Command } from 'commander';
import { parseInstant } from '../../kernel/clock.js';
import { TagwireError } from '../../kernel/errors.js';
import { holdsStore } from '../../store/log/store-traces.js';

/** Prints rows of cells, separated by tabs so that other programs can split them. */
export function printRows(rows: readonly (readonly (string | number)[])[]): void {
  for (const row of rows) process.stdout.write(`${row.join('\t')}\n`);
}

/** A number of bytes, for people. */
export function megabytes(bytes: number): string {
  return bytes < 1e5 ? `${bytes} bytes` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** The time of an option; null where it is not given. Ends the command with 2 for an invalid text. */
export function instantOf(command: Command, flag: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  const rule = `${flag}: expected an ISO 8601 time with Z or an offset, got ${text}`;
  return parseInstant(text) ?? command.error(rule);
}

/** @throws TagwireError INPUT_INVALID for a request that cannot be fulfilled. */
export function refuse(message: string): never {
  throw new TagwireError('INPUT_INVALID', message);
}

/**
 * Checks that a store exists, for commands that only read or change one: a misspelt folder must not make a store.
 * @throws TagwireError INPUT_INVALID where there is no store.
 */
export function requireStore(folder: string): void {
  if (holdsStore(folder)) return;
  const status = statSync(folder, { throwIfNoEntry: false });
  const why =
    status === undefined
      ? 'there is no such folder'
      : status.isDirectory()
        ? 'the folder holds none'
        : 'this is a file';
  refuse(`there is no store in ${folder} (${why}); name the folder of one with --data`);
}
