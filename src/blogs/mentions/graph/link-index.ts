/**
 * The body links of the posts in memory: how many there are, and in which families' lists their
 * posts stand.
 *
 * Invariants: every link of a post that was put and not dropped since counts once. A post stands in
 * the list of every family that it links to; it stays there when it links elsewhere, or goes
 * (families.ts).
 * Not here: what links come to (graph.ts).
 */
import { type Families, familyAndMark } from './families.js';
import { LinkCursor } from './links.js';
import type { Posts } from './posts.js';

export class LinkIndex {
  readonly #posts: Posts;
  readonly #families: Families;
  readonly #cursor = new LinkCursor();
  /** Places that the post at hand links to; used again for each. */
  readonly #met = new Set<number>();
  #count = 0;

  constructor(posts: Posts, families: Families) {
    this.#posts = posts;
    this.#families = families;
  }

  get count(): number {
    return this.#count;
  }

  /** Takes in the links of a post, in the place of those that its text `before` had. */
  put(row: number, before: Buffer | null): void {
    const cursor = this.#cursor;
    const met = this.#met;
    met.clear();
    if (before !== null && before.length > 0) {
      cursor.open(before, 0);
      this.#count -= cursor.left;
      while (cursor.next()) met.add(familyAndMark(cursor.family, cursor.mark));
    }
    if (!this.#open(row)) return;
    this.#count += cursor.left;
    while (cursor.next()) {
      const { family, mark } = cursor;
      const place = familyAndMark(family, mark);
      if (met.has(place)) continue;
      met.add(place);
      this.#families.add(family, mark, row);
    }
  }

  /** The links of a post go. */
  drop(row: number): void {
    if (this.#open(row)) this.#count -= this.#cursor.left;
  }

  /** Goes before the first link of a post; false when it has none. */
  #open(row: number): boolean {
    const posts = this.#posts;
    if (posts.textBytes[row] === 0) return false;
    this.#cursor.open(posts.bytesOf(row), posts.textAt(row));
    return true;
  }
}
