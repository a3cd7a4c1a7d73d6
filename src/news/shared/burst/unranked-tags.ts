/** Tags without a rank: derived tags that are everyday words, and names of outlets. */
import { getOrInsert } from '../../../kernel/collections.js';
import { tagKeysOf } from '../../../kernel/text/tag.js';
import type { ArticleRows } from './article-rows.js';
import { HISTORY_HOURS } from './formulas.js';
import type { Basis, MediaTable } from './media-table.js';
import type { PairCounts } from './pair-counts.js';
import type { TagTable } from './tag-table.js';

/** With fewer outlets, half of them says too little. */
const OUTLETS_MIN = 4;
const OUTLETS_PART = 0.5;
/** Minimum part of all articles: half of a few outlets may follow one story for days. */
const ARTICLES_PART = 0.1;
/** The tag is derived in more than this part of its articles. */
const DERIVED_PART = 0.5;
/** The windows of now, and of one and two days ago. */
const DAYS = [0, 1 + HISTORY_HOURS.indexOf(24), 1 + HISTORY_HOURS.indexOf(48)];

type Pairs = Pick<PairCounts, 'mediaCount' | 'eachMedia'>;

/** The counts of a counter or of a chosen ranking. */
interface Counted {
  rows: ArticleRows;
  tags: TagTable;
  pairs: Pairs;
  /** Number of articles in the window of now, by media number. */
  articles: Uint32Array;
  /** Visits articles of the window of now, also those of outlets outside of the basis. */
  now(visit: (row: number) => void): void;
}

/**
 * The everyday words of a basis: derived tags that half of all outlets use every day (a country, a
 * government), which say nothing about the events of one day. Tags that outlets gave are ranked by
 * the contract's formula, however common they are.
 * @param active tags of articles in the windows.
 */
export function everydayWords(counted: Counted, active: Int32Array, basis: Basis): Set<number> {
  const { rows, tags, pairs, articles, now } = counted;
  const publishing = new Set(basis.media.filter((media) => (articles[media] ?? 0) > 0));
  if (publishing.size < OUTLETS_MIN) return new Set();
  const least = Math.ceil(OUTLETS_PART * publishing.size);
  const all = [...publishing].reduce((sum, media) => sum + articles[media]!, 0);
  const common = new Set(
    active.filter((tag) => {
      if (pairs.mediaCount(tag) < least) return false;
      return DAYS.every((window) => {
        const { outlets, articles } = useOf(pairs, tag, window, publishing);
        return outlets >= least && articles >= ARTICLES_PART * all;
      });
    }),
  );
  if (common.size === 0) return common;
  const derived = new Map<number, number>();
  now((row) => {
    if (!publishing.has(rows.media[row]!)) return;
    const said = rows.derived[row] === 1 ? 1 - DERIVED_PART : -DERIVED_PART;
    for (const spelling of rows.spellingsOf(row)) {
      const tag = tags.tagOf(spelling);
      if (common.has(tag)) derived.set(tag, (derived.get(tag) ?? 0) + said);
    }
  });
  return new Set([...common].filter((tag) => (derived.get(tag) ?? 0) > 0));
}

/** The number of some outlets with a tag in a window, and the number of their articles with it. */
function useOf(
  pairs: Pairs,
  tag: number,
  window: number,
  among: ReadonlySet<number>,
): { outlets: number; articles: number } {
  const use = { outlets: 0, articles: 0 };
  pairs.eachMedia(tag, window, (media, articles) => {
    if (articles === 0 || !among.has(media)) return;
    use.outlets += 1;
    use.articles += articles;
  });
  return use;
}

/** The least part of a tag's articles from the outlet itself: others may write about the outlet. */
const OWN_MIN = 0.5;

/**
 * Tags that are an outlet's own name: many outlets put their name on all articles, so the name says
 * nothing about an article's subject. Such a tag has no rank.
 */
export class OutletNames {
  /** Media numbers by key of a name. */
  readonly #media = new Map<string, Set<number>>();

  constructor({ state }: MediaTable) {
    state.media.forEach(({ code, record }, number) => {
      for (const key of tagKeysOf([code, record?.title ?? '', ...(record?.aliases ?? [])])) {
        getOrInsert(this.#media, key, () => new Set()).add(number);
      }
    });
  }

  /** Tags that are own names. @param articlesOf articles of a tag by media number. */
  ownTags(tags: TagTable, articlesOf: (tag: number) => ReadonlyMap<number, number>): Set<number> {
    const own = new Set<number>();
    for (const key of this.#media.keys()) {
      const tag = tags.find(key);
      if (tag >= 0 && this.isOwn(key, articlesOf(tag))) own.add(tag);
    }
    return own;
  }

  /**
   * True for the name of an outlet from which most articles with the tag come.
   * @param articles of the tag, by media number.
   */
  isOwn(key: string, articles: ReadonlyMap<number, number>): boolean {
    const owners = this.#media.get(key);
    if (owners === undefined) return false;
    let own = 0;
    let all = 0;
    for (const [media, count] of articles) {
      all += count;
      if (owners.has(media)) own += count;
    }
    return own > 0 && own >= OWN_MIN * all;
  }
}
