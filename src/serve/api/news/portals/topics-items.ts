/**
 * Topics as JSON, with the articles that cover them and their tags; and the schemas of
 * `/api/v1/topics`.
 */

import { isoOf, isoOrNull } from '../../../../kernel/clock.js';
import { CHECK_STATUSES, type MediaRecord } from '../../../../kernel/model/records.js';
import { tagKey } from '../../../../kernel/text/tag.js';
import type { CatalogReader } from '../../../../news/catalog/reader.js';
import {
  TOPIC_KINDS,
  type Topic,
  type TopicLists,
} from '../../../../news/portals/answers/topic-lists.js';
import {
  COVERAGE_LATEST_MAX,
  COVERAGE_MAX,
  type Coverage,
  type CoverageQuestion,
} from '../../../../news/portals/codec.js';
import { isStale, type PortalsReader } from '../../../../news/portals/reader.js';
import { compareCodePoints } from '../../../../news/shared/burst/order.js';
import * as Type from '../../schema.js';
import { rulesUrlOf } from '../media/media-page.js';
import { Past } from '../parameters.js';
import { ArticleItem, CheckSource } from '../schemas.js';
import type { NewsSources, TrackedTopics } from '../sources.js';

export const Kind = Type.Enum([...TOPIC_KINDS], {
  default: 'topic',
  description: '`topic` keeps receiving news, `feature` is a one-off package',
});

export const Counts = Type.Object({ topic: Type.Integer(), feature: Type.Integer() });

const Check = Type.named('Check', "How the last visit to a media's portal went", {
  checkedAt: Type.nullable(Type.DateTime),
  lastSuccessAt: Type.instantOrNull('Last complete visit'),
  status: Type.oneOf(CHECK_STATUSES, '`pending` before the first visit'),
  fetched: Type.integer('Distinct items of this visit'),
  stale: Type.flag('No complete visit for over three hours, or never'),
  sources: Type.Array(CheckSource),
  error: Type.textOrNull('Why the whole visit failed'),
});

const topicFields = {
  id: Type.text('Unique across media; `parentId` names it as an integer'),
  time: Type.instant('First seen'),
  backlog: Type.flag(
    'It was listed already when tracking began, or was first seen beyond the second page of the list: `time` is only the start of tracking',
  ),
  title: Type.String(),
  url: Type.text("The media's page"),
  image: Type.nullable(Type.String()),
  kind: Type.Enum([...TOPIC_KINDS]),
  status: Type.oneOf(['active', 'ended'], '`ended` when the newest story is older than 90 days'),
  sponsored: Type.flag('It is marked as paid for'),
  parentId: Type.integerOrNull('Of a sub-topic: the topic above it'),
  storyFirstAt: Type.nullable(
    Type.instant('Earliest story on the page'),
    'Date of its earliest story; null when no date is known',
  ),
  storyLastAt: Type.nullable(
    Type.instant('Latest story on the page'),
    'Date of its newest story; null when no date is known',
  ),
  updatedAt: Type.nullable({
    ...Type.DateTime,
    description: '`storyLastAt`, or `time` where there is none and it is no backlog',
  }),
  storyCount: Type.integerOrNull('Stories on the page; null if unknown'),
  tags: Type.arrayOf(Type.String(), 'In-service tags in the name, in its order'),
};

const TopicItem = Type.named('TopicItem', 'A topic or feature of a media', topicFields);

const CoveringArticle = Type.Object({
  ...Type.some(ArticleItem, 'id', 'media', 'mediaTitle', 'title', 'url'),
  time: Type.DateTime,
});

const TopicCoverage = Type.named('TopicCoverage', {
  tags: Type.arrayOf(Type.String(), 'Tags that the name or the page gave'),
  basis: Type.oneOf(
    ['title', 'page'],
    'Tags of the name; or, where it has none, those that at least four in five of the media’s own articles on the page carry',
  ),
  count: Type.Integer({
    maximum: COVERAGE_MAX,
    description: 'Articles of the past 3 days that carry any of the tags',
  }),
  capped: Type.flag(`The count reached ${COVERAGE_MAX}`),
  mediaCount: Type.integer('Media of the counted articles'),
  latest: Type.arrayOf(CoveringArticle, 'The newest articles', COVERAGE_LATEST_MAX),
});

const coverage = Type.nullable(TopicCoverage);
/** Fields of all three shapes. */
const past = { past: Past };
const mediaImage = Type.textOrNull('A picture for what has none');
const ofMedia = {
  media: Type.text('Media code'),
  mediaTitle: Type.String(),
  icon: Type.nullable(Type.String()),
};

const TopicTags = Type.Array(
  Type.Object({
    tag: Type.String(),
    media: Type.integer('Media with a topic or feature that bears it'),
    topic: Type.integer('Topics whose names hold it'),
    feature: Type.integer('Features whose names hold it'),
  }),
  {
    $id: 'TopicTags',
    maxItems: 40,
    description: 'Tags in names of what has not ended and is no sub-topic, by number of media',
  },
);

export const Overview = Type.named('TopicsOverview', 'Without `media`, `tag` and `q`', {
  kind: Type.Enum([...TOPIC_KINDS]),
  ...past,
  media: Type.Array(
    Type.Object({
      media: Type.text('Media code'),
      title: Type.text('Name of the outlet'),
      icon: Type.nullable(Type.String()),
      link: Type.text("The media's list of topics"),
      check: Type.nullable(Check),
      count: Type.integer('Items of this kind'),
      counts: Counts,
      latest: Type.nullable(TopicItem),
      recent: Type.arrayOf(TopicItem, 'The newest ones'),
    }),
  ),
  feed: Type.listed('Topics and features of all portals, those with news first', {
    ...topicFields,
    ...ofMedia,
    mediaImage,
    coverage,
  }),
  tags: TopicTags,
});

export const Search = Type.named('TopicsSearch', 'With `tag` or `q`, without `media`', {
  ...past,
  tag: Type.nullable(Type.String(), 'Tag that was asked for; null for none'),
  q: Type.nullable(Type.String(), 'Text that was asked for; null for none'),
  total: Type.integer('Topics and features that match'),
  mediaCount: Type.integer('Media that have some of them'),
  counts: Counts,
  topics: Type.Array(Type.Object({ ...topicFields, ...ofMedia })),
  tags: TopicTags,
});

export const OfMedia = Type.named('TopicsOfMedia', 'With `media`', {
  ...past,
  media: Type.String(),
  kind: Type.Enum([...TOPIC_KINDS]),
  title: Type.text('Name of the outlet'),
  link: Type.text("Address of the portal's own list"),
  mediaImage,
  check: Type.nullable(Check),
  count: Type.integer('Items of this kind'),
  counts: Counts,
  topics: Type.Array(
    Type.Object({
      ...topicFields,
      coverage,
      children: Type.arrayOf(TopicItem, 'Topics within this one'),
    }),
  ),
});

/** The answer without a media. */
export type TopicsOverview = Type.Static<typeof Overview>;

type Item = Type.Static<typeof TopicItem>;
type CoverageJson = Type.Static<typeof TopicCoverage>;
type TagRow = Type.Static<typeof Overview>['tags'][number];

/** From the contract. */
const TAGS_MAX = 40;

export function itemOf(topic: Topic): Item {
  const { item, backlog, kind, isEnded, parent, storyFirstMs, storyLastMs, updatedMs } = topic;
  return Type.fieldsOf(TopicItem, item, {
    ...{ backlog, kind },
    id: String(item.number),
    time: isoOf(item.seenMs),
    status: isEnded ? 'ended' : 'active',
    parentId: parent?.number ?? null,
    storyFirstAt: isoOrNull(storyFirstMs),
    storyLastAt: isoOrNull(storyLastMs),
    updatedAt: isoOrNull(updatedMs),
    storyCount: item.storyCount === 0 ? null : item.storyCount,
    tags: [...item.tags],
  });
}

/** Coverage of topics before `nowMs`, in their order. */
export async function coverageOf(
  { ask, articles }: NewsSources,
  topics: readonly Topic[],
  nowMs: number,
): Promise<(CoverageJson | null)[]> {
  if (topics.length === 0) return [];
  const numbers = topics.map(({ item }) => item.number);
  const question: CoverageQuestion = { type: 'coverage', numbers, nowMs };
  const answer = await ask('portals', question);
  const places = new Map(
    answer.flatMap((one) => one?.latest ?? []).map((place) => [place.id, place]),
  );
  const found = await articles([...places.values()]);
  const byId = new Map([...places.keys()].map((id, at) => [id, found[at]!]));
  return answer.map((one) => (one === null ? null : coverageJson(one, byId)));
}

function coverageJson(
  { tags, basis, count, mediaCount, latest }: Coverage,
  articles: ReadonlyMap<number, Awaited<ReturnType<NewsSources['articles']>>[number]>,
): CoverageJson {
  const shown = latest.flatMap(({ id }) => articles.get(id) ?? []);
  return {
    tags,
    basis,
    count,
    capped: count === COVERAGE_MAX,
    mediaCount,
    latest: shown.map((article) => {
      return Type.fieldsOf(CoveringArticle, article, { time: article.publishedAt });
    }),
  };
}

/** Tags in the names of topics at the top level that have not ended. */
export function topTags(topics: Iterable<Topic>): TagRow[] {
  const found = new Map<string, { row: TagRow; media: Set<string> }>();
  for (const { item, kind, isEnded, parent } of topics) {
    if (isEnded || parent !== null) continue;
    for (const tag of item.tags) {
      const key = tagKey(tag);
      const one = found.get(key) ?? {
        row: { tag, media: 0, topic: 0, feature: 0 },
        media: new Set(),
      };
      found.set(key, one);
      one.row[kind] += 1;
      one.media.add(item.media);
    }
  }
  return [...found.values()]
    .map(({ row, media }) => ({ ...row, media: media.size }))
    .sort(
      (a, b) =>
        b.media - a.media ||
        b.topic + b.feature - a.topic - a.feature ||
        compareCodePoints(a.tag, b.tag),
    )
    .slice(0, TAGS_MAX);
}

/** Whether a media's portal is tracked: its address is known, or some of its items. */
export function isTracked(portals: PortalsReader, { media, portal }: MediaRecord): boolean {
  return portal !== null || portals.tracks(media);
}

export function checkOf(
  portals: PortalsReader,
  media: string,
  nowMs: number,
): Type.Static<typeof Check> {
  const standing = portals.standingOf(media);
  const stale = isStale(standing, nowMs);
  if (standing === null) {
    const never = { checkedAt: null, lastSuccessAt: null, status: 'pending' as const };
    return { ...never, fetched: 0, stale, sources: [], error: null };
  }
  return Type.fieldsOf(Check, standing, {
    checkedAt: isoOf(standing.checkedMs),
    lastSuccessAt: isoOrNull(standing.lastSuccessMs),
    stale,
    sources: [...standing.sources],
  });
}

/** Counts of a media's items, sub-topics and ended topics included. */
export function countsOf(lists: TopicLists, media: string): Type.Static<typeof Counts> {
  const { topic, feature } = lists.of(media);
  return { topic: topic.length, feature: feature.length };
}

/** The page with a media's topics, or the best known address instead. */
export function portalLinkOf(
  portals: PortalsReader,
  { media, portal, homepage }: MediaRecord,
  publicUrl: string,
): string {
  const checked = portals.standingOf(media)?.sources[0]?.url;
  const listed = portal?.link ?? portal?.sources[0]?.url ?? checked;
  return listed ?? homepage ?? rulesUrlOf(publicUrl, media);
}

/** Tracked portals in the collection statistics. */
export function trackedTopics(
  { catalog, portals }: { catalog: CatalogReader; portals: PortalsReader },
  publicUrl: string,
): TrackedTopics {
  return {
    get generation() {
      return portals.listsGeneration;
    },
    topicsOf: (media, nowMs) => {
      const record = catalog.directory.mediaOf(media);
      if (record === null || !isTracked(portals, record)) return null;
      const { sources, checkedAt, lastSuccessAt, status } = checkOf(portals, media, nowMs);
      const rulesUrl = record.portal?.rulesUrl ?? rulesUrlOf(publicUrl, media);
      const counts = countsOf(portals.lists(nowMs), media);
      return { media, sources, checkedAt, lastSuccessAt, status, counts, rulesUrl };
    },
  };
}
