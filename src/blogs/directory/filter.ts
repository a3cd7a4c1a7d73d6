/**
 * What a query asks of a post, and the rows of a run whose blog, title and blog's name answer it.
 */

import type { Run } from '../../engine/runs/run.js';
import type { ContentRows } from '../../engine/runs/scan.js';
import {
  eitherOf,
  hasText,
  ListWalk,
  rowsWithText,
  type TextNeedle,
  textNeedle,
} from '../../engine/runs/walks.js';

/** A blog is worth looking up in a run by itself if there are this many rows for each. */
const LOOKUP_ROWS = 16;
const NO_ROWS = new Uint32Array(0);

export interface PostFilter {
  /** Start of the window, inclusive. */
  sinceMs: number;
  /** End of the window, exclusive. */
  untilMs: number;
  /** Id of the only blog whose posts may appear; null when all may. */
  blog: number | null;
  /** Text in the title or in the name of the blog. */
  needle: PostNeedle | null;
}

/** Text that is looked for in titles and names of blogs. */
export class PostNeedle {
  readonly text: TextNeedle;
  /** Blogs whose name holds the text: their ids, ascending, and 1 for each by id. */
  readonly #blogs: readonly number[];
  readonly #isNamed: Uint8Array;

  /** `form` is a text in search form and not empty. */
  constructor(form: string, blogs: readonly number[]) {
    this.text = textNeedle(form);
    this.#blogs = blogs;
    this.#isNamed = new Uint8Array((blogs.at(-1) ?? 0) + 1);
    for (const blog of blogs) this.#isNamed[blog] = 1;
  }

  /** True when the name of a blog holds the text. */
  names(blog: number): boolean {
    return this.#isNamed[blog] === 1;
  }

  /** All rows of the blogs whose names hold the text, ascending. */
  rowsByName(run: Run): Uint32Array {
    const blogs = this.#blogs;
    if (blogs.length === 0) return NO_ROWS;
    const rows: number[] = [];
    if (blogs.length * LOOKUP_ROWS > run.count) {
      for (let row = 0; row < run.count; row++) if (this.names(run.owners[row]!)) rows.push(row);
      return Uint32Array.from(rows);
    }
    for (const blog of blogs) for (const row of run.rowsOfOwner(blog)) rows.push(row);
    return Uint32Array.from(rows).sort();
  }
}

/** The rows of a run that a filter asks for. */
export function contentOf(run: Run, { blog, needle }: PostFilter): ContentRows {
  if (blog === null) {
    if (needle === null) return 'all';
    return eitherOf(new ListWalk(needle.rowsByName(run)), rowsWithText(run, needle.text));
  }
  const rows = run.rowsOfOwner(blog);
  if (needle === null || needle.names(blog)) return new ListWalk(rows);
  return new ListWalk(rows.filter((row) => hasText(run, row, needle.text)));
}
