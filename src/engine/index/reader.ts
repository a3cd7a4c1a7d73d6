/**
 * The part of an index on the main thread: it takes deltas, and answers from them.
 *
 * Invariants: only `apply` changes the answers of a reader, and it is called in log order; a `fresh`
 * delta replaces the whole state.
 */
import type { TransferListItem } from 'node:worker_threads';

export interface IndexReader<Delta, Options = unknown> {
  /** Options of the writer's start message; made anew for each thread. */
  writerOptions(): Options;
  /** Takes changes. `fresh`: the first delta of a new writer, which holds the whole state. */
  apply(delta: Delta, fresh: boolean): void;
  /** Counts and bytes for the metrics page. */
  readonly figures: { readonly [name: string]: number };
}

/** The questions and answers of an index, by the `type` of the question. */
type Dialogue<D> = {
  readonly [T in keyof D]: { readonly question: { readonly type: T }; readonly answer: unknown };
};

export type QuestionOf<D extends Dialogue<D>> = D[keyof D]['question'];
export type AnswerOf<D extends Dialogue<D>> = D[keyof D]['answer'];

/** A handler for each question. */
export type Answering<D extends Dialogue<D>> = {
  readonly [T in keyof D]: (question: D[T]['question']) => Transferable<D[T]['answer']>;
};

/** Answers a question with the handlers. @throws when there is no such question. */
export function answerBy<D extends Dialogue<D>>(
  answering: Answering<D>,
  question: QuestionOf<D>,
): Transferable<AnswerOf<D>> {
  const answer = answering[question.type as keyof D];
  if (answer === undefined) throw new Error(`there is no question ${String(question.type)}`);
  return answer(question);
}

/** Asks an index by its name; the index answers before it continues folding. */
export type Ask<Dialogues extends { readonly [N in keyof Dialogues]: Dialogue<Dialogues[N]> }> = <
  N extends keyof Dialogues,
  T extends keyof Dialogues[N],
>(
  index: N,
  question: Dialogues[N][T]['question'] & { readonly type: T },
) => Promise<Dialogues[N][T]['answer']>;

/** A value for another thread, and the buffers in it that are transferred instead of copied. */
export interface Transferable<T> {
  readonly value: T;
  readonly transfer: readonly TransferListItem[];
}

const NOTHING: readonly [] = [];

/** A value that is copied to the other thread. */
export function copied<T>(value: T): Transferable<T> {
  return { value, transfer: NOTHING };
}

/** A value whose buffers are transferred: this thread cannot read them afterwards. */
export function moved<T>(value: T, views: readonly ArrayBufferView[]): Transferable<T> {
  return { value, transfer: views.map(({ buffer }) => buffer as ArrayBuffer) };
}
