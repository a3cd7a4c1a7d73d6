/** What `/my/sets/` shows. */
import type { SavedSet } from '../../../store/accounts/records.js';
import type { VisitView } from '../visitors.js';
import type { FormOutcome } from './parts.js';

/** What a person sees of a set: all but the digest of its address. */
export interface ShownSet extends Omit<SavedSet, 'user' | 'digest'> {
  /** What `set=` takes where it is public. */
  name: string;
  hasAddress: boolean;
}

/** Fields of the form, as they are typed. */
export interface SetForm {
  /** Of the set that is edited; null for a new one. */
  id: number | null;
  title: string;
  author: string;
  grounds: string;
  links: string;
  unknown: string;
  camps: { label: string; colour: string; outlets: string }[];
}

export interface SetsData {
  visit: VisitView;
  outcome: FormOutcome | null;
  sets: ShownSet[];
  setsMax: number;
  form: SetForm;
  /** The text of a secret address that this request has made. */
  secret: string | null;
}
