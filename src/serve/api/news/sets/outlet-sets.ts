/**
 * The sets of outlets that the news service knows by a name: those of the configuration, and those that people
 * have saved.
 */
import type { OutletSet } from '../../../../kernel/outlet-set.js';

/** A set with the name that `set=` takes. */
export interface NamedSet {
  /** Null for one that was found by its secret address. */
  name: string | null;
  set: OutletSet;
  /** Tells this state of the set from any other of any set. */
  revision: string;
}

export interface OutletSets {
  /** Changes whenever a set may have. */
  readonly generation: number | string;
  /** Those that everybody may see, those of the configuration first. */
  listed(): NamedSet[];
  /**
   * The set of a public name or a secret address; null for neither.
   * @throws HttpError 503 where people's sets are not known for the moment.
   */
  find(text: string): NamedSet | null;
}
