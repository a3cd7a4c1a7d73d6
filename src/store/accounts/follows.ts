/** Blogs that people follow. A blog is named by its code, which never changes. */
import type { Follow } from './people.js';
import type { User } from './roster-events.js';
import type { RosterFile } from './roster-file.js';
import { refusal } from './rules.js';

/** More than anybody reads, and as many as an OPML of a reader usually holds. */
export const FOLLOWS_PER_USER = 1000;

export class Follows {
  readonly #file: RosterFile;

  constructor(file: RosterFile) {
    this.#file = file;
  }

  /** What a user follows, in the order in which it began. */
  of(user: User): Follow[] {
    return this.#file.roster.follows.of(user.id);
  }

  has(user: User, blog: string): boolean {
    return this.#file.roster.follows.has(user.id, blog);
  }

  /** Follows blogs that the caller knows to exist; gives how many are new. @throws TagwireError INPUT_INVALID. */
  follow(user: User, blogs: readonly string[]): Promise<number> {
    return this.#file.write(() => {
      const { follows } = this.#file.roster;
      const fresh = [...new Set(blogs)].filter((blog) => !follows.has(user.id, blog));
      if (follows.of(user.id).length + fresh.length > FOLLOWS_PER_USER) {
        throw refusal(`at most ${FOLLOWS_PER_USER} blogs can be followed; leave some first`);
      }
      const atMs = this.#file.nowMs();
      this.#file.append(
        ...fresh.map((blog) => ({ type: 'follow' as const, user: user.id, blog, atMs })),
      );
      return fresh.length;
    });
  }

  /** Follows a blog no longer; one that is not followed is passed over. */
  unfollow(user: User, blog: string): Promise<void> {
    return this.#file.write(() => {
      if (!this.#file.roster.follows.has(user.id, blog)) return;
      this.#file.append({ type: 'unfollow', user: user.id, blog, atMs: this.#file.nowMs() });
    });
  }
}
