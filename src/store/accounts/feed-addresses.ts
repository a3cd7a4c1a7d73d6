/**
 * Secret addresses of feeds: whoever has one reads that feed, in any reader, and nothing else.
 *
 * Invariants: the secret in an address is given back once, by `add`, and kept as a digest; a removed one
 * opens nothing.
 */
import type { FeedAddress } from './feed-records.js';
import type { User } from './roster-events.js';
import type { RosterFile } from './roster-file.js';
import { checkText, refusal } from './rules.js';
import { FEED_PREFIX, newSecret, secretDigestOf } from './secret.js';

/** One for each reader and question; a person has a handful. */
export const FEEDS_PER_USER = 20;

export class FeedAddresses {
  readonly #file: RosterFile;

  constructor(file: RosterFile) {
    this.#file = file;
  }

  of(user: User): FeedAddress[] {
    return this.#file.roster.feeds.where((one) => one.user === user.id);
  }

  /** The address that a secret opens; null when it opens none. */
  byText(text: string): FeedAddress | null {
    const digest = secretDigestOf(FEED_PREFIX, text);
    return digest === null ? null : this.#file.roster.feeds.byDigest(digest);
  }

  /**
   * Makes one; its secret is known to the caller alone. The question was checked by the caller.
   * @throws TagwireError INPUT_INVALID when there are as many as there may be.
   */
  add(user: User, facts: Pick<FeedAddress, 'service' | 'query' | 'label'>): Promise<string> {
    return this.#file.write(() => {
      checkText(facts.label, 'label');
      if (this.of(user).length >= FEEDS_PER_USER) {
        throw refusal(`at most ${FEEDS_PER_USER} secret addresses; revoke one first`);
      }
      const text = newSecret(FEED_PREFIX);
      const digest = secretDigestOf(FEED_PREFIX, text)!;
      const { nextId: id } = this.#file.roster.feeds;
      const { service, query, label } = facts;
      const one = { id, user: user.id, digest, service, query, label, atMs: this.#file.nowMs() };
      this.#file.append({ type: 'feed', ...one });
      return text;
    });
  }

  /** Takes one out of force. @throws TagwireError INPUT_INVALID where it is none of theirs. */
  remove(user: User, id: number): Promise<void> {
    return this.#file.write(() => {
      if (this.#file.roster.feeds.get(id)?.user !== user.id) {
        throw refusal('that is no secret address of yours');
      }
      this.#file.append({ type: 'feed-removed', id, atMs: this.#file.nowMs() });
    });
  }
}
