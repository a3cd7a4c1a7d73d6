/**
 * Sets of outlets that people have saved, for their own questions or, if they choose, for others.
 *
 * Invariants: `giveAddress` returns the secret of an address once, only its digest is stored; a set
 * has one address at a time, and a revoked or replaced address opens nothing. A set that is not
 * public and has no address is shown to its owner alone.
 */
import { messageOf } from '../../kernel/errors.js';
import { type OutletSetDraft, outletSetOf, SETS } from '../../kernel/outlet-set.js';
import type { SavedSet } from './records.js';
import type { User } from './roster-events.js';
import { OwnedList } from './roster-file.js';
import { refusal } from './rules.js';
import { newSecret, SET_PREFIX, secretDigestOf } from './secret.js';

/** Every change throws TagwireError INPUT_INVALID when it is refused. */
export class SavedSets extends OwnedList<'set'> {
  protected readonly kind = { name: 'set', removal: 'set-removed' } as const;

  /** Oldest first. */
  override of(user: User): SavedSet[] {
    return super.of(user).sort(byAge);
  }

  /** Public sets, oldest first. */
  listed(): SavedSet[] {
    return this.list.where(({ isPublic }) => isPublic).sort(byAge);
  }

  /** The set with this secret address, or null. */
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

  /** Replaces the facts of a set; its address stays. */
  change(user: User, id: number, draft: OutletSetDraft): Promise<SavedSet> {
    return this.file.write(() => {
      const set = this.ofUser(user, id);
      const changedMs = this.file.nowMs();
      this.file.append({ type: 'set', ...set, ...factsOf(draft), changedMs });
      return this.get(id)!;
    });
  }

  /** Sets whether everybody may see the set under its name. */
  publish(user: User, id: number, isPublic: boolean): Promise<void> {
    return this.#reach(user, id, ({ digest }) => ({
      isPublic,
      ...(digest !== undefined && { digest }),
    }));
  }

  /** Gives a set a new secret address, which replaces the old one; only the caller gets its text. */
  async giveAddress(user: User, id: number): Promise<string> {
    const text = newSecret(SET_PREFIX);
    const digest = secretDigestOf(SET_PREFIX, text)!;
    await this.#reach(user, id, ({ isPublic }) => ({ isPublic, digest }));
    return text;
  }

  /** Revokes the secret address. */
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
