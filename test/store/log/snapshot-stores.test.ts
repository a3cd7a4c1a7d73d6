/** What history holds beside snapshots, and what may go once it does. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { silentLogger } from '../../../src/kernel/logger.js';
import { type Base, SnapshotStores } from '../../../src/store/log/snapshot-stores.js';
import { BLOG, DAY_MS, type Desk, MEDIA, makeDesk, NOW_MS, news } from './helper.js';

const ACTOR = 'tags';

interface Stand {
  desk: Desk;
  snapshots: SnapshotStores;
  /** Closes and opens what lies in the folder. */
  reopen(): Promise<void>;
}

async function makeStand(t: Test): Promise<Stand> {
  const desk = await makeDesk(t);
  const open = (): Promise<SnapshotStores> =>
    SnapshotStores.open(desk.folder, desk.log, silentLogger);
  const stand: Stand = {
    desk,
    snapshots: await open(),
    reopen: async () => {
      await stand.snapshots.close();
      stand.snapshots = await open();
    },
  };
  t.teardown(() => stand.snapshots.close());
  return stand;
}

interface Taken {
  hot?: { [name: string]: string };
  cold?: { [name: string]: string };
  version?: number;
  keepPrevious?: boolean;
}

/** Takes a snapshot at the head; returns the names of the chunks that were asked for. */
async function take(
  { desk, snapshots }: Stand,
  { hot = {}, cold = {}, version = 1, keepPrevious = true }: Taken,
): Promise<string[]> {
  const plan = { chunks: Object.keys(hot), cold: Object.keys(cold) };
  const missing = await snapshots.begin({ actor: ACTOR, plan, version, keepPrevious });
  const texts: { [name: string]: string } = { ...hot, ...cold };
  const pieces = missing.map((name) => ({ name, bytes: Buffer.from(texts[name]!) }));
  if (pieces.length > 0) await snapshots.add(ACTOR, pieces);
  await snapshots.commit(ACTOR, desk.log.head.sequence);
  return missing;
}

async function listed({ snapshots }: Stand, floor = 0): Promise<[string, number][]> {
  return (await snapshots.list(ACTOR, floor)).map(({ profile, sequence }) => [profile, sequence]);
}

async function text(reading: Promise<Buffer | null>): Promise<string | null> {
  return (await reading)?.toString() ?? null;
}

function base(profile: Base['profile'], sequence: number): Base {
  return { profile, sequence };
}

/** Flips a bit of every byte of the files of pieces. */
function spoil({ desk }: Stand, profile: Base['profile']): void {
  const at = join(desk.folder, profile, 'pieces');
  for (const name of readdirSync(at)) {
    writeFileSync(
      join(at, name),
      readFileSync(join(at, name)).map((byte) => byte ^ 1),
    );
  }
}

t.test('history is a copy of the newest snapshot that needs nothing of it', async (t) => {
  const stand = await makeStand(t);
  await stand.desk.send([MEDIA]);
  const hot = { a: 'a'.repeat(1000) };
  await take(stand, { hot, cold: { c: 'cold' } });
  await stand.snapshots.keep(ACTOR, true);
  t.same(await listed(stand), [
    ['snapshots', 1],
    ['history', 1],
  ]);
  rmSync(join(stand.desk.folder, 'snapshots'), { recursive: true });
  await stand.reopen();
  t.same(await listed(stand), [['history', 1]]);
  t.equal(await text(stand.snapshots.read(ACTOR, base('history', 1), 'a')), hot.a);
  const stored = readdirSync(join(stand.desk.folder, 'history', 'pieces')).map((name) =>
    readFileSync(join(stand.desk.folder, 'history', 'pieces', name)),
  );
  t.ok(Buffer.concat(stored).length < 200, 'and is packed');
});

t.test('a snapshot that follows from history asks for nothing that history has', async (t) => {
  const stand = await makeStand(t);
  await stand.desk.send([MEDIA]);
  await take(stand, { hot: { a: 'a' }, cold: { c: 'cold' } });
  await stand.snapshots.keep(ACTOR, true);
  spoil(stand, 'snapshots');
  stand.snapshots.choose(ACTOR, base('history', 1));
  t.equal(await text(stand.snapshots.readCold(ACTOR, 'c')), 'cold', 'before there is a snapshot');
  await stand.desk.send([BLOG]);
  t.same(await take(stand, { hot: { b: 'b' }, cold: { c: 'cold' } }), ['b']);
  t.equal(await text(stand.snapshots.readCold(ACTOR, 'c')), 'cold');
  t.equal(await text(stand.snapshots.read(ACTOR, base('snapshots', 1), 'a')), 'a', 'sound again');
});

t.test('where a cold chunk is damaged history is read, if it has the same bytes', async (t) => {
  const stand = await makeStand(t);
  await stand.desk.send([MEDIA]);
  await take(stand, { cold: { c: 'cold', d: 'day' } });
  await stand.snapshots.keep(ACTOR, true);
  await stand.desk.send([BLOG]);
  // The same name with other bytes: not what history has.
  stand.snapshots.choose(ACTOR, null);
  await take(stand, { cold: { c: 'cold', d: 'another' } });
  spoil(stand, 'snapshots');
  t.equal(await text(stand.snapshots.readCold(ACTOR, 'c')), 'cold');
  t.equal(await text(stand.snapshots.readCold(ACTOR, 'd')), null);
});

t.test('what cannot be read does not become history, and what is there stays', async (t) => {
  const stand = await makeStand(t);
  await stand.desk.send([MEDIA]);
  await take(stand, { hot: { a: 'a' } });
  await stand.snapshots.keep(ACTOR, true);
  await stand.desk.send([BLOG]);
  await take(stand, { hot: { b: 'b' } });
  spoil(stand, 'snapshots');
  await t.rejects(stand.snapshots.keep(ACTOR, true), { code: 'STORE_DAMAGED' });
  t.equal(await text(stand.snapshots.read(ACTOR, base('history', 1), 'a')), 'a');
});

t.test('what a thread could not start from does not become history', async (t) => {
  const stand = await makeStand(t);
  await stand.desk.send([MEDIA]);
  await take(stand, { hot: { a: 'a' } });
  stand.snapshots.choose(ACTOR, null);
  await stand.snapshots.keep(ACTOR, true);
  t.same(await listed(stand), [['snapshots', 1]]);
  t.equal(await stand.snapshots.coveredSequence([ACTOR]), 0);
});

t.test('hot chunks of an older format are asked for again, cold ones are kept', async (t) => {
  const stand = await makeStand(t);
  await stand.desk.send([MEDIA]);
  await take(stand, { hot: { a: 'a', b: 'b' }, cold: { c: 'c' } });
  await stand.desk.send([BLOG]);
  const next = { hot: { a: 'a' }, cold: { b: 'b', c: 'c' }, version: 2 };
  t.same(await take(stand, next), ['a']);
  await stand.desk.send([news(1)]);
  const brought = { hot: { a: 'a', c: 'c' }, cold: { b: 'b' }, version: 2 };
  t.same(await take(stand, brought), ['c'], 'and what is hot again');
});

t.test('after an erasure neither profile holds anything older', async (t) => {
  const stand = await makeStand(t);
  await stand.desk.send([MEDIA]);
  await take(stand, { hot: { a: 'secret', b: 'b' } });
  await stand.snapshots.keep(ACTOR, true);
  await stand.desk.send([BLOG]);
  await take(stand, { hot: { b: 'b' }, keepPrevious: false });
  await stand.snapshots.keep(ACTOR, false);
  t.same(await listed(stand), [
    ['snapshots', 2],
    ['history', 2],
  ]);
  for (const profile of ['snapshots', 'history'] as const) {
    t.equal(readdirSync(join(stand.desk.folder, profile, 'pieces')).length, 1);
  }
  t.equal(await text(stand.snapshots.read(ACTOR, base('history', 2), 'b')), 'b');
});

t.test('covered is what both snapshots and history of every index hold', async (t) => {
  const stand = await makeStand(t);
  const covered = (): Promise<number> => stand.snapshots.coveredSequence([ACTOR]);
  await stand.desk.send([MEDIA]);
  await take(stand, { hot: { a: '1' } });
  await stand.desk.send([BLOG]);
  await take(stand, { hot: { a2: '2' } });
  t.equal(await covered(), 0, 'without history nothing is');
  await stand.snapshots.keep(ACTOR, true);
  t.equal(await covered(), 1, 'the older snapshot');
  await stand.desk.send([news(1)]);
  await take(stand, { hot: { a3: '3' } });
  await stand.desk.send([news(2)]);
  await take(stand, { hot: { a4: '4' } });
  t.equal(await covered(), 2, 'history');
  t.equal(await stand.snapshots.historyLag([ACTOR]), 2);
  t.equal(await stand.snapshots.coveredSequence([ACTOR, 'media']), 0, 'one index has nothing');
});

t.test('a body of an item that is not covered stays, however long it has expired', async (t) => {
  const { desk, snapshots } = await makeStand(t);
  const late = (number: number): object =>
    news(number, { body: 'b'.repeat(300), publishedAt: new Date(NOW_MS - 6 * DAY_MS).toJSON() });
  await desk.send([MEDIA, late(1) as never]);
  await desk.send([late(2) as never]);
  const atMs = NOW_MS + 2 * DAY_MS;
  await desk.log.expireBodies({ atMs, coveredSequence: 2 }, false);
  t.equal((await desk.log.item('news', 1))?.body, null);
  t.not((await desk.log.item('news', 2))?.body, null);
  t.equal(desk.log.sweptSequence, 2);
  await snapshots.close();
  await desk.reopen();
  t.equal(desk.log.sweptSequence, 2, 'which is known after a restart');
});

t.test('nothing older than what bodies are gone for is offered', async (t) => {
  const stand = await makeStand(t);
  await stand.desk.send([MEDIA]);
  await take(stand, { hot: { a: '1' } });
  await stand.desk.send([BLOG]);
  await take(stand, { hot: { a2: '2' } });
  t.same(await listed(stand, 2), [['snapshots', 2]]);
  t.same(await listed(stand, 3), []);
});

t.test('a folder that cannot be opened is set aside', async (t) => {
  const stand = await makeStand(t);
  await stand.desk.send([MEDIA]);
  await take(stand, { hot: { a: 'a' } });
  await stand.snapshots.keep(ACTOR, true);
  await stand.snapshots.close();
  const { folder } = stand.desk;
  // Only stores of earlier versions have anything there that must be opened.
  writeFileSync(join(folder, 'snapshots', 'lists', 'CURRENT'), 'nothing\n');
  stand.snapshots = await SnapshotStores.open(folder, stand.desk.log, silentLogger);
  t.same(await listed(stand), [['history', 1]]);
  t.ok(readdirSync(folder).includes('snapshots.damaged'));
  await stand.snapshots.forgetAside();
  t.notOk(readdirSync(folder).includes('snapshots.damaged'), 'until something is erased');
});

t.test('an erasure is owed until neither profile holds what was erased', async (t) => {
  const { desk } = await makeStand(t);
  await desk.send([MEDIA, news(1)]);
  t.equal(await desk.log.erasureOwed(), null);
  await desk.send([{ kind: 'erase', target: 'news', key: String(news(1).url) }]);
  const { sequence } = desk.log.head;
  t.equal(await desk.log.erasureOwed(), sequence);
  await desk.log.erasurePaid(sequence - 1);
  t.equal(await desk.log.erasureOwed(), sequence, 'not by snapshots from before it');
  await desk.log.erasurePaid(sequence);
  t.equal(await desk.log.erasureOwed(), null);
});
