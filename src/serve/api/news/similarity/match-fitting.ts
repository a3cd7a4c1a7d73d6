/**
 * Tags and threads that fit a text: those of its near copies, those whose words stand in it, and the
 * threads that it belongs to by the likeness that makes events.
 */
import { isoOf } from '../../../../kernel/clock.js';
import { foldLetters, formsOfKey, tagKey } from '../../../../kernel/text/tag.js';
import type { BelongingAnswer } from '../../../../news/events/belonging.js';
import { EVENTS_CATEGORY } from '../../../../news/events/codec.js';
import type { SnapshotEvent } from '../../../../news/events/snapshot.js';
import { majorTagsOf, type ThreadRecord } from '../../../../news/events/thread.js';
import type { ArticleAnswer } from '../../../../news/similarity/codec.js';
import { hourBy, snapshotsOf, threadsOf } from '../events/event-history.js';
import type { NewsSources } from '../sources.js';

/** Units of a text in which words are looked for: a long report, half a millisecond's work. */
const UNITS_READ_MAX = 8192;
/** Tags of the ranking that are looked for, the highest scores first. */
const RANKED_MAX = 2000;
/** A single letter stands in every text. */
const KEY_UNITS_MIN = 2;
const TAGS_MAX = 30;
const THREADS_MAX = 10;
/** A thread fits by its tags alone if two of them do. */
const FITTING_MIN = 2;

const WORD = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]/u;

export interface Fitting {
  tags: { tag: string; articles: number; inText: boolean }[];
  threads: {
    id: number;
    majorTags: string[];
    firstTime: string;
    lastTime: string;
    tags: string[];
    articles: number;
    belongs: boolean;
    likeness: number | null;
    rank: number | null;
  }[];
}

/** What fits a text with these near copies. */
export async function fittingOf(
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

/** Tags of the newest ranking, the highest scores first. */
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

/** Whether a tag stands in a text, under any of its names. */
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
