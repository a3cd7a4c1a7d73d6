/**
 * The parameters `outlets` and `set`: the outlets of a question, and their camps.
 *
 * An outlet that a request names must exist and be ranked. Of a saved set, other outlets are left
 * out and listed in the answer, so that a set works after an outlet was closed.
 */

import { FIRST_POLE, PLACE, SECOND_POLE } from '../../../../kernel/current-place.js';
import { messageOf } from '../../../../kernel/errors.js';
import { hash64, hexOf } from '../../../../kernel/hash.js';
import { CAMPS } from '../../../../kernel/model/records.js';
import {
  checkCodes,
  type OutletSet,
  SETS,
  type SetCamp,
  type SetOutlet,
  UNKNOWN_CAMP,
  unknownCode,
} from '../../../../kernel/outlet-set.js';
import { isRankingMedia } from '../../../../news/catalog/answers/directory.js';
import { invalidQuery, notFound, quoted } from '../../../http/errors.js';
import * as Type from '../../schema.js';
import type { NamedSet, NewsSources } from '../sources.js';

/** Longer than a secret address. */
const SET_NAME_MAX = 100;
const REST_COLOUR = '#8a867c';

export const ChosenQuery = {
  outlets: Type.Optional(
    Type.String({
      maxLength: SETS.outletsMax * 65,
      description: `Media codes, separated by commas, at most ${SETS.outletsMax}: only these count. Computed on demand`,
    }),
  ),
  set: Type.Optional(
    Type.String({
      maxLength: SET_NAME_MAX,
      description:
        'A set of outlets, by its name in `/api/v1/sets` or its secret address: only its outlets count. Computed on demand',
    }),
  ),
};

/** The chosen outlets of a request. */
export interface Chosen {
  /** Null for outlets that the request itself names. */
  name: string | null;
  /** Null for outlets that the request itself names. */
  set: OutletSet | null;
  /** Ranked outlets, by code. */
  outlets: SetOutlet[];
  /** Outlets of a saved set that are not ranked, or do not exist. */
  leftOut: string[];
  /** All camps of the outlets, in their order. */
  camps: SetCamp[];
  /** Keys of the camps that are compared. */
  compared: string[];
  /** Identifies all of the above. */
  key: string;
}

/**
 * The choice of a request; null without one.
 * @throws HttpError 400 for outlets that cannot be chosen, 404 for an unknown set.
 */
export function chosenOf(
  sources: NewsSources,
  { outlets, set }: { outlets?: string | undefined; set?: string | undefined },
): Chosen | null {
  if (outlets !== undefined && set !== undefined) {
    throw invalidQuery('outlets and set cannot be given together', 'set=mine');
  }
  if (outlets !== undefined) return chosenOutlets(sources, outlets.split(','));
  return set === undefined ? null : chosenSet(sources, foundSet(sources, set));
}

/** The set of a name or secret address. @throws HttpError 404. */
export function foundSet({ sets }: NewsSources, text: string): NamedSet {
  const found = sets.find(text);
  if (found !== null) return found;
  throw notFound(
    `set: there is no set ${quoted(text)}, or its secret address was revoked; /api/v1/sets lists the public ones`,
  );
}

/** A set with its outlets that are ranked now. @throws HttpError 404 without such an outlet. */
export function chosenSet(sources: NewsSources, { name, set, revision }: NamedSet): Chosen {
  const { directory } = sources.catalog;
  const ranks = ({ media }: SetOutlet): boolean => {
    const record = directory.mediaOf(media);
    return record !== null && isRankingMedia(record);
  };
  const usable = set.outlets.filter(ranks);
  const leftOut = set.outlets.filter((one) => !ranks(one)).map(({ media }) => media);
  if (usable.length === 0) {
    throw notFound(`set: no outlet of "${set.title}" takes part in rankings now`);
  }
  const outlets = set.camps.length > 0 ? usable : inPublicCamps(sources, usable);
  const camps = set.camps.length > 0 ? withUnknown(set.camps, outlets) : publicCamps(sources);
  const compared = set.camps.length > 0 ? set.camps.map(({ key }) => key) : POLES;
  return finished({ name, set, outlets, leftOut, camps, compared }, revision);
}

const POLES = [FIRST_POLE, SECOND_POLE];

function chosenOutlets(sources: NewsSources, codes: readonly string[]): Chosen {
  try {
    checkCodes(codes);
  } catch (error) {
    throw invalidQuery(`outlets: ${messageOf(error)}`, `outlets=${exampleOf(sources)}`);
  }
  const { directory } = sources.catalog;
  for (const code of codes) {
    const record = directory.mediaOf(code);
    if (record === null) {
      const known = [...directory.media()].map(({ media }) => media);
      throw invalidQuery(`outlets: ${unknownCode(code, known)}; /api/v1/media lists the codes`);
    }
    if (!isRankingMedia(record)) {
      throw invalidQuery(
        `outlets: "${code}" takes no part in rankings: its articles are those of others, or it is not collected any more`,
      );
    }
  }
  const outlets = inPublicCamps(
    sources,
    [...codes].sort().map((media) => ({ media, camp: UNKNOWN_CAMP })),
  );
  const camps = publicCamps(sources);
  return finished({ name: null, set: null, outlets, leftOut: [], camps, compared: POLES }, '');
}

function finished(chosen: Omit<Chosen, 'key'>, revision: string): Chosen {
  const codes = chosen.outlets.map(({ media, camp }) => `${media} ${camp}`).join();
  const told = `${chosen.name} ${revision} ${codes} ${chosen.leftOut.join()}`;
  return { ...chosen, key: hexOf(hash64(Buffer.from(told))) };
}

function exampleOf({ catalog }: NewsSources): string {
  const some = [...catalog.directory.media()].filter(isRankingMedia).slice(0, 2);
  return some.length === 0 ? 'a,b' : some.map(({ media }) => media).join();
}

/** The outlets in the camps of the service. */
function inPublicCamps({ catalog }: NewsSources, outlets: readonly SetOutlet[]): SetOutlet[] {
  return outlets.map(({ media }) => {
    return { media, camp: catalog.directory.mediaOf(media)?.camp ?? 'other' };
  });
}

const POLE_COLOURS = ['#2f6fb8', '#2a8a52'];

function publicCamps({ catalog }: NewsSources): SetCamp[] {
  return CAMPS.map((key, at) => {
    return { key, label: labelOfCamp(catalog, key), colour: POLE_COLOURS[at] ?? REST_COLOUR };
  });
}

/** Poles have the labels of their categories; other outlets have no category. */
export function labelOfCamp({ directory }: NewsSources['catalog'], camp: string): string {
  return directory.categories.find(({ key }) => key === camp)?.label ?? PLACE.otherLabel;
}

function withUnknown(camps: readonly SetCamp[], outlets: readonly SetOutlet[]): SetCamp[] {
  const has = outlets.some(({ camp }) => camp === UNKNOWN_CAMP);
  const unknown = { key: UNKNOWN_CAMP, label: UNKNOWN_CAMP, colour: REST_COLOUR };
  return has ? [...camps, unknown] : [...camps];
}
