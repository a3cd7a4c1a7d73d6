import { readdirSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { Level } from 'level';
import t from 'tap';
import { Database } from '../../src/store/database.js';
import type { Operation } from '../../src/store/level.js';
import { tempDatabase, tempFolder } from './helper.js';

const key = (number: number): Buffer => Buffer.from([number]);
const put = (number: number, text: string): Operation => ({
  type: 'put',
  key: key(number),
  value: Buffer.from(text),
});

/** Makes the next batch or merge fail, as a full disk does. */
function failOnce(t: { teardown(fn: () => void): void }, method: 'batch' | 'compactRange'): void {
  const prototype = Level.prototype as unknown as { [name: string]: unknown };
  const isOwn = Object.hasOwn(prototype, method);
  const original = prototype[method];
  const restore = (): void => {
    if (isOwn) prototype[method] = original;
    else delete prototype[method];
  };
  const fail = async (): Promise<never> => {
    restore();
    throw Object.assign(new Error('IO error: No space left on device'), { code: 'LEVEL_IO_ERROR' });
  };
  const ignore = (): void => undefined;
  prototype[method] =
    method === 'compactRange' ? fail : () => ({ put: ignore, del: ignore, write: fail });
  t.teardown(restore);
}

async function all(database: Database): Promise<string[]> {
  const found: string[] = [];
  for await (const [, value] of database.entries({ gte: key(0), lt: key(255) })) {
    found.push(value.toString());
  }
  return found;
}

t.test('a batch is written whole and is there after reopening', async (t) => {
  const folder = join(tempFolder(t), 'db');
  const first = await Database.open(folder, true);
  await first.write([put(2, 'two'), put(1, 'one'), put(3, 'three')]);
  await first.write([{ type: 'del', key: key(2) }]);
  await first.close();
  const second = await Database.open(folder, false);
  t.same(await all(second), ['one', 'three']);
  t.equal(await second.get(key(2)), undefined);
  t.same(
    (await second.getMany([key(3), key(9)])).map((value) => value?.toString()),
    ['three', undefined],
  );
  t.same(await second.getMany([]), []);
  const keys: number[] = [];
  const range = { gte: key(0), lt: key(255), reverse: true, limit: 1 };
  for await (const found of second.keys(range)) keys.push(found[0]!);
  t.same(keys, [3]);
  await second.close();
});

t.test('every batch asks for the disk to be synced', async (t) => {
  const database = await tempDatabase(t);
  const options: unknown[] = [];
  const prototype = Level.prototype as unknown as { [name: string]: unknown };
  const ignore = (): void => undefined;
  const write = async (given: unknown): Promise<void> => void options.push(given);
  prototype.batch = () => ({ put: ignore, del: ignore, write });
  t.teardown(() => delete prototype.batch);
  await database.write([put(1, 'one')]);
  t.same(options, [{ sync: true }]);
});

t.test('a folder without a database is not made by accident', async (t) => {
  const folder = join(tempFolder(t), 'db');
  await t.rejects(Database.open(folder, false), { code: 'STORE_DAMAGED', message: /db cannot be/ });
});

t.test('a database that is open elsewhere is locked, not damaged', async (t) => {
  const folder = join(tempFolder(t), 'db');
  const first = await Database.open(folder, true);
  await t.rejects(Database.open(folder, true), { code: 'STORE_LOCKED' });
  await first.close();
});

t.test('after a failed write nothing is written until the database is reopened', async (t) => {
  for (const method of ['batch', 'compactRange'] as const) {
    const database = await tempDatabase(t);
    await database.write([put(1, 'one')]);
    failOnce(t, method);
    const broken =
      method === 'batch'
        ? database.write([put(2, 'two')])
        : database.compact({ gte: key(0), lt: key(255) });
    await t.rejects(broken, { code: 'STORE_WRITE_FAILED', message: /No space left/ }, method);
    t.equal(database.failed, true);
    await t.rejects(database.write([put(3, 'three')]), { code: 'STORE_WRITE_FAILED' });
    await t.rejects(database.compact({ gte: key(0), lt: key(9) }), { code: 'STORE_WRITE_FAILED' });
    t.same(await all(database), ['one'], 'reading goes on');
    await database.recover();
    t.equal(database.failed, false);
    await database.write([put(4, 'four')]);
    t.same(await all(database), ['one', 'four']);
  }
});

t.test('a range that is deleted is compacted away from the disk', async (t) => {
  const folder = join(tempFolder(t), 'db');
  const database = await Database.open(folder, true);
  const value = Buffer.alloc(64 * 1024, 'v');
  for (let at = 0; at < 100; at++) {
    value.writeUInt32LE(Math.imul(at, 0x9e37_79b1) >>> 0, 0);
    for (let byte = 4; byte < value.length; byte++)
      value[byte] = (value[byte - 4]! * 31 + byte) & 255;
    await database.write([{ type: 'put', key: key(at), value: Buffer.from(value) }]);
  }
  const range = { gte: key(0), lt: key(90) };
  await database.write(Array.from({ length: 90 }, (_, at) => ({ type: 'del', key: key(at) })));
  await database.compact(range);
  t.equal((await all(database)).length, 10);
  await database.close();
  const bytes = readdirSync(folder).reduce(
    (sum, name) => sum + statSync(join(folder, name)).size,
    0,
  );
  t.ok(bytes < 3_000_000, `${bytes} bytes are left of 6,500,000`);
});

t.test(
  'a view shows what was there, and ends when what was deleted is to leave the disk',
  async (t) => {
    const database = await tempDatabase(t);
    await database.write([put(1, 'one')]);
    const view = database.view();
    await database.write([{ type: 'del', key: key(1) }]);
    t.same((await view.getMany([key(1)])).map(String), ['one']);
    await database.compact({ gte: key(0), lt: key(9) });
    await t.rejects(view.getMany([key(1)]), { code: 'STORE_CLOSED' });
  },
);

t.test('a folder whose tables are gone is refused', async (t) => {
  const folder = join(tempFolder(t), 'db');
  const database = await Database.open(folder, true);
  await database.write([put(1, 'one')]);
  await database.close();
  const manifest = readdirSync(folder).find((name) => name.startsWith('MANIFEST'))!;
  truncateSync(join(folder, manifest), 0);
  await t.rejects(Database.open(folder, false), { code: 'STORE_DAMAGED' });
});
