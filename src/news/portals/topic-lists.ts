/**
 * Every topic as of a moment, in the order of lists: all, by media, and below one another.
 *
 * Immutable, and true from `fromMs` until before `untilMs`. Not here: which media may be shown.
 */
import { getOrInsert } from '../../kernel/get-or-insert.js';
import type { PortalItem } from './codec.js';
import { compareTopics, type Topic, type TopicKind, topicOf } from './topic.js';

/** An item with what was last found out about it. */
export interface ListedItem {
  item: PortalItem;
  topic: Topic | null;
}

/** The item of a media by its identity there; null when there is none. */
type FindItem = (media: string, id: string) => PortalItem | null;

/** Topics of a media, in the order of lists. */
type MediaLists = { readonly [K in TopicKind]: readonly Topic[] };

const NO_TOPICS: MediaLists = { topic: [], feature: [] };

export class TopicLists {
  /** Topics and features alike. */
  readonly all: readonly Topic[];
  readonly fromMs: number;
  readonly untilMs: number;
  readonly #byMedia = new Map<string, { topic: Topic[]; feature: Topic[] }>();
  readonly #children = new Map<number, Topic[]>();

  /**
   * @param items every item; left in the order of lists, because sorting what is nearly sorted costs
   *   little.
   * @param trackedMsOf when the first visit to a media's portal was.
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

  /** Everything below an item of the top. */
  childrenOf({ item }: Topic): readonly Topic[] {
    return this.#children.get(item.number) ?? [];
  }
}

/** The topic that is known, while it holds. */
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
 * Finds the item at the top of what holds an item: itself when nothing known does. Where items name
 * each other in a ring, the one with the smallest number is at the top.
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
