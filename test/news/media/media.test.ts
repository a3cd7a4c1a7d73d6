import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { DAY_MS, HOUR_MS, localDayStartMs, MINUTE_MS } from '../../../src/kernel/clock.js';
import type { LogRecord, MaskRecord, NewsRecord } from '../../../src/kernel/model/records.js';
import { monthText } from '../../../src/news/media/answers/counts.js';
import { STRETCH_ROWS } from '../../../src/news/media/codec.js';
import type { MediaRole } from '../../../src/news/media/reader.js';
import { times } from '../../all.js';
import { mediaMaskOf, newsMaskOf, newsOf } from '../catalog/records.js';
import { Oracle } from './oracle.js';
import { type Snapshot, World } from './world.js';

const RUNS = times(50, 300);
const START_MS = localDayStartMs(Date.UTC(2026, 0, 31));
const CODES = ['a', 'b', 'c', 'finder', 'seeker'];
const ROLES: MediaRole[] = ['published', 'found'];

/** Ids on both sides of a border between stretches, and far away. */
const IDS = [1, 2, 3, STRETCH_ROWS - 1, STRETCH_ROWS, STRETCH_ROWS + 1, 5 * STRETCH_ROWS];

const code = fc.constantFrom(...CODES);
/** Times at the edges of hours, days, weeks and months, most of them near each other. */
const time = fc
  .tuple(
    fc.constantFrom(-400, -40, -20, -14, -8, -7, -6, -1, 0, 0, 1),
    fc.constantFrom(0, 1, HOUR_MS - 1, HOUR_MS, 8 * HOUR_MS, DAY_MS - 1),
  )
  .map(([day, offset]) => START_MS + day * DAY_MS + offset);

type Step =
  | { type: 'news'; at: number; media: string; sortMs: number; earlyMs: number; fields: object }
  | { type: 'mask'; at: number; kind: MaskRecord['kind'] }
  | { type: 'maskMedia'; media: string; kind: MaskRecord['kind'] }
  | { type: 'crawl'; media: string; atMs: number; ok: boolean; method: string | null }
  | { type: 'cut' | 'restart' | 'count' };

const kind = fc.constantFrom<MaskRecord['kind']>('hide', 'show', 'erase');
const fields = fc.record({
  tags: fc.constantFrom([], ['t']),
  datePending: fc.boolean(),
  discoveries: fc.uniqueArray(fc.tuple(code, time), { maxLength: 2, selector: ([one]) => one }),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      type: fc.constant('news' as const),
      at: fc.nat(IDS.length - 1),
      media: code,
      sortMs: time,
      earlyMs: fc.constantFrom(0, 10 * MINUTE_MS, 10 * MINUTE_MS + 1, DAY_MS),
      fields,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('mask' as const),
      at: fc.nat(IDS.length - 1),
      kind,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('maskMedia' as const), media: code, kind }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('crawl' as const),
      media: code,
      atMs: time,
      ok: fc.boolean(),
      method: fc.constantFrom(null, 'rss', 'sitemap'),
    }),
  },
  { weight: 3, arbitrary: fc.constantFrom('cut', 'count').map((type) => ({ type }) as Step) },
  { weight: 1, arbitrary: fc.constant<Step>({ type: 'restart' }) },
);

/** Turns steps into records as the log would have written them. */
class Author {
  readonly #articles = new Map<number, NewsRecord>();

  write(one: Step): LogRecord | null {
    if (one.type === 'maskMedia') {
      if (one.kind === 'erase') this.#forget(one.media);
      return mediaMaskOf(one.kind, one.media);
    }
    if (one.type === 'crawl') {
      const { media, atMs, ok, method } = one;
      return { kind: 'crawl', media, blog: null, atMs, ok, method, error: null, items: null };
    }
    if (one.type === 'news') return this.#writeNews(one);
    if (one.type !== 'mask') return null;
    const article = this.#articles.get(IDS[one.at]!);
    if (article === undefined) return null;
    if (one.kind === 'erase') this.#articles.delete(article.id);
    return newsMaskOf(one.kind, article);
  }

  #writeNews({ at, media, sortMs, earlyMs, fields: given }: Step & { type: 'news' }): NewsRecord {
    const id = IDS[at]!;
    const { discoveries, ...rest } = given as {
      discoveries: [string, number][];
    } & Partial<NewsRecord>;
    const article = newsOf(id, media, sortMs, {
      ...rest,
      observedMs: sortMs - earlyMs,
      discoveries: discoveries.map(([finder, discoveredMs]) => ({
        media: finder,
        title: null,
        url: 'https://finder.example/',
        discoveredMs,
      })),
      previousSortMs: this.#articles.get(id)?.sortMs ?? null,
    });
    this.#articles.set(id, article);
    return article;
  }

  #forget(media: string): void {
    for (const [id, article] of this.#articles) {
      if (article.media === media) this.#articles.delete(id);
    }
  }
}

function live(steps: readonly Step[]): { world: World; oracle: Oracle } {
  const world = new World();
  const oracle = new Oracle();
  const author = new Author();
  for (const one of steps) {
    if (one.type === 'cut') world.cut();
    if (one.type === 'count') world.cut().reader.figuresOf('a', 'found', START_MS + DAY_MS);
    if (one.type === 'restart') world.restart(world.cut().snapshot());
    const record = author.write(one);
    if (record === null) continue;
    oracle.apply(record);
    world.fold(record);
  }
  world.cut();
  return { world, oracle };
}

const steps = fc.array(step, { minLength: 1, maxLength: 40, size: 'max' });

t.test('figures, months, crawls and first times are those of a plain list', async (t) => {
  const now = fc.oneof(time, fc.constantFrom(START_MS + DAY_MS, START_MS + 30 * DAY_MS));
  const property = fc.property(
    steps,
    fc.array(now, { minLength: 1, maxLength: 3 }),
    (all, nows) => {
      const { world, oracle } = live(all);
      for (const nowMs of nows) {
        for (const media of CODES) {
          for (const role of ROLES) {
            const { hours, ...figures } = world.reader.figuresOf(media, role, nowMs);
            const wanted = oracle.figures(media, role, nowMs);
            assert.deepEqual({ ...figures, hours: [...hours] }, wanted, `${role} ${media}`);
            const months = [...world.reader.monthsOf(media, role, nowMs)];
            const named = Object.fromEntries(months.map(([month, n]) => [monthText(month), n]));
            assert.deepEqual(named, oracle.months(media, role, nowMs), `${role} ${media}`);
          }
          const state = world.reader.stateOf(media);
          const { crawledMs = null, crawledOkMs = null, crawledOkMethod = null } = state ?? {};
          assert.deepEqual({ crawledMs, crawledOkMs, crawledOkMethod }, oracle.crawlsOf(media));
          assert.equal(state?.acquiredMs ?? null, oracle.acquiredMs.get(media) ?? null);
          assert.equal(state?.foundMs ?? null, oracle.foundMs.get(media) ?? null);
        }
      }
    },
  );
  fc.assert(property, { numRuns: RUNS });
  t.pass();
});

t.test('lists go down by id, whatever the window, page by page', async (t) => {
  const question = fc.record({
    media: code,
    role: fc.constantFrom(...ROLES),
    beforeId: fc.constantFrom(...IDS, Number.POSITIVE_INFINITY),
    window: fc.option(fc.tuple(time, time)),
    nowMs: time,
    max: fc.integer({ min: 1, max: 4 }),
  });
  const property = fc.property(steps, fc.array(question, { minLength: 1 }), (all, questions) => {
    const { world, oracle } = live(all);
    for (const { max, window, ...rest } of questions) {
      const query = {
        ...rest,
        window:
          window === null
            ? null
            : { sinceMs: Math.min(...window), untilMs: Math.max(...window) + 1 },
      };
      const wanted = oracle.list(query);
      const ids: number[] = [];
      for (let { beforeId } = query; ; ) {
        const page = world.reader.list({ ...query, beforeId }, max);
        ids.push(...page.map(({ id }) => id));
        if (page.length < max) break;
        beforeId = page.at(-1)!.id;
      }
      assert.deepEqual(ids, wanted);
      for (const id of ids) assert.ok(world.reader.sightOf(id, query.nowMs) !== null);
    }
  });
  fc.assert(property, { numRuns: RUNS });
  t.pass();
});

t.test('a snapshot depends on the entries and on nothing else', async (t) => {
  const pauses = fc.array(fc.constantFrom('cut', 'restart', null), {
    minLength: 40,
    maxLength: 40,
  });
  const property = fc.property(steps, pauses, (all, rhythm) => {
    const facts = all.filter(({ type }) => type !== 'cut' && type !== 'restart');
    const wanted = namesAndBytes(live(facts).world.snapshot());
    const other = facts.flatMap((one, at) => {
      const type = rhythm[at] ?? null;
      return type === null ? [one] : [one, { type } as Step];
    });
    assert.deepEqual(namesAndBytes(live(other).world.snapshot()), wanted);
  });
  fc.assert(property, { numRuns: RUNS });
  t.pass();
});

t.test('a chunk whose content changes gets another name', async (t) => {
  const property = fc.property(steps, (all) => {
    const world = new World();
    const author = new Author();
    const seen = new Map<string, Buffer>();
    for (const one of all) {
      const record = author.write(one);
      if (record !== null) world.fold(record).cut();
      for (const { name, bytes } of world.snapshot().chunks) {
        const before = seen.get(name) ?? Buffer.from(bytes);
        assert.equal(Buffer.compare(before, bytes), 0, `${name} means one thing only`);
        seen.set(name, before);
      }
    }
  });
  fc.assert(property, { numRuns: RUNS });
  t.pass();
});

t.test('what is erased leaves neither a row nor a finding', async (t) => {
  const world = new World();
  const found = [{ media: 'finder', title: null, url: 'https://f.example/', discoveredMs: 5 }];
  const article = newsOf(7, 'a', START_MS, { discoveries: found });
  const kept = newsOf(8, 'a', START_MS);
  world.fold(kept, article, newsMaskOf('erase', article)).cut();
  const without = new World().fold(kept, { ...article, discoveries: [] }).cut();
  without.fold(newsMaskOf('erase', article)).cut();
  const stretch = ({ chunks }: Snapshot): Uint8Array =>
    chunks.find(({ name }) => name.startsWith('stretch'))!.bytes;
  t.same(stretch(world.snapshot()), stretch(without.snapshot()));
  t.equal(world.reader.figuresOf('finder', 'found', START_MS + 1).last24h, 0);
  t.equal(world.reader.figuresOf('a', 'published', START_MS + 1).last24h, 1);
});

t.test('a stretch that is cut short, of another version or misnamed is refused', async (t) => {
  const world = new World().fold(newsOf(1, 'a', START_MS), newsOf(2, 'b', START_MS)).cut();
  const damaged = (change: (chunk: Snapshot['chunks'][number]) => Snapshot['chunks'][number]) => {
    const { sequence, chunks } = world.snapshot();
    const changed = chunks.map((one) => (one.name.startsWith('stretch') ? change(one) : one));
    return () => new World().restart({ sequence, chunks: changed });
  };
  t.throws(damaged(({ name, bytes }) => ({ name, bytes: bytes.slice(0, -8) })));
  t.throws(damaged(({ name, bytes }) => ({ name, bytes: bytes.slice(0, 10) })));
  t.throws(damaged(({ name, bytes }) => ({ name, bytes: bytes.fill(9, 0, 8) })));
  t.throws(damaged(({ bytes }) => ({ name: 'stretch-4-1', bytes })));
  t.doesNotThrow(damaged((one) => one));
});

t.test('counts of a settled stretch follow what changes in it later', async (t) => {
  const oldMs = START_MS - 100 * DAY_MS;
  const article = newsOf(1, 'a', oldMs, {
    datePending: true,
    discoveries: [{ media: 'finder', title: null, url: 'https://f.example/', discoveredMs: oldMs }],
  });
  const world = new World().fold(article).cut();
  const pending = (): number[] =>
    ROLES.map((role, at) => world.reader.figuresOf(['a', 'finder'][at]!, role, START_MS).pending);
  t.same(pending(), [1, 1]);
  world.fold(newsMaskOf('hide', article)).cut();
  t.same(pending(), [0, 0]);
  world.fold(newsMaskOf('show', article)).cut();
  t.same(pending(), [1, 1]);
  world.fold(mediaMaskOf('hide', 'a')).cut();
  t.equal(pending()[1], 0, 'a hidden publisher is counted for no finder');
  world.fold(mediaMaskOf('show', 'a')).cut();
  t.same(pending(), [1, 1]);
  world.fold({ ...article, datePending: false, previousSortMs: oldMs }).cut();
  t.same(pending(), [0, 0]);
});

t.test('settling ahead changes no figure, and comes to an end', async (t) => {
  const property = fc.property(steps, time, time, (all, settledMs, nowMs) => {
    const { world, oracle } = live(all);
    for (let calls = 0; world.reader.settle(settledMs); calls++) assert.ok(calls < 9);
    for (const role of ROLES) {
      const { hours, ...figures } = world.reader.figuresOf('a', role, nowMs);
      assert.deepEqual({ ...figures, hours: [...hours] }, oracle.figures('a', role, nowMs));
    }
  });
  fc.assert(property, { numRuns: RUNS });
  const world = new World();
  for (let stretch = 0; stretch < 20; stretch++) {
    world.fold(newsOf(stretch * STRETCH_ROWS + 1, 'a', START_MS));
  }
  world.cut();
  const calls = Array.from({ length: 11 }, () => world.reader.settle(START_MS + 30 * DAY_MS));
  t.same(calls, [...Array(9).fill(true), false, false], 'two at a time');
});

t.test('an unknown media has no articles, and its figures are zero', async (t) => {
  const { reader } = new World();
  t.equal(reader.stateOf('nobody'), null);
  t.match(reader.figuresOf('nobody', 'published', START_MS), { last7d: 0, lastMs: null });
  t.equal(reader.monthsOf('nobody', 'published', START_MS).size, 0);
  const query = { media: 'nobody', role: 'found' as const, beforeId: 9, window: null, nowMs: 1 };
  t.same(reader.list(query, 5), []);
  t.equal(reader.sightOf(1, START_MS), null);
});

function namesAndBytes({ chunks }: Snapshot): [string, string][] {
  return chunks.map(({ name, bytes }) => [name, Buffer.from(bytes).toString('hex')]);
}
