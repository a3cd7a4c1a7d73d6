/**
 * Selects the content of an answer: the strongest edges, the most mentioned blogs, the mutual pairs.
 *
 * Invariants: the order of each list does not depend on the order in which posts arrived. Edges are
 * sorted from the most articles to the fewest, then by source and target id; `mostMentioned` by
 * descending mentions, then by descending number of blogs, then by id; `mutual` by the descending sum of
 * both directions, then by the descending weaker direction, then by the smaller and the greater id.
 */
import { NONE } from '../../../engine/columns/list-pool.js';
import { Best } from '../../../kernel/collections.js';
import { EDGES_MAX, RANKING_MAX } from '../codec.js';
import type { BlogTable } from '../state/blogs.js';
import type { Edges } from '../state/edges.js';
import { PEAK_SHIFT, type Window } from '../state/windows.js';

export interface Mentioned {
  blogId: number;
  mentions: number;
  incomingBlogs: number;
}

/** From the side of the blog that mentions more, or for equal counts of the blog with the smaller id. */
export interface MutualPair {
  sourceBlogId: number;
  targetBlogId: number;
  forwardCount: number;
  reverseCount: number;
}

export interface Selection {
  edges: number[];
  mostMentioned: Mentioned[];
  mutual: MutualPair[];
  /** There are more edges than the list has. */
  graphTruncated: boolean;
  /** There are more mentioned blogs or mutual pairs than the lists have. */
  aggregationTruncated: boolean;
}

export function siteSelection(window: Window, edges: Edges, blogs: BlogTable): Selection {
  const { peaks } = window;
  const order = new EdgeOrder(window.counts, edges, blogs);
  const scan = new SiteScan(window.counts, edges, blogs, order);
  for (let block = 0; block << PEAK_SHIFT < edges.count; block++) {
    if (scan.wants(peaks[block]!)) peaks[block] = scan.take(block);
  }
  const mentioned = allMentioned(window, blogs);
  return {
    edges: scan.best.sorted(),
    mostMentioned: mentioned.listed,
    mutual: scan.mutual.sorted().map(order.pairOf),
    graphTruncated: window.linked > EDGES_MAX,
    aggregationTruncated: mentioned.total > RANKING_MAX || scan.pairs > RANKING_MAX,
  };
}

/** The edges from and to a blog that have a count, in order. */
export function edgesOf(window: Window, edges: Edges, blogs: BlogTable, blog: number): number[] {
  const { counts } = window;
  const found: number[] = [];
  for (const edge of edges.outgoing(blog)) if (counts[edge]! > 0) found.push(edge);
  for (const edge of edges.incoming(blog)) if (counts[edge]! > 0) found.push(edge);
  return found.sort(new EdgeOrder(counts, edges, blogs).byCount);
}

/** The selection for one blog. Its rankings use all its edges, `touching`, including those beyond the cap. */
export function profileSelection(
  { counts, got, sources }: Window,
  edges: Edges,
  blogs: BlogTable,
  blog: number,
  touching: readonly number[],
): Selection {
  const { ids } = blogs;
  const order = new EdgeOrder(counts, edges, blogs);
  const outgoing = touching.filter((edge) => edges.sources[edge] === blog);
  const mentioned = outgoing.map((edge) => ({
    blogId: ids[edges.targets[edge]!]!,
    mentions: counts[edge]!,
    incomingBlogs: 1,
  }));
  if (got[blog]! > 0) {
    mentioned.push({ blogId: ids[blog]!, mentions: got[blog]!, incomingBlogs: sources[blog]! });
  }
  const pairs = outgoing.filter((edge) => isMutual(counts, edges, edge)).sort(order.byPair);
  return {
    edges: touching.slice(0, EDGES_MAX),
    mostMentioned: mentioned.sort(compareMentioned).slice(0, RANKING_MAX),
    mutual: pairs.slice(0, RANKING_MAX).map(order.pairOf),
    graphTruncated: touching.length > EDGES_MAX,
    aggregationTruncated: mentioned.length > RANKING_MAX || pairs.length > RANKING_MAX,
  };
}

/** Whether the reverse edge has a count too. */
export function isMutual(counts: Int32Array, { reverse }: Edges, edge: number): boolean {
  const back = reverse[edge]!;
  return back !== NONE && counts[back]! > 0;
}

function allMentioned(
  { got, sources }: Window,
  { count, ids }: BlogTable,
): { listed: Mentioned[]; total: number } {
  const best = new Best(RANKING_MAX, (a, b) => {
    const byMentions = got[b]! - got[a]!;
    return byMentions || sources[b]! - sources[a]! || ids[a]! - ids[b]!;
  });
  let total = 0;
  for (let blog = 0; blog < count; blog++) {
    if (got[blog] === 0) continue;
    total += 1;
    best.offer(blog);
  }
  const listed = best.sorted().map((blog) => {
    return { blogId: ids[blog]!, mentions: got[blog]!, incomingBlogs: sources[blog]! };
  });
  return { listed, total };
}

function compareMentioned(a: Mentioned, b: Mentioned): number {
  return b.mentions - a.mentions || b.incomingBlogs - a.incomingBlogs || a.blogId - b.blogId;
}

/**
 * Selects edges and pairs of the whole site, block by block.
 *
 * Of millions of edges nearly all are far below the lists, and so are whole blocks of them: these are
 * skipped by their peak. A pair is taken at its stronger edge, which has at least half of the sum, so the
 * reverse of a weaker edge, at a random place in memory, is not read.
 */
class SiteScan {
  readonly best: Best;
  readonly mutual: Best;
  /** Mutual pairs that were found: all of them, or more than the list has. */
  pairs = 0;
  readonly #counts: Int32Array;
  readonly #edges: Edges;
  readonly #ids: Float64Array;
  readonly #order: EdgeOrder;
  /** The last edge of the list: its articles, and the id of its source. */
  #least = 0;
  #lastSource = Number.POSITIVE_INFINITY;
  /** Articles of the last pair of the list. */
  #leastSum = 0;

  constructor(counts: Int32Array, edges: Edges, { ids }: BlogTable, order: EdgeOrder) {
    this.#counts = counts;
    this.#edges = edges;
    this.#ids = ids;
    this.#order = order;
    this.best = new Best(EDGES_MAX, order.byCount);
    this.mutual = new Best(RANKING_MAX, order.byPair);
  }

  /** Whether an edge with so many articles may belong to a list, or to the count of pairs. */
  wants(articles: number): boolean {
    return articles > 0 && (articles >= this.#least || this.#wantsPair(articles));
  }

  /** Takes the edges of a block; returns its peak. */
  take(block: number): number {
    const end = Math.min((block + 1) << PEAK_SHIFT, this.#edges.count);
    let peak = 0;
    for (let edge = block << PEAK_SHIFT; edge < end; edge++) {
      const articles = this.#counts[edge]!;
      if (articles === 0) continue;
      if (articles > peak) peak = articles;
      if (articles >= this.#least) this.#takeEdge(edge, articles);
      if (this.#wantsPair(articles)) this.#takePair(edge, articles);
    }
    return peak;
  }

  #wantsPair(articles: number): boolean {
    return 2 * articles >= this.#leastSum || this.pairs <= RANKING_MAX;
  }

  #takeEdge(edge: number, articles: number): void {
    const sources = this.#edges.sources;
    // Many edges may equal the last one of the list: comparing the source decides without a full comparison.
    if (articles === this.#least && this.#ids[sources[edge]!]! > this.#lastSource) return;
    this.best.offer(edge);
    const { bar } = this.best;
    if (bar === null) return;
    this.#least = this.#counts[bar]!;
    this.#lastSource = this.#ids[sources[bar]!]!;
  }

  #takePair(edge: number, articles: number): void {
    const back = this.#edges.reverse[edge]!;
    const returned = back === NONE ? 0 : this.#counts[back]!;
    if (returned === 0 || returned > articles || (returned === articles && back < edge)) return;
    this.pairs += 1;
    if (articles + returned < this.#leastSum) return;
    this.mutual.offer(edge);
    const { bar } = this.mutual;
    if (bar !== null) this.#leastSum = this.#order.sumOf(bar);
  }
}

/** The orders of edges and of pairs in one window. Either edge of a pair stands for the pair. */
class EdgeOrder {
  readonly #counts: Int32Array;
  readonly #edges: Edges;
  readonly #ids: Float64Array;

  constructor(counts: Int32Array, edges: Edges, { ids }: BlogTable) {
    this.#counts = counts;
    this.#edges = edges;
    this.#ids = ids;
  }

  readonly byCount = (a: number, b: number): number => {
    const byCount = this.#counts[b]! - this.#counts[a]!;
    if (byCount !== 0) return byCount;
    return this.#sourceId(a) - this.#sourceId(b) || this.#targetId(a) - this.#targetId(b);
  };

  readonly byPair = (a: number, b: number): number => {
    const bySum = this.sumOf(b) - this.sumOf(a);
    if (bySum !== 0) return bySum;
    const byWeaker = this.#weaker(b) - this.#weaker(a);
    if (byWeaker !== 0) return byWeaker;
    const [lowA, lowB] = [this.#lowId(a), this.#lowId(b)];
    if (lowA !== lowB) return lowA - lowB;
    return this.#highId(a) - this.#highId(b);
  };

  sumOf(edge: number): number {
    return this.#counts[edge]! + this.#counts[this.#edges.reverse[edge]!]!;
  }

  readonly pairOf = (edge: number): MutualPair => {
    const back = this.#edges.reverse[edge]!;
    const byCount = this.#counts[back]! - this.#counts[edge]!;
    const isForward = (byCount || this.#sourceId(edge) - this.#sourceId(back)) < 0;
    const forward = isForward ? edge : back;
    return {
      sourceBlogId: this.#sourceId(forward),
      targetBlogId: this.#targetId(forward),
      forwardCount: this.#counts[forward]!,
      reverseCount: this.#counts[isForward ? back : edge]!,
    };
  };

  #weaker(edge: number): number {
    return Math.min(this.#counts[edge]!, this.#counts[this.#edges.reverse[edge]!]!);
  }

  #sourceId(edge: number): number {
    return this.#ids[this.#edges.sources[edge]!]!;
  }

  #targetId(edge: number): number {
    return this.#ids[this.#edges.targets[edge]!]!;
  }

  #lowId(edge: number): number {
    return Math.min(this.#sourceId(edge), this.#targetId(edge));
  }

  #highId(edge: number): number {
    return Math.max(this.#sourceId(edge), this.#targetId(edge));
  }
}
