/**
 * Schemas of `/api/v1/topics`: items, checks, coverage, and its three shapes.
 */

import { CHECK_STATUSES } from '../../../../kernel/model/records.js';
import { COVERAGE_LATEST_MAX, COVERAGE_MAX } from '../../../../news/portals/codec.js';
import { TOPIC_KINDS } from '../../../../news/portals/topic-lists.js';
import * as Type from '../../schema.js';
import { Past } from '../past.js';
import { CheckSource, DateTime } from '../schemas.js';

export const Kind = Type.Enum([...TOPIC_KINDS], {
  default: 'topic',
  description: '`topic` keeps receiving news, `feature` is a one-off package',
});

export const Counts = Type.Object({ topic: Type.Integer(), feature: Type.Integer() });

export const Check = Type.named('Check', "How the last visit to a media's portal went", {
  checkedAt: Type.nullable(DateTime),
  lastSuccessAt: Type.nullable({ ...DateTime, description: 'Last complete visit' }),
  status: Type.oneOf(CHECK_STATUSES, '`pending` before the first visit'),
  fetched: Type.integer('Distinct items of this visit'),
  stale: Type.flag('No complete visit for over three hours, or never'),
  sources: Type.Array(CheckSource),
  error: Type.textOrNull('Why the whole visit failed'),
});

const topicFields = {
  id: Type.text('Unique across media; `parentId` names it as an integer'),
  time: { ...DateTime, description: 'First seen' },
  backlog: Type.flag(
    'It was listed already when tracking began, or was first seen beyond the second page of the list: `time` is only the start of tracking',
  ),
  title: Type.String(),
  url: Type.text("The media's page"),
  image: Type.nullable(Type.String()),
  kind: Type.Enum([...TOPIC_KINDS]),
  status: Type.oneOf(['active', 'ended'], '`ended` when the newest story is older than 90 days'),
  sponsored: Type.flag('It is marked as paid for'),
  parentId: Type.integerOrNull('Of a sub-topic: the topic above it'),
  storyFirstAt: Type.nullable(
    { ...DateTime, description: 'Earliest story on the page' },
    'Date of its earliest story; null when no date is known',
  ),
  storyLastAt: Type.nullable(
    { ...DateTime, description: 'Latest story on the page' },
    'Date of its newest story; null when no date is known',
  ),
  updatedAt: Type.nullable({
    ...DateTime,
    description: '`storyLastAt`, or `time` where there is none and it is no backlog',
  }),
  storyCount: Type.integerOrNull('Stories on the page; null if unknown'),
  tags: Type.arrayOf(Type.String(), 'In-service tags in the name, in its order'),
};

export const TopicItem = Type.Object(topicFields, {
  $id: 'TopicItem',
  description: 'A topic or feature of a media',
});

export const CoveringArticle = Type.Object({
  id: Type.Integer(),
  media: Type.String(),
  mediaTitle: Type.String(),
  title: Type.String(),
  url: Type.String(),
  time: DateTime,
});

export const TopicCoverage = Type.named('TopicCoverage', {
  tags: Type.arrayOf(Type.String(), 'Tags that the name or the page gave'),
  basis: Type.oneOf(
    ['title', 'page'],
    'Tags of the name; or, where it has none, those that at least four in five of the media’s own articles on the page carry',
  ),
  count: Type.Integer({
    maximum: COVERAGE_MAX,
    description: 'Articles of the past 3 days that carry any of the tags',
  }),
  capped: Type.flag(`The count reached ${COVERAGE_MAX}`),
  mediaCount: Type.integer('Media of the counted articles'),
  latest: Type.arrayOf(CoveringArticle, 'The newest articles', COVERAGE_LATEST_MAX),
});

const coverage = Type.nullable(TopicCoverage);
/** Of every shape. */
const past = { past: Past };
const mediaImage = Type.textOrNull('A picture for what has none');
const ofMedia = {
  media: Type.text('Media code'),
  mediaTitle: Type.String(),
  icon: Type.nullable(Type.String()),
};

const TopicTags = Type.Array(
  Type.Object({
    tag: Type.String(),
    media: Type.integer('Media with a topic or feature that bears it'),
    topic: Type.integer('Topics whose names hold it'),
    feature: Type.integer('Features whose names hold it'),
  }),
  {
    $id: 'TopicTags',
    maxItems: 40,
    description: 'Tags in names of what has not ended and is no sub-topic, by number of media',
  },
);

export const Overview = Type.named('TopicsOverview', 'Without `media`, `tag` and `q`', {
  kind: Type.Enum([...TOPIC_KINDS]),
  ...past,
  media: Type.Array(
    Type.Object({
      media: Type.text('Media code'),
      title: Type.text('Name of the outlet'),
      icon: Type.nullable(Type.String()),
      link: Type.text("The media's list of topics"),
      check: Type.nullable(Check),
      count: Type.integer('Items of this kind'),
      counts: Counts,
      latest: Type.nullable(TopicItem),
      recent: Type.arrayOf(TopicItem, 'The newest ones'),
    }),
  ),
  feed: Type.listed('Topics and features of all portals, those with news first', {
    ...topicFields,
    ...ofMedia,
    mediaImage,
    coverage,
  }),
  tags: TopicTags,
});

export const Search = Type.named('TopicsSearch', 'With `tag` or `q`, without `media`', {
  ...past,
  tag: Type.nullable(Type.String(), 'Tag that was asked for; null for none'),
  q: Type.nullable(Type.String(), 'Text that was asked for; null for none'),
  total: Type.integer('Topics and features that match'),
  mediaCount: Type.integer('Media that have some of them'),
  counts: Counts,
  topics: Type.Array(Type.Object({ ...topicFields, ...ofMedia })),
  tags: TopicTags,
});

export const OfMedia = Type.named('TopicsOfMedia', 'With `media`', {
  ...past,
  media: Type.String(),
  kind: Type.Enum([...TOPIC_KINDS]),
  title: Type.text('Name of the outlet'),
  link: Type.text("Address of the portal's own list"),
  mediaImage,
  check: Type.nullable(Check),
  count: Type.integer('Items of this kind'),
  counts: Counts,
  topics: Type.Array(
    Type.Object({
      ...topicFields,
      coverage,
      children: Type.arrayOf(TopicItem, 'Topics within this one'),
    }),
  ),
});

/** The answer without a media, for those who show it. */
export type TopicsOverview = Type.Static<typeof Overview>;
