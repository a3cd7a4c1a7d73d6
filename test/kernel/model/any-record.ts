/** Any record of the log, of every kind, for properties. */
import fc from 'fast-check';
import {
  BODY_STATUSES,
  CAMPS,
  CHECK_STATUSES,
  FEED_TYPES,
  HIDE_TARGETS,
  LINK_LOCATIONS,
  type LogRecord,
  type MaskRecord,
  PORTAL_ITEM_KINDS,
  PRECISIONS,
  type RecordKind,
  SOURCE_KINDS,
  TAGGING_CHOICES,
  TICK_RUNS,
} from '../../../src/kernel/model/records.js';

const text = fc.string({ unit: 'grapheme', maxLength: 30 });
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value);
const few = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(value, { maxLength: 4 });
const timeMs = fc.integer({ min: -62_167_219_200_000, max: 7_289_654_400_000 });
const count = fc.nat();
const id = fc.integer({ min: 1, max: 2 ** 48 - 1 });
const word = <T>(words: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...words);
const flag = fc.boolean();
const bodyHash = fc.oneof(
  fc.constant(''),
  fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map((hash) => hash.toString(16).padStart(16, '0')),
);

const mask = { target: word(HIDE_TARGETS), key: text, id: maybe(id), sortMs: maybe(timeMs) };

/** The record of a kind; masks share one type. */
type RecordOf<K extends RecordKind> = K extends MaskRecord['kind']
  ? MaskRecord
  : Extract<LogRecord, { kind: K }>;

const FIELDS: { [K in RecordKind]: fc.Arbitrary<Omit<RecordOf<K>, 'kind'>> } = {
  category: fc.record({ key: text, label: text }),
  media: fc.record({
    media: text,
    title: text,
    camp: word(CAMPS),
    categories: few(text),
    sourceKind: word(SOURCE_KINDS),
    country: text,
    countryCode: text,
    homepage: maybe(text),
    icon: maybe(text),
    aliases: few(text),
    syndicated: flag,
    enabled: flag,
    external: flag,
    collectingSinceMs: maybe(timeMs),
    schedule: maybe(text),
    feeds: few(fc.record({ url: text, type: text })),
    portal: maybe(
      fc.record({
        link: maybe(text),
        rulesUrl: maybe(text),
        sources: few(fc.record({ url: text, kind: word(PORTAL_ITEM_KINDS) })),
      }),
    ),
    crawler: maybe(
      fc.record({
        methods: few(text),
        transport: maybe(text),
        body: maybe(text),
        lastVerifiedMethod: maybe(text),
        links: few(fc.record({ label: text, url: text })),
      }),
    ),
    tagging: maybe(word(TAGGING_CHOICES)),
    iconHash: maybe(text),
  }),
  news: fc.record({
    id,
    media: text,
    url: text,
    title: text,
    description: maybe(text),
    publishedMs: maybe(timeMs),
    precision: word(PRECISIONS),
    observedMs: timeMs,
    section: maybe(text),
    image: maybe(text),
    authors: few(text),
    tags: few(text),
    bodyStatus: word(BODY_STATUSES),
    bodyChars: count,
    bodyHash,
    bodySource: maybe(text),
    fetchedMs: maybe(timeMs),
    discoveries: few(
      fc.record({ media: text, title: maybe(text), url: text, discoveredMs: timeMs }),
    ),
    sortMs: timeMs,
    datePending: flag,
    previousSortMs: maybe(timeMs),
    ownTags: maybe(few(text)),
    tagMethod: maybe(text),
    goneMs: maybe(fc.nat()),
    lang: maybe(text),
    replaced: maybe(
      fc.record(
        {
          atMs: timeMs,
          title: text,
          description: text,
          authors: few(text),
          image: text,
          body: fc.record({ chars: count, wordsOut: count, wordsIn: count }),
        },
        { requiredKeys: ['atMs'] },
      ),
    ),
  }),
  'portal-item': fc.record({
    media: text,
    id: text,
    number: id,
    itemKind: word(PORTAL_ITEM_KINDS),
    title: text,
    url: text,
    image: maybe(text),
    parentId: maybe(text),
    sponsored: flag,
    listPage: count,
    stories: few(fc.record({ url: text, title: maybe(text), dateMs: maybe(timeMs) })),
    observedMs: timeMs,
  }),
  'portal-check': fc.record({
    media: text,
    checkedMs: timeMs,
    status: word(CHECK_STATUSES),
    fetched: count,
    sources: few(
      fc.record({
        url: text,
        kind: word(PORTAL_ITEM_KINDS),
        items: count,
        pages: count,
        error: maybe(text),
      }),
    ),
    error: maybe(text),
  }),
  crawl: fc.record({
    media: maybe(text),
    blog: maybe(text),
    atMs: timeMs,
    ok: flag,
    method: maybe(text),
    error: maybe(text),
    items: maybe(count),
  }),
  blog: fc.record({
    id,
    slug: text,
    name: text,
    sourceUrl: text,
    category: text,
    description: text,
    feeds: few(fc.record({ url: text, type: word(FEED_TYPES) })),
    verified: flag,
    iconUrl: maybe(text),
    aliases: few(text),
    discoveredMs: maybe(timeMs),
    expectedIntervalHours: maybe(fc.double({ min: 0.01, max: 10_000, noNaN: true })),
    canonicalSlug: maybe(text),
    iconHash: maybe(text),
  }),
  post: fc.record({
    id,
    blog: text,
    url: text,
    title: text,
    author: maybe(text),
    publishedMs: maybe(timeMs),
    updatedMs: maybe(timeMs),
    observedMs: timeMs,
    summary: maybe(text),
    imageUrl: maybe(text),
    labels: few(text),
    bodyChars: count,
    bodyHash,
    links: few(fc.record({ url: text, anchor: text, location: word(LINK_LOCATIONS) })),
    linksTruncated: flag,
    sortMs: timeMs,
    previousSortMs: maybe(timeMs),
  }),
  hide: fc.record(mask),
  show: fc.record(mask),
  erase: fc.record({
    ...mask,
    earliest: maybe(
      few(fc.record({ media: text, acquiredMs: maybe(timeMs), foundMs: maybe(timeMs) })),
    ),
  }),
  revoke: fc.record({ topic: maybe(text), post: maybe(text), postId: maybe(id) }),
  tick: fc.record({ atMs: timeMs, runs: few(word(TICK_RUNS)) }),
  skip: fc.record({ actor: text, sequence: id }),
  rewind: fc.record({ atMs: timeMs, fromSequence: id }),
};

/** Every kind that the log knows. */
export const RECORD_KINDS = Object.keys(FIELDS) as RecordKind[];

/** Any record of one kind. */
export function anyRecordOf(kind: RecordKind): fc.Arbitrary<LogRecord> {
  const fields = FIELDS[kind] as fc.Arbitrary<object>;
  return fields.map((record) => ({ kind, ...record }) as LogRecord);
}

/** Any record. */
export const anyRecord: fc.Arbitrary<LogRecord> = fc.oneof(...RECORD_KINDS.map(anyRecordOf));
