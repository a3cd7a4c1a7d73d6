/**
 * The inputs of a run, and the stories of its window: groups of articles with like texts, of enough
 * outlets.
 *
 * Articles are those of ranking media of the news, which the baseline counts too. Near-copies of
 * one text are one item: they stay together, and count for one outlet. Invariant: equal articles
 * give equal stories in equal order, whatever their rows.
 */
import type { Entry } from '../../../kernel/model/records.js';
import { BurstCounter } from '../../shared/burst/counter.js';
import { groupsOf, type Item, type Link, leastOfItem } from './agglomeration.js';
import { OutletVoices } from './outlets.js';
import { ARTICLES_MIN, OUTLETS_MIN, UNHEARD_MAX } from './settings.js';
import { eachLinkOf, type Text, Texts } from './texts.js';

/**
 * The inputs of a run, folded from records: counts of articles and tags, texts with links, groups
 * of the last run, and voices of outlets.
 */
export class RunInputs {
  readonly counter: BurstCounter;
  readonly texts = new Texts();
  readonly groups = new StoryGroups();
  readonly voices = new OutletVoices();

  /** @param onRow called for every article that is added or removed. */
  constructor(onRow?: (id: number, timeMs: number, comes: boolean) => void) {
    this.counter = new BurstCounter({
      // The counter retains the articles of its own windows.
      retentionMs: 0,
      onRow: (id, timeMs, comes) => {
        const { rows } = this.counter;
        this.voices.count(rows.media[rows.find(id)]!, timeMs, comes ? 1 : -1);
        onRow?.(id, timeMs, comes);
      },
    });
  }

  /** Folds a record; a tick changes only the bases. */
  apply({ sequence, record, body }: Entry): void {
    this.counter.apply(record);
    if (record.kind === 'news') {
      const media = this.counter.media.numberOf(record.media);
      const isHeard = this.voices.isHeard(media, record.sortMs);
      this.texts.put(record, body, sequence, isHeard);
    }
    if (record.kind === 'erase' && record.target === 'news' && record.id !== null) {
      this.texts.remove(record.id, sequence);
    }
  }

  /** Counts the articles of a snapshot, with pauses. */
  *recount(): Generator<void> {
    this.counter.recount();
    const { rows } = this.counter;
    for (const row of rows.all()) this.voices.count(rows.media[row]!, rows.times[row]!, 1);
    yield* this.texts.settle();
  }
}

/** Rows are below this; id (32 bits) and row fit in one exact number. */
const ROWS_MAX = 2 ** 21;
/** Articles between pauses: about a millisecond. */
const PAUSE_EVERY = 1000;
const STORIES_PAUSE_EVERY = 500;

interface Article {
  id: number;
  sortMs: number;
  /** The weight of the article. */
  voice: number;
}

/** An article that is no near-copy of an earlier one, with its copies. */
interface PlacedCopies extends Copies {
  sortMs: number;
  /** Places in the list of articles, earliest first. */
  places: number[];
}

/** Rows of each story's articles, by id; stories by their first article. */
export function* storiesOf(
  { counter, texts, groups, voices }: RunInputs,
  fromMs: number,
  untilMs: number,
  isRanking: Uint8Array,
): Generator<void, number[][]> {
  const { ids, times, media } = counter.rows;
  const rows = yield* rowsById(counter, fromMs, untilMs, isRanking);
  yield;
  const articles: Article[] = [];
  for (let place = 0; place < rows.length; place++) {
    const row = rows[place]!;
    const [id, sortMs] = [ids[row]!, times[row]!];
    articles.push({ id, sortMs, voice: voices.of(media[row]!, sortMs) });
    if (place % PAUSE_EVERY === 0) yield;
  }
  const voiceOf = (place: number): number => articles[place]!.voice;
  const outletsOf = (copies: readonly PlacedCopies[]): number => {
    const heard = new Map<number, number>();
    for (const { places } of copies) {
      const outlet = media[rows[places[0]!]!]!;
      heard.set(outlet, Math.min(1, (heard.get(outlet) ?? 0) + voiceOf(places[0]!)));
    }
    return sumOf(heard.values());
  };
  yield;
  const stories: number[][] = [];
  let work = 0;
  // Each text with its copies counts for one outlet.
  for (const copies of yield* groupsOfTexts(texts, articles, groups, OUTLETS_MIN)) {
    work += copies.length;
    if (work % STORIES_PAUSE_EVERY < copies.length) yield;
    if (outletsOf(copies) < OUTLETS_MIN - UNHEARD_MAX) continue;
    const places = copies.flatMap(({ places }) => places).sort((a, b) => a - b);
    if (sumOf(places.map(voiceOf)) >= ARTICLES_MIN - UNHEARD_MAX) stories.push(places);
  }
  yield;
  return stories.sort(([a], [b]) => a! - b!).map((places) => places.map((place) => rows[place]!));
}

/**
 * Groups of articles that are one story each, for articles with known texts.
 * @param articles by id. @param least minimum of texts in a group, without near-copies.
 */
export function* groupsOfTexts(
  texts: Texts,
  articles: readonly Article[],
  groups: StoryGroups,
  least = 1,
): Generator<void, PlacedCopies[][]> {
  const window = new Map<number, PlacedCopies>();
  for (const [place, article] of articles.entries()) {
    addCopy(window, texts, article, place);
    if (place % PAUSE_EVERY === 0) yield;
  }
  const found = (yield* groups.regroup(texts, window)).filter(({ length }) => length >= least);
  return found.map((roots) => roots.map((root) => window.get(root)!));
}

/** Adds an article to its near-copies; the earliest of them stands for all. */
function addCopy(
  window: Map<number, PlacedCopies>,
  texts: Texts,
  { id, sortMs, voice }: Article,
  place: number,
): void {
  const text = texts.find(id, sortMs);
  if (text === undefined) return;
  const { root, terms, isWide } = text;
  const known = window.get(root);
  if (known === undefined) {
    window.set(root, { terms, isWide, weight: voice, sortMs, places: [place], texts: [text] });
    return;
  }
  known.texts.push(text);
  known.weight = Math.max(known.weight, voice);
  if (sortMs >= known.sortMs) known.places.push(place);
  else {
    known.places.unshift(place);
    Object.assign(known, { terms, isWide, sortMs });
  }
}

function sumOf(values: Iterable<number>): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

function* rowsById(
  counter: BurstCounter,
  fromMs: number,
  untilMs: number,
  isRanking: Uint8Array,
): Generator<void, Uint32Array> {
  const { ids, media } = counter.rows;
  const found: number[] = [];
  yield* counter.rows.inRangeInSteps(fromMs, untilMs, (row) => {
    if (isRanking[media[row]!] === 1 && counter.isCounted(row)) found.push(row);
  });
  const keys = new Float64Array(found.length);
  for (let at = 0; at < keys.length; at++) keys[at] = ids[found[at]!]! * ROWS_MAX + found[at]!;
  keys.sort();
  const rows = new Uint32Array(keys.length);
  for (let at = 0; at < rows.length; at++) rows[at] = keys[at]! % ROWS_MAX;
  return rows;
}

/** A text with its near-copies. */
interface Copies extends Item {
  texts: Text[];
}

/**
 * Larger groups may stay whole. With 8, Chinese stories of `bench truth` were split; with no limit,
 * English ones of hundreds of headlines. Regrouping everything once a day joined separate stories.
 */
const SMALL_MAX = 40;
/** A larger group is regrouped when it has grown by this factor. */
const GROWTH_MIN = 1.5;
/** Texts between pauses: about a millisecond. */
const GROUPS_PAUSE_EVERY = 500;

interface Group {
  /** First articles of near-copies. */
  roots: number[];
  /** Its size when it was last grouped from single articles. */
  formedSize: number;
}

/** The last log entry that was read, and groups; a group of one is only its root. */
export type StoryGroupsState = [
  sequence: number,
  groups: (number | [formedSize: number, roots: number[]])[],
];

/**
 * Groups of the articles of a window, carried from run to run: only new articles, and groups that
 * they may join, are grouped again.
 *
 *   new articles ─ links ─► groups that they may join ─┬─ grown much? ─► taken apart ─┐
 *                                                      └─ else whole ─────────────────┴─► agglomeration
 *
 * So the cost of a run depends on its new articles and their groups, not on the window. A large
 * group stays whole while it has grown by less than a half since it was last grouped from single
 * articles. Invariant: groups follow from the runs before and from the articles in order, so a
 * repeated fold gives equal groups; snapshots contain them (`state`).
 */
export class StoryGroups {
  readonly #leastOf: (item: Item) => number;
  #groupOf = new Map<number, Group>();
  #sequence = -1;

  constructor(leastOf: (item: Item) => number = leastOfItem) {
    this.#leastOf = leastOf;
  }

  /** Groups the window's articles by root; returns roots by group. The state changes at the end. */
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

  /** The groups with new articles as groups of one, the new roots, and the newest entry. */
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
      // A group that was kept whole keeps its formed size, so that its growth is known.
      const kept = places.map((place) => wholes.get(place)?.formedSize ?? 0);
      const formedSize = Math.max(...kept) || places.length;
      return { roots: places.map((place) => roots[place]!).sort((a, b) => a - b), formedSize };
    });
  }

  #leastBetween(one: Copies, other: Copies): number {
    return Math.exp((this.#leastOf(one) + this.#leastOf(other)) / 2);
  }
}

/** The parts with which a group is grouped again: the whole group, or its articles. */
function partsOf(group: Group): Group[] {
  const { roots, formedSize } = group;
  if (roots.length > SMALL_MAX && roots.length < GROWTH_MIN * formedSize) return [group];
  return roots.map((root) => ({ roots: [root], formedSize: 1 }));
}

function eachLink({ texts }: Copies, visit: (id: number, likeness: number) => void): void {
  for (const text of texts) eachLinkOf(text, visit);
}
