/**
 * The stories of a window: groups of articles whose texts are about one thing, of enough outlets.
 *
 * Articles are those of ranking media of the news, the same that the baseline counts. Near-copies of one
 * text are one item: they go together, and one outlet speaks for all of them.
 * Invariant: equal articles give equal stories in equal order, whatever rows they have.
 */
import type { BurstCounter } from '../burst/counter.js';
import { groupsOf, type Item, type Link } from './agglomeration.js';
import { ARTICLES_MIN, OUTLETS_MIN } from './settings.js';
import { linksOf, type Text, type Texts } from './texts.js';

/** Rows are below this; with an id of 32 bits they make an exact number. */
const ROWS_MAX = 2 ** 21;

/** Where an article is found. */
interface Article {
  id: number;
  sortMs: number;
}

/** An article that is no near-copy of an earlier one, and those that are copies of it. */
interface Copies extends Item {
  sortMs: number;
  /** Places in the list of articles, the earliest first. */
  places: number[];
  texts: Text[];
}

/** Rows of each story's articles, by id; stories by their first article. */
export function storiesOf(
  counter: BurstCounter,
  texts: Texts,
  fromMs: number,
  untilMs: number,
  isRanking: Uint8Array,
): number[][] {
  const { ids, times, media } = counter.rows;
  const rows = rowsById(counter, fromMs, untilMs, isRanking);
  const articles = Array.from(rows, (row) => ({ id: ids[row]!, sortMs: times[row]! }));
  const outletsOf = (copies: readonly Copies[]): number =>
    new Set(copies.map(({ places: [first] }) => media[rows[first!]!]!)).size;
  return groupsOfTexts(texts, articles)
    .filter((copies) => outletsOf(copies) >= OUTLETS_MIN)
    .map((copies) => copies.flatMap(({ places }) => places).sort((a, b) => a - b))
    .filter(({ length }) => length >= ARTICLES_MIN)
    .sort(([a], [b]) => a! - b!)
    .map((places) => places.map((place) => rows[place]!));
}

/** Groups of articles of which each is one story, as far as their texts are known. @param articles by id. */
export function groupsOfTexts(
  texts: Texts,
  articles: readonly Article[],
  leastOf?: (item: Item) => number,
): Copies[][] {
  const byRoot = new Map<number, Copies>();
  articles.forEach(({ id, sortMs }, place) => {
    const text = texts.find(id, sortMs);
    if (text !== undefined) addCopy(byRoot, text, sortMs, place);
  });
  const items = [...byRoot.values()];
  const groups = groupsOf(items, linksBetween(texts, byRoot), texts.weightOf, leastOf);
  return groups.map((group) => group.map((item) => items[item]!));
}

/** The earliest of copies speaks for all. */
function addCopy(byRoot: Map<number, Copies>, text: Text, sortMs: number, place: number): void {
  const { root, terms, isWide } = text;
  const known = byRoot.get(root);
  if (known === undefined) {
    byRoot.set(root, { terms, isWide, sortMs, places: [place], texts: [text] });
    return;
  }
  known.texts.push(text);
  if (sortMs >= known.sortMs) known.places.push(place);
  else {
    known.places.unshift(place);
    Object.assign(known, { terms, isWide, sortMs });
  }
}

function linksBetween(texts: Texts, byRoot: ReadonlyMap<number, Copies>): Link[] {
  const numbers = new Map([...byRoot.keys()].map((root, number) => [root, number]));
  const links: Link[] = [];
  let one = 0;
  for (const item of byRoot.values()) {
    for (const text of item.texts) {
      for (const { id, likeness } of linksOf(text)) {
        const other = numbers.get(texts.rootOf(id));
        if (other !== undefined) links.push({ one, other, likeness });
      }
    }
    one += 1;
  }
  return links;
}

function rowsById(
  counter: BurstCounter,
  fromMs: number,
  untilMs: number,
  isRanking: Uint8Array,
): Uint32Array {
  const { ids, media } = counter.rows;
  const found: number[] = [];
  counter.rows.inRange(fromMs, untilMs, (row) => {
    if (isRanking[media[row]!] === 1 && counter.isCounted(row)) found.push(row);
  });
  const keys = new Float64Array(found.length);
  for (let at = 0; at < keys.length; at++) keys[at] = ids[found[at]!]! * ROWS_MAX + found[at]!;
  keys.sort();
  const rows = new Uint32Array(keys.length);
  for (let at = 0; at < rows.length; at++) rows[at] = keys[at]! % ROWS_MAX;
  return rows;
}
