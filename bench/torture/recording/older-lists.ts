/** Stores as an earlier version left them. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Database } from '../../../src/store/database.js';
import { syncFolder } from '../../../src/store/folders.js';
import { listNames } from '../../../src/store/snapshot-lists.js';

/** Makes a database of the lists in a folder, which are files. */
export async function toDatabase(folder: string): Promise<void> {
  const names = listNames(folder);
  const database = await Database.open(folder, true, 'state');
  for (const name of names) {
    const value = readFileSync(join(folder, name));
    await database.write([{ type: 'put', key: Buffer.from(name), value }]);
  }
  await database.close();
  for (const name of names) rmSync(join(folder, name));
  await syncFolder(folder);
}
