/**
 * All mentions of a day's articles, a bounded part at a time: what dumps are made of.
 *
 * Invariant: an article that stays is told once, with the blogs that are shown now; one of a blog that
 * is not shown is not told.
 */
import { DAY_MS, isoOf, localDayStartMs } from '../../../kernel/clock.js';
import type { DayMention, DayMentions, MentionsDayQuestion } from '../codec.js';
import type { Graph, GraphParts } from '../graph/graph.js';
import { POST } from '../graph/post-facts.js';

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
      // Otherwise one of the two blogs is not shown.
      if (edges.active[edge] === 1) mentions.push(mentionOf(parts, graph, row, edge));
    }
  }
  const nextId = rows.length > articlesMax ? posts.ids[told.at(-1)!]! : null;
  return { mentions, nextId };
}

/** An article's first link along an edge. */
export function mentionOf(
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
