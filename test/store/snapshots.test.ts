import { Level } from 'level';
import t from 'tap';
import { TagwireError } from '../../src/kernel/errors.js';
import { hash64, hexOf } from '../../src/kernel/hash.js';
import { SNAPSHOTS } from '../../src/kernel/limits.js';
import type { Database } from '../../src/store/database.js';
import { SnapshotStore, type SnapshotWarning } from '../../src/store/snapshots.js';
import { tempDatabase } from './helper.js';

const ACTOR = 'tags';
const EVERYTHING = { gte: Buffer.from([0]), lt: Buffer.from([255]) };

interface Shelf {
  database: Database;
  store: SnapshotStore;
  warnings: SnapshotWarning[];
}

async function makeShelf(t: Parameters<typeof tempDatabase>[0]): Promise<Shelf> {
  const database = await tempDatabase(t);
  const warnings: SnapshotWarning[] = [];
  return { database, warnings, store: new SnapshotStore(database, (one) => warnings.push(one)) };
}

/** Names that change with the content, as those of writers do. */
function nameOf(name: string, text: string): string {
  return `${name}-${hexOf(hash64(Buffer.from(text)))}`;
}

/** Commits a generation with chunks of these texts. Returns the texts of those that were missing. */
async function take(
  { store }: Shelf,
  sequence: number,
  chunks: { [name: string]: string },
  keepPrevious = true,
): Promise<string[]> {
  const texts = new Map(
    Object.entries(chunks).map(([name, text]) => [nameOf(name, text), text] as const),
  );
  const plan = { chunks: [...texts.keys()], cold: [] };
  const writer = await store.begin(ACTOR, plan, keepPrevious);
  const missing = writer.missing.map((name) => texts.get(name)!);
  await writer.add(writer.missing.map((name, at) => ({ name, bytes: Buffer.from(missing[at]!) })));
  await writer.commit({ version: 1, sequence, chain: `c${sequence}` });
  return missing;
}

/** The text of a chunk, if it is that one; of the newest generation where no other is named. */
async function read(
  { store }: Shelf,
  name: string,
  text: string,
  sequence?: number,
): Promise<string | null> {
  const bytes = await store.readChunk(ACTOR, nameOf(name, text), sequence);
  return bytes?.toString() ?? null;
}

async function has(...args: Parameters<typeof read>): Promise<boolean> {
  return (await read(...args)) === args[2];
}

async function pieceKeys({ database }: Shelf): Promise<Buffer[]> {
  const keys: Buffer[] = [];
  for await (const key of database.keys(EVERYTHING)) if (key[0] === 0x64) keys.push(key);
  return keys;
}

async function sequences({ store }: Shelf): Promise<number[]> {
  return (await store.generations(ACTOR)).map(({ sequence }) => sequence);
}

t.test('an actor without a snapshot has none', async (t) => {
  const shelf = await makeShelf(t);
  t.same(await shelf.store.generations(ACTOR), []);
  t.same(shelf.warnings, []);
});

t.test('two generations are kept, newest first, each with its place in the log', async (t) => {
  const shelf = await makeShelf(t);
  for (const sequence of [10, 20, 30]) await take(shelf, sequence, { a: `a${sequence}` });
  t.match(await shelf.store.generations(ACTOR), [
    { version: 1, sequence: 30, chain: 'c30' },
    { version: 1, sequence: 20, chain: 'c20' },
  ]);
  t.ok(await has(shelf, 'a', 'a30', 30));
  t.ok(await has(shelf, 'a', 'a20', 20));
  t.equal((await pieceKeys(shelf)).length, 2, 'pieces that no generation names are deleted');
});

t.test('a chunk that did not change is named twice and stored once', async (t) => {
  const shelf = await makeShelf(t);
  await take(shelf, 10, { a: 'old', b: 'b10' });
  t.same(await take(shelf, 20, { a: 'old', b: 'b20' }), ['b20']);
  t.equal((await pieceKeys(shelf)).length, 3);
  t.same(await take(shelf, 30, { a: 'old', b: 'b30' }), ['b30']);
  t.equal((await pieceKeys(shelf)).length, 3);
  t.ok(await has(shelf, 'a', 'old', 30));
  t.ok(await has(shelf, 'a', 'old', 20));
  t.ok(await has(shelf, 'b', 'b30', 30));
});

t.test('only chunks of the newest generation are taken over', async (t) => {
  const shelf = await makeShelf(t);
  await take(shelf, 10, { a: 'a', b: 'b' });
  await take(shelf, 20, { a: 'a' });
  t.same(await take(shelf, 30, { b: 'b', a: 'a' }), ['b']);
  const [newest] = await shelf.store.generations(ACTOR);
  t.same(
    newest!.chunks.map(({ name }) => name),
    [nameOf('b', 'b'), nameOf('a', 'a')],
    'in the order of the plan',
  );
});

t.test('what is history now is kept as history', async (t) => {
  const shelf = await makeShelf(t);
  const isCold = async (): Promise<boolean[]> =>
    (await shelf.store.generations(ACTOR))[0]!.chunks.map(({ cold }) => cold);
  const first = await shelf.store.begin(ACTOR, { chunks: ['a', 'b'], cold: [] });
  await first.add(['a', 'b'].map((name) => ({ name, bytes: Buffer.from(name) })));
  await first.commit({ version: 1, sequence: 1, chain: 'c' });
  t.same(await isCold(), [false, false]);
  const second = await shelf.store.begin(ACTOR, { chunks: ['b'], cold: ['a'] });
  t.same(second.missing, []);
  await t.rejects(second.add([{ name: 'a', bytes: Buffer.from('again') }]), 'nor written again');
  await second.commit({ version: 1, sequence: 2, chain: 'c' });
  t.same(await isCold(), [false, true]);
});

t.test('a snapshot without all its chunks is not committed', async (t) => {
  const shelf = await makeShelf(t);
  const writer = await shelf.store.begin(ACTOR, { chunks: ['a', 'b'], cold: [] });
  await writer.add([{ name: 'a', bytes: Buffer.from('a') }]);
  await t.rejects(writer.commit({ version: 1, sequence: 1, chain: 'c' }));
  await t.rejects(writer.add([{ name: 'c', bytes: Buffer.from('c') }]), 'nor one of no plan');
  t.same(await sequences(shelf), []);
});

t.test('a chunk comes in pieces and is put together again', async (t) => {
  const shelf = await makeShelf(t);
  const { pieceBytesMax } = SNAPSHOTS;
  const long = Buffer.alloc(2 * pieceBytesMax + 5);
  for (let at = 0; at < long.length; at += 4096)
    long.writeUInt32LE(at, Math.min(at, long.length - 4));
  const writer = await shelf.store.begin(ACTOR, { chunks: ['long', 'empty'], cold: [] });
  await t.rejects(writer.add([{ name: 'long', bytes: long }]), 'not at once');
  for (let at = 0; at < long.length; at += pieceBytesMax)
    await writer.add([{ name: 'long', bytes: long.subarray(at, at + pieceBytesMax) }]);
  await writer.add([{ name: 'empty', bytes: new Uint8Array(0) }]);
  await writer.commit({ version: 1, sequence: 1, chain: 'c' });
  t.equal((await pieceKeys(shelf)).length, 4);
  t.ok((await shelf.store.readChunk(ACTOR, 'long'))?.equals(long));
  t.equal((await shelf.store.readChunk(ACTOR, 'empty'))?.length, 0);
  t.equal(await shelf.store.readChunk(ACTOR, 'unknown'), null);
});

t.test(
  'a damaged or missing piece makes its chunk null, with a warning, and spares the rest',
  async (t) => {
    const shelf = await makeShelf(t);
    await take(shelf, 10, { a: 'first', b: 'second' });
    const [keyOfA] = (await pieceKeys(shelf)) as [Buffer];
    const whole = (await shelf.database.get(keyOfA))!;
    for (let at = 0; at < whole.length; at++) {
      const value = Buffer.from(whole);
      value[at]! ^= 0x40;
      await shelf.database.write([{ type: 'put', key: keyOfA, value }]);
      t.equal(await read(shelf, 'a', 'first', 10), null, `byte ${at}`);
    }
    await shelf.database.write([{ type: 'put', key: keyOfA, value: whole.subarray(1) }]);
    t.equal(await read(shelf, 'a', 'first', 10), null, 'too short');
    await shelf.database.write([{ type: 'del', key: keyOfA }]);
    t.equal(await read(shelf, 'a', 'first', 10), null, 'gone');
    t.ok(await has(shelf, 'b', 'second', 10));
    t.equal(shelf.warnings.length, whole.length + 2);
    t.match(shelf.warnings[0], {
      actor: ACTOR,
      sequence: 10,
      reason: `chunk ${nameOf('a', 'first')} is damaged`,
    });
  },
);

t.test('a damaged list of generations is dropped with a warning, at every byte', async (t) => {
  const shelf = await makeShelf(t);
  await take(shelf, 10, { a: 'first' });
  const key = Buffer.from(`m${ACTOR}`);
  const whole = (await shelf.database.get(key))!;
  for (let at = 0; at < whole.length; at++) {
    const value = Buffer.from(whole);
    value[at]! ^= 1;
    await shelf.database.write([{ type: 'put', key, value }]);
    t.same(await shelf.store.generations(ACTOR), [], `byte ${at}`);
  }
  await shelf.database.write([{ type: 'put', key, value: Buffer.alloc(0) }]);
  t.same(await shelf.store.generations(ACTOR), [], 'empty');
  t.equal(shelf.warnings.length, whole.length + 1);
  await take(shelf, 20, { a: 'again' });
  t.ok(await has(shelf, 'a', 'again', 20), 'and a new one can be written');
});

t.test('what the database itself cannot read is damage like any other', async (t) => {
  const shelf = await makeShelf(t);
  const large = 'large'.repeat(200_000);
  await take(shelf, 10, { a: 'first', b: large });
  t.ok(await has(shelf, 'a', 'first', 10));
  t.ok(await has(shelf, 'b', large, 10));
  const fail = (): never => {
    throw new TagwireError('STORE_DAMAGED', 'Corruption: block checksum mismatch');
  };
  shelf.database.get = async () => fail();
  shelf.database.getSync = fail;
  t.equal(await read(shelf, 'a', 'first', 10), null);
  t.equal(await read(shelf, 'b', large, 10), null);
  t.same(await shelf.store.generations(ACTOR), []);
  t.equal(shelf.warnings.length, 3);
});

t.test('a chunk that cannot be read because the store is closed is an error', async (t) => {
  const shelf = await makeShelf(t);
  const large = 'large'.repeat(200_000);
  await take(shelf, 10, { a: 'first', b: large });
  await read(shelf, 'a', 'first', 10);
  await shelf.database.close();
  await t.rejects(read(shelf, 'a', 'first', 10), { code: 'STORE_CLOSED' });
  await t.rejects(read(shelf, 'b', large, 10), { code: 'STORE_CLOSED' });
});

t.test('what is read follows the list: a new generation, and one that is dropped', async (t) => {
  const shelf = await makeShelf(t);
  t.equal(await read(shelf, 'a', 'first'), null, 'no generation');
  await take(shelf, 10, { a: 'first' });
  t.ok(await has(shelf, 'a', 'first'));
  await take(shelf, 20, { a: 'second' });
  t.ok(await has(shelf, 'a', 'second'));
  t.ok(await has(shelf, 'a', 'first', 10));
  t.ok(await has(shelf, 'a', 'second'), 'the newest again');
  t.equal(await read(shelf, 'a', 'first'), null);
  await shelf.store.drop(ACTOR, 20);
  t.ok(await has(shelf, 'a', 'first'));
  await shelf.store.drop(ACTOR);
  t.equal(await read(shelf, 'a', 'first'), null);
});

t.test('after a failed write the next snapshot reopens the database', async (t) => {
  const shelf = await makeShelf(t);
  await take(shelf, 10, { a: 'first' });
  const broken = await shelf.store.begin(ACTOR, { chunks: ['a', 'b'], cold: [] });
  const prototype = Level.prototype as unknown as { [name: string]: unknown };
  prototype.batch = () => {
    delete prototype.batch;
    throw new Error('No space left on device');
  };
  t.teardown(() => delete prototype.batch);
  for (const name of ['a', 'b']) {
    const pieces = [{ name, bytes: Buffer.from('lost') }];
    await t.rejects(broken.add(pieces), { code: 'STORE_WRITE_FAILED' });
  }
  await take(shelf, 20, { a: 'second' });
  t.ok(await has(shelf, 'a', 'second', 20));
  t.ok(await has(shelf, 'a', 'first', 10));
});

t.test(
  'a crash before the commit leaves the old generation, and its traces go with the next',
  async (t) => {
    const shelf = await makeShelf(t);
    await take(shelf, 10, { a: 'a10' });
    const crashed = await shelf.store.begin(ACTOR, { chunks: ['a', 'b', 'c'], cold: [] });
    for (const name of ['a', 'b', 'c']) {
      await crashed.add([{ name, bytes: Buffer.from(`${name}20`) }]);
    }
    t.same(await sequences(shelf), [10]);
    t.ok(await has(shelf, 'a', 'a10', 10));
    await take(shelf, 30, { a: 'a30' });
    t.same(await sequences(shelf), [30, 10]);
    t.ok(await has(shelf, 'a', 'a30', 30));
    t.ok(await has(shelf, 'a', 'a10', 10));
    t.equal((await pieceKeys(shelf)).length, 2);
  },
);

t.test('no piece stays that nothing names, whatever came before it', async (t) => {
  const shelf = await makeShelf(t);
  const stored = async (): Promise<number> => (await pieceKeys(shelf)).length;
  await take(shelf, 10, { a: '10' });
  await take(shelf, 20, { a: '20' });
  await take(shelf, 30, { a: '30' });
  t.equal(await stored(), 2, 'one generation after the other');
  await shelf.store.drop(ACTOR, 20);
  await take(shelf, 40, { a: '40' });
  t.equal(await stored(), 2, 'after one was dropped');
  for (const pieces of [3, 2]) {
    const names = Array.from({ length: pieces }, (_, at) => `given up ${pieces} ${at}`);
    const writer = await shelf.store.begin(ACTOR, { chunks: names, cold: [] });
    await writer.add(names.map((name) => ({ name, bytes: Buffer.from(name) })));
  }
  await take(shelf, 50, { a: '50' });
  t.equal(await stored(), 2, 'after two that were given up');
  t.ok(await has(shelf, 'a', '50'));
  t.ok(await has(shelf, 'a', '40', 40));
  const other = new SnapshotStore(shelf.database, (one) => shelf.warnings.push(one));
  await take({ ...shelf, store: other }, 60, { a: '60' });
  t.equal(await stored(), 2, 'after a restart');
  t.same(shelf.warnings, []);
});

t.test('a generation without its predecessor leaves nothing older behind', async (t) => {
  const shelf = await makeShelf(t);
  await take(shelf, 10, { a: 'secret', b: 'b' });
  t.same(await take(shelf, 20, { a: 'clean', b: 'b' }, false), ['clean']);
  t.same(await sequences(shelf), [20]);
  t.equal((await pieceKeys(shelf)).length, 2);
  t.ok(await has(shelf, 'b', 'b', 20));
});

t.test('the same place in the log is kept once', async (t) => {
  const shelf = await makeShelf(t);
  await take(shelf, 10, { a: 'one' });
  await take(shelf, 10, { a: 'two' });
  t.same(await sequences(shelf), [10]);
  t.ok(await has(shelf, 'a', 'two', 10));
});

t.test('one generation is forgotten, or all', async (t) => {
  const shelf = await makeShelf(t);
  await take(shelf, 10, { a: 'a' });
  await take(shelf, 20, { a: 'b' });
  await shelf.store.drop(ACTOR, 20);
  t.same(await sequences(shelf), [10]);
  await shelf.store.drop(ACTOR);
  t.same(await sequences(shelf), []);
});

t.test('actors do not meet, even where one is named like the beginning of another', async (t) => {
  const shelf = await makeShelf(t);
  for (const actor of ['tag', 'tags']) {
    const writer = await shelf.store.begin(actor, { chunks: ['a'], cold: [] });
    await writer.add([{ name: 'a', bytes: Buffer.from(actor) }]);
    await writer.commit({ version: 1, sequence: 1, chain: 'c' });
  }
  for (const actor of ['tag', 'tags']) {
    t.equal((await shelf.store.readChunk(actor, 'a'))?.toString(), actor);
  }
});
