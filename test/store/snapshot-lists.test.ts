/** Lists that an earlier version wrote into a database become files, whatever happens meanwhile. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { toDatabase } from '../../bench/torture/recording/older-lists.js';
import { holdsDatabase, SnapshotLists } from '../../src/store/snapshot-lists.js';
import { tempFolder } from './helper.js';

/** One is longer than a block of LevelDB's. */
const LISTS = {
  catalog: 'first',
  'blog-tags': 'second',
  media: 'third '.repeat(20_000),
  topics: 'fourth',
};

function textsOf(lists: SnapshotLists): { [actor: string]: string | undefined } {
  return Object.fromEntries(
    lists.actors().map((actor) => [actor, lists.get(actor)?.toString()] as const),
  );
}

/** A folder of lists as an earlier version left it. */
async function olderFolder(t: Test, given: { [actor: string]: string } = LISTS): Promise<string> {
  const folder = join(tempFolder(t), 'lists');
  await write(folder, given);
  await toDatabase(folder);
  return folder;
}

async function write(folder: string, given: { [actor: string]: string }): Promise<void> {
  const lists = await SnapshotLists.open(folder);
  for (const [actor, text] of Object.entries(given)) await lists.put(actor, Buffer.from(text));
  await lists.close();
}

/** Calls `before` each time that something is made durable, while `work` runs. */
async function watchingSyncs(before: () => void, work: () => Promise<void>): Promise<void> {
  const handle = await open(import.meta.filename);
  const prototype = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const { sync } = prototype;
  prototype.sync = async function (this: FileHandle) {
    before();
    return sync.call(this);
  };
  await work().finally(() => (prototype.sync = sync));
}

t.test('lists of a database become files, and nothing of it stays', async (t) => {
  const folder = await olderFolder(t);
  t.ok(await holdsDatabase(folder));
  const lists = await SnapshotLists.open(folder);
  t.same(textsOf(lists), LISTS);
  t.same(readdirSync(folder).sort(), Object.keys(LISTS).sort());
  t.notOk(await holdsDatabase(folder));
  t.same(textsOf(await SnapshotLists.open(folder)), LISTS, 'and are opened as files');
});

t.test('so does a database without any list', async (t) => {
  const folder = await olderFolder(t, {});
  t.same(textsOf(await SnapshotLists.open(folder)), {});
  t.same(readdirSync(folder), []);
});

t.test('wherever that is cut off, every list is there, and the next opening ends it', async (t) => {
  const folder = await olderFolder(t);
  const cut = tempFolder(t);
  let steps = 0;
  const copy = (): void => cpSync(folder, join(cut, String(steps++)), { recursive: true });
  await watchingSyncs(copy, async () => void (await SnapshotLists.open(folder)));
  t.equal(steps, 2 * Object.keys(LISTS).length + 2, 'files and names, and twice the database');
  // The files of the database go one after the other.
  const last = join(cut, String(steps - 2));
  for (const name of readdirSync(last).filter(
    (one) => /^[0-9A-Z]/.test(one) && one !== 'CONVERTED',
  )) {
    const next = join(cut, String(steps++));
    cpSync(last, next, { recursive: true, filter: (path) => !path.endsWith(name) });
  }
  for (let step = 0; step < steps; step++) {
    const place = join(cut, String(step));
    t.same(textsOf(await SnapshotLists.open(place)), LISTS, `step ${step}`);
    t.same(readdirSync(place).sort(), Object.keys(LISTS).sort());
  }
});

t.test('while nothing can be written the database is answered from, and stays', async (t) => {
  const folder = await olderFolder(t);
  const before = readdirSync(folder);
  let reason: string | null = 'the folder is not locked';
  const lists = await SnapshotLists.open(folder, () => reason);
  t.same(textsOf(lists), LISTS);
  const list = Buffer.from('newer');
  await t.rejects(lists.put('media', list), { code: 'STORE_WRITE_FAILED', message: reason });
  await t.rejects(lists.prepare(), { code: 'STORE_WRITE_FAILED' });
  t.same(readdirSync(folder), before);
  reason = null;
  await Promise.all([lists.put('media', list), lists.put('media', list), lists.prepare()]);
  t.same(textsOf(lists), { ...LISTS, media: 'newer' });
  t.same(textsOf(await SnapshotLists.open(folder)), { ...LISTS, media: 'newer' });
});

t.test('a disk that fails in between costs nothing, and the next write goes on', async (t) => {
  const folder = await olderFolder(t);
  const steps = 2 * Object.keys(LISTS).length + 1;
  for (let failing = 1; failing <= steps; failing++) {
    const copy = join(tempFolder(t), 'lists');
    cpSync(folder, copy, { recursive: true });
    let step = 0;
    let lists = await SnapshotLists.open(copy, () => 'not yet');
    const fail = (): void => {
      step += 1;
      if (step === failing) throw new Error('EIO: i/o error');
    };
    await watchingSyncs(fail, async () => {
      lists = await SnapshotLists.open(copy);
    });
    t.same(textsOf(lists), LISTS, `step ${failing}`);
    await lists.put('media', Buffer.from('newer'));
    t.same(textsOf(await SnapshotLists.open(copy)), { ...LISTS, media: 'newer' });
    t.notOk(await holdsDatabase(copy));
  }
});

t.test('a database that is damaged is refused, and stays as it is', async (t) => {
  const folder = await olderFolder(t);
  const names = readdirSync(folder);
  const log = join(folder, names.find((name) => name.endsWith('.log'))!);
  const bytes = readFileSync(log);
  for (const [what, spoil] of [
    [
      'a list',
      () =>
        writeFileSync(
          log,
          bytes.map((byte, at) => (at === 40 ? byte ^ 1 : byte)),
        ),
    ],
    ['CURRENT', () => writeFileSync(join(folder, 'CURRENT'), 'nothing\n')],
  ] as const) {
    spoil();
    await t.rejects(SnapshotLists.open(folder), { code: 'STORE_DAMAGED' }, what);
    t.same(readdirSync(folder), names);
    writeFileSync(log, bytes);
  }
});

t.test('a database that has lost its beginning is damage, and no folder of files', async (t) => {
  const folder = await olderFolder(t);
  const copy = join(tempFolder(t), 'lists');
  cpSync(folder, copy, { recursive: true, filter: (path) => !path.endsWith('CURRENT') });
  await t.rejects(SnapshotLists.open(copy), { code: 'STORE_DAMAGED', message: /CURRENT/ });
});

t.test(
  'what an earlier version writes afterwards counts, beside what it knows nothing of',
  async (t) => {
    const folder = await olderFolder(t);
    await SnapshotLists.open(folder);
    const files = join(tempFolder(t), 'files');
    cpSync(folder, files, { recursive: true });
    await write(folder, { media: 'newer' });
    await toDatabase(folder);
    cpSync(join(files, 'catalog'), join(folder, 'catalog'));
    t.same(textsOf(await SnapshotLists.open(folder)), { ...LISTS, media: 'newer' });
  },
);

t.test('what lies beside the lists is none', async (t) => {
  const folder = join(tempFolder(t), 'lists');
  await write(folder, { media: 'third' });
  writeFileSync(join(folder, 'media.next'), 'half');
  writeFileSync(join(folder, 'LOCK'), '');
  mkdirSync(join(folder, 'new'));
  t.same(textsOf(await SnapshotLists.open(folder)), { media: 'third' });
});

t.test('after it was closed nothing is written, and what was under way has ended', async (t) => {
  const folder = join(tempFolder(t), 'lists');
  const lists = await SnapshotLists.open(folder);
  const first = lists.put('media', Buffer.from('first'));
  await lists.close();
  await t.rejects(lists.put('media', Buffer.from('second')), { code: 'STORE_CLOSED' });
  await first.catch(() => undefined);
  t.equal(existsSync(join(folder, 'media.next')), false);
});
