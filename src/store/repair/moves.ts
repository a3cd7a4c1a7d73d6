/**
 * Puts what a repair has made in the place of what is damaged, so that a crash in between changes
 * nothing but the time at which it is done.
 *
 *   repairing/new/<part>     made first; nothing counts before
 *   repairing/moves.json     written last: what goes where. From here on the next run of the
 *                            repair ends it, and nothing is served until then
 *   quarantine/<time>/<part> what was there before; nothing is deleted
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { replaceFileNow, syncFolder } from '../folders.js';

const DRAFT = 'repairing';
const MOVES = 'moves.json';

/** A part of the data folder: what goes to quarantine, and whether something takes its place. */
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

/** Whether a repair was cut off while it put things in place. */
export function isCutOff(data: string): boolean {
  return existsSync(join(data, DRAFT, MOVES));
}

/** Forgets a draft that nothing came of. */
export function dropDraft(data: string): void {
  rmSync(join(data, DRAFT), { recursive: true, force: true });
}

/** Makes the draft count, and moves. Returns the folder of what was set aside. */
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

/** Ends what `moveAll` began; moving twice does nothing. */
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
