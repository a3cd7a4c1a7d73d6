/**
 * Chooses, where a window holds more articles than can be compared one by one, those that may be
 * stories, and attaches the others to the stories that come of them.
 *
 *   article ─► its five rarest terms of title and tags that others hold too ─► ten pairs ─► slots
 *
 * Articles with a pair in common are probably of one story: the pairs that most articles share give
 * the articles to compare. Of the others, those that hold three of a story's terms belong to it.
 */
import { getOrInsert } from '../../kernel/get-or-insert.js';
import { HASH_BITS, hashOf, isPointed } from './text-terms.js';
import type { Text } from './texts.js';

/** Comparing so many one by one takes a tenth of a second, and 8 MB. */
export const IN_PLAY_MAX = 700;
/** Articles compared of one pair: enough for a story to be seen whole. */
const OF_PAIR_MAX = 12;
const MARKS = 5;
const PAIRS = (MARKS * (MARKS - 1)) / 2;
/** Fewer articles than this share nothing that makes an event. */
const SHARED_MIN = 3;
/** Terms of a story that an article must hold to be of it, and articles that a term must mark. */
const ATTACHED_MARKS_MIN = 3;
const MARKED_MIN = 2;
/** Of more articles a part is looked at: each look waits for memory. Stories are large by then. */
const SAMPLE_MAX = 10_000;
const SLOT_BITS = 20;
const PRIME = 0x9e3779b1;
const NONE = -1;

/** Pairs of some articles: those of the n-th are `slots` from `PAIRS * n`, `sizes[n]` many. */
interface Pairs {
  places: Uint32Array;
  slots: Uint32Array;
  sizes: Uint8Array;
}

/** Places of the articles to compare, ascending. @param articlesWith by hash of a term. */
export function inPlayOf(texts: readonly Text[], articlesWith: Uint32Array): number[] {
  const { places, slots, sizes } = pairsOf(texts, articlesWith);
  const counts = new Uint32Array(1 << SLOT_BITS);
  for (let one = 0; one < places.length; one++) {
    const start = PAIRS * one;
    const end = start + sizes[one]!;
    for (let at = start; at < end; at++) counts[slots[at]!]! += 1;
  }
  const bySlot = new Map<number, number[]>();
  for (let one = places.length - 1; one >= 0; one--) {
    const start = PAIRS * one;
    const end = start + sizes[one]!;
    let strongest = NONE;
    let most = SHARED_MIN - 1;
    for (let at = start; at < end; at++) {
      const count = counts[slots[at]!]!;
      if (count > most) [strongest, most] = [slots[at]!, count];
    }
    if (strongest === NONE) continue;
    const known = getOrInsert(bySlot, strongest, () => []);
    if (known.length < OF_PAIR_MAX) known.push(places[one]!);
  }
  const strong = [...bySlot.keys()].sort((a, b) => counts[b]! - counts[a]! || a - b);
  const chosen: number[] = [];
  for (const slot of strong) {
    if (chosen.length >= IN_PLAY_MAX) break;
    chosen.push(...bySlot.get(slot)!.slice(0, IN_PLAY_MAX - chosen.length));
  }
  return chosen.sort((a, b) => a - b);
}

function pairsOf(texts: readonly Text[], articlesWith: Uint32Array): Pairs {
  const size = Math.min(texts.length, SAMPLE_MAX);
  const step = texts.length / size;
  const places = Uint32Array.from({ length: size }, (_, one) => Math.floor(one * step));
  const pairs = { places, slots: new Uint32Array(PAIRS * size), sizes: new Uint8Array(size) };
  const marks = new Uint32Array(MARKS);
  const counts = new Uint32Array(MARKS);
  for (let one = 0; one < size; one++) {
    const found = fillMarks(texts[places[one]!]!.terms, articlesWith, marks, counts);
    let end = PAIRS * one;
    for (let i = 0; i < found; i++) {
      for (let j = i + 1; j < found; j++) pairs.slots[end++] = slotOf(marks[i]!, marks[j]!);
    }
    pairs.sizes[one] = end - PAIRS * one;
  }
  return pairs;
}

/**
 * Adds to each story the articles that were not compared and hold three of its terms. Places stay
 * ascending.
 */
export function attachOthers(
  stories: readonly number[][],
  texts: readonly Text[],
  compared: readonly number[],
  articlesWith: Uint32Array,
): void {
  const storyOf = storiesByMark(stories, texts, articlesWith);
  // Most terms are of no story: a bit tells, and all bits fit a processor's cache.
  const bits = new Uint8Array(1 << (HASH_BITS - 3));
  for (const hash of storyOf.keys()) bits[hash >>> 3]! |= 1 << (hash & 7);
  const isCompared = new Uint8Array(texts.length);
  for (const place of compared) isCompared[place] = 1;
  const hits = new Uint8Array(stories.length);
  const touched: number[] = [];
  for (let place = 0; place < texts.length; place++) {
    if (isCompared[place] === 1) continue;
    const { terms } = texts[place]!;
    for (let at = 0; at < terms.length && isPointed(terms[at]!); at++) {
      const hash = hashOf(terms[at]!);
      if ((bits[hash >>> 3]! & (1 << (hash & 7))) !== 0) touched.push(storyOf.get(hash)!);
    }
    let best = NONE;
    for (const story of touched) {
      hits[story]! += 1;
      if (best === NONE || hits[story]! > hits[best]!) best = story;
    }
    if (best !== NONE && hits[best]! >= ATTACHED_MARKS_MIN) stories[best]!.push(place);
    for (const story of touched) hits[story] = 0;
    touched.length = 0;
  }
  for (const places of stories) places.sort((a, b) => a - b);
}

/** The story of each term that marks two of its articles: the one with most of them. */
function storiesByMark(
  stories: readonly number[][],
  texts: readonly Text[],
  articlesWith: Uint32Array,
): Map<number, number> {
  const best = new Map<number, { story: number; articles: number }>();
  const marks = new Uint32Array(MARKS);
  const counts = new Uint32Array(MARKS);
  stories.forEach((places, story) => {
    const articles = new Map<number, number>();
    for (const place of places) {
      const found = fillMarks(texts[place]!.terms, articlesWith, marks, counts);
      for (const mark of marks.subarray(0, found)) {
        articles.set(mark, (articles.get(mark) ?? 0) + 1);
      }
    }
    for (const [mark, count] of articles) {
      if (count < MARKED_MIN || count <= (best.get(mark)?.articles ?? 0)) continue;
      best.set(mark, { story, articles: count });
    }
  });
  return new Map([...best].map(([mark, { story }]) => [mark, story]));
}

/** The rarest terms that enough articles hold, the rarest first; how many there are. */
function fillMarks(
  terms: Uint32Array,
  articlesWith: Uint32Array,
  marks: Uint32Array,
  counts: Uint32Array,
): number {
  let found = 0;
  for (let at = 0; at < terms.length; at++) {
    // Terms of the title and tags come first.
    if (!isPointed(terms[at]!)) break;
    const hash = hashOf(terms[at]!);
    const count = articlesWith[hash]!;
    if (count < SHARED_MIN || (found === MARKS && count >= counts[MARKS - 1]!)) continue;
    let place = found === MARKS ? MARKS - 1 : found++;
    for (; place > 0 && counts[place - 1]! > count; place--) {
      marks[place] = marks[place - 1]!;
      counts[place] = counts[place - 1]!;
    }
    marks[place] = hash;
    counts[place] = count;
  }
  return found;
}

/** A number for two terms in any order. */
function slotOf(one: number, other: number): number {
  const mixed = Math.imul(Math.imul(Math.min(one, other), PRIME) ^ Math.max(one, other), PRIME);
  return (mixed ^ (mixed >>> 15)) & ((1 << SLOT_BITS) - 1);
}
