/**
 * What an index offers on the front's thread: it takes deltas, and answers from them.
 *
 * Invariants: `apply` is the only thing that changes what a reader answers, and is called in log
 * order; after a `fresh` delta nothing of what was there before counts.
 */
import type { TransferListItem } from 'node:worker_threads';

export interface IndexReader<Delta, Options = unknown> {
  /** Options of the writer's start message; made anew for each thread. */
  writerOptions(): Options;
  /** Takes what changed. `fresh`: it is the first delta of a new writer and holds the whole state. */
  apply(delta: Delta, fresh: boolean): void;
  /** Counts and bytes for the metrics page. */
  readonly figures: { readonly [name: string]: number };
}

/** By the `type` of a question. */
type Dialogue<D> = {
  readonly [T in keyof D]: { readonly question: { readonly type: T }; readonly answer: unknown };
};

export type QuestionOf<D extends Dialogue<D>> = D[keyof D]['question'];
export type AnswerOf<D extends Dialogue<D>> = D[keyof D]['answer'];

/** How each question is answered. */
export type Answering<D extends Dialogue<D>> = {
  readonly [T in keyof D]: (question: D[T]['question']) => Transferable<D[T]['answer']>;
};

/** Answers a question by a table. @throws when there is no such question. */
export function answerBy<D extends Dialogue<D>>(
  answering: Answering<D>,
  question: QuestionOf<D>,
): Transferable<AnswerOf<D>> {
  const answer = answering[question.type as keyof D];
  if (answer === undefined) throw new Error(`there is no question ${String(question.type)}`);
  return answer(question);
}

/** Asks an index by its name; it answers before it goes on folding. */
export type Ask<Dialogues extends { readonly [N in keyof Dialogues]: Dialogue<Dialogues[N]> }> = <
  N extends keyof Dialogues,
  T extends keyof Dialogues[N],
>(
  index: N,
  question: Dialogues[N][T]['question'] & { readonly type: T },
) => Promise<Dialogues[N][T]['answer']>;

/**
 * What is moved between threads: a value, and the buffers in it that move rather than being copied.
 */

export interface Transferable<T> {
  readonly value: T;
  readonly transfer: readonly TransferListItem[];
}

const NOTHING: readonly [] = [];

/** A value that is copied to the other thread. */
export function copied<T>(value: T): Transferable<T> {
  return { value, transfer: NOTHING };
}

/** A value whose buffers move: this thread cannot read them afterwards. */
export function moved<T>(value: T, views: readonly ArrayBufferView[]): Transferable<T> {
  return { value, transfer: views.map(({ buffer }) => buffer as ArrayBuffer) };
}
