/**
 * All topics as of a moment, in the order of lists: all, by media, and below an item.
 *
 * Immutable, and valid from `fromMs` until before `untilMs`. Not here: which media may be shown.
 */

import { DAY_MS, MINUTE_MS } from '../../../kernel/clock.js';
import { getOrInsert } from '../../../kernel/collections.js';
import { NEWS } from '../../../kernel/limits.js';
import { searchForm } from '../../../kernel/text/tag.js';
import type { PortalItem } from '../codec.js';

/** An item with the topic that was last computed for it. */
export interface ListedItem {
  item: PortalItem;
  topic: Topic | null;
}

/** The item of a media by its id within the media; null when there is none. */
type FindItem = (media: string, id: string) => PortalItem | null;

/** Topics of a media, in the order of lists. */
type MediaLists = { readonly [K in TopicKind]: readonly Topic[] };

const NO_TOPICS: MediaLists = { topic: [], feature: [] };

export class TopicLists {
  /** All topics and features. */
  readonly all: readonly Topic[];
  readonly fromMs: number;
  readonly untilMs: number;
  readonly #byMedia = new Map<string, { topic: Topic[]; feature: Topic[] }>();
  readonly #children = new Map<number, Topic[]>();

  /**
   * @param items all items; the constructor sorts them, so that the next sort takes little time.
   * @param trackedMsOf time of the first visit to a media's portal.
   */
  constructor(
    items: ListedItem[],
    find: FindItem,
    trackedMsOf: (media: string) => number | null,
    nowMs: number,
  ) {
    const roots = new Roots(find);
    let fromMs = Number.NEGATIVE_INFINITY;
    let untilMs = Number.POSITIVE_INFINITY;
    for (const one of items) {
      const root = roots.of(one.item);
      const parent = root === one.item ? null : parentOf(one.item, find);
      const topic = renewed(one, parent, trackedMsOf(one.item.media), nowMs);
      if (root !== one.item) getOrInsert(this.#children, root.number, () => []).push(topic);
      fromMs = Math.max(fromMs, topic.fromMs);
      untilMs = Math.min(untilMs, topic.untilMs);
    }
    this.all = items.sort((a, b) => compareTopics(a.topic!, b.topic!)).map(({ topic }) => topic!);
    this.fromMs = fromMs;
    this.untilMs = untilMs;
    for (const topic of this.all) {
      const noLists = () => ({ topic: [], feature: [] });
      getOrInsert(this.#byMedia, topic.item.media, noLists)[topic.kind].push(topic);
    }
    for (const children of this.#children.values()) children.sort(compareTopics);
  }

  of(media: string): MediaLists {
    return this.#byMedia.get(media) ?? NO_TOPICS;
  }

  /** All items below an item of the top level. */
  childrenOf({ item }: Topic): readonly Topic[] {
    return this.#children.get(item.number) ?? [];
  }
}

/** The last computed topic while it is valid, otherwise a new one. */
function renewed(
  listed: ListedItem,
  parent: PortalItem | null,
  trackedMs: number | null,
  nowMs: number,
): Topic {
  const { topic: known } = listed;
  const holds =
    known !== null &&
    known.parent === parent &&
    known.trackedMs === trackedMs &&
    nowMs >= known.fromMs &&
    nowMs < known.untilMs;
  if (holds) return known;
  listed.topic = topicOf(listed.item, parent, trackedMs, nowMs);
  return listed.topic;
}

function parentOf({ media, parentId }: PortalItem, find: FindItem): PortalItem | null {
  return parentId === null ? null : find(media, parentId);
}

/**
 * Finds the item of the top level above an item; the item itself when it has no known parent. Of
 * items that are each other's parents in a ring, the one with the smallest number is at the top.
 */
class Roots {
  readonly #find: FindItem;
  readonly #known = new Map<PortalItem, PortalItem>();

  constructor(find: FindItem) {
    this.#find = find;
  }

  of(item: PortalItem): PortalItem {
    // Most items are at the top.
    if (item.parentId === null) return item;
    const path = new Set<PortalItem>();
    let at = item;
    let root = this.#known.get(at) ?? null;
    while (root === null) {
      path.add(at);
      const parent = parentOf(at, this.#find);
      if (parent === null) root = at;
      else if (path.has(parent)) root = firstOfRing([...path], parent);
      else {
        at = parent;
        root = this.#known.get(at) ?? null;
      }
    }
    for (const one of path) this.#known.set(one, root);
    return root;
  }
}

function firstOfRing(path: readonly PortalItem[], entry: PortalItem): PortalItem {
  const ring = path.slice(path.indexOf(entry));
  return ring.reduce((a, b) => (b.number < a.number ? b : a));
}

export const TOPIC_KINDS = ['topic', 'feature'] as const;
export type TopicKind = (typeof TOPIC_KINDS)[number];

/** A topic has ended when its newest story is older. From the contract. */
const ENDED_MS = 90 * DAY_MS;
/** An item of undeclared kind whose stories span more time is a topic. Decision 27e. */
const FEATURE_SPAN_MS = 14 * DAY_MS;
/** First sight on a later page does not date an item: it may be old. From the contract. */
const FRESH_PAGE_MAX = 2;
/**
 * Items of the first visit are seen during the visit, whose check has the time of its begin or end.
 * Portals are visited every hour, so items of the next half hour belong to it.
 */
const FIRST_VISIT_MS = 30 * MINUTE_MS;

export interface Topic {
  item: PortalItem;
  kind: TopicKind;
  isEnded: boolean;
  backlog: boolean;
  storyFirstMs: number | null;
  storyLastMs: number | null;
  /** Null when unknown. Lists are sorted by this time. */
  updatedMs: number | null;
  /** The item above it; null at the top. */
  parent: PortalItem | null;
  trackedMs: number | null;
  /** Form of the name for searches. */
  nameForm: string;
  /** The topic is valid from `fromMs` until before `untilMs`. */
  fromMs: number;
  untilMs: number;
}

/**
 * Kind, status, dates and update time of an item at a moment (decisions 27e; contract).
 *
 * A pure function. Stories with dates further ahead than those of articles (decision 27b) are
 * ignored until then: otherwise a mistyped year would be first in every list.
 * @param trackedMs time of the first visit to its portal; null when unknown.
 */
function topicOf(
  item: PortalItem,
  parent: PortalItem | null,
  trackedMs: number | null,
  nowMs: number,
): Topic {
  const { datesMs, seenMs, seenPage } = item;
  const known = knownDates(datesMs, nowMs + NEWS.futureSlackMs);
  const storyFirstMs = known > 0 ? datesMs[0]! : null;
  const storyLastMs = known > 0 ? datesMs[known - 1]! : null;
  const isOfFirstVisit = trackedMs !== null && seenMs <= trackedMs + FIRST_VISIT_MS;
  const backlog = isOfFirstVisit || seenPage > FRESH_PAGE_MAX;
  const endsMs = (storyLastMs ?? Number.POSITIVE_INFINITY) + ENDED_MS;
  const isEnded = nowMs > endsMs;
  const next = datesMs[known] ?? Number.POSITIVE_INFINITY;
  const last = storyLastMs ?? Number.NEGATIVE_INFINITY;
  return {
    item,
    kind: kindOf(item, storyFirstMs, storyLastMs),
    isEnded,
    backlog,
    storyFirstMs,
    storyLastMs,
    updatedMs: storyLastMs ?? (backlog ? null : seenMs),
    parent,
    trackedMs,
    nameForm: searchForm(item.title),
    fromMs: Math.max(last - NEWS.futureSlackMs, isEnded ? endsMs + 1 : Number.NEGATIVE_INFINITY),
    untilMs: Math.min(next - NEWS.futureSlackMs, isEnded ? Number.POSITIVE_INFINITY : endsMs + 1),
  };
}

/** Newest update first, unknown ones last; then by first sight, then by number. */
export function compareTopics(a: Topic, b: Topic): number {
  if (a.updatedMs !== b.updatedMs) {
    if (a.updatedMs === null) return 1;
    return b.updatedMs === null ? -1 : b.updatedMs - a.updatedMs;
  }
  return b.item.seenMs - a.item.seenMs || b.item.number - a.item.number;
}

function kindOf(
  { declaredKind, grew }: PortalItem,
  firstMs: number | null,
  lastMs: number | null,
): TopicKind {
  if (declaredKind !== 'auto') return declaredKind;
  const spanMs = firstMs === null || lastMs === null ? 0 : lastMs - firstMs;
  return grew || spanMs > FEATURE_SPAN_MS ? 'topic' : 'feature';
}

/** Number of dates up to `untilMs`; dates ascend. */
function knownDates(datesMs: readonly number[], untilMs: number): number {
  let count = datesMs.length;
  while (count > 0 && datesMs[count - 1]! > untilMs) count -= 1;
  return count;
}
