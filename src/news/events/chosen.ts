/**
 * Events as outlets see them that somebody chose: who of them has which, how it rises among them, and their
 * headlines.
 *
 * Which articles tell one story stays as it was found among all outlets, so a story keeps its thread. Its score
 * is the burst over the basis of the chosen outlets, by the same formula.
 */
import type { SetOutlet } from '../../kernel/outlet-set.js';
import { WINDOW_MS } from '../burst/formulas.js';
import type { CountedOutlet } from './coverage.js';
import {
  countedRows,
  type Newsroom,
  newsroomOf,
  outletsOfRows,
  outletsOfWindow,
} from './newsroom.js';
import { newsOf } from './run.js';
import type { RunInputs } from './run-inputs.js';
import { burstOfRows } from './shared-names.js';
import type { HistoryArticle } from './snapshot.js';

/** Events of a run that ended its windows at `atMs`, and outlets with their camps in the chooser's words. */
export interface ChosenQuestion {
  type: 'chosen';
  outlets: SetOutlet[];
  atMs: number;
  events: { articles: number[]; majors: string[] }[];
}

/** Null where none of the outlets ranks. Outlets stand with the camp that their records say. */
export type ChosenAnswer = {
  /** Those that published in the window, and how many articles. */
  outlets: CountedOutlet[];
  events: { score: number; outlets: CountedOutlet[]; news: HistoryArticle[] }[];
} | null;

export function chosenEvents(
  { counter, texts, voices }: RunInputs,
  { outlets, atMs, events }: ChosenQuestion,
): ChosenAnswer {
  const basis = counter.media.basisFor(outlets.map(({ media }) => media));
  if (basis === null) return null;
  const all = newsroomOf(counter);
  const isMember = new Uint8Array(all.codes.length);
  for (const media of basis.media) isMember[media] = all.isRanking[media]!;
  const newsroom: Newsroom = { ...all, isRanking: isMember };
  const camps = new Map(outlets.map(({ media, camp }) => [media, camp]));
  const theirs = { ...newsroom, camps: all.codes.map((code) => camps.get(code) ?? '') };
  const titled = {
    // Titles of days that are over are not known here; headlines are told apart all the same.
    of: (id: number, sortMs: number) => texts.of(id, sortMs) || String(id),
    rootOf: (id: number) => texts.rootOf(id),
    centralityOf: (places: readonly HistoryArticle[]) => texts.centralityOf(places),
  };
  const fromMs = atMs - WINDOW_MS;
  return {
    outlets: outletsOfWindow(counter, newsroom, fromMs, atMs),
    events: events.map(({ articles, majors }) => {
      const rows = countedRows(counter, newsroom, articles, fromMs, atMs);
      return {
        score: burstOfRows(counter, voices, basis.media, atMs, rows),
        outlets: outletsOfRows(counter, newsroom, rows),
        news: newsOf(counter, theirs, majors, rows, titled),
      };
    }),
  };
}
