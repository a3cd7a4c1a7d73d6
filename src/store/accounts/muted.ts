/**
 * Words and outlets that a person does not want to read, in all of their feeds of news.
 *
 * Invariant: a person has one list at a time; the newest that was saved.
 */
import { NEWS } from '../../kernel/limits.js';
import type { FeedAddress } from './records.js';
import type { User } from './roster-events.js';
import type { RosterFile } from './roster-file.js';
import { refusal } from './rules.js';

/** Words, and outlets: half of what one list of articles leaves out, so that a question may name others. */
export const MUTED_MAX = 25;

/** What is left out. */
export interface MutedNames {
  words: readonly string[];
  media: readonly string[];
}

export class Muted {
  readonly #file: RosterFile;

  constructor(file: RosterFile) {
    this.#file = file;
  }

  of(user: Pick<User, 'id'>): MutedNames {
    return this.#file.roster.muted.ofUser(user.id)[0] ?? { words: [], media: [] };
  }

  /** Changes with the list of a person. */
  revisionOf(user: User): number {
    return this.#file.roster.muted.ofUser(user.id)[0]?.id ?? 0;
  }

  /** Puts a list in place of the one before. @throws TagwireError INPUT_INVALID. */
  save(user: User, { words, media }: MutedNames): Promise<void> {
    return this.#file.write(() => {
      for (const list of [words, media]) {
        if (list.length > MUTED_MAX) throw refusal(`at most ${MUTED_MAX} words and outlets each`);
        if (list.some((name) => name.length > NEWS.searchQueryMax)) {
          throw refusal(`a muted word has at most ${NEWS.searchQueryMax} characters`);
        }
      }
      const { nextId: id } = this.#file.roster.muted;
      const lists = { words: [...words], media: [...media] };
      this.#file.append({ type: 'muted', id, user: user.id, ...lists, atMs: this.#file.nowMs() });
    });
  }

  /** A question about news with what its owner has muted. @param isKnown whether there is an outlet of a code. */
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

/** Names of a text in which commas stand between them, each once. */
export function namesIn(text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ''))];
}
