import t from 'tap';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/kernel/clock.js';
import type { NewsRecord } from '../../../src/kernel/model/records.js';
import { mediaMaskOf, mediaOf, newsMaskOf, newsOf } from './records.js';
import { START_MS } from './script.js';
import { ALL, World } from './world.js';

const NOON_MS = START_MS + 12 * HOUR_MS;

function worldWith(...articles: NewsRecord[]): World {
  return new World()
    .fold(mediaOf('a'), mediaOf('b'), ...articles)
    .cut()
    .acknowledge();
}

function idsOf(world: World, filter: Parameters<World['reader']['page']>[0] = ALL): number[] {
  return world.articlesOf(world.reader.page(filter, null, 1000)).map(({ id }) => id);
}

/** Bytes that a fresh catalog takes for the same articles. */
function usedBytesOf(articles: readonly NewsRecord[]): number {
  const world = worldWith();
  for (const article of articles) world.fold({ ...article, previousSortMs: null });
  return world.cut().settle().lastDelta!.usedBytes;
}

t.test('memory is that of one run per day after any number of updates', async (t) => {
  const world = worldWith();
  const articles = Array.from({ length: 60 }, (_, at) => newsOf(at + 1, 'a', NOON_MS));
  for (let round = 0; round < 40; round++) {
    articles.forEach((article, at) => {
      const sortMs = START_MS + ((at + round) % 3) * DAY_MS + at * MINUTE_MS;
      const previousSortMs = round === 0 ? null : article.sortMs;
      articles[at] = { ...article, sortMs, previousSortMs, title: `Round ${round} of ${at}` };
      world.fold(articles[at]!);
      if (at % 7 === round % 7) world.cut().acknowledge();
    });
  }
  world.cut().settle();
  // What the last delta drops is released when readers acknowledge that one.
  world.fold(mediaOf('b')).cut();
  t.equal(world.lastDelta!.usedBytes, usedBytesOf(articles));
  t.equal(world.reader.figures.runs, 3);
  t.equal(world.reader.figures.articles, 60);
});

t.test('articles that moved away or were erased leave their day by idle work', async (t) => {
  const [stays, moves, goes] = [1, 2, 3].map((id) => newsOf(id, 'a', NOON_MS + id));
  const world = worldWith(stays!, moves!, goes!).settle();
  const moved = { ...moves!, sortMs: NOON_MS + DAY_MS, previousSortMs: moves!.sortMs };
  world.fold(moved, newsMaskOf('erase', goes!)).cut();
  t.ok(world.writer.canCompact, 'there is something to compact');
  world.settle().fold(mediaOf('b')).cut();
  t.equal(world.lastDelta!.usedBytes, usedBytesOf([stays!, moved]));
  t.same(idsOf(world), [2, 1]);
});

t.test('what is erased is in no later snapshot, under no name that an older one has', async (t) => {
  const world = worldWith(newsOf(1, 'a', NOON_MS), newsOf(2, 'b', NOON_MS)).settle();
  const before = world.snapshot();
  world.fold(mediaMaskOf('erase', 'a')).cut();
  const after = world.snapshot();
  const held = before.chunks.filter(({ bytes }) => Buffer.from(bytes).includes('Title'));
  const kept = held.filter(({ name }) => after.chunks.some((chunk) => chunk.name === name));
  t.same(kept, [], 'the tables and the day have new names');
  t.equal(held.length, 2);
  t.notOk(after.chunks.some(({ bytes }) => Buffer.from(bytes).includes('Title 1')));
  t.ok(after.chunks.some(({ bytes }) => Buffer.from(bytes).includes('Title 2')));
});

t.test('slices that readers hold keep their bytes until they acknowledge', async (t) => {
  const articles = Array.from({ length: 30 }, (_, at) => newsOf(at + 1, 'a', NOON_MS + at));
  const world = worldWith(...articles).settle();
  const { slices } = world.reader.page(ALL, null, 30);
  const text = world.textOf(slices);
  for (let round = 0; round < 20; round++) {
    for (const article of articles) {
      world.fold({ ...article, title: `Round ${round}`, previousSortMs: article.sortMs });
    }
    world.cut();
    while (world.writer.canCompact) {
      world.writer.compact();
      world.cut();
    }
    t.equal(world.textOf(slices), text, 'the old page is whole');
  }
  for (const article of articles) {
    world
      .acknowledge()
      .fold({ ...article, title: 'Later', previousSortMs: article.sortMs })
      .cut();
  }
  t.not(world.textOf(slices), text, 'then the memory is used again');
});

t.test('the generation changes whenever articles move in memory', async (t) => {
  const world = worldWith(newsOf(1, 'a', NOON_MS)).settle();
  const seen = new Set([world.reader.generation]);
  const changes = (what: string): void => {
    t.notOk(seen.has(world.reader.generation), what);
    t.equal(Math.floor(world.reader.generation), world.sequence, 'it names the entry');
    seen.add(world.reader.generation);
  };
  world.fold(...[2, 3, 4].map((id) => newsOf(id, 'a', NOON_MS + id))).cut();
  world.fold(newsOf(5, 'a', NOON_MS)).cut();
  changes('new articles');
  t.ok(world.writer.canCompact);
  world.acknowledge().writer.compact();
  world.cut();
  changes('compaction, which adds no entry');
  world.restart(world.snapshot());
  changes('a new writer, which has another arena');
});

t.test('an article dated well ahead is unlisted until its time', async (t) => {
  const atMs = NOON_MS;
  const world = worldWith(
    newsOf(1, 'a', atMs, { observedMs: atMs - 10 * MINUTE_MS }),
    newsOf(2, 'a', atMs, { observedMs: atMs - 10 * MINUTE_MS - 1 }),
  );
  t.same(idsOf(world, { ...ALL, nowMs: atMs - 1 }), [1]);
  t.same(idsOf(world, { ...ALL, nowMs: atMs }), [2, 1]);
  t.equal(world.reader.isShown(2, atMs, atMs - 1), false);
  t.equal(world.reader.isShown(2, atMs, atMs), true);
});

t.test('pages larger than the scratch memory are whole', async (t) => {
  const description = '長'.repeat(500);
  const articles = Array.from({ length: 800 }, (_, at) =>
    newsOf(at + 1, 'a', NOON_MS + at, { description }),
  );
  const world = worldWith(...articles);
  t.same(idsOf(world), articles.map(({ id }) => id).reverse());
});

t.test('a chunk that is no run, or cut short, is refused', async (t) => {
  const world = worldWith(newsOf(1, 'a', NOON_MS), newsOf(2, 'a', NOON_MS)).settle();
  const { sequence, chunks } = world.snapshot();
  const damaged = (change: (bytes: Uint8Array) => Uint8Array): (() => void) => {
    return () =>
      new World().restart({
        sequence,
        chunks: chunks.map(({ name, bytes }) => ({
          name,
          bytes: name.startsWith('day-') ? change(bytes.slice()) : bytes,
        })),
      });
  };
  t.throws(damaged((bytes) => bytes.fill(1, 0, 8)));
  t.throws(damaged((bytes) => bytes.slice(0, -64)));
  t.throws(damaged((bytes) => bytes.slice(0, 10)));
  t.doesNotThrow(damaged((bytes) => bytes));
});
