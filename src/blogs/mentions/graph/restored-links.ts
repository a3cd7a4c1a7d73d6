/**
 * Puts the resolutions of a snapshot back into edges, all together.
 *
 * Posts are taken source by source: then the table of a source and the lists of its edges stay in the
 * processor's cache, where posts in the order of their time would meet a million edges in no order.
 * Invariant: used while no window holds anything and nothing is counted yet.
 */
import { assert } from '../../../kernel/errors.js';
import type { BlogTable } from './blogs.js';
import type { Edges } from './edges.js';
import { POST, type Posts } from './posts.js';
import type { DayResolutions, Resolution, Resolved } from './resolved.js';

interface Parts {
  posts: Posts;
  blogs: BlogTable;
  edges: Edges;
  resolved: Resolved;
}

interface RestoredDay extends DayResolutions {
  /** Row of its first post. */
  first: number;
}

export class RestoredLinks {
  #days: RestoredDay[] = [];

  /** Takes the resolutions of posts whose rows begin at `first`. */
  add(first: number, day: DayResolutions): void {
    this.#days.push({ first, ...day });
  }

  /** @throws when the posts are not those that the resolutions belong to. */
  enter(parts: Parts): void {
    const days = this.#days;
    this.#days = [];
    if (days.length === 0) return;
    const { posts } = parts;
    /** The blogs that posts mention, then the edges in their place. */
    const mentions = joined(days);
    /** By row: the first of its mentions, and how many it has; -1 where nothing is known. */
    const firsts = new Int32Array(posts.rows);
    const counts = new Int32Array(posts.rows).fill(-1);
    let at = 0;
    for (const { first, counts: ofDay } of days) {
      counts.set(ofDay, first);
      for (let index = 0; index < ofDay.length; index++) {
        firsts[first + index] = at;
        at += Math.max(0, ofDay[index]!);
      }
    }
    for (const row of rowsBySource(posts)) {
      if (counts[row]! > 0) fillEdges(parts, row, mentions, firsts[row]!, counts[row]!);
    }
    for (const { first, unresolved } of days) {
      for (let index = 0; index < unresolved.length; index++) {
        const row = first + index;
        const count = counts[row]!;
        const isHidden = (posts.flags[row]! & POST.hidden) !== 0;
        assert(isHidden === count < 0, 'all posts are counted but those that are hidden');
        if (isHidden) continue;
        const edges = mentions.subarray(firsts[row]!, firsts[row]! + count);
        const resolution: Resolution = { edges, count, unresolved: unresolved[index]! };
        parts.resolved.restore(row, resolution);
      }
    }
  }
}

/** Makes edges of the blogs that a post mentions, and puts it into them. */
function fillEdges(
  { posts, blogs: { shown }, edges }: Parts,
  row: number,
  mentions: Int32Array,
  from: number,
  count: number,
): void {
  const source = posts.blogs[row]!;
  for (let at = from; at < from + count; at++) {
    const target = mentions[at]!;
    const edge = edges.edgeOf(source, target);
    edges.active[edge] = shown[source]! & shown[target]!;
    edges.insert(edge, row);
    mentions[at] = edge;
  }
}

function joined(days: readonly RestoredDay[]): Int32Array {
  const all = new Int32Array(days.reduce((sum, { targets }) => sum + targets.length, 0));
  let at = 0;
  for (const { targets } of days) {
    all.set(targets, at);
    at += targets.length;
  }
  return all;
}

/** All rows by the blog of their post, those of a blog in their order. */
function rowsBySource({ blogs, rows }: Posts): Int32Array {
  let sources = 0;
  for (let row = 0; row < rows; row++) sources = Math.max(sources, blogs[row]! + 1);
  const ends = new Int32Array(sources + 1);
  for (let row = 0; row < rows; row++) ends[blogs[row]! + 1]! += 1;
  for (let source = 0; source < sources; source++) ends[source + 1]! += ends[source]!;
  const sorted = new Int32Array(rows);
  for (let row = 0; row < rows; row++) sorted[ends[blogs[row]!]!++] = row;
  return sorted;
}
