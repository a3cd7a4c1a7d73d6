/**
 * What actions of every kind say: rows, numbers of bytes, refusals of what was asked.
 */
import type { Command } from 'commander';
import { parseInstant } from '../../kernel/clock.js';
import { TagwireError } from '../../kernel/errors.js';

/** Prints rows of cells, separated by tabs so that other programs can cut them. */
export function printRows(rows: readonly (readonly (string | number)[])[]): void {
  for (const row of rows) process.stdout.write(`${row.join('\t')}\n`);
}

/** A number of bytes, for people. */
export function megabytes(bytes: number): string {
  return bytes < 1e5 ? `${bytes} bytes` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** The time that an option names; null where it is not given. Ends the command with 2 for another text. */
export function instantOf(command: Command, flag: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  const rule = `${flag}: expected an ISO 8601 time with Z or an offset, got ${text}`;
  return parseInstant(text) ?? command.error(rule);
}

/** @throws TagwireError INPUT_INVALID: what a person asked for cannot be done. */
export function refuse(message: string): never {
  throw new TagwireError('INPUT_INVALID', message);
}
