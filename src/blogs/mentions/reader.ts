/**
 * The main thread's side of the mentions index: figures for the metrics page, and a number that tells
 * when answers are out of date.
 *
 * The writer answers (codec.ts says why). A change there changes `generation` before it is acknowledged.
 */
import type { IndexReader } from '../../engine/index/reader.js';
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

export class MentionsReader implements IndexReader<MentionsDelta, MentionsOptions> {
  /** Address of the blog service, for the addresses of icons. */
  publicUrl = '';
  #figures = NOTHING;
  #generation = 0;

  /** Changes whenever answers may have changed. */
  get generation(): number {
    return this.#generation;
  }

  get figures(): MentionsFigures {
    return this.#figures;
  }

  writerOptions(): MentionsOptions {
    return { publicUrl: this.publicUrl };
  }

  apply({ figures }: MentionsDelta): void {
    this.#figures = figures;
    this.#generation += 1;
  }
}
