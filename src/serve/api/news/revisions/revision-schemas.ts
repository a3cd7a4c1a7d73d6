/**
 * Schemas of the changes of an article after its publication.
 */

import { isoOf } from '../../../../kernel/clock.js';
import { DIFF_OPS, wordDiff } from '../../../../kernel/text/word-diff.js';
import {
  bitOf,
  type ListedRevision,
  minutesAfter,
  REVISION_KINDS,
} from '../../../../news/media/revision-table.js';
import * as Type from '../../schema.js';
import { ARTICLE_NAME, DateTime } from '../schemas.js';

export const RevisionKind = Type.oneOf(
  REVISION_KINDS,
  'What was changed: title, summary, byline, picture or text',
);

/** Fields of a revision in every answer. */
export const REVISION_FIELDS = {
  id: Type.integer('Number of the change, which stays; larger ones came later'),
  seenAt: DateTime,
  minutesAfter: Type.integer('Whole minutes from `publishedAt` until the change was seen'),
  changed: Type.arrayOf(RevisionKind, 'At least one, in the order of the fields'),
  title: Type.describedOrNull('Null where the title stayed', {
    before: Type.text('As it was'),
    after: Type.text('As it became'),
    diff: Type.listed('From `before` to `after`; a Han letter counts as a word', {
      op: Type.oneOf(DIFF_OPS, '`equal` stayed, `delete` went, `insert` came'),
      text: Type.text('Words, with the spaces between them'),
    }),
    flips: Type.integer(
      'How often the title went back, or forth again, between the same two since: an outlet that tries two titles is told once',
    ),
    lastSeenAt: DateTime,
  }),
  summary: Type.describedOrNull('Null where the summary stayed', {
    before: Type.text('As it was'),
    after: Type.text('As it became'),
  }),
  authors: Type.describedOrNull('Null where the byline stayed', {
    before: Type.arrayOf(Type.String(), 'As they were'),
    after: Type.arrayOf(Type.String(), 'As they became'),
  }),
  image: Type.describedOrNull('Null where the picture stayed', {
    before: Type.text('Its address before'),
    after: Type.text('Its address after'),
  }),
  body: Type.describedOrNull('Null where the text stayed', {
    before: Type.integer('Code points of the text before'),
    after: Type.integer('Code points of the text after'),
    wordsRemoved: Type.integer(
      'Words that went, a Han letter for a word; moved sentences are none',
    ),
    wordsAdded: Type.integer('Words that came'),
  }),
};

export const Revision = Type.named('Revision', REVISION_FIELDS);

export const RevisedArticle = Type.named('RevisedArticle', {
  ...ARTICLE_NAME,
  title: Type.text('As it is now'),
});

/** What is no revision, said once for every route. */
export const REVISION_RULES =
  'A change is told where it changes what is said: not width, case, quotation marks, dashes, spaces, counters, the name of the outlet behind a title, or short lines around the text that change with every visit. What a first reading of the page completes is none. Nothing is told of what is hidden or erased.';

/** A revision as answers tell it. */
export function toldOf(one: ListedRevision): Type.Static<typeof Revision> {
  const { summary, authors, image, body, words } = one;
  const changed = REVISION_KINDS.filter((kind) => (one.kinds & bitOf(kind)) !== 0);
  return {
    id: one.sequence,
    seenAt: isoOf(one.seenMs),
    minutesAfter: minutesAfter(one.seenMs, one.sortMs),
    changed,
    title: changed.includes('title') ? titleOf(one) : null,
    summary: summary && { before: summary[0], after: summary[1] },
    authors: authors && { before: [...authors[0]], after: [...authors[1]] },
    image: image && { before: image[0], after: image[1] },
    body: body && {
      ...{ before: body[0], after: body[1] },
      ...{ wordsRemoved: words?.[0] ?? 0, wordsAdded: words?.[1] ?? 0 },
    },
  };
}

function titleOf({ title: [before, after], flips, lastMs }: ListedRevision) {
  return { before, after, diff: wordDiff(before, after), flips, lastSeenAt: isoOf(lastMs) };
}
