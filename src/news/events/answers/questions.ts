/** The questions of events: how chosen outlets report them, and to which threads a text belongs. */
import type { AnswerOf, QuestionOf } from '../../../engine/index/reader.js';
import type { SetOutlet } from '../../../kernel/outlet-set.js';
import { WINDOW_MS } from '../../shared/burst/formulas.js';
import type { HistoryArticle } from '../chunks.js';
import { leastLnOf } from '../state/likeness.js';
import {
  countedRows,
  type Newsroom,
  newsroomOf,
  outletsOfRows,
  outletsOfWindow,
} from '../state/outlets.js';
import { newsOf } from '../state/run.js';
import { burstOfRows } from '../state/shared-names.js';
import type { RunInputs } from '../state/stories.js';
import { leadTermsOf, type TextTerms, textTermsOf } from '../state/text-terms.js';
import type { Texts } from '../state/texts.js';
import type { CountedOutlet } from './coverage.js';

/** Events of the run at `atMs`, and chosen outlets with the camps that their set gives them. */
interface ChosenQuestion {
  type: 'chosen';
  outlets: SetOutlet[];
  atMs: number;
  events: { articles: number[]; majors: string[] }[];
}

/** Null when no chosen outlet ranks. Outlets have the camps of their records. */
export type ChosenAnswer = {
  /** Outlets that published in the window, with the number of their articles. */
  outlets: CountedOutlet[];
  events: { score: number; outlets: CountedOutlet[]; news: HistoryArticle[] }[];
} | null;

/**
 * Events as chosen outlets report them: which outlets have an event, its score among them, and
 * their headlines.
 *
 * The grouping of articles stays that of all outlets, so a story keeps its thread. The score is the
 * burst over the basis of the chosen outlets, by the same formula.
 */
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
    // Titles of past days are not in memory; ids distinguish the headlines then.
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

/** A longer first line is not taken as a title. */
const TITLE_UNITS_MAX = 200;

/** A text, or an article of the index; the text is compared as one that arrives at the last run. */
interface BelongingQuestion {
  type: 'belonging';
  text: string;
  /** Null for a text that is no article. */
  articleId: number | null;
}

/** Most alike first. */
export type BelongingAnswer = {
  thread: number;
  /** Mean likeness ÷ the least likeness within one story: at least 1. */
  likeness: number;
}[];

export type EventsDialogue = {
  belonging: { question: BelongingQuestion; answer: BelongingAnswer };
  chosen: { question: ChosenQuestion; answer: ChosenAnswer };
};

export type EventsQuestion = QuestionOf<EventsDialogue>;
export type EventsAnswer = AnswerOf<EventsDialogue>;

/** The last state of a thread. */
interface Seen {
  id: number;
  articles: Uint32Array;
}

/**
 * The threads to which a text belongs, by the likeness that makes events (state/likeness.ts): the mean
 * over the articles that the thread had when it was last seen.
 *
 * As in the grouping, only threads with a neighbour of the text are compared. When the text has
 * several lines, the first line is its title. The text is not stored.
 */
export function belongingOf(
  texts: Texts,
  threads: Iterable<Seen>,
  { text, articleId }: BelongingQuestion,
  atMs: number,
): BelongingAnswer {
  const known = articleId === null ? undefined : texts.byId(articleId);
  const asked = known ?? termsOfText(text);
  const near = new Set(texts.neighboursOf(asked.terms, known?.sortMs ?? atMs).map(({ id }) => id));
  const own = known?.root ?? null;
  const answer: BelongingAnswer = [];
  for (const { id, articles } of threads) {
    const isOwn = articleId !== null && articles.includes(articleId);
    if (!isOwn && !articles.some((article) => near.has(article))) continue;
    const likeness = likenessTo(
      texts,
      asked,
      [...articles].filter((article) => article !== own),
    );
    if (isOwn || likeness >= 1) answer.push({ thread: id, likeness: Math.max(1, likeness) });
  }
  return answer.sort((a, b) => b.likeness - a.likeness || a.thread - b.thread);
}

function termsOfText(text: string): TextTerms {
  const end = text.trimStart().indexOf('\n');
  const isTitled = end > 0 && end <= TITLE_UNITS_MAX;
  const title = isTitled ? text.trimStart().slice(0, end) : '';
  return textTermsOf(title, leadTermsOf(text.trimStart().slice(title.length)), []);
}

/** Mean likeness of a text to articles ÷ the least of one story; 0 without known articles. */
function likenessTo(texts: Texts, asked: TextTerms, articles: readonly number[]): number {
  const likenesses = texts.likenesses(asked.terms, articles);
  if (likenesses.length === 0) return 0;
  let leastLn = leastLnOf(asked.terms.length, asked.isWide);
  let sum = 0;
  for (const { id, likeness } of likenesses) {
    const { terms, isWide } = texts.byId(id)!;
    leastLn += leastLnOf(terms.length, isWide);
    sum += likeness;
  }
  return sum / likenesses.length / Math.exp(leastLn / (likenesses.length + 1));
}
