/**
 * Answers from the graph: the site-wide relations, and the relations of one blog.
 *
 * Invariants: the caller has moved the window to the time of the question. Evidence is sorted from the
 * newest article to the oldest, then by target id; a mention, which is an article and a blog, gives one
 * evidence, however often the article links to that blog.
 * Not here: moving windows (state/windows.ts), what counts as a mention (state/graph.ts), which edges are
 * shown (selection.ts).
 */

import { DAY_MS, isoOf } from '../../../kernel/clock.js';
import { Best } from '../../../kernel/collections.js';
import { EVIDENCE_MAX } from '../codec.js';
import type { BlogNode } from '../state/blogs.js';
import type { Graph, GraphParts } from '../state/graph.js';
import { COVER, COVER_FIELDS, type Window } from '../state/windows.js';
import { edgesOf, isMutual, profileSelection, type Selection, siteSelection } from './selection.js';

/** The method of making relations, for `coverage.method` of answers. */
const METHOD =
  'body-links/1: links in article bodies, resolved to the verified blog with the longest registered host and path prefix; distinct articles; windows by publication time';

/** Number of warm-up rounds after which V8 has compiled the code. */
const WARM_UP_ROUNDS = 3;

interface Edge {
  sourceBlogId: number;
  targetBlogId: number;
  count: number;
  share: number;
  firstMentionAt: string;
  lastMentionAt: string;
  mutual: boolean;
}

/** A post that mentions a blog. */
interface Mention {
  edge: number;
  row: number;
}

export class Answers {
  readonly #parts: GraphParts;
  readonly #graph: Graph;

  constructor(parts: GraphParts, graph: Graph) {
    this.#parts = parts;
    this.#graph = graph;
  }

  /** The site-wide response. `heldSinceMs`: older posts are no longer in memory. */
  relations(window: Window, heldSinceMs: number): object {
    const { edges, blogs } = this.#parts;
    const selection = siteSelection(window, edges, blogs);
    const bodies = this.#edgeBodies(window, selection.edges);
    return this.#response(window, selection, bodies, heldSinceMs, []);
  }

  /** The response for one shown blog. */
  profile(window: Window, heldSinceMs: number, blog: number): object {
    const { edges, blogs } = this.#parts;
    const touching = edgesOf(window, edges, blogs, blog);
    const selection = profileSelection(window, edges, blogs, blog, touching);
    const bodies = this.#edgeBodies(window, selection.edges);
    const blogId = blogs.ids[blog]!;
    const evidence = this.#evidence(window, touching);
    const mentions = touching.reduce((sum, edge) => sum + window.counts[edge]!, 0);
    return {
      ...this.#response(window, selection, bodies, heldSinceMs, [blogId]),
      blogId,
      outgoing: bodies.filter(({ sourceBlogId }) => sourceBlogId === blogId),
      incoming: bodies.filter(({ targetBlogId }) => targetBlogId === blogId),
      evidence,
      profileTruncated: selection.graphTruncated || mentions > evidence.length,
    };
  }

  /** Answers a few times at the start, so that the first caller does not wait for V8's compiler. */
  warmUp(): void {
    for (let round = 0; round < WARM_UP_ROUNDS; round++) {
      for (const window of this.#parts.windows.all) {
        const { got } = window;
        const most = got.reduce((max, mentions) => Math.max(max, mentions), 0);
        this.relations(window, Number.NEGATIVE_INFINITY);
        // A mentioned blog is shown, so a caller may ask for it.
        if (most > 0) this.profile(window, Number.NEGATIVE_INFINITY, got.indexOf(most));
      }
    }
  }

  #response(
    window: Window,
    { mostMentioned, mutual, graphTruncated, aggregationTruncated }: Selection,
    edges: readonly Edge[],
    heldSinceMs: number,
    also: readonly number[],
  ): object {
    const ids = new Set([...also, ...mostMentioned.map(({ blogId }) => blogId)]);
    for (const { sourceBlogId, targetBlogId } of [...edges, ...mutual]) {
      ids.add(sourceBlogId).add(targetBlogId);
    }
    return {
      hours: window.hours,
      days: window.lengthMs / DAY_MS,
      generatedAt: isoOf(window.untilMs),
      nodes: this.#nodes(ids),
      edges,
      mostMentioned,
      mutual,
      coverage: {
        ...this.#coverage(window),
        graphTruncated,
        aggregationTruncated: aggregationTruncated || heldSinceMs > window.sinceMs,
      },
    };
  }

  #nodes(ids: ReadonlySet<number>): BlogNode[] {
    return [...ids].sort((a, b) => a - b).map((id) => this.#parts.blogs.nodeOf(id));
  }

  #edgeBodies(window: Window, selected: readonly number[]): Edge[] {
    const { edges, blogs, posts } = this.#parts;
    const { counts, made, sinceMs } = window;
    const timeAt = (edge: number, index: number): string =>
      isoOf(posts.times[edges.rowAt(edge, index)]!);
    return selected.map((edge) => {
      const source = edges.sources[edge]!;
      const count = counts[edge]!;
      const first = edges.countBefore(edge, sinceMs);
      return {
        sourceBlogId: blogs.ids[source]!,
        targetBlogId: blogs.ids[edges.targets[edge]!]!,
        count,
        share: count / made[source]!,
        firstMentionAt: timeAt(edge, first),
        lastMentionAt: timeAt(edge, first + count - 1),
        mutual: isMutual(counts, edges, edge),
      };
    });
  }

  /** The newest mentions of some edges, each with its first link. */
  #evidence(window: Window, along: readonly number[]): object[] {
    const { edges, posts } = this.#parts;
    const { counts, sinceMs } = window;
    const { times, ids } = posts;
    const found: Mention[] = [];
    const best = new Best(EVIDENCE_MAX, (a, b) => {
      const [one, other] = [found[a]!, found[b]!];
      const byTime = times[other.row]! - times[one.row]!;
      if (byTime !== 0) return byTime;
      const byPost = ids[other.row]! - ids[one.row]!;
      return byPost || this.#targetIdOf(one) - this.#targetIdOf(other);
    });
    for (const edge of along) {
      const first = edges.countBefore(edge, sinceMs);
      for (let index = first + counts[edge]! - 1; index >= first; index--) {
        found.push({ edge, row: edges.rowAt(edge, index) });
        if (best.offer(found.length - 1)) continue;
        found.pop();
        break;
      }
    }
    return best.sorted().map((index) => this.#evidenceOf(found[index]!));
  }

  #targetIdOf({ edge }: Mention): number {
    const { edges, blogs } = this.#parts;
    return blogs.ids[edges.targets[edge]!]!;
  }

  #evidenceOf({ edge, row }: Mention): object {
    const { edges, blogs, posts } = this.#parts;
    const target = edges.targets[edge]!;
    const { url, anchor, postTitle, postUrl } = this.#graph.linkTo(row, target);
    return {
      postId: posts.ids[row]!,
      postTitle,
      postUrl,
      publishedAt: isoOf(posts.times[row]!),
      sourceBlogId: blogs.ids[edges.sources[edge]!]!,
      targetBlogId: blogs.ids[target]!,
      targetUrl: url,
      anchor,
      location: 'body',
    };
  }

  /** Counts of the posts and links within the window, over all shown blogs. */
  #coverage(window: Window): object {
    const { blogs, windows } = this.#parts;
    const sums = new Array<number>(COVER_FIELDS).fill(0);
    for (let blog = 0; blog < blogs.count; blog++) {
      if (blogs.shown[blog] === 0) continue;
      for (let field = 0; field < COVER_FIELDS; field++) {
        sums[field]! += window.coverage[blog * COVER_FIELDS + field]!;
      }
    }
    const sumOf = (field: keyof typeof COVER): number => sums[COVER[field]]!;
    const sampledMs = windows.sampledMsOf(window);
    return {
      observedPosts: sumOf('observed'),
      totalPosts: sumOf('observed') + sumOf('noBody') + sumOf('failed'),
      failedPosts: sumOf('failed'),
      noBodyPosts: sumOf('noBody'),
      unknownDatePosts: sumOf('unknownDate'),
      unresolvedLinks: sumOf('unresolved'),
      truncatedPosts: sumOf('truncated'),
      sampledAt: sampledMs === null ? null : isoOf(sampledMs),
      method: METHOD,
      nonBodyLinks: {
        sidebar: sumOf('sidebar'),
        blogroll: sumOf('blogroll'),
        comment: sumOf('comment'),
      },
    };
  }
}
