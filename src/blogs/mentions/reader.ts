/**
 * The front's side of the mentions index: figures for the metrics page.
 *
 * Answers come from the writer, asked per request (codec.ts says why), so nothing here can be
 * stale: what the writer has folded is what it answers.
 */
import type { MentionsDelta, MentionsFigures, MentionsOptions } from './codec.js';

const NOTHING: MentionsFigures = {
  blogs: 0,
  posts: 0,
  links: 0,
  mentions: 0,
  edges: 0,
  hosts: 0,
  heldBytes: 0,
};

export class MentionsReader {
  #figures = NOTHING;

  get figures(): MentionsFigures {
    return this.#figures;
  }

  writerOptions(): MentionsOptions {
    return {};
  }

  apply(delta: unknown): void {
    this.#figures = (delta as MentionsDelta).figures;
  }
}
