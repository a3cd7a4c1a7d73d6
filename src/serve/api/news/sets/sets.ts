/**
 * Sets of outlets: their description and coverage by camps in answers, and `/api/v1/sets`.
 */

import { isoOrNull } from '../../../../kernel/clock.js';
import {
  type Baseline,
  byCamp,
  type CoverageNumbers,
  comparisonOf,
} from '../../../../news/events/answers/coverage.js';
import { type Route, route } from '../../../http/route.js';
import { REVALIDATE, taggedJson } from '../../replies/replies.js';
import * as Type from '../../schema.js';
import type { NewsSources } from '../sources.js';
import { type Chosen, chosenSet, foundSet } from './chosen.js';

const Counts = (description: string) => {
  return Type.Record(Type.String(), Type.Integer(), { description });
};

const SetNote = Type.named('OutletSet', {
  name: Type.textOrNull('What `set` takes; null for a secret address, and for `outlets`'),
  title: Type.textOrNull('Null where the request itself names the outlets, as are the next five'),
  by: Type.textOrNull('Who made it, as they call themselves'),
  made: Type.nullable(Type.DateTime, 'When it was made; null where that is not said'),
  changed: Type.nullable(Type.DateTime, 'When it changed last; null where that is not said'),
  grounds: Type.textOrNull('On what grounds its outlets were chosen and put into camps'),
  links: Type.arrayOf(Type.String(), 'Pages that the grounds rest on'),
  camps: Type.listed(
    'Camps of the set in their order; those of the service where it has none of its own. `unknown` holds outlets of which the set says nothing',
    {
      key: Type.String(),
      label: Type.String(),
      colour: Type.text('#rrggbb'),
      compared: Type.flag(
        'Share, lean and blind spots are of this camp; `unknown` is compared with none',
      ),
      outlets: Type.arrayOf(Type.String(), 'Media codes'),
    },
  ),
  leftOut: Type.Array(Type.String(), {
    description: 'Codes of the set that are not there, or take no part in rankings now',
  }),
});

const OnDemand = Type.flag(
  'Computed when it was asked for, from the articles known now, and given again until the index of this answer is computed anew. Absent without `outlets` or `set`',
);

/** Fields of an answer about chosen outlets. */
export const CHOSEN_FIELDS = {
  onDemand: Type.Optional(OnDemand),
  set: Type.Optional(SetNote),
};

export const SetBaseline = Type.named('SetBaseline', {
  outlets: Counts('Outlets of the set that published in the window, by camp'),
  articles: Counts('Their articles'),
});

export const SetCoverage = Type.named('SetCoverage', {
  outlets: Type.listed('From the most articles to the fewest', {
    media: Type.String(),
    camp: Type.text('Key of a camp of the set'),
  }),
  articles: Type.Integer(),
  camps: Counts('Outlets by camp'),
  share: Type.nullable(
    Counts('Percentages of the compared camps alone; null where they have nothing'),
  ),
  leans: Type.nullable(
    Type.byName(
      Type.Number(),
      'By compared camp: binary logarithm of its ratio to the other compared camps against that of the baseline, each with 0.5 added; null where there is nothing to compare',
    ),
  ),
  tilt: Type.textOrNull(
    'The camp that clearly favours the story: a lean of at least 0.8, five outlets',
  ),
  blindspot: Type.Array(Type.String(), {
    description: 'Compared camps with at most one outlet while another one has at least four',
  }),
});

export type SetNoteAnswer = Type.Static<typeof SetNote>;
export type SetCoverageAnswer = Type.Static<typeof SetCoverage>;

export function noteOf(chosen: Chosen): SetNoteAnswer {
  const { name, set, outlets, leftOut, camps, compared } = chosen;
  return {
    name,
    title: set?.title ?? null,
    by: set?.author ?? null,
    made: isoOrNull(set?.madeMs ?? null),
    changed: isoOrNull(set?.changedMs ?? null),
    grounds: set?.grounds ?? null,
    links: set?.links ?? [],
    camps: camps.map(({ key, label, colour }) => ({
      ...{ key, label, colour, compared: compared.includes(key) },
      outlets: outlets.filter(({ camp }) => camp === key).map(({ media }) => media),
    })),
    leftOut,
  };
}

/** The coverage by a set's camps. @param baseline null where not known. */
export function setCoverageOf(
  chosen: Chosen,
  { outlets, articles }: CoverageNumbers,
  baseline: Baseline | null,
): SetCoverageAnswer {
  const keys = chosen.camps.map(({ key }) => key);
  const mine = inCamps(chosen, outlets).map(({ media, camp }) => ({ media, camp }));
  const camps = byCamp(
    mine.map(({ camp }) => camp),
    keys,
  );
  const compared = comparisonOf(camps, baseline?.outlets ?? null, chosen.compared);
  return { outlets: mine, articles, camps, ...compared };
}

/** Articles of a set's outlets in a window, by camp. */
export function setBaselineOf(
  chosen: Chosen,
  outlets: readonly { media: string; articles: number }[],
): Baseline {
  const keys = chosen.camps.map(({ key }) => key);
  const baseline = { outlets: byCamp([], keys), articles: byCamp([], keys) };
  for (const { camp, articles } of inCamps(chosen, outlets)) {
    baseline.outlets[camp]! += 1;
    baseline.articles[camp]! += articles;
  }
  return baseline;
}

/** Outlets with their camps in the set, without outlets outside of the set. */
function inCamps<T extends { media: string }>(
  { outlets: all }: Chosen,
  outlets: readonly T[],
): (Omit<T, 'camp'> & { media: string; camp: string })[] {
  const camps = new Map(all.map(({ media, camp }) => [media, camp]));
  return outlets.flatMap((one) => {
    const camp = camps.get(one.media);
    return camp === undefined ? [] : [{ ...one, camp }];
  });
}

const SetItem = Type.named('OutletSetItem', {
  name: Type.text('What `set` takes'),
  title: Type.String(),
  by: Type.text('Who made it, as they call themselves'),
  changed: Type.nullable(Type.DateTime, 'When it changed last; null where that is not said'),
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
