/**
 * Adds posts to the graph and removes them: resolves links, fills edges, updates windows.
 *
 * Invariants: the edges of a post are those of its links as they resolve now; after a change of
 * registered addresses or shown blogs the graph is updated before the next answer. A blog never mentions
 * itself. Posts without a publication time are counted as such and mention no blog.
 */
import { withCapacity } from '../../../engine/columns/columns.js';
import type { BlogTable } from './blogs.js';
import type { Edges } from './edges.js';
import { LinkCursor } from './links.js';
import { POST, type Posts } from './posts.js';
import { type Families, type OwnerChange, type Registry, UNRESOLVED } from './registry.js';
import type { Resolution, Resolved } from './resolved.js';
import type { Windows } from './windows.js';

/** A post's link to a certain blog. */
export interface FoundLink {
  url: string;
  anchor: string;
  postTitle: string;
  postUrl: string;
}

export interface GraphParts {
  posts: Posts;
  blogs: BlogTable;
  families: Families;
  registry: Registry;
  edges: Edges;
  resolved: Resolved;
  windows: Windows;
}

export class Graph {
  readonly #parts: GraphParts;
  readonly #cursor = new LinkCursor();
  /** The resolution that is being made, reused for each post. */
  readonly #resolution: Resolution = { edges: new Int32Array(64), count: 0, unresolved: 0 };
  /** For each blog the number of the last resolution that contained it. */
  #metIn = new Float64Array(64);
  #resolutions = 0;

  constructor(parts: GraphParts) {
    this.#parts = parts;
  }

  /** Adds a post to edges and windows. */
  attach(row: number): void {
    this.#enter(row, this.#resolve(row));
  }

  /** Removes a post from edges and windows. */
  detach(row: number): void {
    const { resolved, edges, windows } = this.#parts;
    windows.drop(row);
    const count = resolved.counts[row]!;
    for (let index = 0; index < count; index++) edges.remove(resolved.edgeAt(row, index), row);
    resolved.clear(row);
  }

  /** Resolves the posts again that link to pages whose owner may have changed. */
  refresh({ family, mark }: OwnerChange): void {
    const { families, resolved } = this.#parts;
    for (const row of families.rowsOf(family, mark)) {
      if (resolved.counted[row] === 1) this.#refreshPost(row);
    }
  }

  setShown(blog: number, isShown: boolean): void {
    const { blogs, edges, windows } = this.#parts;
    blogs.shown[blog] = isShown ? 1 : 0;
    windows.forgetSamples();
    for (const edge of edges.outgoing(blog)) this.#setActive(edge);
    for (const edge of edges.incoming(blog)) this.#setActive(edge);
  }

  /** The first link of a post to a blog that it mentions. */
  linkTo(row: number, blog: number): FoundLink {
    const { posts, families, registry } = this.#parts;
    const cursor = this.#cursor;
    cursor.open(posts.bytesOf(row), posts.textAt(row));
    while (cursor.next()) {
      const { family, code } = cursor;
      if (families.known[family] === 0) continue;
      if (registry.ownerOf(family, code, cursor.rest) !== blog) continue;
      const { anchor, title: postTitle, url: postUrl } = cursor;
      return { url: cursor.targetUrl(families), anchor, postTitle, postUrl };
    }
    throw new Error('a post that stands in an edge has a link that leads there');
  }

  #refreshPost(row: number): void {
    const resolution = this.#resolve(row);
    if (this.#parts.resolved.isSame(row, resolution)) return;
    this.detach(row);
    this.#enter(row, resolution);
  }

  #enter(row: number, resolution: Resolution): void {
    const { posts, resolved, edges, windows } = this.#parts;
    resolved.reserve(posts.rows);
    resolved.set(row, resolution);
    for (let index = 0; index < resolution.count; index++) {
      edges.insert(resolution.edges[index]!, row);
    }
    windows.add(row);
  }

  #resolve(row: number): Resolution {
    const { posts, families, registry, blogs } = this.#parts;
    const resolution = this.#resolution;
    resolution.count = 0;
    resolution.unresolved = 0;
    if (posts.textBytes[row] === 0 || (posts.flags[row]! & POST.undated) !== 0) return resolution;
    this.#resolutions += 1;
    this.#metIn = withCapacity(this.#metIn, blogs.count);
    const source = posts.blogs[row]!;
    // Marks the source as met, so that links of a blog to itself are skipped.
    this.#metIn[source] = this.#resolutions;
    const cursor = this.#cursor;
    cursor.open(posts.bytesOf(row), posts.textAt(row));
    while (cursor.next()) {
      const { family } = cursor;
      // Most links lead to hosts without registered blogs: their text is not decoded.
      if (families.known[family] === 0) continue;
      const owner = registry.ownerOf(family, cursor.code, cursor.rest);
      if (owner >= 0) this.#meet(source, owner);
      else if (owner === UNRESOLVED) resolution.unresolved += 1;
    }
    return resolution;
  }

  #meet(source: number, target: number): void {
    if (this.#metIn[target] === this.#resolutions) return;
    this.#metIn[target] = this.#resolutions;
    const { edges } = this.#parts;
    const known = edges.count;
    const edge = edges.edgeOf(source, target);
    if (edge === known) this.#setActive(edge);
    const resolution = this.#resolution;
    resolution.edges = withCapacity(resolution.edges, resolution.count + 1);
    resolution.edges[resolution.count] = edge;
    resolution.count += 1;
  }

  /** Updates whether both ends of an edge are shown. */
  #setActive(edge: number): void {
    const { edges, blogs, windows } = this.#parts;
    const { shown } = blogs;
    const isActive = shown[edges.sources[edge]!] === 1 && shown[edges.targets[edge]!] === 1;
    if (isActive !== (edges.active[edge] === 1)) windows.setActive(edge, isActive);
  }
}
