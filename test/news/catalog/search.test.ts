import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { DAY_MS, MINUTE_MS } from '../../../src/kernel/clock.js';
import type { LogRecord, NewsRecord } from '../../../src/kernel/model/records.js';
import { needleOf } from '../../../src/news/catalog/answers/filter.js';
import { times } from '../../all.js';
import { filterOf } from './filter.js';
import { Oracle, type Question } from './oracle.js';
import { mediaMaskOf, mediaOf, newsMaskOf, newsOf } from './records.js';
import { Author, factStep, question, runtimeStep, START_MS } from './script.js';
import { World } from './world.js';

/** Random lives of long texts take their time. */
const RUNS = times(30, 150);

/** One character that search form makes eighteen of: a few articles make an indexed day. */
const LONG = '\ufdfa';
const LONG_MAX = 500;

/** Everything, whatever its time. */
const EVERYTHING: Question = {
  sinceMs: START_MS - DAY_MS,
  untilMs: START_MS + 90 * DAY_MS,
  nowMs: START_MS + 90 * DAY_MS,
  scope: null,
  tag: null,
  q: null,
};

/** A world and, beside it, the plain list that it must agree with. */
class Pair {
  readonly world = new World();
  readonly oracle = new Oracle();

  fold(...records: LogRecord[]): this {
    for (const record of records) this.oracle.apply(record);
    this.world.fold(...records);
    return this;
  }

  /** Asks both, for all hits at once and for the counts. */
  check(asked: Question, what?: string): void {
    const filter = filterOf(this.world, asked);
    assert.equal(filter !== null, this.oracle.understands(asked), 'names are known or not');
    if (filter === null) return;
    const { reader } = this.world;
    const found = this.world.articlesOf(reader.page(filter, null, 10_000));
    const wanted = this.oracle.list(asked);
    assert.deepEqual(
      found.map(({ id }) => id),
      wanted.map(({ id }) => id),
      what ?? JSON.stringify(asked),
    );
    assert.deepEqual(reader.facets(filter), this.oracle.facets(asked), what);
    const first = this.world.articlesOf(reader.page(filter, null, 3));
    assert.deepEqual(
      first.map(({ id }) => id),
      wanted.slice(0, 3).map(({ id }) => id),
    );
  }
}

/** The same article with a text so long that its day is worth an index. */
function lengthened(record: LogRecord, letters: number): LogRecord {
  if (record.kind !== 'news') return record;
  const own = record.description ?? '';
  return { ...record, description: `${own}${LONG.repeat(letters)}` };
}

t.test('with and without an index, every combination of parameters gives the same', async (t) => {
  const step = fc.oneof(
    { arbitrary: factStep.map((fact) => ({ fact })), weight: 6 },
    { arbitrary: runtimeStep.map((runtime) => ({ runtime })), weight: 2 },
  );
  const script = fc.array(step, { minLength: 8, maxLength: 60, size: 'max' });
  const letters = fc.constantFrom(0, 120, LONG_MAX);
  let indexed = 0;
  const property = fc.property(
    script,
    letters,
    fc.array(question, { minLength: 3, maxLength: 8 }),
    (steps, length, round) => {
      const pair = new Pair();
      const author = new Author();
      for (const one of steps) {
        if ('fact' in one) {
          pair.fold(...author.write(one.fact).map((record) => lengthened(record, length)));
        } else if (one.runtime === 'restart') pair.world.restart(pair.world.cut().snapshot());
        else if (one.runtime === 'compact') pair.world.cut().settle();
        else pair.world.cut().acknowledge();
      }
      pair.world.cut();
      for (const asked of round) pair.check(asked);
      pair.world.settle();
      indexed += pair.world.reader.figures.articlesIndexed;
      for (const asked of round) pair.check(asked);
    },
  );
  const details = fc.check(property, { numRuns: RUNS });
  t.comment(`seed ${details.seed}`);
  t.notOk(details.failed, fc.defaultReportMessage(details) ?? 'it holds in every run');
  t.ok(indexed > RUNS / 2, 'days were indexed');
});

/** What titles are made of in the odd cases below. */
const ODD_TITLES = [
  '台北市長',
  '台北　市長',
  'AI伺服器出貨',
  'ＡＩ伺服器出貨',
  'ai 100%成長',
  '100％成長',
  '50_50',
  'café 開幕',
  'cafe\u0301 開幕',
  'ｶﾞｿﾘﾝ漲價',
  'ガソリン漲價',
  '😀笑',
  '👩‍👩‍👧 家庭',
  '🇹🇼旗',
  '\ud83d半個字',
  '字半個\ude00',
  '三個   空白',
  '長'.repeat(80),
  '😀'.repeat(70),
  'ẞtraße Straße',
  '的',
  '3.14159',
];

const ODD_NEEDLES = [
  ...['', ' ', '  ', '   ', '\t', '\u3000', '\u200b', '%', '％', '_', '%%', '*', '\\', '"', '\0'],
  ...['的', '台', '北市', '臺', 'A', 'a', 'ａｉ', 'AI伺', 'aI伺服器', '1', '１００%', '100％成'],
  ...['café', 'CAFÉ', 'cafe\u0301', 'cafe', '\u0301', 'é', 'ｶﾞ', 'ガ', 'カ', 'ｶﾞｿﾘﾝ', 'ﾞ'],
  ...['😀', '😀笑', '\ud83d', '\ude00', '\ufffd', '👩', '\u200d', '👩‍👩‍👧', '🇹🇼', '🇹'],
  ...['三個   空', '三個 空', '長'.repeat(60), '長'.repeat(81), '😀'.repeat(60), '笑😀'.repeat(30)],
  ...['ß', 'SS', 'straße', 'ẞ', '3.1', '14159', '3.14159', '.', '長長', '成長', '不存在的字串'],
];

/** Many articles with odd titles among plain ones, over a few days. */
function oddArticles(count: number): NewsRecord[] {
  return Array.from({ length: count }, (_, at) => {
    const odd = ODD_TITLES[at % 37];
    const title = odd ?? `第${at}則，${String.fromCharCode(0x4e00 + ((at * 31) % 700))}報導 ${at}`;
    return newsOf(at + 1, at % 3 === 0 ? 'a' : 'b', START_MS + ((at * 7) % 2880) * MINUTE_MS, {
      title,
      description: at % 4 === 0 ? `摘要 ${ODD_TITLES[(at * 5) % ODD_TITLES.length]}` : null,
      tags: at % 5 === 0 ? ['台', 'AI', `標籤${at % 11}`] : [],
    });
  });
}

function oddPair(count: number): { pair: Pair; articles: NewsRecord[] } {
  const articles = oddArticles(count);
  const pair = new Pair().fold(mediaOf('a', { camp: 'blue' }), mediaOf('b'), ...articles);
  pair.world.cut();
  return { pair, articles };
}

function checkOdd(pair: Pair, when: string): void {
  for (const q of ODD_NEEDLES) {
    for (const tag of [null, 'ai']) pair.check({ ...EVERYTHING, q, tag }, `${when}: ${q} ${tag}`);
  }
}

t.test('odd needles find what a plain search finds, indexed and not', async (t) => {
  const { pair } = oddPair(3000);
  pair.world.restart(pair.world.snapshot());
  t.equal(pair.world.reader.figures.articlesIndexed, 0, 'what has just come back is read');
  checkOdd(pair, 'read');
  pair.world.settle();
  t.equal(pair.world.reader.figures.articlesIndexed, 3000, 'quiet days are indexed');
  checkOdd(pair, 'settled');
});

t.test('answers stay right through updates, hiding, erasing, merging and restarts', async (t) => {
  const { pair, articles } = oddPair(3000);
  const { world } = pair;
  world.settle();
  for (let round = 0; round < 2; round++) {
    for (let at = round; at < articles.length; at += 41) {
      const before = articles[at]!;
      const sortMs = before.sortMs + (at % 2) * DAY_MS;
      const title = ODD_TITLES[(at + round) % ODD_TITLES.length]!;
      articles[at] = { ...before, title, sortMs, previousSortMs: before.sortMs };
      pair.fold(articles[at]!);
      if (at % 5 === 0) world.cut().acknowledge();
    }
    for (let at = 7 + round; at < articles.length; at += 97) {
      pair.fold(newsMaskOf(at % 2 === 0 ? 'hide' : 'erase', articles[at]!));
    }
    pair.fold(mediaMaskOf(round % 2 === 0 ? 'hide' : 'show', 'a'));
    world.cut();
    checkOdd(pair, `round ${round}, changed`);
    world.settle();
    checkOdd(pair, `round ${round}, settled`);
    world.restart(world.snapshot());
    t.equal(world.reader.figures.articlesIndexed, 0, 'a snapshot holds no index');
    checkOdd(pair, `round ${round}, restarted`);
    world.settle();
    t.ok(world.reader.figures.articlesIndexed > 2000, 'idle work makes it again');
  }
});

t.test('a page with a cursor goes on where it ended', async (t) => {
  const { pair } = oddPair(4000);
  const { world } = pair;
  world.settle();
  for (const q of ['的', 'ai', '報導', '成長']) {
    const asked = { ...EVERYTHING, q };
    const filter = filterOf(world, asked)!;
    const wanted = pair.oracle.list(asked);
    assert.deepEqual(
      walkPages(world, filter, 7),
      wanted.map(({ id }) => id),
      q,
    );
    for (const place of [wanted[3]!, wanted.at(-1)!]) {
      const after = { timeMs: place.sortMs, id: place.id };
      const rest = world.articlesOf(world.reader.page(filter, after, 10_000));
      t.same(
        rest.map(({ id }) => id),
        pair.oracle.list(asked, after).map(({ id }) => id),
      );
    }
  }
});

function walkPages(
  world: World,
  filter: NonNullable<ReturnType<typeof filterOf>>,
  limit: number,
): number[] {
  const ids: number[] = [];
  let after: Parameters<typeof world.reader.page>[1] = null;
  do {
    const page = world.reader.page(filter, after, limit);
    ids.push(...world.articlesOf(page).map(({ id }) => id));
    after = page.next;
  } while (after !== null);
  return ids;
}

t.test('the newest thousand articles are found as soon as they are folded', async (t) => {
  const { pair } = oddPair(4000);
  pair.world.settle();
  for (let at = 0; at < 1000; at++) {
    pair.fold(newsOf(10_000 + at, 'a', START_MS + 2 * DAY_MS + at, { title: `嶄新${at}號` }));
  }
  pair.world.cut();
  for (const q of ['嶄', '嶄新', '新999號', '嶄新1']) pair.check({ ...EVERYTHING, q });
  t.pass();
});

t.test('memory of indexes is given back when their runs go', async (t) => {
  const { pair, articles } = oddPair(3000);
  const { world } = pair;
  const usedBytes = (): number => {
    world.settle().fold(mediaOf('c')).cut();
    return world.lastDelta!.usedBytes;
  };
  const atFirst = usedBytes();
  for (let round = 0; round < 6; round++) {
    for (const article of articles) {
      world.fold({ ...article, previousSortMs: article.sortMs });
      if (article.id % 100 === 0) world.cut().acknowledge();
      // An index that is being made is given up when its run is merged away.
      if (article.id % 700 === 0) world.writer.compact();
    }
    world.cut();
    // More entries than a day that grows would have: all of it is one run again.
    for (let at = 0; at < 300; at++) world.fold(mediaOf('c'));
  }
  world.cut();
  t.equal(usedBytes(), atFirst);
});

t.test('a long run stays apart from a few new articles, and a quiet day is one run', async (t) => {
  const { pair } = oddPair(6000);
  const { world } = pair;
  for (let at = 0; at < 300; at++) world.fold(mediaOf('c'));
  world.cut().settle();
  const runs = world.reader.figures.runs;
  const { articlesIndexed } = world.reader.figures;
  t.equal(articlesIndexed, 6000);
  pair.fold(newsOf(9001, 'a', START_MS + 5, { title: '晚到一則' }));
  world.cut().settle();
  t.equal(world.reader.figures.runs, runs + 1);
  t.equal(world.reader.figures.articlesIndexed, 6000, 'nothing was indexed anew');
  pair.check({ ...EVERYTHING, q: '晚到' });
  for (let at = 0; at < 300; at++) world.fold(mediaOf('c'));
  world.cut().settle();
  t.equal(world.reader.figures.runs, runs);
  t.equal(world.reader.figures.articlesIndexed, 6001);
});

t.test(
  'a tag is searched for in its normal form, however it is spelled in the question',
  async (t) => {
    t.strictSame(needleOf(' Flood\u00a0 News ')?.tagKeys, needleOf('Flood News')?.tagKeys);
  },
);
