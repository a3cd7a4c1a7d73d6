/**
 * The articles behind the numbers of two blogs: those of both directions, and the ids of all articles
 * with mentions by the source in the window.
 *
 * Invariant: the caller has moved the window to the time of the question.
 */
import { NONE } from '../../../engine/columns/list-pool.js';
import { DAY_MS, isoOf, localDayStartMs } from '../../../kernel/clock.js';
import type {
  DayMention,
  DayMentions,
  Direction,
  EdgeNumbers,
  EdgeNumbersQuestion,
  MentionsDayQuestion,
} from '../codec.js';
import type { Graph, GraphParts } from '../state/graph.js';
import { POST } from '../state/posts.js';
import type { Window } from '../state/windows.js';

export const EDGE_ARTICLES_MAX = 1000;
/** Mentions of the source that are listed by the id of their article. */
export const EDGE_MENTIONS_MAX = 10_000;

/** Null when one of the blogs is not shown. `heldSinceMs`: older posts are no longer in memory. */
export function edgeNumbersOf(
  parts: GraphParts,
  graph: Graph,
  window: Window,
  { source, target }: EdgeNumbersQuestion,
  heldSinceMs: number,
): EdgeNumbers | null {
  const { blogs, edges } = parts;
  const [from, to] = [shownBlog(parts, source), shownBlog(parts, target)];
  if (from === null || to === null) return null;
  const forward = directionOf(parts, graph, window, from, to);
  const reverse = directionOf(parts, graph, window, to, from);
  let left = EDGE_MENTIONS_MAX;
  const made = [...edges.outgoing(from)]
    .filter((edge) => window.counts[edge]! > 0)
    .sort((a, b) => {
      const byCount = window.counts[b]! - window.counts[a]!;
      return byCount || blogs.ids[edges.targets[a]!]! - blogs.ids[edges.targets[b]!]!;
    })
    .map((edge): EdgeNumbers['made'][number] => {
      const { id, slug } = blogs.nodeOf(blogs.ids[edges.targets[edge]!]!);
      const articleIds = newestRows(parts, window, edge, left).map((row) => parts.posts.ids[row]!);
      left -= articleIds.length;
      return { blogId: id, slug, count: window.counts[edge]!, articleIds };
    });
  return {
    source: blogs.nodeOf(blogs.ids[from]!),
    target: blogs.nodeOf(blogs.ids[to]!),
    sinceMs: window.sinceMs,
    untilMs: window.untilMs,
    forward,
    reverse,
    made,
    complete:
      made.every(({ count, articleIds }) => count === articleIds.length) &&
      [forward, reverse].every(({ count, mentions }) => count === mentions.length),
    reachesBack: heldSinceMs > window.sinceMs,
  };
}

function shownBlog({ blogs }: GraphParts, slug: string): number | null {
  const blog = blogs.find(slug);
  return blog === undefined || blogs.shown[blog] === 0 ? null : blog;
}

function directionOf(
  parts: GraphParts,
  graph: Graph,
  window: Window,
  source: number,
  target: number,
): Direction {
  const { edges, posts } = parts;
  const edge = edges.find(source, target);
  const count = edge === NONE ? 0 : window.counts[edge]!;
  const made = window.made[source]!;
  if (count === 0) return { count, made, firstMs: null, lastMs: null, mentions: [] };
  const first = edges.countBefore(edge, window.sinceMs);
  const timeAt = (index: number): number => posts.times[edges.rowAt(edge, index)]!;
  const rows = newestRows(parts, window, edge, EDGE_ARTICLES_MAX);
  return {
    count,
    made,
    firstMs: timeAt(first),
    lastMs: timeAt(first + count - 1),
    mentions: rows.map((row) => mentionOf(parts, graph, row, edge)),
  };
}

/** Rows of the newest articles of an edge within the window. */
function newestRows({ edges }: GraphParts, window: Window, edge: number, max: number): number[] {
  const count = window.counts[edge]!;
  const end = edges.countBefore(edge, window.sinceMs) + count;
  return Array.from({ length: Math.min(count, max) }, (_, at) => edges.rowAt(edge, end - 1 - at));
}

/**
 * All mentions of a day's articles, a bounded part at a time, for dumps.
 *
 * Invariant: an article that exists throughout is reported once, with the blogs that are shown now;
 * articles of blogs that are not shown are omitted.
 */
export function dayMentionsOf(
  parts: GraphParts,
  graph: Graph,
  { fromMs, untilMs, afterId, articlesMax }: MentionsDayQuestion,
): DayMentions {
  const { posts, resolved, edges } = parts;
  const mentions: DayMention[] = [];
  const rows: number[] = [];
  for (let startMs = localDayStartMs(fromMs); startMs < untilMs; startMs += DAY_MS) {
    rows.push(
      ...posts.rowsOfDay(startMs).filter((row) => {
        const timeMs = posts.times[row]!;
        return timeMs >= fromMs && timeMs < untilMs && posts.ids[row]! > afterId;
      }),
    );
  }
  rows.sort((a, b) => posts.ids[a]! - posts.ids[b]!);
  const told = rows.slice(0, articlesMax);
  for (const row of told) {
    for (let index = 0; index < (resolved.counts[row] ?? 0); index++) {
      const edge = resolved.edgeAt(row, index);
      // An inactive edge has an end that is not shown.
      if (edges.active[edge] === 1) mentions.push(mentionOf(parts, graph, row, edge));
    }
  }
  const nextId = rows.length > articlesMax ? posts.ids[told.at(-1)!]! : null;
  return { mentions, nextId };
}

/** An article's first link along an edge. */
function mentionOf(
  { posts, edges, blogs }: GraphParts,
  graph: Graph,
  row: number,
  edge: number,
): DayMention {
  const target = edges.targets[edge]!;
  const { url, anchor, postTitle, postUrl } = graph.linkTo(row, target);
  return {
    articleId: posts.ids[row]!,
    articleTitle: postTitle,
    articleUrl: postUrl,
    publishedAt: (posts.flags[row]! & POST.undated) === 0 ? isoOf(posts.times[row]!) : null,
    blog: blogs.nodeOf(blogs.ids[edges.sources[edge]!]!).slug,
    mentionedBlog: blogs.nodeOf(blogs.ids[target]!).slug,
    targetUrl: url,
    anchor,
  };
}
