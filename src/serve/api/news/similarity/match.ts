/**
 * `POST /api/v1/match`: tags, threads and articles that are similar to a text, or to an article.
 *
 * Invariants: a posted text is compared and dropped: no log, store or other answer contains it.
 * Only articles that may be shown are named.
 */

import { isoOf } from '../../../../kernel/clock.js';
import { INGEST, NEWS } from '../../../../kernel/limits.js';
import { foldLetters, formsOfKey, tagKey } from '../../../../kernel/text/tag.js';
import { isLongerThan } from '../../../../kernel/text/text.js';
import { canonicalUrl } from '../../../../kernel/text/url.js';
import type { BelongingAnswer } from '../../../../news/events/answers/questions.js';
import type { SnapshotEvent } from '../../../../news/events/chunks.js';
import { EVENTS_CATEGORY } from '../../../../news/events/codec.js';
import { majorTagsOf, type ThreadRecord } from '../../../../news/events/state/thread.js';
import type { ArticleAnswer } from '../../../../news/similarity/codec.js';
import { invalidQuery, notFound } from '../../../http/errors.js';
import { jsonReply } from '../../../http/reply.js';
import { type Route, route } from '../../../http/route.js';
import * as Type from '../../schema.js';
import { ArticleRef } from '../articles/article-lookup.js';
import { hourBy, snapshotsOf, threadsOf } from '../events/event-history.js';
import type { NewsSources } from '../sources.js';
import {
  type ArticleRefBody,
  articleRefs,
  Containment,
  kindOf,
  PairKind,
  Score,
  THRESHOLD_DEFAULT,
  Threshold,
  WINDOW_DAYS,
} from './similarity-pairs.js';

/** The longest text with every character escaped is longer; clients do not send such texts. */
const BODY_BYTES_MAX = 1024 * 1024;
/** Events are compared by titles and leads, so only the start of a text counts. */
const UNITS_OF_EVENTS_MAX = 2000;
/** Each request costs the index one or two milliseconds: 30 a minute use less than a percent. */
const PER_MINUTE = 30;

const Body = Type.Object(
  {
    text: Type.optionalText(
      `A text of at most ${INGEST.bodyMax} characters, and at least ${NEWS.bodyComparableMin} letters and digits`,
    ),
    url: Type.optionalText('Or the address of an article that this service shows', INGEST.urlMax),
    threshold: Type.Optional(Threshold),
  },
  { $id: 'MatchQuestion', additionalProperties: false },
);

const Tag = Type.named('FittingTag', {
  tag: Type.String(),
  articles: Type.integer('Near copies that carry the tag'),
  inText: Type.flag('The words of the tag stand in the text'),
});

const Thread = Type.named('FittingThread', {
  id: Type.Integer(),
  majorTags: Type.Array(Type.String()),
  firstTime: Type.DateTime,
  lastTime: Type.DateTime,
  tags: Type.arrayOf(Type.String(), 'Tags of the thread that fit'),
  articles: Type.integer('Near copies that stand for it in its last hour'),
  belongs: Type.flag(
    'The text is of this story, by the likeness that makes events, also where it is reworded',
  ),
  likeness: Type.decimalOrNull(
    'Likeness to its articles ÷ the least of one story; null where it does not belong',
  ),
  rank: Type.integerOrNull('Place of its event in the newest ranking; null off the ranking'),
});

const Response = Type.named('Match', {
  article: Type.nullable(ArticleRef),
  threshold: Type.Number(),
  chars: Type.integerOrNull(
    'Letters and digits that were compared; null for an article that was not',
  ),
  limited: Type.flag('True when there are more near copies than one text is compared with'),
  windowDays: Type.integer(
    'Days back to which texts are compared; pairs of an article stay longer',
  ),
  matches: Type.listed('Higher similarity first', {
    article: ArticleRef,
    score: Score,
    containment: Containment,
    sharedShingles: Type.Integer(),
    kind: PairKind,
    passages: Type.Array(Type.String(), {
      description:
        'The longest passages that both contain, in their order, each up to 100 characters: as the text that was sent spells them, or as the later article does',
    }),
  }),
  tags: Type.arrayOf(Tag, 'Tags that fit, the most near copies first'),
  threads: Type.Array(Thread, {
    description: 'Threads of the last 72 hours that fit: first those that the text belongs to',
  }),
});

type MatchBody = Type.Static<typeof Body>;
type Match = Type.Static<typeof Response>['matches'][number];

/** The posted text or the article that is compared. */
interface Compared {
  article: ArticleRefBody | null;
  chars: number | null;
  limited: boolean;
  matches: Match[];
  found: readonly ArticleAnswer[];
  /** The text in which tags are searched. */
  words: string;
}

export function matchRoute(sources: NewsSources): Route {
  return route({
    path: '/api/v1/match',
    operationId: 'match',
    summary: 'What is like a text',
    description:
      'Near copies of a text, or of an article that is known by its address, with the passages that they share, and the tags and threads that fit. A text is compared with those of the last seven days, and neither stored nor logged.',
    tag: 'similarity',
    post: {
      body: Body,
      bodyExample: {
        text: 'The bridge over the harbour opened this morning after four years of work. The first to cross it were the workers who built it, and pupils of the school at its foot.',
      },
      bytesMax: BODY_BYTES_MAX,
      perMinute: PER_MINUTE,
    },
    needs: ['similarity', 'tags', 'events'],
    response: Response,
    errors: {
      400: 'There is neither a text nor an address, or both, or a text with too few letters or too long',
      404: 'No article that is shown has this address',
    },
    handle: async ({ body }) => {
      const { text, url, threshold = THRESHOLD_DEFAULT } = body as MatchBody;
      if ((text === undefined) === (url === undefined)) {
        throw invalidQuery('the body must have either text or url');
      }
      const compared =
        text === undefined
          ? await ofArticle(sources, url!, threshold)
          : await ofText(sources, text, threshold);
      const { article, chars, limited, matches, found, words } = compared;
      const part = words.slice(0, UNITS_OF_EVENTS_MAX);
      const question = { type: 'belonging', text: part, articleId: article?.id ?? null } as const;
      const belonging = await sources.ask('events', question);
      const fitting = await fittingOf(sources, found, words, belonging);
      const told = { article, threshold, chars, limited, windowDays: WINDOW_DAYS, matches };
      return jsonReply({ ...told, ...fitting });
    },
  });
}

async function ofText(sources: NewsSources, text: string, threshold: number): Promise<Compared> {
  if (isLongerThan(text, INGEST.bodyMax)) {
    throw invalidQuery(`text must have at most ${INGEST.bodyMax} characters`);
  }
  const question = { type: 'text', text, threshold, untilMs: untilMsOf(sources) } as const;
  const answer = await sources.ask('similarity', question);
  const { letters } = answer;
  if (letters < NEWS.bodyComparableMin) {
    throw invalidQuery(
      `text must have at least ${NEWS.bodyComparableMin} letters and digits; this one has ${letters}`,
    );
  }
  const refs = await articleRefs(sources, answer.articles);
  const matches = answer.matches.flatMap(({ articleId, identical, ...rest }): Match[] => {
    const article = refs.get(articleId);
    return article === undefined ? [] : [{ article, kind: kindOf({ identical }), ...rest }];
  });
  const found = answer.articles.filter(({ id }) => refs.has(id));
  return {
    article: null,
    chars: letters,
    limited: answer.isLimited,
    matches,
    found,
    words: text,
  };
}

async function ofArticle(sources: NewsSources, url: string, threshold: number): Promise<Compared> {
  const canonical = canonicalUrl(url.trim());
  if (canonical === null) throw invalidQuery('url must be an address of the web');
  const [place] = await sources.lookup.find([canonical], []);
  const unknown = notFound('there is no article with this address');
  if (place === null || place === undefined) throw unknown;
  const question = {
    type: 'matches',
    articleId: place.id,
    threshold,
    untilMs: untilMsOf(sources),
  } as const;
  const answer = await sources.ask('similarity', question);
  const refs = await articleRefs(sources, answer.articles);
  const own = refs.get(place.id);
  if (!answer.isShown || own === undefined) throw unknown;
  const matches = answer.pairs.flatMap((pair): Match[] => {
    const article = refs.get(pair.a === place.id ? pair.b : pair.a);
    if (article === undefined) return [];
    const { score, containment, sharedShingles, identical, evidence } = pair;
    const passages = evidence === '' ? [] : [evidence];
    return [{ article, score, containment, sharedShingles, kind: kindOf({ identical }), passages }];
  });
  return {
    article: own,
    chars: answer.letters,
    limited: answer.isLimited,
    matches,
    found: answer.articles.filter(({ id }) => refs.has(id)),
    words: own.title,
  };
}

function untilMsOf({ clock }: NewsSources): number {
  return clock.nowMs() + NEWS.futureSlackMs;
}

/** Units of a text in which tags are searched: a long report, half a millisecond. */
const UNITS_READ_MAX = 8192;
/** Tags of the ranking that are searched, highest scores first. */
const RANKED_MAX = 2000;
/** Nearly all texts contain any single letter. */
const KEY_UNITS_MIN = 2;
const TAGS_MAX = 30;
const THREADS_MAX = 10;
/** Number of a thread's tags that must fit where nothing else does. */
const FITTING_MIN = 2;

const WORD = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]/u;

type Fitting = Pick<Type.Static<typeof Response>, 'tags' | 'threads'>;

/**
 * Tags and threads that fit a text with these near copies: tags of the copies, tags that the text
 * contains, and the threads that it matches by the similarity measure of events.
 */
async function fittingOf(
  sources: NewsSources,
  found: readonly ArticleAnswer[],
  words: string,
  belonging: BelongingAnswer,
): Promise<Fitting> {
  const form = foldLetters(words.slice(0, UNITS_READ_MAX));
  const tags = new Map<string, Fitting['tags'][number]>();
  for (const article of await sources.articles(found)) {
    for (const tag of article?.tags ?? []) {
      const known = tags.get(tagKey(tag));
      if (known !== undefined) known.articles += 1;
      else tags.set(tagKey(tag), { tag, articles: 1, inText: standsIn(form, tagKey(tag)) });
    }
  }
  for (const tag of rankedTags(sources)) {
    const key = tagKey(tag);
    if (!tags.has(key) && standsIn(form, key)) tags.set(key, { tag, articles: 0, inText: true });
  }
  const listed = [...tags.values()]
    .sort((a, b) => b.articles - a.articles || Number(b.inText) - Number(a.inText))
    .slice(0, TAGS_MAX);
  const ids = new Set(found.map(({ id }) => id));
  return { tags: listed, threads: await fittingThreads(sources, listed, ids, belonging) };
}

/** Tags of the newest ranking, highest scores first. */
function rankedTags({ tags, clock }: NewsSources): string[] {
  const place = tags.computedBy(EVENTS_CATEGORY, clock.nowMs());
  if (place === null || place.block === null) return [];
  const list = tags.list(place.block, place.hourMs, false);
  return Array.from(list.first('score', RANKED_MAX), (entry) => list.tagOf(entry));
}

async function fittingThreads(
  sources: NewsSources,
  tags: Fitting['tags'],
  ids: ReadonlySet<number>,
  belonging: BelongingAnswer,
): Promise<Fitting['threads']> {
  const { events, clock } = sources;
  const likenesses = new Map(belonging.map(({ thread, likeness }) => [thread, likeness]));
  const fitting = new Map<number, { thread: ThreadRecord; tags: string[] }>();
  for (const thread of await threadsOf(sources, [...likenesses.keys()])) {
    fitting.set(thread.id, { thread, tags: [] });
  }
  for (const { tag } of tags) {
    for (const thread of events.threadsOf(tag, clock.nowMs())) {
      const known = fitting.get(thread.id);
      if (known !== undefined) known.tags.push(tag);
      else fitting.set(thread.id, { thread, tags: [tag] });
    }
  }
  const newest = await newestEvents(sources);
  const ranks = new Map(newest.map(({ thread }, at) => [thread, at + 1]));
  const copies = new Map(
    newest.map(({ thread, news }) => [thread, news.filter(({ id }) => ids.has(id)).length]),
  );
  return [...fitting.values()]
    .map(({ thread, tags: own }) => ({
      id: thread.id,
      majorTags: majorTagsOf(thread),
      firstTime: isoOf(thread.hoursMs[0]!),
      lastTime: isoOf(thread.hoursMs.at(-1)!),
      tags: own,
      articles: copies.get(thread.id) ?? 0,
      belongs: likenesses.has(thread.id),
      likeness: likenesses.get(thread.id) ?? null,
      rank: ranks.get(thread.id) ?? null,
    }))
    .filter((one) => one.belongs || one.articles > 0 || one.tags.length >= FITTING_MIN)
    .sort(
      (a, b) =>
        (b.likeness ?? 0) - (a.likeness ?? 0) ||
        b.articles - a.articles ||
        b.tags.length - a.tags.length ||
        (a.lastTime < b.lastTime ? 1 : -1),
    )
    .slice(0, THREADS_MAX);
}

/** The events of the newest hour, by rank. */
async function newestEvents(sources: NewsSources): Promise<SnapshotEvent[]> {
  const hourMs = await hourBy(sources, Number.POSITIVE_INFINITY);
  return hourMs === null ? [] : (await snapshotsOf(sources, [hourMs]))[0]!.events;
}

/** Whether a text contains a tag, under any of its names. */
function standsIn(text: string, key: string): boolean {
  return formsOfKey(key).some((form) => isWordOf(text, form));
}

function isWordOf(form: string, key: string): boolean {
  if (key.length < KEY_UNITS_MIN) return false;
  for (let at = form.indexOf(key); at >= 0; at = form.indexOf(key, at + 1)) {
    const [before, after] = [form[at - 1] ?? ' ', form[at + key.length] ?? ' '];
    const isCutBefore = WORD.test(before) && WORD.test(key[0]!);
    const isCutAfter = WORD.test(after) && WORD.test(key.at(-1)!);
    if (!isCutBefore && !isCutAfter) return true;
  }
  return false;
}
