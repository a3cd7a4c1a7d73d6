/**
 * Sets of outlets that people have saved, for their own questions and, where they say so, for others.
 *
 * Invariants: the secret in an address is given back once, by `giveAddress`, and kept as a digest; a set has one
 * such address at a time, and one that was revoked or replaced opens nothing. A set that is neither public nor
 * has an address is shown to its owner alone.
 */
import { messageOf } from '../../kernel/errors.js';
import { type OutletSetDraft, outletSetOf, SETS } from '../../kernel/outlet-set.js';
import type { SavedSet } from './records.js';
import type { User } from './roster-events.js';
import { OwnedList } from './roster-file.js';
import { refusal } from './rules.js';
import { newSecret, SET_PREFIX, secretDigestOf } from './secret.js';

/** Every change throws TagwireError INPUT_INVALID where it is refused. */
export class SavedSets extends OwnedList<'set'> {
  protected readonly kind = { name: 'set', removal: 'set-removed' } as const;

  /** Sets of a user, the oldest first. */
  override of(user: User): SavedSet[] {
    return super.of(user).sort(byAge);
  }

  /** Those that everybody may see, the oldest first. */
  listed(): SavedSet[] {
    return this.list.where(({ isPublic }) => isPublic).sort(byAge);
  }

  /** The set that a secret address opens; null when it opens none. */
  bySecret(text: string): SavedSet | null {
    const digest = secretDigestOf(SET_PREFIX, text);
    return digest === null ? null : this.list.byDigest(digest);
  }

  add(user: User, draft: OutletSetDraft): Promise<SavedSet> {
    return this.file.write(() => {
      const facts = factsOf(draft);
      if (this.of(user).length >= SETS.perUserMax) {
        throw refusal(`at most ${SETS.perUserMax} sets; delete one first`);
      }
      if (this.list.all().length >= SETS.countMax) {
        throw refusal('this server has as many sets as it takes');
      }
      const { nextId: id } = this.list;
      const atMs = this.file.nowMs();
      const times = { madeMs: atMs, changedMs: atMs };
      this.file.append({ type: 'set', id, user: user.id, ...facts, ...times, isPublic: false });
      return this.get(id)!;
    });
  }

  /** Puts other facts in place of a set's; its address stays. */
  change(user: User, id: number, draft: OutletSetDraft): Promise<SavedSet> {
    return this.file.write(() => {
      const set = this.ofUser(user, id);
      const changedMs = this.file.nowMs();
      this.file.append({ type: 'set', ...set, ...factsOf(draft), changedMs });
      return this.get(id)!;
    });
  }

  /** Shows a set to everybody under its name, or no longer. */
  publish(user: User, id: number, isPublic: boolean): Promise<void> {
    return this.#reach(user, id, ({ digest }) => ({
      isPublic,
      ...(digest !== undefined && { digest }),
    }));
  }

  /** Gives a set a new secret address in place of one that it may have; its text is known to the caller alone. */
  async giveAddress(user: User, id: number): Promise<string> {
    const text = newSecret(SET_PREFIX);
    const digest = secretDigestOf(SET_PREFIX, text)!;
    await this.#reach(user, id, ({ isPublic }) => ({ isPublic, digest }));
    return text;
  }

  /** Takes the secret address out of force. */
  revokeAddress(user: User, id: number): Promise<void> {
    return this.#reach(user, id, ({ isPublic }) => ({ isPublic }));
  }

  #reach(
    user: User,
    id: number,
    next: (set: SavedSet) => Pick<SavedSet, 'isPublic' | 'digest'>,
  ): Promise<void> {
    return this.file.write(() => {
      const reach = next(this.ofUser(user, id));
      this.file.append({ type: 'set-reach', id, ...reach, atMs: this.file.nowMs() });
    });
  }

  protected missingText(): string {
    return 'that is no set of yours';
  }
}

function byAge(a: SavedSet, b: SavedSet): number {
  return a.id - b.id;
}

function factsOf(draft: OutletSetDraft) {
  try {
    return outletSetOf(draft);
  } catch (error) {
    throw refusal(messageOf(error));
  }
}
