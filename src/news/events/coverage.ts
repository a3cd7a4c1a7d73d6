/**
 * Who covers a story: outlets and articles by camp, and what they say beside the usual
 * (decisions 22 and 41). Shared by writer and readers; it holds no state.
 *
 * What is stored are outlets and numbers; share, lean, tilt and blind spots follow from them and
 * from the baseline of the same window.
 */
import { FIRST_POLE, SECOND_POLE } from '../../kernel/current-place.js';
import { CAMPS, type Camp } from '../../kernel/model/records.js';

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

/** The coverage of a story against the baseline of the same window. */
export function campCoverageOf(numbers: CoverageNumbers, baseline: Baseline): CampCoverage {
  const camps = byCamp(numbers.outlets.map(({ camp }) => camp));
  const lean = leanOf(camps, baseline.outlets);
  return {
    outlets: numbers.outlets,
    articles: numbers.articles,
    camps,
    share: shareOf(camps),
    lean,
    tilt: tiltOf(camps, lean),
    blindspot: blindspotOf(camps),
  };
}

/** How often each camp occurs. */
export function byCamp(camps: Iterable<Camp>): ByCamp {
  const counts: ByCamp = Object.fromEntries(CAMPS.map((camp) => [camp, 0]));
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

/** Numbers of the two poles, in order. */
function polesOf(camps: ByCamp): [first: number, second: number] {
  return [camps[FIRST_POLE]!, camps[SECOND_POLE]!];
}

/** Percentages of the two poles alone, which sum up to 100. */
function shareOf(camps: ByCamp): CampCoverage['share'] {
  const [first, second] = polesOf(camps);
  if (first + second === 0) return null;
  const percent = Math.round((100 * first) / (first + second));
  return { [FIRST_POLE]: percent, [SECOND_POLE]: 100 - percent };
}

function leanOf(camps: ByCamp, baseline: ByCamp): number | null {
  const [first, second] = polesOf(camps);
  if (first + second === 0) return null;
  return Math.log2(ratioOf(camps) / ratioOf(baseline));
}

function ratioOf(camps: ByCamp): number {
  const [first, second] = polesOf(camps);
  return (first + SMOOTHING) / (second + SMOOTHING);
}

function tiltOf(camps: ByCamp, lean: number | null): CampCoverage['tilt'] {
  const [first, second] = polesOf(camps);
  if (lean === null || first + second < TILT_OUTLETS_MIN || Math.abs(lean) < TILT_MIN) return null;
  return lean > 0 ? FIRST_POLE : SECOND_POLE;
}

function blindspotOf(camps: ByCamp): CampCoverage['blindspot'] {
  const [first, second] = polesOf(camps);
  if (first <= BLIND_MAX && second >= SEEN_MIN) return [FIRST_POLE];
  return second <= BLIND_MAX && first >= SEEN_MIN ? [SECOND_POLE] : [];
}

/** Camps as small numbers, in bytes that are stored. */
export function campNumber(camp: Camp): number {
  return CAMPS.indexOf(camp);
}
