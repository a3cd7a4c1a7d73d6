import { Level } from 'level';
import t from 'tap';
import { TagwireError } from '../../src/kernel/errors.js';
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

/** Commits a generation: a text makes a chunk, null keeps the one of that name. */
async function take(
  { store }: Shelf,
  sequence: number,
  chunks: { [name: string]: string | null },
  keepPrevious = true,
): Promise<void> {
  const writer = await store.begin(ACTOR, keepPrevious);
  for (const [name, text] of Object.entries(chunks)) {
    if (text === null) writer.keep(name);
    else await writer.add(name, Buffer.from(text));
  }
  await writer.commit({ version: 1, sequence, chain: `c${sequence}` });
}

async function read({ store }: Shelf, sequence: number, name: string): Promise<string | null> {
  const bytes = await store.readChunk(ACTOR, name, sequence);
  return bytes?.toString() ?? null;
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
  t.equal(await read(shelf, 30, 'a'), 'a30');
  t.equal(await read(shelf, 20, 'a'), 'a20');
  t.equal((await pieceKeys(shelf)).length, 2, 'pieces that no generation names are deleted');
});

t.test('a chunk that did not change is named twice and stored once', async (t) => {
  const shelf = await makeShelf(t);
  await take(shelf, 10, { a: 'old', b: 'b10' });
  await take(shelf, 20, { a: null, b: 'b20' });
  t.equal((await pieceKeys(shelf)).length, 3);
  await take(shelf, 30, { a: null, b: 'b30' });
  t.equal((await pieceKeys(shelf)).length, 3);
  t.equal(await read(shelf, 30, 'a'), 'old');
  t.equal(await read(shelf, 20, 'a'), 'old');
  t.equal(await read(shelf, 30, 'b'), 'b30');
});

t.test('only a chunk of the newest generation can be kept', async (t) => {
  const shelf = await makeShelf(t);
  await take(shelf, 10, { a: 'a', b: 'b' });
  await take(shelf, 20, { a: null });
  const writer = await shelf.store.begin(ACTOR);
  t.equal(writer.keep('a'), true);
  t.equal(writer.keep('b'), false);
});

t.test('a chunk comes in pieces and is put together again', async (t) => {
  const shelf = await makeShelf(t);
  const { pieceBytesMax } = SNAPSHOTS;
  const long = Buffer.alloc(2 * pieceBytesMax + 5);
  for (let at = 0; at < long.length; at += 4096)
    long.writeUInt32LE(at, Math.min(at, long.length - 4));
  const writer = await shelf.store.begin(ACTOR);
  await t.rejects(writer.add('long', long), 'not at once');
  for (let at = 0; at < long.length; at += pieceBytesMax)
    await writer.add('long', long.subarray(at, at + pieceBytesMax));
  await writer.add('empty', new Uint8Array(0));
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
      t.equal(await read(shelf, 10, 'a'), null, `byte ${at}`);
    }
    await shelf.database.write([{ type: 'put', key: keyOfA, value: whole.subarray(1) }]);
    t.equal(await read(shelf, 10, 'a'), null, 'too short');
    await shelf.database.write([{ type: 'del', key: keyOfA }]);
    t.equal(await read(shelf, 10, 'a'), null, 'gone');
    t.equal(await read(shelf, 10, 'b'), 'second');
    t.equal(shelf.warnings.length, whole.length + 2);
    t.match(shelf.warnings[0], { actor: ACTOR, sequence: 10, reason: 'chunk a is damaged' });
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
  t.equal(await read(shelf, 20, 'a'), 'again', 'and a new one can be written');
});

t.test('what the database itself cannot read is damage like any other', async (t) => {
  const shelf = await makeShelf(t);
  const large = 'large'.repeat(200_000);
  await take(shelf, 10, { a: 'first', b: large });
  t.equal(await read(shelf, 10, 'a'), 'first');
  t.equal(await read(shelf, 10, 'b'), large);
  const fail = (): never => {
    throw new TagwireError('STORE_DAMAGED', 'Corruption: block checksum mismatch');
  };
  shelf.database.get = async () => fail();
  shelf.database.getSync = fail;
  t.equal(await read(shelf, 10, 'a'), null);
  t.equal(await read(shelf, 10, 'b'), null);
  t.same(await shelf.store.generations(ACTOR), []);
  t.equal(shelf.warnings.length, 3);
});

t.test('a chunk that cannot be read because the store is closed is an error', async (t) => {
  const shelf = await makeShelf(t);
  await take(shelf, 10, { a: 'first', b: 'large'.repeat(200_000) });
  await read(shelf, 10, 'a');
  await shelf.database.close();
  await t.rejects(read(shelf, 10, 'a'), { code: 'STORE_CLOSED' });
  await t.rejects(read(shelf, 10, 'b'), { code: 'STORE_CLOSED' });
});

t.test('what is read follows the list: a new generation, and one that is dropped', async (t) => {
  const shelf = await makeShelf(t);
  t.equal(await shelf.store.readChunk(ACTOR, 'a'), null, 'no generation');
  await take(shelf, 10, { a: 'first' });
  t.equal((await shelf.store.readChunk(ACTOR, 'a'))?.toString(), 'first');
  await take(shelf, 20, { a: 'second' });
  t.equal((await shelf.store.readChunk(ACTOR, 'a'))?.toString(), 'second');
  t.equal(await read(shelf, 10, 'a'), 'first');
  t.equal((await shelf.store.readChunk(ACTOR, 'a'))?.toString(), 'second', 'the newest again');
  await shelf.store.drop(ACTOR, 20);
  t.equal((await shelf.store.readChunk(ACTOR, 'a'))?.toString(), 'first');
  await shelf.store.drop(ACTOR);
  t.equal(await shelf.store.readChunk(ACTOR, 'a'), null);
});

t.test('after a failed write the next snapshot reopens the database', async (t) => {
  const shelf = await makeShelf(t);
  await take(shelf, 10, { a: 'first' });
  const broken = await shelf.store.begin(ACTOR);
  const prototype = Level.prototype as unknown as { [name: string]: unknown };
  prototype.batch = () => {
    delete prototype.batch;
    throw new Error('No space left on device');
  };
  t.teardown(() => delete prototype.batch);
  await t.rejects(broken.add('a', Buffer.from('lost')), { code: 'STORE_WRITE_FAILED' });
  await t.rejects(broken.add('b', Buffer.from('lost')), { code: 'STORE_WRITE_FAILED' });
  await take(shelf, 20, { a: 'second' });
  t.equal(await read(shelf, 20, 'a'), 'second');
  t.equal(await read(shelf, 10, 'a'), 'first');
});

t.test(
  'a crash before the commit leaves the old generation, and its traces go with the next',
  async (t) => {
    const shelf = await makeShelf(t);
    await take(shelf, 10, { a: 'a10' });
    const crashed = await shelf.store.begin(ACTOR);
    await crashed.add('a', Buffer.from('a20'));
    await crashed.add('b', Buffer.from('b20'));
    await crashed.add('c', Buffer.from('c20'));
    t.same(await sequences(shelf), [10]);
    t.equal(await read(shelf, 10, 'a'), 'a10');
    await take(shelf, 30, { a: 'a30' });
    t.same(await sequences(shelf), [30, 10]);
    t.equal(await read(shelf, 30, 'a'), 'a30');
    t.equal(await read(shelf, 10, 'a'), 'a10');
    t.equal((await pieceKeys(shelf)).length, 2);
  },
);

t.test('a generation without its predecessor leaves nothing older behind', async (t) => {
  const shelf = await makeShelf(t);
  await take(shelf, 10, { a: 'secret', b: 'b' });
  await take(shelf, 20, { a: 'clean', b: null }, false);
  t.same(await sequences(shelf), [20]);
  t.equal((await pieceKeys(shelf)).length, 2);
  t.equal(await read(shelf, 20, 'b'), 'b');
});

t.test('the same place in the log is kept once', async (t) => {
  const shelf = await makeShelf(t);
  await take(shelf, 10, { a: 'one' });
  await take(shelf, 10, { a: 'two' });
  t.same(await sequences(shelf), [10]);
  t.equal(await read(shelf, 10, 'a'), 'two');
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
    const writer = await shelf.store.begin(actor);
    await writer.add('a', Buffer.from(actor));
    await writer.commit({ version: 1, sequence: 1, chain: 'c' });
  }
  for (const actor of ['tag', 'tags']) {
    t.equal((await shelf.store.readChunk(actor, 'a'))?.toString(), actor);
  }
});
