/**
 * Keywords of a media: tags of its newest articles, and tags of the whole press in their titles.
 *
 * Each term counts once for an article. The dictionary for titles holds every tag that any media
 * used in the last 7 days. What stands on most of the media's articles, or on many of the whole press,
 * says nothing of it and is left out; of equal counts the term is first that others use less. Not here: which words are no keywords (api/, from a rule file).
 */
import { DAY_MS } from '../../kernel/clock.js';
import type { BurstCounter } from '../burst/counter.js';
import { compareCodePoints } from '../burst/order.js';
import type { KeywordAnswer } from './codec.js';
import type { TitleStore } from './title-store.js';
import { TitleTerms } from './title-terms.js';

/** Articles that are looked at. From the contract. */
const SAMPLE_MAX = 2000;
/** Days of tags that are looked for in titles. From the contract. */
const DICTIONARY_MS = 7 * DAY_MS;
/** A term on so large a part of some articles of the media is furniture. */
const FURNITURE = { articles: 10, part: 0.6 } as const;
/** A tag on a larger part of the articles of all outlets is generic in the period. */
const GENERIC = { articles: 100, outlets: 3, part: 0.25 } as const;

/** The dictionary of the seven days before an instant. */
export function titleTermsOf(counter: BurstCounter, untilMs: number): TitleTerms {
  const { rows, tags } = counter;
  const found = new Set<number>();
  rows.inRange(untilMs - DICTIONARY_MS, untilMs, (row) => {
    if (!counter.isVisible(row)) return;
    for (const spelling of rows.spellingsOf(row)) found.add(tags.tagOf(spelling));
  });
  return new TitleTerms([...found].map((tag) => tags.keyOf(tag)));
}

/**
 * @param media number of a publisher, or of a source through which articles were found.
 */
export function keywordsOf(
  counter: BurstCounter,
  titles: TitleStore,
  terms: TitleTerms,
  media: number,
  fromMs: number,
  toMs: number,
): KeywordAnswer {
  const { rows, tags } = counter;
  const sample = sampleOf(counter, titles, media, fromMs, toMs);
  const counts = new Map<string, number>();
  for (const row of sample.rows) {
    const form = titles.get(rows.ids[row]!, rows.times[row]!)?.form ?? '';
    const found = terms.in(form);
    for (const spelling of rows.spellingsOf(row)) found.add(tags.keyOf(tags.tagOf(spelling)));
    for (const key of found) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const press = pressOf(counter, fromMs, toMs);
  const articles = sample.rows.length;
  const isFurniture = (count: number): boolean =>
    articles >= FURNITURE.articles && count >= FURNITURE.part * articles;
  const isGeneric = (used: number): boolean =>
    press.articles >= GENERIC.articles &&
    press.outlets >= GENERIC.outlets &&
    used > GENERIC.part * press.articles;
  const listed = [...counts]
    .map(([key, count]) => ({ tag: tags.find(key), count }))
    .map(({ tag, count }) => ({ label: tags.shownOf(tag), count, used: press.uses.get(tag) ?? 0 }))
    .filter(({ count, used }) => !isFurniture(count) && !isGeneric(used))
    .sort((a, b) => b.count - a.count || a.used - b.used || compareCodePoints(a.label, b.label))
    .map(({ label, count }) => ({ label, count }));
  return { sampledArticles: sample.rows.length, capped: sample.capped, terms: listed };
}

/** How many articles of all outlets there are in a period, and on how many of them each tag stands. */
function pressOf(
  counter: BurstCounter,
  fromMs: number,
  toMs: number,
): { articles: number; outlets: number; uses: Map<number, number> } {
  const { rows, tags } = counter;
  const uses = new Map<number, number>();
  const outlets = new Set<number>();
  let articles = 0;
  rows.inRange(fromMs, toMs, (row) => {
    if (!counter.isVisible(row)) return;
    articles += 1;
    outlets.add(rows.media[row]!);
    for (const tag of new Set(Array.from(rows.spellingsOf(row), (one) => tags.tagOf(one)))) {
      uses.set(tag, (uses.get(tag) ?? 0) + 1);
    }
  });
  return { articles, outlets: outlets.size, uses };
}

/** The newest visible articles of a media. */
function sampleOf(
  counter: BurstCounter,
  titles: TitleStore,
  media: number,
  fromMs: number,
  toMs: number,
): { rows: number[]; capped: boolean } {
  const { rows } = counter;
  const found: number[] = [];
  rows.inRange(fromMs, toMs, (row) => {
    if (!counter.isVisible(row)) return;
    const isMine =
      rows.media[row] === media ||
      titles.get(rows.ids[row]!, rows.times[row]!)?.foundBy.includes(media) === true;
    if (isMine) found.push(row);
  });
  if (found.length <= SAMPLE_MAX) return { rows: found, capped: false };
  found.sort((a, b) => rows.times[b]! - rows.times[a]! || rows.ids[b]! - rows.ids[a]!);
  return { rows: found.slice(0, SAMPLE_MAX), capped: true };
}
