import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { Level } from 'level';
import t from 'tap';
import { LOG_BLOCK_BYTES, recordsOf } from '../../../src/store/leveldb/bytes.js';
import { ReadOnlyFolder } from '../../../src/store/leveldb/folder-reader.js';
import { tempFolder } from '../helper.js';

/** Small buffers and tables: a few thousand writes make several levels. */
const SMALL = { writeBufferSize: 64 * 1024, maxFileSize: 1024 * 1024, blockSize: 1024 };
const OPTIONS = { keyEncoding: 'buffer', valueEncoding: 'buffer', ...SMALL } as const;
interface Range {
  gte: Buffer;
  lt: Buffer;
  reverse?: boolean;
  limit?: number;
}

const ALL: Range = { gte: Buffer.alloc(0), lt: Buffer.of(0xff) };

type Store = Level<Buffer, Buffer>;

const keyOf = (number: number): Buffer => Buffer.from(`key ${String(number).padStart(5, '0')}`);

async function everything(reader: ReadOnlyFolder, range: Range = ALL): Promise<string[]> {
  const walker = reader.iterator(range);
  const found: string[] = [];
  for (;;) {
    const pairs = await walker.nextv(7);
    if (pairs.length === 0) return found;
    for (const [key, value] of pairs) found.push(`${key.toString()}=${value.toString('hex')}`);
  }
}

t.test('a folder is read as LevelDB reads it, whatever was written in which order', async (t) => {
  const write = fc.record({
    from: fc.integer({ min: 0, max: 400 }),
    count: fc.integer({ min: 1, max: 300 }),
    byteLength: fc.integer({ min: 0, max: 600 }),
    isDeletion: fc.boolean(),
    reopens: fc.boolean(),
    compacts: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 12 }), async (writes) => {
      const folder = join(tempFolder(t), 'db');
      let store: Store = new Level(folder, OPTIONS);
      const oracle = new Map<string, Buffer>();
      let count = 0;
      for (const { from, count: keys, byteLength, isDeletion, reopens, compacts } of writes) {
        await store.open();
        const batch = store.batch();
        for (let number = from; number < from + keys; number++) {
          const key = keyOf(number);
          if (isDeletion) {
            batch.del(key);
            oracle.delete(key.toString());
            continue;
          }
          const value = Buffer.alloc(byteLength, `${count++} `);
          batch.put(key, value);
          oracle.set(key.toString(), value);
        }
        await batch.write({ sync: true });
        if (reopens) {
          await store.close();
          store = new Level(folder, OPTIONS);
          await store.open();
        }
        if (compacts) {
          const classic = store as unknown as { compactRange(a: Buffer, b: Buffer): Promise<void> };
          await classic.compactRange(ALL.gte, ALL.lt);
        }
      }
      await store.close();
      const before = readdirSync(folder).sort();
      const reader = await ReadOnlyFolder.open(folder);
      const wanted = [...oracle].sort(([a], [b]) => (a < b ? -1 : 1));
      t.same(
        await everything(reader),
        wanted.map(([key, value]) => `${key}=${value.toString('hex')}`),
      );
      const range = { gte: keyOf(100), lt: keyOf(200), limit: 20 };
      const within = wanted.filter(([key]) => key >= 'key 00100' && key < 'key 00200');
      t.same(
        await everything(reader, range),
        within.slice(0, 20).map(([key, value]) => `${key}=${value.toString('hex')}`),
      );
      t.same(
        (await everything(reader, { ...range, reverse: true })).length,
        Math.min(20, within.length),
      );
      for (let number = 0; number < 720; number += 7) {
        const key = keyOf(number);
        t.same(await reader.get(key), oracle.get(key.toString()), key.toString());
      }
      await reader.close();
      t.same(readdirSync(folder).sort(), before, 'nothing was written');
    }),
    { numRuns: 25 },
  );
});

t.test('a folder that has lost its manifest is damaged', async (t) => {
  const folder = join(tempFolder(t), 'db');
  const store: Store = new Level(folder, OPTIONS);
  await store.put(Buffer.from('key'), Buffer.from('value'));
  await store.close();
  for (const name of readdirSync(folder))
    if (name.startsWith('MANIFEST')) rmSync(join(folder, name));
  await t.rejects(ReadOnlyFolder.open(folder), { code: 'STORE_DAMAGED' });
});

t.test(
  'a damaged block is refused, and what is cut off at the end of a log is not read',
  async (t) => {
    const folder = join(tempFolder(t), 'db');
    let store: Store = new Level(folder, OPTIONS);
    await store.put(Buffer.from('first'), Buffer.alloc(100, 'a'), { sync: true } as never);
    await store.put(Buffer.from('seventh'), Buffer.alloc(100, 'a'));
    await store.close();
    // Opening makes a table of what was in the log.
    store = new Level(folder, OPTIONS);
    await store.put(Buffer.from('second'), Buffer.alloc(100, 'b'));
    await store.put(Buffer.from('third'), Buffer.alloc(100, 'c'));
    await store.close();
    const log = join(folder, readdirSync(folder).find((name) => name.endsWith('.log'))!);
    writeFileSync(log, readFileSync(log).subarray(0, -1));
    const reader = await ReadOnlyFolder.open(folder);
    t.same(await reader.get(Buffer.from('first')), Buffer.alloc(100, 'a'));
    t.same(await reader.get(Buffer.from('second')), Buffer.alloc(100, 'b'));
    t.equal(await reader.get(Buffer.from('third')), undefined);
    await reader.close();
    await t.rejects(reader.get(Buffer.from('first')), { code: 'LEVEL_DATABASE_NOT_OPEN' });
    const table = join(folder, readdirSync(folder).find((name) => name.endsWith('.ldb'))!);
    const bytes = readFileSync(table);
    bytes[10]! ^= 1;
    writeFileSync(table, bytes);
    const damaged = await ReadOnlyFolder.open(folder);
    await t.rejects(damaged.get(Buffer.from('first')), { code: 'STORE_DAMAGED' });
    const logged = await damaged.get(Buffer.from('second'));
    t.same(logged, Buffer.alloc(100, 'b'), 'the log needs no table, also for a key in its range');
    await damaged.close();
  },
);

t.test(
  'a hole within a record is damage, and only the end of a file may be cut short',
  async (t) => {
    const folder = join(tempFolder(t), 'db');
    const store: Store = new Level(folder, { ...OPTIONS, writeBufferSize: 4 * 1024 * 1024 });
    // A batch with one value of this length fills two blocks of the log.
    await store.put(Buffer.from('abc'), Buffer.alloc(2 * (LOG_BLOCK_BYTES - 7) - 20, 'a'));
    await store.put(Buffer.from('def'), Buffer.alloc(10, 'b'));
    await store.close();
    const log = join(folder, readdirSync(folder).find((name) => name.endsWith('.log'))!);
    const whole = readFileSync(log);
    const flawsOf = (bytes: Buffer) => {
      const flaws: { at: number; isCutShort: boolean }[] = [];
      const records = [...recordsOf(bytes, (at, _, isCutShort) => flaws.push({ at, isCutShort }))];
      return { records: records.map(({ at }) => at), flaws };
    };
    t.same(flawsOf(whole), { records: [0, 2 * LOG_BLOCK_BYTES], flaws: [] });
    const holed = Buffer.from(whole).fill(0, LOG_BLOCK_BYTES, LOG_BLOCK_BYTES + 4096);
    const hole = { at: LOG_BLOCK_BYTES, isCutShort: false };
    t.same(flawsOf(holed), { records: [2 * LOG_BLOCK_BYTES], flaws: [hole] });
    const cut = whole.subarray(0, LOG_BLOCK_BYTES + 100);
    t.same(flawsOf(cut), { records: [], flaws: [{ at: LOG_BLOCK_BYTES, isCutShort: true }] });
  },
);
