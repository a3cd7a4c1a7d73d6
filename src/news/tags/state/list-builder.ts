/**
 * Makes the list of a snapshot from a complete ranking: the best entries with their media, and
 * related tags for entries that may be shown.
 */
import { getOrInsert } from '../../../kernel/collections.js';
import type { ChosenList } from '../../shared/burst/chosen-ranking.js';
import type { BurstCounter } from '../../shared/burst/counter.js';
import { HISTORY_COUNT, WINDOW_COUNT, WINDOW_MS } from '../../shared/burst/formulas.js';
import { type Basis, placesOf } from '../../shared/burst/media-table.js';
import { MediaGroups, type Postings } from '../../shared/burst/postings.js';
import { firstByBurst, type RankedList } from '../../shared/burst/ranked-list.js';
import { GROUPS_MAX } from '../../shared/burst/related-kernel.js';
import type { OpenSnapshot } from './archive.js';
import { type ListColumns, type RankingBasis, RELATED_MAX, startOf } from './list-columns.js';
import {
  type BlockTerms,
  encodeBody,
  type RankingBlockBody,
  SHOWN_MAX,
  STORED_RANKS,
  slotOfHash,
} from './ranking-block.js';

/** The part of a ranking that a list stores. */
interface TopRanking {
  /** Media numbers of the basis. */
  media: readonly number[];
  /** Tags of the entries, in their order. */
  tags: number[];
  /** Tags of the entries that may be shown. */
  shown: ReadonlySet<number>;
  columns: Omit<ListColumns, 'terms' | 'relatedEnds' | 'relatedTerms' | 'relatedCounts'>;
}

/** Related tags of one list, as columns: tens of thousands a tick are too many for objects. */
interface Related {
  /** Range of each tag's related tags. */
  stretches: Map<number, [from: number, to: number]>;
  tags: number[];
  counts: number[];
}

/**
 * Lists of open snapshots as of the counter's time.
 * @param visit called with the complete ranking of each category.
 */
export function buildLists(
  counter: BurstCounter,
  snapshots: readonly [category: string, snapshot: OpenSnapshot][],
  visit?: (category: string, ranked: RankedList) => void,
): Map<string, RankingBlockBody> {
  // Categories of the same media, often `all` and one other, have the same list.
  const byBasis = new Map<string, { basis: Basis; categories: string[] }>();
  for (const [category, { basis: last }] of snapshots) {
    const basis = counter.media.basisOf(category) ?? last;
    const name = `${basis.id} ${basis.coverageFromMs}`;
    getOrInsert(byBasis, name, () => ({ basis, categories: [] })).categories.push(category);
  }
  const bases = [...byBasis.values()];
  const topRankings = bases.map(({ basis, categories }) => {
    const ranked = counter.list(categories[0]!, basis)!;
    for (const category of categories) visit?.(category, ranked);
    return topRankingOf(ranked);
  });
  const textRanks = counter.textRanks();
  const related = relatedOf(counter, topRankings, textRanks);
  const built = new Map<string, RankingBlockBody>();
  bases.forEach(({ categories }, at) => {
    const list = buildList(counter, topRankings[at]!, related[at]!, textRanks);
    for (const category of categories) built.set(category, list);
  });
  return built;
}

/** The list of a ranking of chosen outlets. */
export function buildChosen(counter: BurstCounter, chosen: ChosenList): RankingBlockBody {
  const { ranked, postings, textRanks } = chosen;
  const top = topRankingOf(ranked);
  const related = postings === null ? noRelated() : relatedIn([top], postings, textRanks)[0]!;
  return buildList(counter, top, related, textRanks);
}

function topRankingOf(ranked: RankedList): TopRanking {
  const first = firstByBurst(ranked, SHOWN_MAX);
  const places = selectedPlaces(ranked, first);
  const tags = places.map((place) => ranked.tags[place]!);
  const columns = {
    id: 0,
    hourMs: 0,
    computedMs: ranked.atMs,
    articleCount: ranked.articleCount,
    mediaCount: ranked.mediaCount,
    total: ranked.tags.length,
    basis: rankingBasisOf(ranked.basis),
    ranks: new Uint32Array(places).map((place) => place + 1),
    ...mediaOf(ranked, places),
    history: historyOf(ranked, places),
    ranksDayAgo: new Uint32Array(places).map((place) => ranked.ranksDayAgo[place]!),
  };
  const shown = new Set(tags.slice(0, SHOWN_MAX));
  for (const place of first) shown.add(ranked.tags[place]!);
  return { media: ranked.basis.media, tags, shown, columns };
}

/** Related tags of the tags that may be shown, for each ranking. */
function relatedOf(
  counter: BurstCounter,
  rankings: readonly TopRanking[],
  textRanks: Uint32Array,
): Related[] {
  const atMs = counter.atMs!;
  const postings = counter.postings(atMs - WINDOW_MS, atMs);
  const found: Related[] = [];
  for (let from = 0; from < rankings.length; from += GROUPS_MAX) {
    const some = rankings.slice(from, from + GROUPS_MAX);
    found.push(...relatedIn(some, postings, textRanks));
  }
  return found;
}

function noRelated(): Related {
  return { stretches: new Map(), tags: [], counts: [] };
}

function relatedIn(
  rankings: readonly TopRanking[],
  postings: Postings,
  textRanks: Uint32Array,
): Related[] {
  const groups = new MediaGroups(rankings.map(({ media }) => media));
  const wanted = new Map<number, number>();
  rankings.forEach(({ shown }, group) => {
    for (const tag of shown) wanted.set(tag, (wanted.get(tag) ?? 0) | (1 << group));
  });
  const found = rankings.map(noRelated);
  for (const [tag, bits] of wanted) {
    postings.relatedTo(tag, groups, bits, RELATED_MAX, textRanks, (group, tags, counts) => {
      const related = found[group]!;
      const from = related.tags.length;
      related.stretches.set(tag, [from, from + tags.length]);
      for (const other of tags) related.tags.push(other);
      for (const count of counts) related.counts.push(count);
    });
  }
  return found;
}

/** @param textRanks position of active tags in the order of code points, by tag number. */
function buildList(
  counter: BurstCounter,
  { tags, columns }: TopRanking,
  relatedTags: Related,
  textRanks: Uint32Array,
): RankingBlockBody {
  const related = flatOf(tags, relatedTags);
  const terms = termsOf(counter, textRanks, [tags, related.tags]);
  const list: ListColumns = {
    ...columns,
    terms: terms.placesOf(tags),
    relatedEnds: new Uint32Array(related.ends),
    relatedTerms: terms.placesOf(related.tags),
    relatedCounts: new Uint32Array(related.counts),
  };
  return encodeBody(terms.vocabulary, [list], false);
}

/** A basis without media numbers, which are internal to the index. */
export function rankingBasisOf({ id, codes, coverageFromMs, validFromMs }: Basis): RankingBasis {
  return { id, media: codes, coverageFromMs, validFromMs };
}

/** The first entries by score, then those that are only among the first by burst. */
function selectedPlaces({ tags }: RankedList, shown: Uint32Array): number[] {
  const count = Math.min(tags.length, STORED_RANKS);
  const places = Array.from({ length: count }, (_, place) => place);
  places.push(...shown.filter((place) => place >= STORED_RANKS).sort());
  return places;
}

function mediaOf(
  { basis, textOrder, pairs }: RankedList,
  places: readonly number[],
): Pick<ListColumns, 'mediaEnds' | 'media' | 'mediaCounts'> {
  const placeOf = placesOf(basis);
  const pairsMax = places.reduce((sum, place) => {
    const item = textOrder[place]!;
    return sum + pairs.ends[item]! - startOf(pairs.ends, item);
  }, 0);
  const media = new Uint16Array(pairsMax);
  const mediaCounts = new Uint32Array(pairsMax);
  const mediaEnds = new Uint32Array(places.length);
  let end = 0;
  for (let entry = 0; entry < places.length; entry++) {
    const item = textOrder[places[entry]!]!;
    for (let pair = startOf(pairs.ends, item); pair < pairs.ends[item]!; pair++) {
      const place = placeOf[pairs.media[pair]!] ?? -1;
      if (place < 0) continue;
      const count = pairs.counts[pair * WINDOW_COUNT]!;
      if (count === 0) continue;
      media[end] = place;
      mediaCounts[end++] = count;
    }
    mediaEnds[entry] = end;
  }
  return { mediaEnds, media: media.slice(0, end), mediaCounts: mediaCounts.slice(0, end) };
}

function historyOf({ history }: RankedList, places: readonly number[]): Float64Array {
  const selected = new Float64Array(places.length * HISTORY_COUNT);
  places.forEach((place, entry) => {
    for (let step = 0; step < HISTORY_COUNT; step++) {
      selected[entry * HISTORY_COUNT + step] = history[place * HISTORY_COUNT + step]!;
    }
  });
  return selected;
}

/** Related tags of entries, entry after entry. */
function flatOf(
  tags: readonly number[],
  known: Related,
): { ends: number[]; tags: number[]; counts: number[] } {
  const related = { ends: [] as number[], tags: [] as number[], counts: [] as number[] };
  for (const tag of tags) {
    const [from, to] = known.stretches.get(tag) ?? [0, 0];
    for (let at = from; at < to; at++) {
      related.tags.push(known.tags[at]!);
      related.counts.push(known.counts[at]!);
    }
    related.ends.push(related.tags.length);
  }
  return related;
}

/** The vocabulary of lists of tags, and the places of its terms. */
function termsOf(
  counter: BurstCounter,
  textRanks: Uint32Array,
  lists: readonly (readonly number[])[],
): { vocabulary: BlockTerms; placesOf(tags: readonly number[]): Uint32Array } {
  // First the tag plus one by rank, then the place by tag.
  const tagOfRank = new Int32Array(textRanks.length);
  for (const list of lists) for (const tag of list) tagOfRank[textRanks[tag]!] = tag + 1;
  const tags = tagOfRank.filter((tag) => tag > 0).map((tag) => tag - 1);
  const placeOfTag = new Uint32Array(textRanks.length);
  const texts: string[] = [];
  const slots = new Float64Array(tags.length);
  for (let place = 0; place < tags.length; place++) {
    const tag = tags[place]!;
    placeOfTag[tag] = place;
    texts.push(counter.tags.shownOf(tag));
    slots[place] = slotOfHash(counter.tags.shownHashOf(tag));
  }
  return {
    vocabulary: { texts, slots },
    placesOf: (list) => new Uint32Array(list).map((tag) => placeOfTag[tag]!),
  };
}
