import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import t, { type Test } from 'tap';
import { encode } from '../../src/kernel/codec.js';
import { hash64, hexOf } from '../../src/kernel/hash.js';
import { SNAPSHOTS } from '../../src/kernel/limits.js';
import { Database } from '../../src/store/database.js';
import { contentOf, SnapshotStore, type SnapshotWarning } from '../../src/store/snapshots.js';
import { tempFolder } from './helper.js';

const ACTOR = 'tags';

interface Store {
  folder: string;
  store: SnapshotStore;
  warnings: SnapshotWarning[];
}

async function makeStore(t: Pick<Test, 'teardown'>): Promise<Store> {
  return openStore(t, join(tempFolder(t), 'snapshots'));
}

async function openStore(t: Pick<Test, 'teardown'>, folder: string): Promise<Store> {
  const warnings: SnapshotWarning[] = [];
  const store = await SnapshotStore.open(folder, (one) => warnings.push(one));
  t.teardown(() => store.close());
  return { folder, store, warnings };
}

/** Closes a store, changes its list, and opens it again. */
async function withList(
  t: Pick<Test, 'teardown'>,
  store: Store,
  change: (list: Buffer) => Buffer,
): Promise<Store> {
  await store.store.close();
  const list = join(store.folder, 'lists', ACTOR);
  writeFileSync(list, change(readFileSync(list)));
  return openStore(t, store.folder);
}

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Names that change with the content, as those of writers do. */
function nameOf(name: string, text: string): string {
  return `${name}-${hexOf(hash64(Buffer.from(text)))}`;
}

/** Commits a generation with chunks of these texts. Returns the texts of those that were missing. */
async function take(
  { store }: Store,
  sequence: number,
  chunks: { [name: string]: string },
  keepPrevious = true,
): Promise<string[]> {
  const texts = new Map(
    Object.entries(chunks).map(([name, text]) => [nameOf(name, text), text] as const),
  );
  const plan = { chunks: [...texts.keys()], cold: [] };
  const writer = await store.begin(ACTOR, plan, { keepPrevious });
  const missing = writer.missing.map((name) => texts.get(name)!);
  await writer.add(writer.missing.map((name, at) => ({ name, bytes: Buffer.from(missing[at]!) })));
  await writer.commit({ version: 1, sequence, chain: `c${sequence}` });
  return missing;
}

/** The text of a chunk, if it is that one; of the newest generation where no other is named. */
async function read(
  { store }: Store,
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

/** Paths of the files of pieces, oldest first. */
function filesOf({ folder }: Store): string[] {
  const pieces = join(folder, 'pieces');
  const numberOf = (name: string): number => Number(name.split('-')[1]);
  const names = readdirSync(pieces).sort((a, b) => numberOf(a) - numberOf(b));
  return names.map((name) => join(pieces, name));
}

/** What the files of pieces hold, oldest first. */
function contentsOf(store: Store): string[] {
  return filesOf(store).map((path) => readFileSync(path, 'utf8'));
}

async function sequences({ store }: Store): Promise<number[]> {
  return (await store.generations(ACTOR)).map(({ sequence }) => sequence);
}

t.test('an actor without a snapshot has none', async (t) => {
  const store = await makeStore(t);
  t.same(await store.store.generations(ACTOR), []);
  t.same(store.warnings, []);
});

t.test('two generations are kept, newest first, each with its place in the log', async (t) => {
  const store = await makeStore(t);
  for (const sequence of [10, 20, 30]) await take(store, sequence, { a: `a${sequence}` });
  t.match(await store.store.generations(ACTOR), [
    { version: 1, sequence: 30, chain: 'c30' },
    { version: 1, sequence: 20, chain: 'c20' },
  ]);
  t.ok(await has(store, 'a', 'a30', 30));
  t.ok(await has(store, 'a', 'a20', 20));
  t.same(contentsOf(store), ['a20', 'a30'], 'files that no generation names are deleted');
});

t.test('a chunk that did not change is named twice and stored once', async (t) => {
  const store = await makeStore(t);
  await take(store, 10, { a: 'old', b: 'b10' });
  t.same(await take(store, 20, { a: 'old', b: 'b20' }), ['b20']);
  t.same(contentsOf(store), ['oldb10', 'b20']);
  t.same(await take(store, 30, { a: 'old', b: 'b30' }), ['b30']);
  t.same(contentsOf(store), ['oldb10', 'b20', 'b30']);
  t.ok(await has(store, 'a', 'old', 30));
  t.ok(await has(store, 'a', 'old', 20));
  t.ok(await has(store, 'b', 'b30', 30));
});

t.test('only chunks of the newest generation are taken over', async (t) => {
  const store = await makeStore(t);
  await take(store, 10, { a: 'a', b: 'b' });
  await take(store, 20, { a: 'a' });
  t.same(await take(store, 30, { b: 'b', a: 'a' }), ['b']);
  const [newest] = await store.store.generations(ACTOR);
  t.same(
    newest!.chunks.map(({ name }) => name),
    [nameOf('b', 'b'), nameOf('a', 'a')],
    'in the order of the plan',
  );
});

t.test('what is history now is kept as history', async (t) => {
  const store = await makeStore(t);
  const isCold = async (): Promise<boolean[]> =>
    (await store.store.generations(ACTOR))[0]!.chunks.map(({ cold }) => cold);
  const first = await store.store.begin(ACTOR, { chunks: ['a', 'b'], cold: [] });
  await first.add(['a', 'b'].map((name) => ({ name, bytes: Buffer.from(name) })));
  await first.commit({ version: 1, sequence: 1, chain: 'c' });
  t.same(await isCold(), [false, false]);
  const second = await store.store.begin(ACTOR, { chunks: ['b'], cold: ['a'] });
  t.same(second.missing, []);
  await t.rejects(second.add([{ name: 'a', bytes: Buffer.from('again') }]), 'nor written again');
  await second.commit({ version: 1, sequence: 2, chain: 'c' });
  t.same(await isCold(), [false, true]);
});

t.test('a snapshot without all its chunks is not committed', async (t) => {
  const store = await makeStore(t);
  const writer = await store.store.begin(ACTOR, { chunks: ['a', 'b'], cold: [] });
  await writer.add([{ name: 'a', bytes: Buffer.from('a') }]);
  await t.rejects(writer.commit({ version: 1, sequence: 1, chain: 'c' }));
  await t.rejects(writer.add([{ name: 'c', bytes: Buffer.from('c') }]), 'nor one of no plan');
  t.same(await sequences(store), []);
});

t.test('a chunk comes in pieces and is put together again', async (t) => {
  const store = await makeStore(t);
  const { pieceBytesMax } = SNAPSHOTS;
  const long = Buffer.alloc(2 * pieceBytesMax + 5);
  for (let at = 0; at < long.length; at += 4096)
    long.writeUInt32LE(at, Math.min(at, long.length - 4));
  const writer = await store.store.begin(ACTOR, { chunks: ['long', 'empty'], cold: [] });
  await t.rejects(writer.add([{ name: 'long', bytes: long }]), 'not at once');
  for (let at = 0; at < long.length; at += pieceBytesMax)
    await writer.add([{ name: 'long', bytes: long.subarray(at, at + pieceBytesMax) }]);
  await writer.add([{ name: 'empty', bytes: new Uint8Array(0) }]);
  await writer.commit({ version: 1, sequence: 1, chain: 'c' });
  t.same(
    filesOf(store).map((path) => statSync(path).size),
    [long.length],
  );
  t.ok((await store.store.readChunk(ACTOR, 'long'))?.equals(long));
  t.equal((await store.store.readChunk(ACTOR, 'empty'))?.length, 0);
  t.equal(await store.store.readChunk(ACTOR, 'unknown'), null);
});

t.test(
  'a damaged or missing piece makes its chunk null, with a warning, and spares the rest',
  async (t) => {
    const store = await makeStore(t);
    await take(store, 10, { a: 'first', b: 'second' });
    const [path] = filesOf(store) as [string];
    const whole = readFileSync(path);
    for (let at = 0; at < 'first'.length; at++) {
      const damaged = Buffer.from(whole);
      damaged[at]! ^= 0x40;
      writeFileSync(path, damaged);
      t.equal(await read(store, 'a', 'first', 10), null, `byte ${at}`);
      t.ok(await has(store, 'b', 'second', 10));
    }
    writeFileSync(path, whole);
    const file = openSync(path, 'r+');
    ftruncateSync(file, whole.length - 1);
    closeSync(file);
    t.equal(await read(store, 'b', 'second', 10), null, 'too short');
    t.ok(await has(store, 'a', 'first', 10));
    rmSync(path);
    t.equal(await read(store, 'a', 'first', 10), null, 'gone');
    t.equal(store.warnings.length, 'first'.length + 2);
    t.match(store.warnings[0], {
      actor: ACTOR,
      sequence: 10,
      reason: `chunk ${nameOf('a', 'first')} is damaged`,
    });
  },
);

t.test('a damaged list of generations is dropped with a warning, at every byte', async (t) => {
  const store = await makeStore(t);
  await take(store, 10, { a: 'first' });
  let whole: Buffer = Buffer.alloc(0);
  let open = await withList(t, store, (list) => (whole = list));
  for (let at = 0; at < whole.length; at++) {
    open = await withList(t, open, () => {
      const value = Buffer.from(whole);
      value[at]! ^= 1;
      return value;
    });
    t.same(await open.store.generations(ACTOR), [], `byte ${at}`);
    t.equal(open.warnings.length, 1);
  }
  open = await withList(t, open, () => Buffer.alloc(0));
  t.same(await open.store.generations(ACTOR), [], 'empty');
  await take(open, 20, { a: 'again' });
  t.ok(await has(open, 'a', 'again', 20), 'and a new one can be written');
  t.same(contentsOf(open), ['again'], 'what the damaged list named is gone');
});

t.test('a list that cannot be read is damage like any other', async (t) => {
  const store = await makeStore(t);
  await take(store, 10, { a: 'first' });
  const list = join(store.folder, 'lists', ACTOR);
  rmSync(list);
  mkdirSync(list);
  t.equal(await read(store, 'a', 'first', 10), null);
  t.same(await store.store.generations(ACTOR), []);
  t.equal(store.warnings.length, 2);
});

t.test('a chunk that cannot be read because the store is closed is an error', async (t) => {
  const store = await makeStore(t);
  const large = 'large'.repeat(200_000);
  await take(store, 10, { a: 'first', b: large });
  await read(store, 'a', 'first', 10);
  await store.store.close();
  await t.rejects(read(store, 'a', 'first', 10), { code: 'STORE_CLOSED' });
  await t.rejects(read(store, 'b', large, 10), { code: 'STORE_CLOSED' });
});

t.test('what is read follows the list: a new generation, and one that is dropped', async (t) => {
  const store = await makeStore(t);
  t.equal(await read(store, 'a', 'first'), null, 'no generation');
  await take(store, 10, { a: 'first' });
  t.ok(await has(store, 'a', 'first'));
  await take(store, 20, { a: 'second' });
  t.ok(await has(store, 'a', 'second'));
  t.ok(await has(store, 'a', 'first', 10));
  t.ok(await has(store, 'a', 'second'), 'the newest again');
  t.equal(await read(store, 'a', 'first'), null);
  await store.store.drop(ACTOR, 20);
  t.ok(await has(store, 'a', 'first'));
  await store.store.drop(ACTOR);
  t.equal(await read(store, 'a', 'first'), null);
});

t.test('after a list could not be written the one before it counts, until the next', async (t) => {
  const store = await makeStore(t);
  await take(store, 10, { a: 'first' });
  const broken = await store.store.begin(ACTOR, { chunks: ['a', 'b'], cold: [] });
  const inTheWay = join(store.folder, 'lists', `${ACTOR}.next`);
  mkdirSync(inTheWay);
  await broken.add(['a', 'b'].map((name) => ({ name, bytes: Buffer.from('lost') })));
  const place = { version: 1, sequence: 15, chain: 'c' };
  await t.rejects(broken.commit(place), { code: 'STORE_WRITE_FAILED' });
  t.same(await sequences(store), [10]);
  rmSync(inTheWay, { recursive: true });
  await take(store, 20, { a: 'second' });
  t.ok(await has(store, 'a', 'second', 20));
  t.ok(await has(store, 'a', 'first', 10));
});

t.test(
  'a crash before the commit leaves the old generation, and its traces go with the next',
  async (t) => {
    const store = await makeStore(t);
    await take(store, 10, { a: 'a10' });
    const crashed = await store.store.begin(ACTOR, { chunks: ['a', 'b', 'c'], cold: [] });
    for (const name of ['a', 'b', 'c']) {
      await crashed.add([{ name, bytes: Buffer.from(`${name}20`) }]);
    }
    t.same(await sequences(store), [10]);
    t.ok(await has(store, 'a', 'a10', 10));
    await take(store, 30, { a: 'a30' });
    t.same(await sequences(store), [30, 10]);
    t.ok(await has(store, 'a', 'a30', 30));
    t.ok(await has(store, 'a', 'a10', 10));
    t.same(contentsOf(store), ['a10', 'a30']);
  },
);

t.test('no piece stays that nothing names, whatever came before it', async (t) => {
  const store = await makeStore(t);
  const stored = (): string[] => contentsOf(store);
  await take(store, 10, { a: '10' });
  await take(store, 20, { a: '20' });
  await take(store, 30, { a: '30' });
  t.same(stored(), ['20', '30'], 'one generation after the other');
  await store.store.drop(ACTOR, 20);
  await take(store, 40, { a: '40' });
  t.same(stored(), ['30', '40'], 'after one was dropped');
  for (const pieces of [3, 2]) {
    const names = Array.from({ length: pieces }, (_, at) => `given up ${pieces} ${at}`);
    const writer = await store.store.begin(ACTOR, { chunks: names, cold: [] });
    await writer.add(names.map((name) => ({ name, bytes: Buffer.from(name) })));
  }
  await take(store, 50, { a: '50' });
  t.same(stored(), ['40', '50'], 'after two that were given up');
  t.ok(await has(store, 'a', '50'));
  t.ok(await has(store, 'a', '40', 40));
  await store.store.close();
  await take(await openStore(t, store.folder), 60, { a: '60' });
  t.same(stored(), ['50', '60'], 'after a restart');
  t.same(store.warnings, []);
});

t.test('a generation without its predecessor leaves nothing older behind', async (t) => {
  const store = await makeStore(t);
  await take(store, 10, { a: 'secret', b: 'b' });
  t.same(await take(store, 20, { a: 'clean', b: 'b' }, false), ['clean']);
  t.same(await sequences(store), [20]);
  t.same(contentsOf(store), ['cleanb'], 'nor beside what is taken over');
  t.ok(await has(store, 'b', 'b', 20));
});

t.test('the same place in the log is kept once', async (t) => {
  const store = await makeStore(t);
  await take(store, 10, { a: 'one' });
  await take(store, 10, { a: 'two' });
  t.same(await sequences(store), [10]);
  t.ok(await has(store, 'a', 'two', 10));
});

t.test('one generation is forgotten, or all', async (t) => {
  const store = await makeStore(t);
  await take(store, 10, { a: 'a' });
  await take(store, 20, { a: 'b' });
  await store.store.drop(ACTOR, 20);
  t.same(await sequences(store), [10]);
  await store.store.drop(ACTOR);
  t.same(await sequences(store), []);
});

t.test('actors do not meet, even where one is named like the beginning of another', async (t) => {
  const store = await makeStore(t);
  for (const actor of ['tag', 'tags']) {
    const writer = await store.store.begin(actor, { chunks: ['a'], cold: [] });
    await writer.add([{ name: 'a', bytes: Buffer.from(actor) }]);
    await writer.commit({ version: 1, sequence: 1, chain: 'c' });
  }
  for (const actor of ['tag', 'tags']) {
    t.equal((await store.store.readChunk(actor, 'a'))?.toString(), actor);
  }
});

t.test('what is named of a file moves on when most of the file is waste', async (t) => {
  const store = await makeStore(t);
  await take(store, 10, { quiet: 'quiet', a: 'a much longer text' });
  await take(store, 20, { quiet: 'quiet', a: 'short' });
  t.same(contentsOf(store), ['quieta much longer text', 'shortquiet']);
  t.ok(await has(store, 'quiet', 'quiet', 10), 'the older generation names its old place');
  t.ok(await has(store, 'quiet', 'quiet', 20));
  await take(store, 30, { quiet: 'quiet', a: 'other' });
  t.same(contentsOf(store), ['shortquiet', 'other'], 'and stays where it is half of a file');
  for (const sequence of [20, 30]) t.ok(await has(store, 'quiet', 'quiet', sequence));
  t.same(store.warnings, []);
});

t.test(
  'a damaged piece that moves on stays damaged, and one that is gone stays gone',
  async (t) => {
    const store = await makeStore(t);
    await take(store, 10, { a: 'first', b: 'second', c: 'a much longer text' });
    const [path] = filesOf(store) as [string];
    const whole = readFileSync(path, 'utf8');
    writeFileSync(path, whole.replace('first', 'worst'));
    await take(store, 20, { a: 'first', b: 'second' });
    t.same(contentsOf(store)[1], 'worstsecond');
    t.equal(await read(store, 'a', 'first', 20), null);
    t.ok(await has(store, 'b', 'second', 20));
    for (const file of filesOf(store)) rmSync(file);
    await take(store, 30, { a: 'first', b: 'second', d: 'new' });
    t.equal(await read(store, 'b', 'second'), null);
    t.ok(await has(store, 'd', 'new'));
  },
);

t.test('a piece that cannot be read keeps nothing that was erased', async (t) => {
  const store = await makeStore(t);
  await take(store, 10, { a: 'secret', b: 'second' });
  const [path] = filesOf(store) as [string];
  writeFileSync(path, 'secretsec');
  await take(store, 20, { b: 'second', c: 'clean' }, false);
  t.same(contentsOf(store), ['clean']);
  t.equal(await read(store, 'b', 'second'), null);
  t.ok(await has(store, 'c', 'clean'));
});

t.test('after any life all is there that is named, and little else', async (t) => {
  const life = fc.array(
    fc.record({
      /** Chunks that change, by number. */
      changed: fc.uniqueArray(fc.nat({ max: 7 }), { maxLength: 8 }),
      bytes: fc.integer({ min: 0, max: 400 }),
      keepPrevious: fc.boolean(),
      isGivenUp: fc.boolean(),
    }),
    { minLength: 1, maxLength: 25 },
  );
  const property = fc.asyncProperty(life, async (steps) => {
    const store = await makeStore(t);
    const texts: { [name: string]: string } = {};
    for (let number = 0; number < 8; number++) texts[`chunk${number}`] = `first ${number}`;
    let before: { [name: string]: string } = {};
    for (const [sequence, { changed, bytes, keepPrevious, isGivenUp }] of steps.entries()) {
      const known = { ...texts };
      for (const number of changed) {
        texts[`chunk${number}`] = `${sequence} ${number} `.padEnd(bytes, 'x');
      }
      if (isGivenUp) {
        const name = `given up at ${sequence}`;
        const writer = await store.store.begin(ACTOR, { chunks: [name], cold: [] });
        await writer.add([{ name, bytes: Buffer.from(name) }]);
      }
      await take(store, sequence, texts, keepPrevious);
      before = known;
      const namedBytes = Object.values(texts).join('').length;
      const kept: number[] = sequence > 0 && keepPrevious ? [sequence - 1, sequence] : [sequence];
      deepStrictEqual((await sequences(store)).reverse(), kept);
      for (const [name, text] of Object.entries(texts)) {
        strictEqual(await read(store, name, text), text);
        if (kept.length === 2) {
          strictEqual(await read(store, name, before[name]!, sequence - 1), before[name]);
        }
      }
      const storedBytes = contentsOf(store).join('').length;
      const beforeBytes = Object.values(before).join('').length;
      if (kept.length === 1) strictEqual(storedBytes, namedBytes, 'no waste after an erasure');
      else ok(storedBytes <= 2 * (namedBytes + beforeBytes), `${storedBytes} are stored`);
    }
    deepStrictEqual(store.warnings, []);
    await store.store.close();
  });
  await fc.assert(property, { numRuns: 40 });
});

t.test('after a piece could not be written the snapshot takes no other', async (t) => {
  const store = await makeStore(t);
  await take(store, 10, { a: 'first' });
  const writer = await store.store.begin(ACTOR, { chunks: ['a', 'b'], cold: [] });
  await writer.add([{ name: 'a', bytes: Buffer.from('a') }]);
  const pieces = join(store.folder, 'pieces');
  const [, path] = filesOf(store) as [string, string];
  rmSync(path);
  mkdirSync(path);
  t.teardown(() => rmSync(pieces, { recursive: true, force: true }));
  const b = [{ name: 'b', bytes: Buffer.from('b') }];
  await t.rejects(writer.add(b), { code: 'STORE_WRITE_FAILED' });
  rmSync(path, { recursive: true });
  await t.rejects(writer.add(b), { code: 'STORE_WRITE_FAILED' }, 'even when it could again');
  t.ok(await has(store, 'a', 'first', 10));
  await take(store, 20, { a: 'second' });
  t.ok(await has(store, 'a', 'second', 20));
});

t.test('a folder of an older version becomes one of today, and can be set aside', async (t) => {
  const folder = join(tempFolder(t), 'snapshots');
  await (await Database.open(folder, true)).close();
  const store = await openStore(t, folder);
  t.same(store.warnings, []);
  t.same(await store.store.generations('catalog'), []);
  t.notOk(existsSync(join(folder, 'CURRENT')), 'nothing of the older format is left');
  await take(store, 10, { a: 'first' });
  await store.store.close();
  await SnapshotStore.setAside(folder);
  t.ok(existsSync(join(`${folder}.damaged`, 'lists', ACTOR)), 'with all that was in it');
  await SnapshotStore.destroyAside(folder);
  t.notOk(existsSync(`${folder}.damaged`));
});

t.test(
  'what is whole of chunks in a database is taken over, and the rest stays known',
  async (t) => {
    const folder = join(tempFolder(t), 'snapshots');
    const names = ['a', 'b', 'c'];
    // Longer than a block of LevelDB's, and nothing that it could pack.
    const bytesOf = (name: string): Buffer =>
      Buffer.concat(Array.from({ length: 700 }, (_, at) => hash(`${name} ${at}`)));
    const pieceOf = (name: string, number: number): object => {
      const bytes = bytesOf(name);
      return { number, byteLength: bytes.length, hash: hexOf(hash64(bytes)) };
    };
    const chunks = names.map((name, at) => ({ name, cold: false, pieces: [pieceOf(name, at)] }));
    const content = encode([{ version: 1, sequence: 10, chain: 'c10', chunks }]);
    const sum = Buffer.alloc(8);
    sum.writeBigUInt64LE(hash64(content));
    const database = await Database.open(folder, true, 'state');
    const put = (key: Buffer, value: Buffer): Promise<void> =>
      database.write([{ type: 'put', key, value }]);
    await put(Buffer.from(`m${ACTOR}`), Buffer.concat([sum, content]));
    for (const [at, name] of names.entries()) {
      await put(Buffer.from(`d${ACTOR}\0\0\0\0\0\0${String.fromCharCode(at)}`), bytesOf(name));
    }
    await database.close();
    // Opened again, LevelDB makes a table of what it has.
    await (await Database.open(folder, false, 'state')).close();
    const table = join(folder, readdirSync(folder).find((name) => name.endsWith('.ldb'))!);
    const bytes = readFileSync(table);
    bytes[bytes.indexOf(bytesOf('b').subarray(9000, 9100))]! ^= 1;
    writeFileSync(table, bytes);
    const { store, warnings } = await openStore(t, folder);
    t.ok((await store.readChunk(ACTOR, 'a'))?.equals(bytesOf('a')));
    t.equal(await store.readChunk(ACTOR, 'b'), null);
    t.ok((await store.readChunk(ACTOR, 'c'))?.equals(bytesOf('c')));
    t.match(warnings, [{ actor: ACTOR, sequence: 10, reason: 'chunk b is damaged' }]);
    t.same(readdirSync(folder).sort(), ['lists', 'pieces']);
  },
);

t.test('a packed piece that unpacks to other bytes of its length is damaged', async () => {
  const [bytes, others] = [Buffer.from('what was stored'), Buffer.from('what was Stored')];
  const stored = deflateRawSync(bytes);
  const facts = { file: 1, at: 0, byteLength: bytes.length, packedLength: stored.length };
  const piece = { ...facts, hash: hexOf(hash64(bytes)) };
  deepStrictEqual(await contentOf(piece, stored), bytes);
  strictEqual(await contentOf(piece, deflateRawSync(others)), null);
});
