/**
 * Secret addresses of feeds: whoever has one reads that feed, in any reader, and nothing else.
 *
 * Invariants: the secret in an address is given back once, by `add`, and kept as a digest; a removed one
 * opens nothing.
 */
import type { FeedAddress, QuestionDelivery } from './records.js';
import type { User } from './roster-events.js';
import { OwnedList } from './roster-file.js';
import { checkText, refusal } from './rules.js';
import { FEED_PREFIX, newSecret, secretDigestOf } from './secret.js';

/** One for each question that somebody has; tags and events that are followed in a reader are such. */
export const FEEDS_PER_USER = 200;

export class FeedAddresses extends OwnedList<'feed'> {
  protected readonly kind = { name: 'feed', removal: 'feed-removed' } as const;

  /** The address that a secret opens; null when it opens none. */
  byText(text: string): FeedAddress | null {
    const digest = secretDigestOf(FEED_PREFIX, text);
    return digest === null ? null : this.list.byDigest(digest);
  }

  /**
   * Makes one; its secret is known to the caller alone. The question was checked by the caller.
   * @throws TagwireError INPUT_INVALID when there are as many as there may be.
   */
  add(user: User, facts: Pick<FeedAddress, 'service' | 'query' | 'label'>): Promise<string> {
    return this.file.write(() => {
      checkText(facts.label, 'label');
      if (this.of(user).length >= FEEDS_PER_USER) {
        throw refusal(`at most ${FEEDS_PER_USER} secret addresses; revoke one first`);
      }
      const text = newSecret(FEED_PREFIX);
      const digest = secretDigestOf(FEED_PREFIX, text)!;
      const { nextId: id } = this.list;
      const { service, query, label } = facts;
      const one = { id, user: user.id, digest, service, query, label, atMs: this.file.nowMs() };
      this.file.append({ type: 'feed', ...one });
      return text;
    });
  }

  /** Says how else its answers reach its owner. @throws TagwireError INPUT_INVALID where it is none of theirs. */
  deliver(user: User, id: number, delivery: QuestionDelivery): Promise<void> {
    return this.file.write(() => {
      this.ofUser(user, id);
      this.file.append({ type: 'feed-delivery', id, ...delivery });
    });
  }

  /** Those that are mailed. */
  mailed(): FeedAddress[] {
    return this.list.where(({ delivery }) => (delivery?.mail ?? 'off') !== 'off');
  }

  /** Notes what was mailed, or that no mail is wanted any more; passes over one that is gone. */
  noteDelivery(id: number, changed: Partial<QuestionDelivery>): Promise<void> {
    return this.file.write(() => {
      const delivery = this.get(id)?.delivery;
      if (delivery !== undefined) {
        this.file.append({ type: 'feed-delivery', id, ...delivery, ...changed });
      }
    });
  }

  protected strange(): string {
    return 'that is no secret address of yours';
  }
}
