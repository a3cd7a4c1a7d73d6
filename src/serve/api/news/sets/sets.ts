/**
 * `/api/v1/sets`: sets of outlets that everybody may use, and one with its grounds.
 */

import { isoOrNull } from '../../../../kernel/clock.js';
import { type Route, route } from '../../../http/route.js';
import { REVALIDATE, taggedJson } from '../../caching.js';
import * as Type from '../../schema.js';
import { DateTime } from '../schemas.js';
import type { NewsSources } from '../sources.js';
import { chosenSet, foundSet } from './chosen.js';
import { noteOf, SetNote } from './set-schemas.js';

const SetItem = Type.named('OutletSetItem', {
  name: Type.text('What `set` takes'),
  title: Type.String(),
  by: Type.text('Who made it, as they call themselves'),
  changed: Type.nullable(DateTime, 'When it changed last; null where that is not said'),
  outlets: Type.integer('Outlets in it'),
  camps: Type.arrayOf(Type.String(), 'Labels of its camps; none where it has none'),
});

const List = Type.named('OutletSets', {
  count: Type.integer('Sets'),
  sets: Type.arrayOf(SetItem, 'Those of the configuration first, then by age'),
});

const SetParameter = {
  name: Type.String({ maxLength: 100, description: 'Name of a set, or its secret address' }),
};
export type SetListAnswer = Type.Static<typeof List>;
export type SetAnswer = Type.Static<typeof SetNote>;

export function setRoutes(sources: NewsSources): Route[] {
  const list = route({
    path: '/api/v1/sets',
    summary: 'Sets of outlets',
    description:
      'Sets that whoever runs the server offers, and those that people have made public. `set=` of the ranking, of events and of coverage takes their names.',
    tag: 'media',
    response: List,
    errors: {},
    handle: () => {
      const sets = sources.sets.listed().map(({ name, set }) => ({
        name: name!,
        title: set.title,
        by: set.author,
        changed: isoOrNull(set.changedMs),
        outlets: set.outlets.length,
        camps: set.camps.map(({ label }) => label),
      }));
      const answer: SetListAnswer = { count: sets.length, sets };
      return taggedJson(answer, { cacheControl: REVALIDATE });
    },
  });
  const one = route({
    path: '/api/v1/sets/{name}',
    summary: 'A set of outlets with its grounds',
    description:
      'Who made it, when, on what grounds, and which outlet is in which camp. `unknown` is a camp: of these outlets the set says nothing.',
    tag: 'media',
    params: SetParameter,
    response: SetNote,
    errors: { 404: 'There is no such set, or its secret address was revoked' },
    handle: ({ params: { name } }) => {
      const chosen = chosenSet(sources, foundSet(sources, name));
      return taggedJson(noteOf(chosen), { cacheControl: REVALIDATE });
    },
  });
  return [list, one];
}
