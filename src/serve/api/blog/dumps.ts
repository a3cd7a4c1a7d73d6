/**
 * The rows of the blog service's dumps, as shown at the time of reading.
 *
 * Invariants and limits are those of the news service (api/news/dumps.ts).
 */
import type Type from 'typebox';
import { localDayStartMs } from '../../../kernel/clock.js';
import {
  type DumpPeriod,
  type DumpPiece,
  type DumpPlace,
  type DumpSource,
  pieceOf,
} from '../../dumps/dump-kinds.js';
import type { Article } from './schemas.js';
import type { BlogSources } from './sources.js';

type BlogDumpSources = Pick<BlogSources, 'directory' | 'mentions' | 'topics' | 'clock' | 'ask'>;

/** Articles of a piece: about a millisecond of the main thread, or of an actor. */
const ARTICLES_MAX = 500;

const OPEN = new TextEncoder().encode('[');
const CLOSE = new TextEncoder().encode(']');

export function blogDumps(sources: BlogDumpSources): DumpSource {
  const { directory, mentions, topics } = sources;
  return {
    service: 'blog',
    needs: ['mentions', 'topics'],
    days: (beforeMs, countMax) => {
      const days: number[] = [];
      let newestMs = directory.newestBefore(beforeMs);
      while (newestMs !== null && days.length < countMax) {
        const startMs = localDayStartMs(newestMs);
        days.push(startMs);
        newestMs = directory.newestBefore(startMs);
      }
      return days;
    },
    state: () => [directory, mentions, topics].map(({ generation }) => generation).join(' '),
    piece: (kind, period, after) => PIECES[kind]!(sources, period, after),
  };
}

type Piece = (sources: BlogDumpSources, period: DumpPeriod, after: DumpPlace) => Promise<DumpPiece>;

const PIECES: { readonly [kind: string]: Piece } = {
  articles: articlePiece,
  mentions: mentionPiece,
  topics: topicPiece,
};

async function articlePiece(
  { directory, clock }: BlogDumpSources,
  { fromMs, untilMs }: DumpPeriod,
  after: DumpPlace,
): Promise<DumpPiece> {
  const filter = {
    sinceMs: fromMs,
    untilMs: Math.min(untilMs, clock.nowMs() + 1),
    ...{ blog: null, needle: null },
  };
  const position = after === null ? null : { timeMs: after[0]!, id: after[1]! };
  const { slices, next } = directory.posts(filter, position, ARTICLES_MAX);
  const rows = directory.frame(OPEN, slices, CLOSE).render().slice();
  return { rows, next: next === null ? null : [next.timeMs, next.id] };
}

async function mentionPiece(
  sources: BlogDumpSources,
  period: DumpPeriod,
  after: DumpPlace,
): Promise<DumpPiece> {
  const question = { type: 'day', ...partOf(sources, period, after) } as const;
  const { mentions, nextId } = await sources.ask('mentions', question);
  return pieceOf(mentions, nextId === null ? null : [nextId]);
}

async function topicPiece(
  sources: BlogDumpSources,
  period: DumpPeriod,
  after: DumpPlace,
): Promise<DumpPiece> {
  const question = { type: 'day', ...partOf(sources, period, after) } as const;
  const { topics, nextId } = await sources.ask('topics', question);
  let article: Type.Static<typeof Article> | null = null;
  let articleId = 0;
  const rows = topics.flatMap(({ id, sortMs, topicId, topic, inTitle, inBody }) => {
    if (id !== articleId) article = sources.directory.find(id, sortMs) as typeof article;
    articleId = id;
    if (article === null) return [];
    const { title, url, publishedAt, blogSlug } = article;
    const shown = { articleId: id, articleTitle: title, articleUrl: url, publishedAt };
    return [{ topicId, topic, ...shown, blog: blogSlug, inTitle, inBody }];
  });
  return pieceOf(rows, nextId === null ? null : [nextId]);
}

/** The part of a period that an actor gets; articles with a time in the future are not shown. */
function partOf({ clock }: BlogDumpSources, { fromMs, untilMs }: DumpPeriod, after: DumpPlace) {
  const shownMs = Math.min(untilMs, Math.floor(clock.nowMs()) + 1);
  return { fromMs, untilMs: shownMs, afterId: after?.[0] ?? 0, articlesMax: ARTICLES_MAX };
}
