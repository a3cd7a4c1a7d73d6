/**
 * Follows and muted names of people: blogs by code, which never changes; questions by secret
 * addresses of feeds; words and outlets that a person does not want to read.
 */
import { NEWS } from '../../kernel/limits.js';
import type { FeedAddress, Follow, QuestionDelivery } from './records.js';
import type { User } from './roster-events.js';
import { OwnedList, type RosterFile } from './roster-file.js';
import { checkText, refusal } from './rules.js';
import { FEED_PREFIX, newSecret, secretDigestOf } from './secret.js';

/** More than a person reads, and as many as an OPML of a reader usually has. */
export const FOLLOWS_PER_USER = 1000;

export class Follows {
  readonly #file: RosterFile;

  constructor(file: RosterFile) {
    this.#file = file;
  }

  /** The follows of a user, oldest first. */
  of(user: User): Follow[] {
    return this.#file.roster.follows.of(user.id);
  }

  has(user: User, blog: string): boolean {
    return this.#file.roster.follows.has(user.id, blog);
  }

  /** Follows existing blogs; returns the number of new follows. @throws TagwireError INPUT_INVALID. */
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

  /** Unfollows a blog; no effect when it is not followed. */
  unfollow(user: User, blog: string): Promise<void> {
    return this.#file.write(() => {
      if (!this.#file.roster.follows.has(user.id, blog)) return;
      this.#file.append({ type: 'unfollow', user: user.id, blog, atMs: this.#file.nowMs() });
    });
  }
}

/** For words and for outlets: half of the exclusions of one list, so a question may add others. */
export const MUTED_MAX = 25;

export interface MutedNames {
  words: readonly string[];
  media: readonly string[];
}

/**
 * Words and outlets that a person does not want to read, for all feeds of news of the person.
 *
 * Invariant: a person has one list at a time, the newest saved one.
 */
export class Muted {
  readonly #file: RosterFile;

  constructor(file: RosterFile) {
    this.#file = file;
  }

  of(user: Pick<User, 'id'>): MutedNames {
    return this.#file.roster.lists.muted.ofUser(user.id)[0] ?? { words: [], media: [] };
  }

  /** Changes with the list of a person. */
  revisionOf(user: User): number {
    return this.#file.roster.lists.muted.ofUser(user.id)[0]?.id ?? 0;
  }

  /** Replaces the list of a person. @throws TagwireError INPUT_INVALID. */
  save(user: User, { words, media }: MutedNames): Promise<void> {
    return this.#file.write(() => {
      for (const list of [words, media]) {
        if (list.length > MUTED_MAX) throw refusal(`at most ${MUTED_MAX} words and outlets each`);
        if (list.some((name) => name.length > NEWS.searchQueryMax)) {
          throw refusal(`a muted word has at most ${NEWS.searchQueryMax} characters`);
        }
      }
      const { nextId: id } = this.#file.roster.lists.muted;
      const lists = { words: [...words], media: [...media] };
      this.#file.append({ type: 'muted', id, user: user.id, ...lists, atMs: this.#file.nowMs() });
    });
  }

  /** A question about news without its owner's muted names. @param isKnown whether an outlet exists. */
  narrowed<Q extends Pick<FeedAddress, 'service' | 'query' | 'user'>>(
    question: Q,
    isKnown: (media: string) => boolean,
  ): Q {
    const { words, media } = this.of({ id: question.user });
    if (question.service !== 'news') return question;
    const query = new URLSearchParams(question.query);
    const add = (name: string, more: readonly string[]): void => {
      const own = (query.get(name) ?? '').split(',').filter((one) => one.trim() !== '');
      const all = [...new Set([...own, ...more])];
      if (all.length > 0) query.set(name, all.slice(0, Math.max(own.length, 2 * MUTED_MAX)).join());
    };
    add('mute', words);
    add('muteMedia', media.filter(isKnown));
    return { ...question, query: query.toString() };
  }
}

/** The distinct names of a text with commas between names. */
export function namesIn(text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ''))];
}

/** One for each question of a person; followed tags and events in a reader are questions, too. */
export const FEEDS_PER_USER = 200;

/**
 * Secret addresses of feeds: an address opens one feed, in any reader, and nothing else.
 *
 * Invariants: `add` returns an address's secret once and stores its digest; a removed address is
 * invalid.
 */
export class FeedAddresses extends OwnedList<'feed'> {
  protected readonly kind = { name: 'feed', removal: 'feed-removed' } as const;

  /** The address with this secret, or null. */
  byText(text: string): FeedAddress | null {
    const digest = secretDigestOf(FEED_PREFIX, text);
    return digest === null ? null : this.list.byDigest(digest);
  }

  /**
   * Makes an address for a checked question; only the caller gets its secret.
   * @throws TagwireError INPUT_INVALID beyond `FEEDS_PER_USER`.
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

  /** Sets the other ways of delivery to the owner. @throws TagwireError INPUT_INVALID. */
  deliver(user: User, id: number, delivery: QuestionDelivery): Promise<void> {
    return this.file.write(() => {
      this.ofUser(user, id);
      this.file.append({ type: 'feed-delivery', id, ...delivery });
    });
  }

  /** Addresses with mail. */
  mailed(): FeedAddress[] {
    return this.list.where(({ delivery }) => (delivery?.mail ?? 'off') !== 'off');
  }

  /** Notes what was mailed, or that mail is off; skips a removed address. */
  noteDelivery(id: number, changed: Partial<QuestionDelivery>): Promise<void> {
    return this.file.write(() => {
      const delivery = this.get(id)?.delivery;
      if (delivery !== undefined) {
        this.file.append({ type: 'feed-delivery', id, ...delivery, ...changed });
      }
    });
  }

  protected missingText(): string {
    return 'that is no secret address of yours';
  }
}
