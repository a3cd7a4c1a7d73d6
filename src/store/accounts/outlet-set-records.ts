/** What the journal says of sets of outlets that people have saved. */
import type { OutletSet } from '../../kernel/outlet-set.js';

/** A saved set. `digest`: of its secret address, where it has one. */
export interface SavedSet extends OutletSet {
  id: number;
  /** Id of the user. */
  user: number;
  madeMs: number;
  changedMs: number;
  isPublic: boolean;
  digest?: string;
}

/** How a set is reached: by its name, by a secret address, both, or by nobody. */
type Reach = Pick<SavedSet, 'id' | 'isPublic' | 'digest'>;

export type SavedSetEvent =
  | ({ type: 'set' } & SavedSet)
  | ({ type: 'set-reach'; atMs: number } & Reach)
  | { type: 'set-removed'; id: number; atMs: number };
