/**
 * `/api/v1/topics`: topics and features that media track on their portals, in three shapes: all
 * media with a merged feed, a search over names, and one media.
 */

import type { MediaRecord } from '../../../../kernel/model/records.js';
import { searchForm, tagKey } from '../../../../kernel/text/tag.js';
import {
  compareTopics,
  type Topic,
  type TopicKind,
  type TopicLists,
} from '../../../../news/portals/answers/topic-lists.js';
import { invalidQuery, notFound } from '../../../http/errors.js';
import type { Route } from '../../../http/route.js';
import { cachedRoute, quantised } from '../../replies/replies.js';
import * as Type from '../../schema.js';
import { AtHour, normalTagOf, type PastHour, pastHourOf, pastOf } from '../parameters.js';
import type { NewsSources } from '../sources.js';
import {
  checkOf,
  countsOf,
  coverageOf,
  isTracked,
  itemOf,
  Kind,
  OfMedia,
  Overview,
  portalLinkOf,
  Search,
  topTags,
} from './topics-items.js';

/** From the contract. */
const LIMITS = {
  overview: { usual: 60, max: 120 },
  search: { usual: 300, max: 500 },
  media: { usual: 20, max: 200 },
} as const;
const LIMIT_MAX = LIMITS.search.max;
const TEXT_MAX = 50;
/** Not stored: visits to portals, coverage of topics, and all but the newest change of a portal. */
const NOT_KEPT = ['check', 'coverage'];
const AS_TODAY = ['media', 'titles, kinds and stories of topics', 'tags'];

/** Longest code; an error message does not repeat a longer text. */
const MEDIA_SHOWN_MAX = 64;

interface Question {
  shape: keyof typeof LIMITS;
  kind: TopicKind;
  media: string | null;
  limit: number;
  per: number;
  /** Normal form. */
  tag: string | null;
  q: string | null;
}

/** The data of an answer, as of one moment. */
interface Scene {
  sources: NewsSources;
  question: Question;
  nowMs: number;
  past: PastHour | null;
  lists: TopicLists;
  /** Shown media, by code. */
  mediaOf: (code: string) => MediaRecord | null;
}

const Query = {
  kind: Kind,
  media: Type.optionalText('Only this media'),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LIMIT_MAX,
      description:
        'Of the feed: 60, at most 120. With `tag` or `q`: 300, at most 500. With `media`: 20, at most 200',
    }),
  ),
  per: Type.within(1, 10, 4, 'Recent topics of each media, without `media`'),
  tag: Type.optionalText('In-service tag that the name maps to'),
  at: AtHour,
  q: Type.optionalText('The name contains it, in any case', TEXT_MAX),
};

export function topicsRoute(sources: NewsSources): Route {
  const { catalog, portals, clock } = sources;
  return cachedRoute(sources, {
    path: '/api/v1/topics',
    summary: 'Topics and features of media',
    description:
      'What media gather on their portals, every list by `updatedAt`. Without `media`, `tag` and `q`: every tracked media, and one feed of all that has not ended. With `tag` or `q`: names of all kinds and media, ended ones too. With `media`: its topics with their sub-topics; `tag` and `q` narrow them. A tag is in service while an article of the last 31 days carries it; in a name the longest tag at a place counts, and generic words do not.',
    tag: 'topics',
    query: Query,
    needs: ['portals', 'media'],
    response: Type.Union([Overview, Search, OfMedia]),
    errors: {
      400: '`kind` is neither topic nor feature, or a parameter is malformed',
      404: 'That media has no tracked topics, or it is not known what was seen at that time',
    },
    ask: ({ query }) => {
      const question = questionOf(query);
      if (question.media !== null) trackedMedia(sources, question.media);
      return { question, past: pastHourOf(sources, query.at) };
    },
    now: () => quantised(clock.nowMs()),
    state: () => [portals.generation, catalog.generation],
    answer: async ({ question, past }, minuteMs) => {
      const mediaOf = (code: string): MediaRecord | null => catalog.directory.mediaOf(code);
      const nowMs = past?.hourMs ?? minuteMs;
      const lists = past === null ? portals.lists(nowMs) : portals.listsAt(nowMs);
      const scene = { sources, question, nowMs, past, lists, mediaOf };
      const told = pastOf(sources, past, NOT_KEPT, AS_TODAY);
      return { past: told, ...(await SHAPES[question.shape](scene)) };
    },
  });
}

/** @throws HttpError 400 for a value that does not fit the shape of the answer. */
function questionOf({
  kind,
  media,
  limit,
  per,
  tag,
  q,
}: Type.Static<Type.TObject<typeof Query>>): Question {
  const searches = tag !== undefined || q !== undefined;
  const shape = media !== undefined ? 'media' : searches ? 'search' : 'overview';
  const { usual, max } = LIMITS[shape];
  if (limit !== undefined && limit > max) {
    throw invalidQuery(
      `limit must be an integer from 1 to ${max} for this list, not "${limit}"`,
      `limit=${usual}`,
    );
  }
  return {
    shape,
    kind: kind as TopicKind,
    media: media ?? null,
    limit: limit ?? usual,
    per,
    tag: tag === undefined ? null : normalTagOf(tag),
    q: q ?? null,
  };
}

/** @throws HttpError 404 for a media without tracked topics. */
function trackedMedia({ catalog, portals }: NewsSources, media: string): MediaRecord {
  const record = catalog.directory.mediaOf(media);
  if (record !== null && isTracked(portals, record)) return record;
  throw notFound(`media: "${media.slice(0, MEDIA_SHOWN_MAX)}" has no tracked topics`);
}

const SHAPES = { overview, search, media: ofMedia } as const;

async function overview(scene: Scene): Promise<Omit<Type.Static<typeof Overview>, 'past'>> {
  const { sources, question, lists, nowMs, past, mediaOf } = scene;
  const { kind, limit } = question;
  const feed: Topic[] = [];
  for (const topic of lists.all) {
    // Topics without update time are last.
    if (feed.length === limit || topic.updatedMs === null) break;
    const isShown = topic.kind === kind && !topic.isEnded && mediaOf(topic.item.media) !== null;
    if (isShown) feed.push(topic);
  }
  const coverage = past === null ? await coverageOf(sources, feed, nowMs) : [];
  return {
    kind,
    media: mediaRows(scene),
    feed: feed.flatMap((topic, at) => {
      // The media may have been hidden while coverage was computed.
      const record = mediaOf(topic.item.media);
      if (record === null) return [];
      const { icon } = record;
      return {
        ...itemOf(topic),
        ...namesOf(record),
        mediaImage: icon,
        coverage: coverage[at] ?? null,
      };
    }),
    tags: tagsOf(scene),
  };
}

/** Tracked media, newest update first. */
function mediaRows({
  sources,
  question,
  lists,
  nowMs,
  past,
}: Scene): Type.Static<typeof Overview>['media'] {
  const { catalog, portals, publicUrl } = sources;
  const { kind, per } = question;
  const tracked = [...catalog.directory.media()].filter((record) => isTracked(portals, record));
  const rows = tracked.map((record) => ({ record, topics: lists.of(record.media)[kind] }));
  // Media are sorted by code, and the sort is stable.
  rows.sort(({ topics: [a] }, { topics: [b] }) => {
    if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1;
    return compareTopics(a, b);
  });
  return rows.map(({ record, topics }) => ({
    media: record.media,
    title: record.title,
    icon: record.icon,
    link: portalLinkOf(portals, record, publicUrl),
    check: past === null ? checkOf(portals, record.media, nowMs) : null,
    count: topics.length,
    counts: countsOf(lists, record.media),
    latest: topics[0] === undefined ? null : itemOf(topics[0]),
    recent: topics.slice(0, per).map(itemOf),
  }));
}

async function search(scene: Scene): Promise<Omit<Type.Static<typeof Search>, 'past'>> {
  const { question, lists, mediaOf } = scene;
  const { tag, q, limit } = question;
  const matches = matcherOf(question);
  const byMedia = new Map<string, Topic[]>();
  for (const topic of lists.all) {
    const { media } = topic.item;
    if (mediaOf(media) === null || !matches(topic)) continue;
    byMedia.set(media, [...(byMedia.get(media) ?? []), topic]);
  }
  const groups = [...byMedia].sort(
    ([a, some], [b, others]) => others.length - some.length || (a < b ? -1 : 1),
  );
  const found = groups.flatMap(([, topics]) => topics);
  const topics = found.slice(0, limit);
  const feature = found.filter(({ kind }) => kind === 'feature').length;
  return {
    tag,
    q,
    total: found.length,
    mediaCount: groups.length,
    counts: { topic: found.length - feature, feature },
    topics: topics.map((topic) => ({
      ...itemOf(topic),
      ...namesOf(mediaOf(topic.item.media)!),
    })),
    tags: tagsOf(scene),
  };
}

async function ofMedia(scene: Scene): Promise<Omit<Type.Static<typeof OfMedia>, 'past'>> {
  const { sources, question, lists, nowMs, past } = scene;
  const { portals, publicUrl } = sources;
  const { kind, limit } = question;
  const matches = matcherOf(question);
  const topics = lists
    .of(question.media!)
    [kind].filter((topic) => topic.parent === null && matches(topic))
    .slice(0, limit);
  const coverage = past === null ? await coverageOf(sources, topics, nowMs) : [];
  // The media may have been hidden while coverage was computed.
  const record = trackedMedia(sources, question.media!);
  const { media, title, icon } = record;
  const counts = countsOf(lists, media);
  return {
    media,
    kind,
    title,
    link: portalLinkOf(portals, record, publicUrl),
    mediaImage: icon,
    check: past === null ? checkOf(portals, media, nowMs) : null,
    count: counts[kind],
    counts,
    topics: topics.map((topic, at) => ({
      ...itemOf(topic),
      coverage: coverage[at] ?? null,
      children: lists.childrenOf(topic).map(itemOf),
    })),
  };
}

/** Whether a name maps to the tag and contains the text of the question. */
function matcherOf({ tag, q }: Question): (topic: Topic) => boolean {
  const key = tag === null ? null : tagKey(tag);
  const form = q === null ? null : searchForm(q);
  return ({ item, nameForm }) =>
    (key === null || item.tags.some((one) => tagKey(one) === key)) &&
    // The form of a text of control characters is empty: it matches no name.
    (form === null || (form !== '' && nameForm.includes(form)));
}

function tagsOf({ lists, mediaOf }: Scene): ReturnType<typeof topTags> {
  return topTags(lists.all.filter(({ item }) => mediaOf(item.media) !== null));
}

function namesOf({ media, title, icon }: MediaRecord) {
  return { media, mediaTitle: title, icon };
}
