/**
 * Coverage of a story: outlets and articles by camp, compared with the usual (decisions 22 and 41).
 * Shared by writer and readers, without state.
 *
 * Outlets and numbers are stored. Share, lean, tilt and blind spots are computed from these and
 * from the baseline of the same window.
 */
import { FIRST_POLE, SECOND_POLE } from '../../../kernel/current-place.js';
import { CAMPS, type Camp } from '../../../kernel/model/records.js';
import { searchForm } from '../../../kernel/text/tag.js';

export type ByCamp = Record<Camp, number>;

/** The media that published in a window, and their articles, by camp. */
export interface Baseline {
  outlets: ByCamp;
  articles: ByCamp;
}

/** An outlet as of the time when the coverage was computed. */
export interface CoveredOutlet {
  media: string;
  camp: Camp;
}

/** The stored part of a coverage. */
export interface CoverageNumbers {
  /** From the most articles to the fewest, then by code. */
  outlets: CoveredOutlet[];
  articles: number;
}

/** Coverage in the form of answers. */
export interface CampCoverage extends CoverageNumbers {
  camps: ByCamp;
  /** By pole. */
  share: Record<Camp, number> | null;
  lean: number | null;
  tilt: Camp | null;
  blindspot: Camp[];
}

/** Added to both sides of a ratio, so that no ratio is infinite. Decision 22. */
const SMOOTHING = 0.5;
/** |lean| from which a camp clearly favours the story, about 1.75 times. From the contract. */
const TILT_MIN = 0.8;
/** Outlets of the two poles that a tilt needs. From the contract. */
const TILT_OUTLETS_MIN = 5;
/** A camp is blind with at most one outlet when the other has at least four. From the contract. */
const BLIND_MAX = 1;
const SEEN_MIN = 4;

/** The compared camps' parts of a story, in relation to the usual. */
export interface Comparison {
  /** Percentages among the compared camps, with sum 100; null without outlets of these. */
  share: ByCamp | null;
  /** By camp: binary logarithm of its ratio to the others ÷ the same ratio of the baseline. */
  leans: ByCamp | null;
  /** The camp that clearly favours the story. */
  tilt: Camp | null;
  /** Camps with hardly any outlet that has the story. */
  blindspot: Camp[];
}

const POLES: readonly Camp[] = [FIRST_POLE, SECOND_POLE];

/** The coverage of a story against the baseline of the same window, which is null when unknown. */
export function campCoverageOf(
  numbers: CoverageNumbers,
  baseline: Pick<Baseline, 'outlets'> | null,
): CampCoverage {
  const camps = byCamp(numbers.outlets.map(({ camp }) => camp));
  const { share, leans, tilt, blindspot } = comparisonOf(camps, baseline?.outlets ?? null, POLES);
  const lean = leans?.[FIRST_POLE] ?? null;
  const { outlets, articles } = numbers;
  return { outlets, articles, camps, share, lean, tilt, blindspot };
}

/**
 * Compares camps with one another. @param counts outlets by camp. @param usual the same of all
 * outlets that published in the window; null when unknown.
 */
export function comparisonOf(
  counts: ByCamp,
  usual: ByCamp | null,
  compared: readonly Camp[],
): Comparison {
  const all = compared.reduce((sum, camp) => sum + counts[camp]!, 0);
  if (all === 0) return { share: null, leans: null, tilt: null, blindspot: [] };
  const leans = usual === null ? null : leansOf(counts, usual, compared);
  const clear = (camp: Camp): boolean => leans !== null && leans[camp]! >= TILT_MIN;
  const most = [...compared].sort((a, b) => (leans?.[b] ?? 0) - (leans?.[a] ?? 0))[0]!;
  return {
    share: sharesOf(counts, compared, all),
    leans,
    tilt: all >= TILT_OUTLETS_MIN && clear(most) ? most : null,
    blindspot: compared.filter(
      (camp) => counts[camp]! <= BLIND_MAX && compared.some((one) => counts[one]! >= SEEN_MIN),
    ),
  };
}

/** Number of occurrences of each camp. */
export function byCamp(camps: Iterable<Camp>, all: readonly Camp[] = CAMPS): ByCamp {
  const counts: ByCamp = Object.fromEntries(all.map((camp) => [camp, 0]));
  for (const camp of camps) counts[camp]! += 1;
  return counts;
}

export function emptyBaseline(): Baseline {
  return { outlets: byCamp([]), articles: byCamp([]) };
}

/** An outlet with the number of its articles, at least one. */
export interface CountedOutlet extends CoveredOutlet {
  articles: number;
}

/** The coverage by outlets, given in any order. */
export function coverageOf(outlets: readonly CountedOutlet[]): CoverageNumbers {
  const order = [...outlets].sort(
    (a, b) => b.articles - a.articles || (a.media < b.media ? -1 : 1),
  );
  return {
    outlets: order.map(({ media, camp }) => ({ media, camp })),
    articles: order.reduce((sum, { articles }) => sum + articles, 0),
  };
}

export function baselineOf(outlets: readonly CountedOutlet[]): Baseline {
  const baseline = emptyBaseline();
  for (const { camp, articles } of outlets) {
    baseline.outlets[camp]! += 1;
    baseline.articles[camp]! += articles;
  }
  return baseline;
}

/** Shares are differences of the rounded running sum, so their sum is 100. */
function sharesOf(counts: ByCamp, compared: readonly Camp[], all: number): ByCamp {
  let sum = 0;
  let before = 0;
  const shares = compared.map((camp) => {
    sum += counts[camp]!;
    const until = Math.round((100 * sum) / all);
    const share = until - before;
    before = until;
    return [camp, share] as const;
  });
  return Object.fromEntries(shares);
}

function leansOf(counts: ByCamp, usual: ByCamp, compared: readonly Camp[]): ByCamp {
  return Object.fromEntries(
    compared.map((camp) => {
      const ratio = ratioOf(counts, camp, compared) / ratioOf(usual, camp, compared);
      return [camp, Math.log2(ratio)];
    }),
  );
}

/** A camp's outlets in relation to those of the others. */
function ratioOf(counts: ByCamp, camp: Camp, compared: readonly Camp[]): number {
  const others = compared.reduce((sum, one) => sum + (one === camp ? 0 : counts[one]!), 0);
  return (counts[camp]! + SMOOTHING) / (others + SMOOTHING);
}

/** Numbers of camps in stored bytes. */
export function campNumber(camp: Camp): number {
  return CAMPS.indexOf(camp);
}

export interface StoryReport {
  id: number;
  sortMs: number;
  media: string;
  camp: Camp;
  title: string;
  /** The article of which it is a near-copy; itself otherwise. */
  root: number;
  /** Likeness of the title to all titles of the story; see `centralityOf`. */
  centrality: number;
}

interface Rated extends StoryReport {
  /** Number of main tags in the title. */
  hits: number;
  headline: string;
}

/**
 * Chooses at most `most` headlines that represent a story (decision 21): the best of each outlet,
 * with camps in turn.
 *
 * The best article has the most main tags in its title; among equals, the most central title; then
 * the earliest article. Of near-copies only the earliest is considered. Each camp in turn gives its
 * best remaining headline; titles without main tags come only after all others. No outlet and no
 * headline appears twice. @param majors main tags of the story.
 */
export function headlinesOf(
  reports: Iterable<StoryReport>,
  majors: readonly string[],
  most: number,
): StoryReport[] {
  const best = bestByOutlet(originalsOf(reports), majors.map(searchForm));
  const onTopic = best.filter(({ hits }) => hits > 0);
  const others = best.filter(({ hits }) => hits === 0);
  const chosen: Rated[] = [];
  const headlines = new Set<string>();
  for (const report of [...campsInTurn(onTopic), ...campsInTurn(others)]) {
    if (chosen.length === most) break;
    if (headlines.has(report.headline)) continue;
    headlines.add(report.headline);
    chosen.push(report);
  }
  return chosen;
}

/** The earliest of each group of near-copies. */
function originalsOf(reports: Iterable<StoryReport>): Iterable<StoryReport> {
  const first = new Map<number, StoryReport>();
  for (const report of reports) {
    const known = first.get(report.root);
    if (known === undefined || isEarlier(report, known)) first.set(report.root, report);
  }
  return first.values();
}

function isEarlier(one: StoryReport, other: StoryReport): boolean {
  return one.sortMs < other.sortMs || (one.sortMs === other.sortMs && one.id < other.id);
}

function bestByOutlet(reports: Iterable<StoryReport>, majors: readonly string[]): Rated[] {
  const best = new Map<string, Rated>();
  for (const report of reports) {
    const headline = searchForm(report.title);
    let hits = 0;
    for (const major of majors) if (headline.includes(major)) hits += 1;
    const known = best.get(report.media);
    if (known === undefined || orderOf(hits, report, known) < 0) {
      best.set(report.media, { ...report, hits, headline });
    }
  }
  return [...best.values()].sort(order);
}

/** Orders reports so that camps take turns; within a turn, better reports come first. */
function campsInTurn(reports: readonly Rated[]): Rated[] {
  const turns: Rated[][] = [];
  const taken = new Map<Camp, number>();
  for (const report of reports) {
    const turn = taken.get(report.camp) ?? 0;
    taken.set(report.camp, turn + 1);
    const mates = turns[turn];
    if (mates === undefined) turns.push([report]);
    else mates.push(report);
  }
  return turns.flat();
}

function order(a: Rated, b: Rated): number {
  return orderOf(a.hits, a, b);
}

function orderOf(hits: number, report: StoryReport, other: Rated): number {
  const isBetter = other.hits - hits || other.centrality - report.centrality;
  return isBetter || report.sortMs - other.sortMs || report.id - other.id;
}
