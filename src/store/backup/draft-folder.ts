/**
 * A data folder in the making: everything is made in a folder inside of it and moves up at the end.
 *
 * Invariants: what is there already is never touched: a folder that holds anything is refused, but for what
 * a process left that was killed while it made one. One process at a time makes a folder. The log moves first
 * and the anchor last, so that what is cut off in between is not taken for a store.
 */
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { TagwireError } from '../../kernel/errors.js';
import { makeFolder, syncFolder } from '../folder-sync.js';
import { lockFolder, type Release } from '../lock.js';
import { failWrite } from './target.js';

const DRAFT = 'restoring';
const FIRST = 'log';
const LAST = 'anchor';
/** A file system that was just made has the first; the others are what is left where this was killed. */
const IGNORED: ReadonlySet<string> = new Set(['lost+found', 'lock', DRAFT]);

/** Fills an empty data folder by `work`, which gets the folder to write into. */
export async function fillFolder<T>(data: string, work: (draft: string) => Promise<T>): Promise<T> {
  const found = existsSync(data) ? readdirSync(data).filter((name) => !IGNORED.has(name)) : [];
  if (found.length > 0) {
    throw new TagwireError(
      'INPUT_INVALID',
      `${data} is not empty (it holds ${found[0]}); give an empty folder as --data`,
    );
  }
  const draft = join(data, DRAFT);
  let release: Release;
  try {
    makeFolder(data);
    release = lockFolder(data);
  } catch (error) {
    failWrite(data, error);
  }
  try {
    return await filled(data, draft, work);
  } finally {
    release();
  }
}

async function filled<T>(
  data: string,
  draft: string,
  work: (draft: string) => Promise<T>,
): Promise<T> {
  let result: T;
  try {
    rmSync(draft, { recursive: true, force: true });
    makeFolder(draft);
    result = await work(draft);
  } catch (error) {
    if (existsSync(draft)) rmSync(draft, { recursive: true, force: true });
    failWrite(data, error);
  }
  const rank = (name: string): number => (name === FIRST ? 0 : name === LAST ? 2 : 1);
  for (const name of readdirSync(draft).sort((a, b) => rank(a) - rank(b))) {
    renameSync(join(draft, name), join(data, name));
  }
  rmSync(draft, { recursive: true });
  await syncFolder(data);
  return result;
}
