/** Folders and databases that go when their test ends. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'tap';
import { Database } from '../../src/store/database.js';

/** A new folder; gone after the test. */
export function tempFolder(t: Pick<Test, 'teardown'>): string {
  const folder = mkdtempSync(join(tmpdir(), 'tagwire-test-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A new database; closed and gone after the test. */
export async function tempDatabase(t: Pick<Test, 'teardown'>): Promise<Database> {
  const database = await Database.open(join(tempFolder(t), 'db'), true);
  t.teardown(() => database.close());
  return database;
}
