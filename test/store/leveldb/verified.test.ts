/** Tables that a start need not read again, and all those that it must. */
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import t, { type Test } from 'tap';
import { decode, encode } from '../../../src/kernel/codec.js';
import { HASH_BYTES, hash64 } from '../../../src/kernel/hash.js';
import { Database } from '../../../src/store/database.js';
import { TableCheck } from '../../../src/store/leveldb/table.js';
import { tempFolder } from '../helper.js';

const TABLES = 6;
/** No start passes over a table more often. */
const STARTS_MAX = 16;

/** Names of the tables that are read through while `work` runs. */
async function readBy(work: () => Promise<void>): Promise<string[]> {
  const { run } = TableCheck.prototype;
  const names: string[] = [];
  TableCheck.prototype.run = async function (path, entry) {
    names.push(basename(path));
    return run.call(this, path, entry);
  };
  try {
    await work();
  } finally {
    TableCheck.prototype.run = run;
  }
  return names.sort();
}

/** Has the file system say that what is remembered was written then. */
function setWritten(folder: string, atMs: number): void {
  const path = join(folder, 'VERIFIED');
  utimesSync(path, new Date(atMs), new Date(atMs));
}

/** The time passes in which one change of a file might hide behind another. */
function letMomentPass(folder: string): void {
  if (existsSync(join(folder, 'VERIFIED'))) setWritten(folder, Date.now() + 5000);
}

/** A start and a clean stop. */
async function start(folder: string): Promise<void> {
  await (await Database.open(folder, false)).close();
  letMomentPass(folder);
}

const tablesOf = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.ldb'))
    .sort();

/** A folder of several tables: an opening writes what the log holds into one. */
async function makeFolder(t: Test): Promise<string> {
  const folder = join(tempFolder(t), 'db');
  for (let table = 0; table <= TABLES; table++) {
    const database = await Database.open(folder, true);
    const key = Buffer.from(`key ${table}`);
    await database.write([{ type: 'put', key, value: Buffer.alloc(3000, `${table}`) }]);
    await database.close();
  }
  return folder;
}

t.test('after a clean stop no table is read again, but for some in their turn', async (t) => {
  const folder = await makeFolder(t);
  const all = tablesOf(folder);
  t.equal(all.length, TABLES);
  await start(folder);
  const now = tablesOf(folder);
  const reads = new Map(now.map((name) => [name, 0]));
  let passed = 0;
  for (let starts = 0; starts < 2 * STARTS_MAX; starts++) {
    const read = await readBy(() => start(folder));
    passed += now.length - read.length;
    for (const name of read) reads.set(name, reads.get(name)! + 1);
    if (starts === STARTS_MAX - 1) t.ok([...reads.values()].every((times) => times > 0));
  }
  t.ok(passed > 0.75 * now.length * 2 * STARTS_MAX, `${passed} readings saved`);
});

/** A start that ends like a process that is killed: what is remembered stays as it was meanwhile. */
async function crash(
  folder: string,
  work: (database: Database) => Promise<void> = async () => undefined,
  change: (remembered: Remembered) => Remembered = (remembered) => remembered,
): Promise<void> {
  const path = join(folder, 'VERIFIED');
  const database = await Database.open(folder, false);
  await work(database);
  const remembered = readFileSync(path).subarray(HASH_BYTES);
  await database.close();
  const content = encode(change(decode(remembered) as Remembered));
  const sum = Buffer.alloc(HASH_BYTES);
  sum.writeBigUInt64LE(hash64(content));
  writeFileSync(path, Buffer.concat([sum, content]));
  letMomentPass(folder);
}

interface Remembered {
  boot: string | null;
  tables: unknown[];
}

/** Has LevelDB write a table while the folder is open. */
async function writeTable(database: Database): Promise<void> {
  const key = Buffer.from('key 3');
  await database.write([{ type: 'put', key, value: Buffer.alloc(5000, 'new') }]);
  await database.compact({ gte: Buffer.of(0), lt: Buffer.of(255) });
}

/** Some tables are read in their turn. */
const PASSED_MIN = 0.5;

t.test('a process that ends without closing the folder makes no table be read again', async (t) => {
  const folder = await makeFolder(t);
  await start(folder);
  await crash(folder);
  const all = tablesOf(folder);
  const read = await readBy(() => start(folder));
  t.ok(read.length < PASSED_MIN * all.length, `${read.length} of ${all.length} were read`);
});

t.test('after a crash of the machine every table is read', async (t) => {
  const folder = await makeFolder(t);
  await start(folder);
  await crash(
    folder,
    async () => undefined,
    (remembered) => ({ ...remembered, boot: 'another' }),
  );
  t.same(await readBy(() => start(folder)), tablesOf(folder));
});

t.test(
  'what was remembered of a folder that was closed counts after a restart of the machine',
  async (t) => {
    const folder = await makeFolder(t);
    await start(folder);
    await crash(
      folder,
      async () => undefined,
      (remembered) => ({ ...remembered, boot: null }),
    );
    const read = await readBy(() => start(folder));
    t.ok(read.length < PASSED_MIN * tablesOf(folder).length);
  },
);

t.test('what an earlier version remembered counts', async (t) => {
  const folder = await makeFolder(t);
  await start(folder);
  await crash(
    folder,
    async () => undefined,
    ({ tables }) => tables as unknown as Remembered,
  );
  const read = await readBy(() => start(folder));
  t.ok(read.length < PASSED_MIN * tablesOf(folder).length);
});

t.test('a table that was written before a crash is read once, then or before', async (t) => {
  const folder = await makeFolder(t);
  await start(folder);
  const before = tablesOf(folder);
  await crash(folder, writeTable);
  const fresh = tablesOf(folder).filter((name) => !before.includes(name));
  t.not(fresh.length, 0);
  const read = await readBy(() => start(folder));
  t.ok(fresh.every((name) => read.includes(name)));
  const known = tablesOf(folder);
  let made: string[] = [];
  const verifiesNew = async (database: Database): Promise<void> => {
    t.same(await database.verifyNew(), []);
  };
  await crash(folder, async (database) => {
    await writeTable(database);
    made = tablesOf(folder).filter((name) => !known.includes(name));
    t.same(await readBy(() => verifiesNew(database)), made);
    t.same(await readBy(() => verifiesNew(database)), [], 'once');
  });
  t.not(made.length, 0);
  const again = await readBy(() => start(folder));
  t.notOk(
    made.some((name) => again.includes(name)),
    'not at the start',
  );
});

t.test('damage to a table that was written meanwhile is told', async (t) => {
  const folder = await makeFolder(t);
  await start(folder);
  const database = await Database.open(folder, false);
  const before = tablesOf(folder);
  await writeTable(database);
  const [name] = tablesOf(folder).filter((name) => !before.includes(name));
  const path = join(folder, name!);
  const bytes = readFileSync(path);
  bytes[10]! ^= 1;
  writeFileSync(path, bytes);
  const flaws = await database.verifyNew();
  t.equal(flaws.length, 1);
  t.match(flaws[0], name!);
  t.notOk(existsSync(join(folder, 'VERIFIED')));
  await database.close();
  await t.rejects(Database.open(folder, false), { code: 'STORE_DAMAGED', message: name! });
});

t.test('after anything has failed every table is read', async (t) => {
  const folder = await makeFolder(t);
  await start(folder);
  const database = await Database.open(folder, false);
  const wrong = [{ type: 'put', key: null as never, value: Buffer.alloc(0) }] as const;
  await t.rejects(database.write(wrong), { code: 'STORE_WRITE_FAILED' });
  await database.close();
  t.notOk(existsSync(join(folder, 'VERIFIED')));
  t.same(await readBy(() => start(folder)), tablesOf(folder));
});

t.test('a table that is not the one that was read is read', async (t) => {
  const folder = await makeFolder(t);
  await start(folder);
  const copy = join(tempFolder(t), 'copy');
  cpSync(folder, copy, { recursive: true, preserveTimestamps: true });
  t.same(await readBy(() => start(copy)), tablesOf(folder), 'in a copy of the folder');
  const [name] = tablesOf(folder);
  const path = join(folder, name!);
  const bytes = readFileSync(path);
  bytes[10]! ^= 1;
  writeFileSync(path, bytes);
  utimesSync(path, new Date(0), new Date(0));
  await t.rejects(Database.open(folder, false), { code: 'STORE_DAMAGED', message: name! });
});

t.test('what is remembered counts only as it was written', async (t) => {
  const folder = await makeFolder(t);
  await start(folder);
  const path = join(folder, 'VERIFIED');
  const sound = readFileSync(path);
  for (const damage of [
    Buffer.alloc(0),
    sound.subarray(0, 12),
    ...Array.from(sound.keys()).map((at) => {
      const flipped = Buffer.from(sound);
      flipped[at]! ^= 4;
      return flipped;
    }),
  ].filter((_, at) => at % 37 < 2)) {
    writeFileSync(path, damage);
    letMomentPass(folder);
    t.same(await readBy(() => start(folder)), tablesOf(folder));
  }
});

t.test('a file that changed in the moment in which it was remembered is read', async (t) => {
  const folder = await makeFolder(t);
  await (await Database.open(folder, false)).close();
  const changes = tablesOf(folder).map((name) => statSync(join(folder, name)).ctimeMs);
  setWritten(folder, Math.min(...changes));
  t.same(await readBy(() => start(folder)), tablesOf(folder));
});
