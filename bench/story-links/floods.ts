/**
 * Labelled hours with a flood laid over them: whether the events of all others stay as they were.
 */
import { HOUR_MS } from '../../src/kernel/clock.js';
import { plainMedia, plainNews } from '../../test/kernel/model/plain-records.js';
import { partOf, type TruthArticle, type TruthSet } from '../truth-sets.js';

const FLOOD = 500;
const FIRST_ID = 1_000_000;
/** Of the outlets, which append to everything. */
const APPENDING = 0.5;
const BOILERPLATE =
  '歡迎訂閱本站電子報，加入會員即可收看獨家內容，更多精彩報導請鎖定本台新聞，下載應用程式隨時掌握第一手消息。';
const GENERIC_TAGS = [
  '新聞',
  '焦點',
  '熱門',
  '要聞',
  '影音',
  '生活',
  '話題',
  '獨家',
  '頭條',
  '快訊',
];
/** Part of the articles of both that two events share for them to be the same. */
const SAME_MIN = 0.8;

/** The same hour before and in each flood. */
export function floods(set: TruthSet, sample: number): [name: string, set: TruthSet][] {
  const hour = { ...set, samples: [set.samples[sample]!] };
  const { atMs } = hour.samples[0]!;
  const timeOf = (at: number): number => atMs - HOUR_MS + Math.floor((at / FLOOD) * HOUR_MS);
  const apart = set.articles
    .filter(({ record }) => Math.abs(record.sortMs - atMs) > 3 * 24 * HOUR_MS)
    .sort((a, b) => partOf(a.record.url) - partOf(b.record.url));
  const sent = (
    at: number,
    media: string,
    { record, body }: TruthArticle,
    name = '',
  ): TruthArticle => {
    const [id, timeMs] = [FIRST_ID + 2 * at + (media === 'flood-2' ? 1 : 0), timeOf(at)];
    const { tags, bodyStatus } = record;
    const title = `${record.title}${name}`;
    return {
      record: plainNews(id, media, timeMs, { title, tags, bodyStatus, observedMs: timeMs }),
      body,
    };
  };
  const all = Array.from({ length: FLOOD }, (_, at) => at);
  const other = (at: number): TruthArticle => apart[at % apart.length]!;
  const appended = hour.articles.map((article) => {
    const { record, body } = article;
    if (partOf(record.media) >= APPENDING) return article;
    const tags = [...record.tags, ...GENERIC_TAGS];
    return { record: { ...record, tags }, body: `${body}${BOILERPLATE}` };
  });
  return [
    ['as it was', hour],
    [
      'one outlet, 500 near-copies in an hour',
      withFlood(
        hour,
        all.map((at) => sent(at, 'flood-1', apart[0]!, ` ${100 + at}`)),
      ),
    ],
    [
      'one outlet, 500 articles in an hour',
      withFlood(
        hour,
        all.map((at) => sent(at, 'flood-1', other(at))),
      ),
    ],
    [
      'two outlets, the same 500',
      withFlood(
        hour,
        all.flatMap((at) => ['flood-1', 'flood-2'].map((media) => sent(at, media, other(at)))),
      ),
    ],
    [
      'an outlet of them, 500 more in an hour',
      withFlood(
        hour,
        all.map((at) => sent(at, hour.articles[0]!.record.media, other(at))),
      ),
    ],
    ['half of the outlets append to everything', { ...hour, articles: appended }],
  ];
}

/** How many of these events are there afterwards, by their articles that are of no flood. */
export function keptOf(before: readonly number[][], after: readonly number[][]): number {
  const own = after.map((ids) => new Set(ids.filter((id) => id < FIRST_ID)));
  return before.filter((ids) =>
    own.some((others) => {
      const shared = ids.filter((id) => others.has(id)).length;
      return shared >= SAME_MIN * (ids.length + others.size - shared);
    }),
  ).length;
}

/** Events that are of the flood alone. */
export function floodEventsOf(after: readonly number[][]): number {
  return after.filter((ids) => ids.every((id) => id >= FIRST_ID)).length;
}

function withFlood(set: TruthSet, flood: readonly TruthArticle[]): TruthSet {
  const collectingSinceMs = set.articles[0]!.record.sortMs - 400 * HOUR_MS;
  const media = ['flood-1', 'flood-2'].map((code) =>
    plainMedia(code, { categories: ['news'], collectingSinceMs }),
  );
  const articles = [...set.articles, ...flood].sort(
    (a, b) => a.record.observedMs - b.record.observedMs,
  );
  return { ...set, media: [...set.media, ...media], articles };
}
