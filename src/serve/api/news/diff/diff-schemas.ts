/**
 * What an answer about two instants looks like.
 */
import * as Type from '../../../http/type.js';
import {
  arrayOf,
  decimal,
  described,
  describedOrNull,
  instant,
  integer,
  named,
  nullable,
  text,
} from '../../schema.js';
import { NewsItem } from '../events/event-schemas.js';

const TagChange = named('DiffTag', {
  tag: text('As the later of the two lists has it that name it'),
  position: nullable(integer('Place among the tags of `to`; null where it is not among them')),
  positionBefore: nullable(integer('Place among those of `from`')),
  count: integer('Articles of the 24 hours up to `to`; 0 where none of its list has it'),
  countBefore: integer('Articles of the 24 hours up to `from`'),
  burst: nullable(decimal('Where it stands at `to`, or stood at `from`')),
});

const Size = {
  rank: integer('Rank in that hour'),
  articles: integer('Articles of the 24 hours up to it'),
  outlets: integer('Outlets that wrote them'),
};

const EventChange = named('DiffEvent', {
  threadId: Type.Integer(),
  majorTags: Type.Array(Type.String(), { maxItems: 6 }),
  firstTime: instant('Its first hour on the ranking'),
  lastTime: instant('Its last hour on the ranking up to `to`'),
  hours: integer('Hours on the ranking up to `to`'),
  bestRank: integer('Best rank of the days in between'),
  now: describedOrNull('At `to`; null where it is off the ranking', Size),
  before: describedOrNull('At `from`; null where it was off the ranking', Size),
  mergedInto: nullable(integer('The thread that it is part of now')),
  news: Type.Array(NewsItem, { maxItems: 6, description: 'From an hour of its best rank' }),
});

const OutletChange = named('DiffOutlet', {
  media: text('Media code'),
  title: Type.String(),
  status: text('As in `/api/v1/media-stats` at `to`'),
  statusBefore: text('The same at `from`'),
  lastArticle: nullable(instant('Its newest article by `to`')),
});

const Events = described('Threads, those of the best rank first; at most 60 of each list', {
  fromHour: instant('Hour of the event ranking that `from` names'),
  toHour: instant('Hour of the event ranking that `to` names'),
  new: arrayOf(EventChange, 'On the ranking at `to`, and begun since `from`'),
  grown: Type.Array(EventChange, {
    description: 'On the ranking at both, with more articles than at `from`; by growth',
  }),
  back: Type.Array(EventChange, {
    description: 'On the ranking at `to`, begun before `from`, and off the ranking at `from`',
  }),
  merged: arrayOf(EventChange, 'Became part of another that went on'),
  ended: Type.Array(EventChange, {
    description: 'On the ranking at `from` or since, off the ranking at `to`, and not merged',
  }),
  others: integer('On the ranking at both, without more articles'),
});

export const DiffResponse = named('NewsDiff', {
  from: instant('As it was asked for'),
  to: instant('As it was asked for, or now'),
  tags: described('The first tags of the ranking by burst, or by score where nothing bursts', {
    category: Type.String(),
    order: text('`burst`, or `score` where one of the two hours has no bursts yet'),
    fromHour: instant('Hour of the ranking that `from` names'),
    toHour: instant('Hour of the ranking that `to` names'),
    came: arrayOf(TagChange, 'Among them at `to` and not at `from`, in order'),
    went: arrayOf(TagChange, 'Among them at `from` and not at `to`, in order'),
    stayed: integer('Among them at both'),
  }),
  events: Events,
  outlets: describedOrNull('Null where it is not known how outlets stood at `from`', {
    fromHour: instant('Full hour at or before `from`'),
    toHour: instant('Full hour at or before `to`'),
    silent: arrayOf(OutletChange, 'Outlets that were `ok` at `from` and are not at `to`'),
    resumed: arrayOf(OutletChange, 'Outlets that are `ok` at `to` and were not at `from`'),
  }),
  outletsKeptSince: nullable(
    instant('The first hour of which it is known how outlets stood'),
    'The first hour of which it is known how outlets stood; null before there is one',
  ),
});

/** The answer, for those who show it. */
export type NewsDiff = Type.Static<typeof DiffResponse>;
