/**
 * Chooses the six headlines that stand for a story (decision 21): of each outlet its best, the camps
 * in turn.
 *
 * The best article has the most main tags in its title; of equals its words are those of most headlines
 * of the story; then the earliest. Of near-copies the earliest alone is looked at. Camps take turns, each
 * with the best that it has left; titles without any main tag come only when no other is left. No
 * outlet and no headline appears twice.
 */
import type { Camp } from '../../kernel/model/records.js';
import { searchForm } from '../../kernel/text/tag.js';

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
