/**
 * Groups of the articles of a window, carried from run to run: what is new, and what it is like, is grouped
 * anew; all else stays as it is.
 *
 *   new articles ─ links ─► groups that they may join ─┬─ grown much? ─► taken apart ─┐
 *                                                      └─ else whole ─────────────────┴─► agglomeration
 *
 * So a run costs what its new articles and their groups do, not what the window holds. A group stays whole
 * for as long as it has grown by less than a half since it was last put together out of its articles.
 * Invariant: groups follow from the runs before and the articles, in equal order, so a log that is
 * folded again has the same; a snapshot brings them along (`state`).
 */
import { groupsOf, type Item, type Link, leastOfItem } from './agglomeration.js';
import { eachLinkOf, type Text, type Texts } from './texts.js';

/** A text with its near-copies. */
export interface Copies extends Item {
  texts: Text[];
}

/**
 * Groups up to this size are taken apart whenever they are touched. With 8, Chinese stories of `bench truth` were
 * torn; with all, English ones of hundreds of headlines. A look at everything once a day joined what was two.
 */
const SMALL_MAX = 40;
/** Growth from which on a group is put together anew. */
const GROWTH_MIN = 1.5;
/** A pause after so many texts: about a millisecond. */
const GROUPS_PAUSE_EVERY = 500;

interface Group {
  /** First articles of near-copies. */
  roots: number[];
  /** Its size when it was last put together. */
  formedSize: number;
}

/** The last log entry that was looked at, and groups; one of one is its root alone. */
export type StoryGroupsState = [
  sequence: number,
  groups: (number | [formedSize: number, roots: number[]])[],
];

export class StoryGroups {
  readonly #leastOf: (item: Item) => number;
  #groupOf = new Map<number, Group>();
  #sequence = -1;

  constructor(leastOf: (item: Item) => number = leastOfItem) {
    this.#leastOf = leastOf;
  }

  /**
   * Groups what the window holds, by root; returns roots by group. It pauses after each millisecond or so,
   * and changes nothing before its end.
   */
  *regroup(texts: Texts, window: ReadonlyMap<number, Copies>): Generator<void, number[][]> {
    const [groups, fresh, newest] = yield* this.#survey(window);
    const touched = new Set<Group>(fresh.map((root) => groups.get(root)!));
    for (const [at, root] of fresh.entries()) {
      if (at % GROUPS_PAUSE_EVERY === 0) yield;
      const mine = window.get(root)!;
      eachLink(mine, (id, likeness) => {
        const other = texts.rootOf(id);
        const copies = window.get(other);
        if (copies === undefined || other === root) return;
        if (likeness > this.#leastBetween(mine, copies)) touched.add(groups.get(other)!);
      });
    }
    yield;
    const parts: Group[] = [];
    for (const group of touched) parts.push(...partsOf(group));
    parts.sort(({ roots: [a] }, { roots: [b] }) => a! - b!);
    yield;
    for (const group of yield* this.#joined(texts, window, parts)) {
      for (const root of group.roots) groups.set(root, group);
    }
    const all: number[][] = [];
    let work = 0;
    for (const [root, { roots }] of groups) {
      if (work++ % GROUPS_PAUSE_EVERY === 0) yield;
      if (roots[0] === root) all.push(roots);
    }
    this.#groupOf = groups;
    this.#sequence = newest;
    return all;
  }

  get state(): StoryGroupsState {
    const groups = [...new Set(this.#groupOf.values())].map(
      ({ roots, formedSize }): number | [number, number[]] =>
        roots.length === 1 ? roots[0]! : [formedSize, roots],
    );
    return [this.#sequence, groups];
  }

  restore([sequence, groups]: StoryGroupsState): void {
    this.#sequence = sequence;
    for (const packed of groups) {
      const [formedSize, roots] = typeof packed === 'number' ? [1, [packed]] : packed;
      const group = { formedSize, roots };
      for (const root of roots) this.#groupOf.set(root, group);
    }
  }

  /** What is left of the groups, those that are new as groups of one, and the newest entry. */
  *#survey(
    window: ReadonlyMap<number, Copies>,
  ): Generator<void, [groups: Map<number, Group>, fresh: number[], newest: number]> {
    const groups = new Map<number, Group>();
    const left = new Map<Group, Group>();
    const fresh: number[] = [];
    let [newest, work] = [this.#sequence, 0];
    for (const [root, { texts }] of window) {
      const known = this.#groupOf.get(root);
      let isNew = known === undefined;
      for (const { sequence } of texts) {
        if (sequence > this.#sequence) isNew = true;
        newest = Math.max(newest, sequence);
      }
      if (isNew) fresh.push(root);
      if (known === undefined) groups.set(root, { roots: [root], formedSize: 1 });
      else if (known.roots.length === 1) groups.set(root, known);
      else {
        const group = left.get(known) ?? { roots: [], formedSize: known.formedSize };
        left.set(known, group);
        group.roots.push(root);
        groups.set(root, group);
      }
      if (++work % GROUPS_PAUSE_EVERY === 0) yield;
    }
    return [groups, fresh, newest];
  }

  *#joined(
    texts: Texts,
    window: ReadonlyMap<number, Copies>,
    parts: readonly Group[],
  ): Generator<void, Group[]> {
    const items: Copies[] = [];
    const roots: number[] = [];
    const placeOf = new Map<number, number>();
    const partOf: Group[] = [];
    const starts: number[][] = [];
    const wholes = new Map<number, Group>();
    for (const part of parts) {
      const places: number[] = [];
      for (const root of part.roots) {
        placeOf.set(root, roots.length);
        places.push(items.push(window.get(root)!) - 1);
        partOf.push(part);
        roots.push(root);
      }
      starts.push(places);
      if (part.roots.length > 1) wholes.set(places[0]!, part);
      if (roots.length % GROUPS_PAUSE_EVERY < places.length) yield;
    }
    yield;
    const links: Link[] = [];
    for (const [one, item] of items.entries()) {
      eachLink(item, (id, likeness) => {
        const other = placeOf.get(texts.rootOf(id));
        if (other === undefined || partOf[one] === partOf[other]) return;
        links.push({ one, other, likeness });
      });
      if (one % GROUPS_PAUSE_EVERY === 0) yield;
    }
    const { weightOf } = texts;
    const found = yield* groupsOf(items, links, weightOf, this.#leastOf, starts);
    yield;
    return found.map((places): Group => {
      // What was put in whole keeps its size of then, so that it is told what it has grown by.
      const kept = places.map((place) => wholes.get(place)?.formedSize ?? 0);
      const formedSize = Math.max(...kept) || places.length;
      return { roots: places.map((place) => roots[place]!).sort((a, b) => a - b), formedSize };
    });
  }

  #leastBetween(one: Copies, other: Copies): number {
    return Math.exp((this.#leastOf(one) + this.#leastOf(other)) / 2);
  }
}

/** A group as it is put in: whole, or its articles. */
function partsOf(group: Group): Group[] {
  const { roots, formedSize } = group;
  if (roots.length > SMALL_MAX && roots.length < GROWTH_MIN * formedSize) return [group];
  return roots.map((root) => ({ roots: [root], formedSize: 1 }));
}

function eachLink({ texts }: Copies, visit: (id: number, likeness: number) => void): void {
  for (const text of texts) eachLinkOf(text, visit);
}
