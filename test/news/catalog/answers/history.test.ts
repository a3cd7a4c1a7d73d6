import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { DAY_MS, HOUR_MS } from '../../../../src/kernel/clock.js';
import type { LogRecord } from '../../../../src/kernel/model/records.js';
import { CatalogHistory } from '../../../../src/news/catalog/answers/history.js';
import { coldChunksOf } from '../../../../src/news/catalog/codec.js';
import type { ArticleFilter, Position } from '../../../../src/news/catalog/reader.js';
import { times } from '../../../all.js';
import { filterOf } from '../filter.js';
import { Oracle } from '../oracle.js';
import { mediaMaskOf, mediaOf, newsMaskOf, newsOf } from '../records.js';
import { Author, type FactStep, factStep, question, START_MS } from '../script.js';
import { ALL, World } from '../world.js';

const RUNS = times(50, 300);
/** After this, the first day is out of the hot window, after one more the second, and so on. */
const COOL_MS = START_MS + 35 * DAY_MS;

type Step = { fact: FactStep } | 'day' | 'keep' | 'bring-back' | 'reopen' | 'cut';

const step: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: factStep.map((fact) => ({ fact })), weight: 8 },
  { arbitrary: fc.constant('day' as const), weight: 2 },
  { arbitrary: fc.constant('keep' as const), weight: 3 },
  { arbitrary: fc.constant('bring-back' as const), weight: 1 },
  { arbitrary: fc.constant('reopen' as const), weight: 1 },
  { arbitrary: fc.constant('cut' as const), weight: 1 },
);

function tickAt(atMs: number): LogRecord {
  return { kind: 'tick', atMs, runs: ['expiry'] };
}

/** Lives through the steps, with days that go to disk and come back. */
function live(script: readonly Step[]): { world: World; oracle: Oracle; author: Author } {
  const world = new World();
  const oracle = new Oracle();
  const author = new Author();
  let days = 0;
  for (const one of script) {
    if (one === 'day') world.fold(tickAt(COOL_MS + DAY_MS * days++));
    else if (one === 'keep') world.keep();
    else if (one === 'bring-back') world.cut().bringBack();
    else if (one === 'reopen') world.reopen();
    else if (one === 'cut') world.cut();
    else {
      for (const record of author.write(one.fact)) {
        oracle.apply(record);
        world.fold(record);
      }
    }
  }
  world.cut();
  return { world, oracle, author };
}

async function walk(
  { history }: World,
  filter: ArticleFilter,
  from: Position | null,
  limit: number,
): Promise<unknown[]> {
  const articles: unknown[] = [];
  for (let after = from; ; ) {
    const { items, next } = await history.page(filter, after, limit);
    if (next !== null) assert.equal(items.length, limit, 'only the last page is short');
    articles.push(...items.map((item) => JSON.parse(Buffer.from(item).toString())));
    if (next === null) return articles;
    after = next;
  }
}

t.test('windows on disk give what a plain list of articles gives', async (t) => {
  let fromDisk = 0;
  const rounds = fc.array(
    fc.record({
      asked: question,
      limit: fc.integer({ min: 1, max: 5 }),
      place: fc.option(fc.nat(20)),
    }),
    { minLength: 2, maxLength: 4 },
  );
  const script = fc.array(step, { minLength: 1, maxLength: 60, size: 'max' });
  const property = fc.asyncProperty(script, rounds, async (steps, round) => {
    const { world, oracle, author } = live(steps);
    for (const { asked, limit, place } of round) {
      const filter = filterOf(world, asked);
      if (filter === null) continue;
      const at = place === null ? undefined : author.places[place % (author.places.length || 1)];
      const after = at === undefined ? null : { timeMs: at.sortMs, id: at.id };
      if (world.reader.reachesDisk(filter, after)) fromDisk += 1;
      const wanted = oracle.list(asked, after);
      const shown = (await walk(world, filter, after, limit)) as { id: number; title: string }[];
      // An outlet's new title reaches the items on disk when their day is next written.
      assert.deepEqual(
        shown.map(({ id, title }) => [id, title]),
        wanted.map(({ id, title }) => [id, title]),
      );
      assert.deepEqual(await world.history.facets(filter), oracle.facets(asked));
    }
    const found = await world.history.find(author.places, START_MS + 60 * DAY_MS);
    author.places.forEach(({ id, sortMs }, at) => {
      const wanted = oracle.isShown(id, sortMs, START_MS + 60 * DAY_MS);
      assert.equal(found[at] !== null, wanted, `article ${id} is found`);
    });
    world.keep().bringBack().keep();
    for (const record of oracle.articles) {
      if (!oracle.isShown(record.record.id, record.record.sortMs, Number.POSITIVE_INFINITY))
        continue;
      const [item] = await world.history.find([record.record], Number.POSITIVE_INFINITY);
      assert.deepEqual(JSON.parse(Buffer.from(item!).toString()), oracle.itemOf(record.record));
    }
  });
  const details = await fc.check(property, { numRuns: RUNS });
  t.notOk(details.failed, fc.defaultReportMessage(details) ?? 'it holds in every run');
  t.ok(fromDisk > RUNS / 4, `${fromDisk} questions reached the disk`);
});

/** Three articles of two outlets on a day that lies on disk. */
function coldWorld(): World {
  const world = new World().fold(mediaOf('a'), mediaOf('b'));
  for (const [id, media] of [
    [1, 'a'],
    [2, 'b'],
    [3, 'a'],
  ] as const) {
    world.fold(newsOf(id, media, START_MS + id * HOUR_MS));
  }
  return world.fold(tickAt(COOL_MS)).keep();
}

async function idsOf(world: World): Promise<number[]> {
  return (await walk(world, ALL, null, 10)).map((item) => (item as { id: number }).id);
}

t.test('a day that has gone to disk takes no memory, and is still there', async (t) => {
  const world = coldWorld();
  t.equal(world.reader.figures.articles, 0);
  t.equal(world.reader.figures.articlesOnDisk, 3);
  t.equal(world.fold(mediaOf('b')).cut().lastDelta!.usedBytes, 0);
  t.same(await idsOf(world), [3, 2, 1]);
});

t.test('what is hidden while a page is read from disk is not in it', async (t) => {
  const world = coldWorld();
  const target = newsOf(2, 'b', START_MS + 2 * HOUR_MS);
  let hidden = false;
  const slow = new CatalogHistory(world.reader, async (name) => {
    const bytes = world.stored.get(name) ?? null;
    if (name.startsWith('items') && !hidden) {
      hidden = true;
      world.fold(newsMaskOf('hide', target)).cut();
    }
    return bytes;
  });
  const page = await slow.page(ALL, null, 2);
  const ids = page.items.map(
    (item) => (JSON.parse(Buffer.from(item).toString()) as { id: number }).id,
  );
  t.same(ids, [3, 1], 'the page is full all the same');
});

t.test('what is erased leaves the disk with the next snapshot', async (t) => {
  const world = coldWorld();
  const before = [...world.stored.keys()];
  world
    .fold(newsMaskOf('erase', newsOf(2, 'b', START_MS + 2 * HOUR_MS)))
    .cut()
    .bringBack()
    .keep();
  t.same(await idsOf(world), [3, 1]);
  const named = before.filter((name) => /^(rows|items)-/.test(name) && world.stored.has(name));
  t.same(named, [], 'the old chunks are no longer named');
  const text = Buffer.concat([...world.stored.values()]).toString('latin1');
  t.notOk(text.includes('Title 2'), 'and the new ones do not hold it');
});

t.test('an erased outlet stays gone from days on disk, even if it is shown again', async (t) => {
  const world = coldWorld().fold(mediaMaskOf('erase', 'a'), mediaMaskOf('show', 'a')).cut();
  t.same(await idsOf(world), [2]);
  t.same(await idsOf(world.bringBack().keep()), [2]);
});

t.test('a chunk that cannot be read is an error, not an empty answer', async (t) => {
  const world = coldWorld();
  const { rows } = coldChunksOf(world.reader.coldDay(START_MS)!);
  world.stored.delete(rows);
  await t.rejects(world.history.page(ALL, null, 10), { code: 'STORE_DAMAGED' });
});
