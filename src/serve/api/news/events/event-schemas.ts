/**
 * Schemas that the routes of events and threads share.
 */

import { FIRST_POLE, SECOND_POLE, ZONE } from '../../../../kernel/current-place.js';
import { CAMPS } from '../../../../kernel/model/records.js';
import * as Type from '../../schema.js';
import { Camp, DateTime } from '../schemas.js';

const ByCamp = Type.Object(Object.fromEntries(CAMPS.map((camp) => [camp, Type.Integer()])), {
  $id: 'ByCamp',
  description: 'A number for each camp',
});

export const NewsItem = Type.named('NewsItem', 'An article that represents a story', {
  id: Type.nullable(Type.Integer()),
  media: Type.text('Media code'),
  title: Type.String(),
  url: Type.text('Address of the original'),
  image: Type.nullable(Type.String()),
  camp: Camp,
});

const Side = Type.Enum([FIRST_POLE, SECOND_POLE]);

export const CampCoverage = Type.named(
  'CampCoverage',
  'Who wrote of the event; `camps` counts outlets',
  {
    outlets: Type.Array(
      Type.named('CoverageOutlet', {
        media: Type.String(),
        camp: Type.oneOf(CAMPS, 'Camp of the outlet, or the one that was asked for'),
      }),
      { description: 'From the most articles to the fewest' },
    ),
    articles: Type.integer('Articles of the event'),
    camps: ByCamp,
    share: Type.nullable(
      Type.described(
        `Percentages of ${FIRST_POLE} and ${SECOND_POLE} outlets alone; null where there are none`,
        { [FIRST_POLE]: Type.Integer(), [SECOND_POLE]: Type.Integer() },
      ),
      'Percentages of outlets of the two poles, without the others; null when neither wrote of it',
    ),
    lean: Type.decimalOrNull(
      `Binary logarithm of the ${FIRST_POLE}-to-${SECOND_POLE} ratio of outlets against that of the baseline: 0 is as usual, above 0 leans ${FIRST_POLE}`,
    ),
    tilt: Type.nullable({
      ...Side,
      description: 'The camp that clearly favours the story: |lean| of at least 0.8, five outlets',
    }),
    blindspot: Type.Array(Side, {
      description: 'Camps that hardly see the story: at most one outlet, the other at least four',
    }),
  },
);

export const EventsBaseline = Type.named(
  'EventsBaseline',
  'Ranking news media that published in the window, and their articles',
  {
    outlets: ByCamp,
    articles: ByCamp,
  },
);

export const DayStats = Type.Array(
  Type.named('EventsHour', {
    hour: DateTime,
    top: Type.decimal('Burst of the first event; 0 without events'),
    count: Type.integer('Events of that hour'),
  }),
  { description: 'The same hours with what they held' },
);

export const DayHours = Type.arrayOf(DateTime, `Hours with a snapshot in the same ${ZONE} day`);

export const RankTrail = Type.Array(Type.nullable(Type.Integer()), {
  minItems: 24,
  maxItems: 24,
  description: 'Ranks of 24 hours, oldest first; null off the ranking',
});

export const ThreadIdParameter = {
  id: Type.howMany('Thread, see `threadId` of `/api/v1/events`'),
};

export const THREAD_ERRORS = { 400: 'The id is malformed', 404: 'There is no such thread' };
