/**
 * Keywords of a media: tags of its newest articles, and tags of the whole press in their titles.
 *
 * Each term counts once for an article. The dictionary for titles holds every tag that any media
 * used in the last 7 days. Not here: which words are no keywords (api/, from a rule file).
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
  const listed = [...counts]
    .map(([key, count]) => ({ label: tags.shownOf(tags.find(key)), count }))
    .sort((a, b) => b.count - a.count || compareCodePoints(a.label, b.label));
  return { sampledArticles: sample.rows.length, capped: sample.capped, terms: listed };
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
