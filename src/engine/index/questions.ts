/**
 * Questions that an index answers in its thread, with the type of each answer.
 *
 * An index declares its dialogue once, in its codec: `type TagsDialogue = { standing: { question:
 * StandingQuestion; answer: StandingAnswer } }`. The writer answers by a table with an entry for each
 * type, and callers get the answer that belongs to what they ask.
 */
import type { Transferable } from './transferable.js';

/** By the `type` of a question. */
export type Dialogue<D> = {
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
