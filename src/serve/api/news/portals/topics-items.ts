/**
 * Topics in JSON, with the articles that cover them, and the tags that most of them bear.
 */

import { isoOf, isoOrNull } from '../../../../kernel/clock.js';
import type { MediaRecord } from '../../../../kernel/model/records.js';
import { tagKey } from '../../../../kernel/text/tag.js';
import { compareCodePoints } from '../../../../news/burst/order.js';
import type { CatalogReader } from '../../../../news/catalog/reader.js';
import {
  COVERAGE_MAX,
  type Coverage,
  type CoverageQuestion,
} from '../../../../news/portals/codec.js';
import { isStale, type PortalsReader } from '../../../../news/portals/reader.js';
import type { Topic, TopicLists } from '../../../../news/portals/topic-lists.js';
import * as Type from '../../schema.js';
import { rulesUrlOf } from '../media/media-rules.js';
import type { NewsSources, TrackedTopics } from '../sources.js';
import type { Counts, Overview, TopicCoverage } from './topics-schemas.js';
import { Check, CoveringArticle, TopicItem } from './topics-schemas.js';

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

/** Tags in the names of topics that have not ended and are at the top. */
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

/** Media whose portal is tracked: it is known, or something of it is. */
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

/** Items of a media, sub-topics and ended ones among them. */
export function countsOf(lists: TopicLists, media: string): Type.Static<typeof Counts> {
  const { topic, feature } = lists.of(media);
  return { topic: topic.length, feature: feature.length };
}

/** The page that lists a media's topics, or the best that is known instead. */
export function portalLinkOf(
  portals: PortalsReader,
  { media, portal, homepage }: MediaRecord,
  publicUrl: string,
): string {
  const checked = portals.standingOf(media)?.sources[0]?.url;
  const listed = portal?.link ?? portal?.sources[0]?.url ?? checked;
  return listed ?? homepage ?? rulesUrlOf(publicUrl, media);
}

/** What the collection statistics show of portals. */
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
