/**
 * What an answer about two instants looks like.
 */
import * as Type from '../../schema.js';
import { NewsItem } from '../events/event-schemas.js';

const TagChange = Type.named('DiffTag', {
  tag: Type.text('As the later of the two lists has it that name it'),
  position: Type.integerOrNull('Place among the tags of `to`; null where it is not among them'),
  positionBefore: Type.integerOrNull('Place among those of `from`'),
  count: Type.integer('Articles of the 24 hours up to `to`; 0 where none of its list has it'),
  countBefore: Type.integer('Articles of the 24 hours up to `from`'),
  burst: Type.decimalOrNull('Where it stands at `to`, or stood at `from`'),
});

const Size = {
  rank: Type.integer('Rank in that hour'),
  articles: Type.integer('Articles of the 24 hours up to it'),
  outlets: Type.integer('Outlets that wrote them'),
};

const EventChange = Type.named('DiffEvent', {
  threadId: Type.Integer(),
  majorTags: Type.Array(Type.String(), { maxItems: 6 }),
  firstTime: Type.instant('Its first hour on the ranking'),
  lastTime: Type.instant('Its last hour on the ranking up to `to`'),
  hours: Type.integer('Hours on the ranking up to `to`'),
  bestRank: Type.integer('Best rank of the days in between'),
  now: Type.describedOrNull('At `to`; null where it is off the ranking', Size),
  before: Type.describedOrNull('At `from`; null where it was off the ranking', Size),
  mergedInto: Type.integerOrNull('The thread that it is part of now'),
  news: Type.Array(NewsItem, { maxItems: 6, description: 'From an hour of its best rank' }),
});

const OutletChange = Type.named('DiffOutlet', {
  media: Type.text('Media code'),
  title: Type.String(),
  status: Type.text('As in `/api/v1/media-stats` at `to`'),
  statusBefore: Type.text('The same at `from`'),
  lastArticle: Type.instantOrNull('Its newest article by `to`'),
});

const Events = Type.described('Threads, those of the best rank first; at most 60 of each list', {
  fromHour: Type.instant('Hour of the event ranking that `from` names'),
  toHour: Type.instant('Hour of the event ranking that `to` names'),
  new: Type.arrayOf(EventChange, 'On the ranking at `to`, and begun since `from`'),
  grown: Type.Array(EventChange, {
    description: 'On the ranking at both, with more articles than at `from`; by growth',
  }),
  back: Type.Array(EventChange, {
    description: 'On the ranking at `to`, begun before `from`, and off the ranking at `from`',
  }),
  merged: Type.arrayOf(EventChange, 'Became part of another that went on'),
  ended: Type.Array(EventChange, {
    description: 'On the ranking at `from` or since, off the ranking at `to`, and not merged',
  }),
  others: Type.integer('On the ranking at both, without more articles'),
});

export const DiffResponse = Type.named('NewsDiff', {
  from: Type.instant('As it was asked for'),
  to: Type.instant('As it was asked for, or now'),
  tags: Type.described('The first tags of the ranking by burst, or by score where nothing bursts', {
    category: Type.String(),
    order: Type.text('`burst`, or `score` where one of the two hours has no bursts yet'),
    fromHour: Type.instant('Hour of the ranking that `from` names'),
    toHour: Type.instant('Hour of the ranking that `to` names'),
    came: Type.arrayOf(TagChange, 'Among them at `to` and not at `from`, in order'),
    went: Type.arrayOf(TagChange, 'Among them at `from` and not at `to`, in order'),
    stayed: Type.integer('Among them at both'),
  }),
  events: Events,
  outlets: Type.describedOrNull('Null where it is not known how outlets stood at `from`', {
    fromHour: Type.instant('Full hour at or before `from`'),
    toHour: Type.instant('Full hour at or before `to`'),
    silent: Type.arrayOf(OutletChange, 'Outlets that were `ok` at `from` and are not at `to`'),
    resumed: Type.arrayOf(OutletChange, 'Outlets that are `ok` at `to` and were not at `from`'),
  }),
  outletsKeptSince: Type.instantOrNull(
    'The first hour of which it is known how outlets stood',
    'The first hour of which it is known how outlets stood; null before there is one',
  ),
});

/** The answer, for those who show it. */
export type NewsDiff = Type.Static<typeof DiffResponse>;
