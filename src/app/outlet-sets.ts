/**
 * The sets of outlets of a server: configured sets by their names, sets of users by `u` and their number or by a
 * secret address.
 */
import type { ConfiguredSets } from '../kernel/outlet-set.js';
import type { OutletSets } from '../serve/api/news/sources.js';
import { NOT_READY } from '../serve/http/errors.js';
import type { Accounts } from '../store/accounts/accounts.js';
import type { SavedSet } from '../store/accounts/records.js';

/** The public name of a set that a user has saved: `u` and a number. */
const SAVED = /^u([1-9]\d{0,9})$/;

/** The configuration of sets; it may be read again. */
export interface SetSource {
  /** @throws TagwireError CONFIG_INVALID. */
  read(): ConfiguredSets;
}

export class ServedSets implements OutletSets {
  readonly #accounts: Accounts;
  readonly #source: SetSource | null;
  #configured: ConfiguredSets;
  #reads = 0;

  /** @throws TagwireError CONFIG_INVALID. */
  constructor(accounts: Accounts, source: SetSource | null) {
    this.#accounts = accounts;
    this.#source = source;
    this.#configured = source?.read() ?? new Map();
  }

  /** Reads the configuration again; where that fails the former sets stay. @throws TagwireError CONFIG_INVALID. */
  reload(): number {
    this.#configured = this.#source?.read() ?? new Map();
    this.#reads += 1;
    return this.#configured.size;
  }

  get generation(): string {
    return `${this.#reads} ${this.#accounts.generation}`;
  }

  listed(): ReturnType<OutletSets['listed']> {
    const configured = [...this.#configured.keys()].map((name) => this.#ofConfig(name)!);
    const { isCurrent, sets } = this.#accounts;
    const saved = isCurrent ? sets.listed() : [];
    return [...configured, ...saved.map((set) => namedOf(set, true))];
  }

  find(text: string): ReturnType<OutletSets['find']> {
    const configured = this.#ofConfig(text);
    if (configured !== null) return configured;
    const number = SAVED.exec(text)?.[1];
    const isSecret = number === undefined;
    if (!this.#accounts.isCurrent) throw NOT_READY;
    const { sets } = this.#accounts;
    const set = isSecret ? sets.bySecret(text) : sets.get(Number(number));
    if (set === null || !(isSecret || set.isPublic)) return null;
    return namedOf(set, !isSecret);
  }

  #ofConfig(name: string): ReturnType<OutletSets['find']> {
    const set = this.#configured.get(name);
    return set === undefined ? null : { name, set, revision: `file ${this.#reads}` };
  }
}

function nameOfSaved({ id }: Pick<SavedSet, 'id'>): string {
  return `u${id}`;
}

function namedOf(set: SavedSet, isNamed: boolean) {
  const revision = `${set.id} ${set.changedMs} ${JSON.stringify(set.outlets).length}`;
  return { name: isNamed ? nameOfSaved(set) : null, set, revision };
}
