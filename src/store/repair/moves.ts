/**
 * Replaces damaged parts by repaired ones, so that a crash in between only delays the replacement.
 *
 *   repairing/new/<part>     written first; not valid yet
 *   repairing/moves.json     written last: the list of moves. From here on the next run of the
 *                            repair completes them, and no server starts until then
 *   quarantine/<time>/<part> the damaged parts; nothing is deleted
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { replaceFileNow, syncFolder } from '../folders.js';

const DRAFT = 'repairing';
const MOVES = 'moves.json';

/** A part of the data folder that goes to quarantine, and whether a new part replaces it. */
export interface Move {
  part: string;
  isReplaced: boolean;
}

interface Moves {
  quarantine: string;
  moves: Move[];
}

export function draftFolder(data: string): string {
  return join(data, DRAFT, 'new');
}

/** Whether a repair was interrupted during its moves. */
export function isCutOff(data: string): boolean {
  return existsSync(join(data, DRAFT, MOVES));
}

/** Deletes an abandoned draft. */
export function dropDraft(data: string): void {
  rmSync(join(data, DRAFT), { recursive: true, force: true });
}

/** Commits the draft, and moves. Returns the quarantine folder. */
export async function moveAll(
  data: string,
  moves: readonly Move[],
  nowIso: string,
): Promise<string> {
  const quarantine = join('quarantine', nowIso.replace(/[:.]/g, '-'));
  const text = JSON.stringify({ quarantine, moves });
  replaceFileNow(join(data, DRAFT, MOVES), Buffer.from(text));
  return finishMoves(data);
}

/** Completes `moveAll`; a repetition has no effect. */
export async function finishMoves(data: string): Promise<string> {
  const path = join(data, DRAFT, MOVES);
  const { quarantine, moves } = JSON.parse(readFileSync(path, 'utf8')) as Moves;
  const aside = join(data, quarantine);
  mkdirSync(aside, { recursive: true, mode: 0o700 });
  for (const { part, isReplaced } of moves) {
    const [from, kept, made] = [join(data, part), join(aside, part), join(draftFolder(data), part)];
    if (existsSync(from) && !existsSync(kept)) {
      mkdirSync(dirname(kept), { recursive: true, mode: 0o700 });
      renameSync(from, kept);
    }
    if (!isReplaced || !existsSync(made)) continue;
    mkdirSync(dirname(from), { recursive: true, mode: 0o700 });
    renameSync(made, from);
    await syncFolder(dirname(from));
  }
  await syncFolder(data);
  dropDraft(data);
  return aside;
}
