import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/kernel/clock.js';
import type {
  LogRecord,
  MaskRecord,
  NewsRecord,
  PortalItemRecord,
} from '../../../src/kernel/model/records.js';
import { isStale } from '../../../src/news/portals/reader.js';
import { times } from '../../all.js';
import { mediaMaskOf, newsMaskOf, newsOf } from '../catalog/records.js';
import { Oracle, type PlainTopic } from './oracle.js';
import { checkOf, itemOf, storyOf, tickOf } from './records.js';
import { type Snapshot, World } from './world.js';

const RUNS = times(60, 400);
const START_MS = Date.UTC(2026, 2, 1);
const MEDIA = ['a', 'b'];
const IDS = ['1', '2', '3'];
const ARTICLES = [1, 2, 3, 4, 5, 6];
const NOISE = ['專題'];
const TAGS = ['新北', '新北市', '北市', '市', 'ABC', 'abc', 'AB', '專題', '捷運 A1'];
const NAME_PARTS = ['新北', '市', '北', 'ABC', 'ab', 'Ｃ', ' ', '　', '專題', '捷運 A1', '0'];

const code = fc.constantFrom(...MEDIA);
const time = fc
  .tuple(
    fc.constantFrom(-95, -90, -31, -14, -8, -7, -3, -1, 0, 0, 0, 1),
    fc.constantFrom(
      0,
      1,
      10 * MINUTE_MS,
      10 * MINUTE_MS + 1,
      30 * MINUTE_MS,
      3 * HOUR_MS,
      DAY_MS - 1,
    ),
  )
  .map(([day, offset]) => START_MS + day * DAY_MS + offset);
const kind = fc.constantFrom<MaskRecord['kind']>('hide', 'show', 'erase');

const item = fc.record({
  type: fc.constant('item' as const),
  media: code,
  id: fc.constantFrom(...IDS),
  observedMs: time,
  fields: fc.record({
    itemKind: fc.constantFrom('topic' as const, 'feature' as const, 'auto' as const),
    title: fc
      .array(fc.constantFrom(...NAME_PARTS), { maxLength: 5 })
      .map((parts) => parts.join('')),
    parentId: fc.option(fc.constantFrom(...IDS, 'unknown')),
    listPage: fc.integer({ min: 1, max: 4 }),
  }),
  stories: fc.array(fc.tuple(fc.constantFrom(...ARTICLES), fc.option(time)), { maxLength: 5 }),
});
const check = fc.record({
  type: fc.constant('check' as const),
  media: code,
  checkedMs: time,
  status: fc.constantFrom('ok' as const, 'partial' as const, 'failed' as const, 'running' as const),
});
const article = fc.record({
  type: fc.constant('article' as const),
  id: fc.constantFrom(...ARTICLES),
  media: code,
  sortMs: time,
  tags: fc.uniqueArray(fc.constantFrom(...TAGS), { maxLength: 4 }),
});
const mask = fc.record({
  type: fc.constant('mask' as const),
  id: fc.constantFrom(...ARTICLES),
  kind,
});
const maskMedia = fc.record({ type: fc.constant('maskMedia' as const), media: code, kind });
const tick = fc.record({ type: fc.constant('tick' as const), atMs: time });
const turn = fc.record({ type: fc.constantFrom('cut' as const, 'restart' as const) });
const step = fc.oneof(
  { weight: 8, arbitrary: item },
  { weight: 3, arbitrary: check },
  { weight: 10, arbitrary: article },
  { weight: 3, arbitrary: mask },
  { weight: 1, arbitrary: maskMedia },
  { weight: 2, arbitrary: tick },
  { weight: 3, arbitrary: turn },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Turns steps into records as the log would have written them. */
class Author {
  readonly #numbers = new Map<string, number>();
  readonly #items = new Map<number, PortalItemRecord>();
  readonly #articles = new Map<number, NewsRecord>();
  readonly #erased = new Set<string>();

  write(one: Step): LogRecord | null {
    if ('media' in one && this.#erased.has(one.media)) return null;
    switch (one.type) {
      case 'item':
        return this.#writeItem(one);
      case 'check':
        return checkOf(one.media, one.checkedMs, { status: one.status });
      case 'article':
        return this.#writeArticle(one);
      case 'mask': {
        const known = this.#articles.get(one.id);
        if (known === undefined) return null;
        if (one.kind === 'erase') this.#articles.delete(one.id);
        return newsMaskOf(one.kind, known);
      }
      case 'maskMedia':
        if (one.kind === 'erase') this.#erase(one.media);
        return mediaMaskOf(one.kind, one.media);
      case 'tick':
        return tickOf(one.atMs);
      default:
        return null;
    }
  }

  #writeItem({ media, id, observedMs, fields, stories }: Step & { type: 'item' }): LogRecord {
    const key = `${media} ${id}`;
    const number = this.#numbers.get(key) ?? this.#numbers.size + 1;
    this.#numbers.set(key, number);
    const record = itemOf(number, media, {
      ...fields,
      id,
      // Addresses of articles tell their first media, so some stories are those of another.
      stories: stories.map(([article, dateMs]) => storyOf('press', article, dateMs)),
      observedMs: this.#items.get(number)?.observedMs ?? observedMs,
    });
    this.#items.set(number, record);
    return record;
  }

  #writeArticle({ id, media, sortMs, tags }: Step & { type: 'article' }): LogRecord {
    const known = this.#articles.get(id);
    const record = newsOf(id, media, sortMs, {
      tags,
      url: `https://press.example/${id}`,
      previousSortMs: known?.sortMs ?? null,
    });
    this.#articles.set(id, record);
    return record;
  }

  #erase(media: string): void {
    this.#erased.add(media);
    for (const [id, article] of this.#articles)
      if (article.media === media) this.#articles.delete(id);
  }
}

interface Lived {
  world: World;
  oracle: Oracle;
  records: LogRecord[];
}

function live(steps: readonly Step[]): Lived {
  const world = new World(NOISE);
  const oracle = new Oracle(NOISE);
  const author = new Author();
  const records: LogRecord[] = [];
  for (const one of steps) {
    if (one.type === 'cut') world.cut().reader.lists(START_MS);
    if (one.type === 'restart') world.restart(world.cut().snapshot());
    const record = author.write(one);
    if (record === null) continue;
    records.push(record);
    oracle.apply(record);
    world.fold(record);
  }
  world.cut();
  return { world, oracle, records };
}

/** Topics as the reader has them, in the oracle's words. */
function topicsOf(world: World, nowMs: number): PlainTopic[] {
  const lists = world.reader.lists(nowMs);
  return lists.all.map((topic) => ({
    number: topic.item.number,
    title: topic.item.title,
    kind: topic.kind,
    isEnded: topic.isEnded,
    backlog: topic.backlog,
    storyCount: topic.item.storyCount,
    storyFirstMs: topic.storyFirstMs,
    storyLastMs: topic.storyLastMs,
    updatedMs: topic.updatedMs,
    parent: topic.parent?.number ?? null,
    tags: [...topic.item.tags],
    children: lists.childrenOf(topic).map(({ item }) => item.number),
  }));
}

const steps = fc.array(step, { minLength: 1, maxLength: 60, size: 'max' });
const nows = fc.array(time, { minLength: 1, maxLength: 4 });

t.test('topics, coverage and checks are those of a plain count', async (t) => {
  const property = fc.property(steps, nows, (all, times) => {
    const { world, oracle } = live(all);
    for (const nowMs of times) {
      const wanted = oracle.topics(nowMs);
      assert.deepEqual(topicsOf(world, nowMs), wanted);
      const numbers = wanted.map(({ number }) => number);
      assert.deepEqual(
        world.coverage(numbers, nowMs),
        numbers.map((number) => oracle.coverage(number, nowMs)),
      );
      for (const media of MEDIA) {
        const lists = world.reader.lists(nowMs).of(media);
        for (const one of ['topic', 'feature'] as const) {
          const own = lists[one].map(({ item }) => item.number);
          const isOwn = ({ number, kind }: PlainTopic): boolean =>
            kind === one &&
            world.reader
              .lists(nowMs)
              .all.some(({ item }) => item.number === number && item.media === media);
          assert.deepEqual(
            own,
            wanted.filter(isOwn).map(({ number }) => number),
          );
        }
        const standing = world.reader.standingOf(media);
        const plain = oracle.check(media, nowMs);
        assert.equal(isStale(standing, nowMs), plain?.isStale ?? true);
        assert.equal(standing?.checkedMs, plain?.checkedMs);
        assert.equal(standing?.status, plain?.status);
        assert.equal(standing?.lastSuccessMs, plain?.lastSuccessMs);
        const hasItems = wanted.some(({ number }) => numbersOf(world, media).has(number));
        assert.equal(world.reader.tracks(media), hasItems || plain !== null);
      }
    }
  });
  fc.assert(property, { numRuns: RUNS });
  t.pass();
});

function numbersOf(world: World, media: string): Set<number> {
  const all = world.reader.lists(START_MS).all.filter(({ item }) => item.media === media);
  return new Set(all.map(({ item }) => item.number));
}

t.test('a replay in other slices, or from a snapshot, gives the same bytes', async (t) => {
  const bytesOf = ({ chunks }: Snapshot): [string, string][] =>
    chunks.map(({ name, bytes }) => [name, Buffer.from(bytes).toString('hex')]);
  const property = fc.property(steps, fc.nat(), (all, place) => {
    const { world, records } = live(all);
    const again = new World(NOISE);
    const cut = place % (records.length + 1);
    again.fold(...records.slice(0, cut)).restart(again.snapshot());
    again.fold(...records.slice(cut)).cut();
    // The restarts of the first life took no entries of the log.
    assert.equal(again.sequence, world.sequence);
    assert.deepEqual(bytesOf(again.snapshot()), bytesOf(world.snapshot()));
    assert.deepEqual(topicsOf(again, START_MS), topicsOf(world, START_MS));
  });
  fc.assert(property, { numRuns: RUNS });
  t.pass();
});

t.test('tags are shown as the press spells them these 7 days', async (t) => {
  const day = fc.integer({ min: -9, max: 9 }).map((days) => START_MS + days * DAY_MS);
  const spelled = fc.record({
    type: fc.constant('article' as const),
    id: fc.constantFrom(...ARTICLES),
    media: code,
    sortMs: day,
    tags: fc.constantFrom<string[]>(['ABC'], ['abc'], ['Abc', 'ABC']),
  });
  const ticked = fc.record({ type: fc.constant('tick' as const), atMs: day });
  const some = fc.oneof(
    { weight: 4, arbitrary: spelled },
    { weight: 4, arbitrary: ticked },
    { weight: 1, arbitrary: mask },
    { weight: 1, arbitrary: turn },
  );
  const named: Step = {
    type: 'item',
    media: 'a',
    id: '1',
    observedMs: START_MS,
    fields: { itemKind: 'topic', title: 'ABC', parentId: null, listPage: 1 },
    stories: [],
  };
  const property = fc.property(fc.array(some, { maxLength: 30, size: 'max' }), (all) => {
    const { world, oracle } = live([named, ...all]);
    assert.deepEqual(topicsOf(world, START_MS), oracle.topics(START_MS));
  });
  fc.assert(property, { numRuns: RUNS });
  t.pass();
});
