/**
 * Who covers a story: outlets and articles by camp, and what they say beside the usual
 * (decisions 22 and 41). Shared by writer and readers; it holds no state.
 *
 * What is stored are outlets and numbers; share, lean, tilt and blind spots follow from them and
 * from the baseline of the same window.
 */
import { FIRST_POLE, SECOND_POLE } from '../../../kernel/current-place.js';
import { CAMPS, type Camp } from '../../../kernel/model/records.js';
import { searchForm } from '../../../kernel/text/tag.js';

/** A number for each camp. */
export type ByCamp = Record<Camp, number>;

/** The media that published in a window, and what they published. */
export interface Baseline {
  outlets: ByCamp;
  articles: ByCamp;
}

/** An outlet as it was when the coverage was computed. */
export interface CoveredOutlet {
  media: string;
  camp: Camp;
}

/** What is stored of a coverage. */
export interface CoverageNumbers {
  /** From the most articles to the fewest, then by code. */
  outlets: CoveredOutlet[];
  articles: number;
}

/** Coverage as answers show it. */
export interface CampCoverage extends CoverageNumbers {
  camps: ByCamp;
  /** By pole. */
  share: Record<Camp, number> | null;
  lean: number | null;
  tilt: Camp | null;
  blindspot: Camp[];
}

/** A ratio has this added on both sides, so that no camp makes it infinite. Decision 22. */
const SMOOTHING = 0.5;
/** |lean| from which a camp clearly favours the story, about 1.75 times. From the contract. */
const TILT_MIN = 0.8;
/** Outlets of the two poles that a tilt takes. From the contract. */
const TILT_OUTLETS_MIN = 5;
/** A camp is blind with at most one outlet while the other has at least four. From the contract. */
const BLIND_MAX = 1;
const SEEN_MIN = 4;

/** What camps that are compared have of a story, beside the usual. */
export interface Comparison {
  /** Percentages of the compared camps alone, which sum up to 100; null where they have nothing. */
  share: ByCamp | null;
  /** By camp: binary logarithm of its ratio to the others against that of the baseline. */
  leans: ByCamp | null;
  /** The camp that clearly favours the story. */
  tilt: Camp | null;
  /** Camps that hardly see it. */
  blindspot: Camp[];
}

const POLES: readonly Camp[] = [FIRST_POLE, SECOND_POLE];

/** The coverage of a story against the baseline of the same window; null where that is not known. */
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
 * Compares camps with one another. @param counts outlets by camp. @param usual the same of all that published
 * in the window; null where that is not known.
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

/** How often each camp occurs. */
export function byCamp(camps: Iterable<Camp>, all: readonly Camp[] = CAMPS): ByCamp {
  const counts: ByCamp = Object.fromEntries(all.map((camp) => [camp, 0]));
  for (const camp of camps) counts[camp]! += 1;
  return counts;
}

/** A baseline of nothing. */
export function emptyBaseline(): Baseline {
  return { outlets: byCamp([]), articles: byCamp([]) };
}

/** An outlet with its articles, of which there is at least one. */
export interface CountedOutlet extends CoveredOutlet {
  articles: number;
}

/** The coverage by outlets in any order. */
export function coverageOf(outlets: readonly CountedOutlet[]): CoverageNumbers {
  const order = [...outlets].sort(
    (a, b) => b.articles - a.articles || (a.media < b.media ? -1 : 1),
  );
  return {
    outlets: order.map(({ media, camp }) => ({ media, camp })),
    articles: order.reduce((sum, { articles }) => sum + articles, 0),
  };
}

/** The baseline of outlets that published. */
export function baselineOf(outlets: readonly CountedOutlet[]): Baseline {
  const baseline = emptyBaseline();
  for (const { camp, articles } of outlets) {
    baseline.outlets[camp]! += 1;
    baseline.articles[camp]! += articles;
  }
  return baseline;
}

/** Each is what is left up to it of the rounded sum, so that all together are 100. */
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

/** A camp's outlets against those of the others. */
function ratioOf(counts: ByCamp, camp: Camp, compared: readonly Camp[]): number {
  const others = compared.reduce((sum, one) => sum + (one === camp ? 0 : counts[one]!), 0);
  return (counts[camp]! + SMOOTHING) / (others + SMOOTHING);
}

/** Camps as small numbers, in bytes that are stored. */
export function campNumber(camp: Camp): number {
  return CAMPS.indexOf(camp);
}

/**
 * Chooses the six headlines that stand for a story (decision 21): of each outlet its best, the camps
 * in turn.
 *
 * The best article has the most main tags in its title; of equals its words are those of most headlines
 * of the story; then the earliest. Of near-copies the earliest alone is looked at. Camps take turns, each
 * with the best that it has left; titles without any main tag come only when no other is left. No
 * outlet and no headline appears twice.
 */

export interface StoryReport {
  id: number;
  sortMs: number;
  media: string;
  camp: Camp;
  title: string;
  /** The article of which it is a near-copy; itself where it is none. */
  root: number;
  /** How much its title has of what the story's titles say; see `centralityOf`. */
  centrality: number;
}

interface Rated extends StoryReport {
  /** Main tags in the title. */
  hits: number;
  headline: string;
}

/** @param majors main tags of the story. */
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

/** The earliest of near-copies. */
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

/** Reports in order, so that camps take turns; in each turn the camp with the best comes first. */
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
