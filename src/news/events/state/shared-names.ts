/**
 * Names a story by what its articles share, when no tag of the story bursts: tags of most of its
 * articles, then phrases of their headlines. The burst of such a name is that of a hypothetical tag
 * on exactly the story's articles with the name.
 */
import { getOrInsert } from '../../../kernel/collections.js';
import { searchForm, tagKey } from '../../../kernel/text/tag.js';
import type { BurstCounter } from '../../shared/burst/counter.js';
import {
  burstOf,
  contributionOf,
  HISTORY_COUNT,
  normalizedOf,
  WINDOW_MS,
  WINDOW_SHIFTS_MS,
} from '../../shared/burst/formulas.js';
import type { RankedList } from '../../shared/burst/ranked-list.js';
import type { TagBurst } from '../chunks.js';
import type { OutletVoices } from './outlets.js';
import { isCommonWord, isEmptyName, isWithin, phrasesOf, wordingOf } from './phrases.js';
import { PHRASE_OWN_MIN, SHARED_NAMES_MAX, TAG_HALF, TAG_SHARED_MIN } from './settings.js';
import { hashesOf } from './text-terms.js';
import type { Texts } from './texts.js';

/** Two Han letters may be a name, which headlines cannot show. */
const HAN = /^\p{Script=Han}/u;

interface Name {
  shown: string;
  key: string;
  /** Rows of the story's articles with the name. */
  rows: number[];
}

export interface Naming {
  /** By descending burst. */
  tags: TagBurst[];
  /** Number of the story's articles, by key of each of its tags. */
  counts: Map<string, number>;
}

export interface NamingBasis {
  counter: BurstCounter;
  texts: Texts;
  list: RankedList;
  voices: OutletVoices;
  /** Heard articles of basis media in the window, by tag. */
  articlesWith: Uint32Array;
}

/** An article with its title as written, and in search form. */
interface Titled {
  row: number;
  title: string;
  form: string;
}

export class SharedNames {
  readonly #counter: BurstCounter;
  readonly #texts: Texts;
  readonly #list: RankedList;
  readonly #voices: OutletVoices;
  readonly #articlesWith: Uint32Array;

  constructor({ counter, texts, list, voices, articlesWith }: NamingBasis) {
    this.#counter = counter;
    this.#texts = texts;
    this.#list = list;
    this.#voices = voices;
    this.#articlesWith = articlesWith;
  }

  /** The names of a story. @param isFree true for tags that name no other story by their bursts. */
  of(rows: readonly number[], isFree: (tag: number) => boolean): Naming {
    const titled = this.#titled(rows);
    const names = this.#carried(rows, isFree);
    for (const phrase of this.#phrases(titled)) {
      if (names.length === SHARED_NAMES_MAX) break;
      if (names.every(({ shown }) => !isWithin(searchForm(shown), searchForm(phrase.shown)))) {
        names.push(phrase);
      }
    }
    const told = names.length === 1 ? this.#alone(names[0]!, titled) : names;
    const tags = told.map((name): TagBurst => {
      return { tag: name.shown, burst: this.burstOf(name.rows) };
    });
    return {
      tags: tags.sort((a, b) => b.burst - a.burst),
      counts: new Map(told.map((name) => [name.key, name.rows.length])),
    };
  }

  /** Tags of most of the articles and of few others; most articles first. */
  #carried(mine: readonly number[], isFree: (tag: number) => boolean): Name[] {
    const { rows, tags } = this.#counter;
    const rowsOf = new Map<number, number[]>();
    for (const row of mine) {
      for (const spelling of rows.spellingsOf(row)) {
        const known = getOrInsert(rowsOf, tags.tagOf(spelling), () => []);
        if (known.at(-1) !== row) known.push(row);
      }
    }
    const names: Name[] = [];
    for (const [tag, carrying] of rowsOf) {
      const shared = carrying.length;
      if (shared < TAG_SHARED_MIN || shared <= TAG_HALF * mine.length) continue;
      if (shared <= TAG_HALF * this.#articlesWith[tag]! || !isFree(tag)) continue;
      const key = tags.keyOf(tag);
      if (isEmptyName(tags.shownOf(tag))) continue;
      if (this.#counter.outletNames.isOwn(key, byMedia(this.#counter, this.#voices, carrying)))
        continue;
      names.push({ shown: tags.shownOf(tag), key, rows: carrying });
    }
    return names
      .sort((a, b) => b.rows.length - a.rows.length || (a.key < b.key ? -1 : 1))
      .slice(0, SHARED_NAMES_MAX);
  }

  /**
   * Replaces a single name by the wording around it when it is a common word or one of few
   * headlines; no name when the headlines have different wordings.
   */
  #alone(name: Name, titled: readonly Titled[]): Name[] {
    const titles = titlesOf(titled);
    const isOfMost = name.rows.length > TAG_HALF * titled.length;
    if (isOfMost && !isCommonWord(name.shown, titles)) return [name];
    const wording = wordingOf(name.shown, titles, this.#weightAmong(titled));
    if (wording !== null) return [nameOf(wording, titled)];
    return HAN.test(name.shown) ? [name] : [];
  }

  /** Oldest first. */
  #titled(rows: readonly number[]): Titled[] {
    const { ids, times } = this.#counter.rows;
    return rows
      .map((row) => ({ row, title: this.#texts.of(ids[row]!, times[row]!) }))
      .sort((a, b) => times[a.row]! - times[b.row]! || ids[a.row]! - ids[b.row]!)
      .map(({ row, title }) => ({ row, title, form: searchForm(title) }));
  }

  #phrases(titled: readonly Titled[]): Name[] {
    return phrasesOf(titlesOf(titled), this.#weightAmong(titled))
      .map((shown) => nameOf(shown, titled))
      .filter(({ shown, rows }) => rows.length >= PHRASE_OWN_MIN * this.#rarestOf(shown));
  }

  /** Number of articles with the rarest term of a phrase. */
  #rarestOf(phrase: string): number {
    return Math.min(...hashesOf(phrase).map((hash) => this.#texts.counts.knownWith(hash)));
  }

  #weightAmong({ length }: ArrayLike<unknown>): (phrase: string) => number {
    const known = new Map<string, number>();
    return (phrase) => getOrInsert(known, phrase, () => this.#weightOf(phrase, length));
  }

  /** Rareness of a phrase's terms in the articles outside of the story, at most 1. */
  #weightOf(phrase: string, storyArticles: number): number {
    const hashes = hashesOf(phrase);
    if (hashes.length === 0) return 0;
    const { counts } = this.#texts;
    const sum = hashes.reduce((total, hash) => {
      const others = Math.max(0, counts.with(hash) - storyArticles);
      return total + Math.log((counts.articles + 1) / (1 + others));
    }, 0);
    return sum / hashes.length / Math.log(counts.articles + 1);
  }

  /** The burst of a hypothetical tag on exactly these articles of the window. */
  burstOf(mine: readonly number[]): number {
    const { media } = this.#list.basis;
    return burstOfRows(this.#counter, this.#voices, media, this.#counter.atMs!, mine);
  }
}

/**
 * The burst of a hypothetical tag on exactly these articles, as of `atMs`.
 * @param media of the basis, in its order, because floating-point sums depend on their order.
 */
export function burstOfRows(
  counter: BurstCounter,
  voices: OutletVoices,
  media: readonly number[],
  atMs: number,
  mine: readonly number[],
): number {
  const { times, media: mediaOf } = counter.rows;
  const heard = mine.map((row) => voices.of(mediaOf[row]!, times[row]!));
  const counts = new Float64Array(counter.media.size);
  const [now = 0, ...before] = WINDOW_SHIFTS_MS.map((shiftMs) => {
    const untilMs = atMs - shiftMs;
    counts.fill(0);
    for (let at = 0; at < mine.length; at++) {
      const row = mine[at]!;
      const timeMs = times[row]!;
      if (timeMs < untilMs && timeMs >= untilMs - WINDOW_MS) counts[mediaOf[row]!]! += heard[at]!;
    }
    const score = media.reduce((sum, one) => sum + contributionOf(counts[one]!), 0);
    return normalizedOf(score, media.length);
  });
  const history = Float64Array.from({ length: HISTORY_COUNT }, (_, step) => before[step]!);
  return burstOf(now, history, 0);
}

/** Sum of the articles' weights, by media number. */
function byMedia(
  { rows: { media, times } }: BurstCounter,
  voices: OutletVoices,
  mine: readonly number[],
): Map<number, number> {
  const counts = new Map<number, number>();
  for (const row of mine) {
    const voice = voices.of(media[row]!, times[row]!);
    counts.set(media[row]!, (counts.get(media[row]!) ?? 0) + voice);
  }
  return counts;
}

function titlesOf(titled: readonly Titled[]): string[] {
  return titled.map(({ title }) => title);
}

function nameOf(shown: string, titled: readonly Titled[]): Name {
  const form = searchForm(shown);
  const rows = titled.filter((one) => one.form.includes(form)).map(({ row }) => row);
  return { shown, key: tagKey(shown), rows };
}
