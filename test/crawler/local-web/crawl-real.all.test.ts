import '../../engine/actor/threads-here.js';
import t from 'tap';
import { HOUR_MS } from '../../../src/kernel/clock.js';
import { type ArticleSet, realSet } from './article-sets.js';
import { BEFORE_MS, compare, crawlThrough } from './crawl-through.js';

/** A silent change may be found a day later: the last look. */
const CHANGES_MS = 25 * HOUR_MS;

/** What of a set is seen in a span, and its sites. */
function seenIn({ name, lines }: ArticleSet, fromMs: number, toMs: number): ArticleSet {
  const isSeen = ({ observedAt }: (typeof lines)[number]): boolean => {
    const atMs = Date.parse(String(observedAt));
    return atMs > fromMs && atMs <= toMs;
  };
  return { name, lines: lines.filter((line) => line.kind !== 'news' || isSeen(line)) };
}

const folder = process.env.TAGWIRE_TEST_DATA ?? '';
const skip = folder === '' ? 'TAGWIRE_TEST_DATA is not set' : false;

t.test('real outlets are crawled to equality, too', { skip }, async (t) => {
  const fromMs = Date.parse('2022-05-26T00:00:00Z');
  const quietMs = fromMs + 15 * HOUR_MS;
  const toMs = quietMs + CHANGES_MS;
  const set = seenIn(realSet(folder, 'zh-politics'), fromMs - BEFORE_MS, quietMs);
  const course = { set, fromMs, quietMs, toMs, isInterrupted: true };
  const crawl = await crawlThrough(t, course);
  const published = crawl.web
    .published(toMs)
    .filter(({ visibleMs }) => visibleMs > fromMs && visibleMs <= quietMs);
  await compare(t, crawl, published);
});
