/** A world of a few blogs of which each has a host of its own. */
import { blogOf } from './records.js';
import { World } from './world.js';

/** Blogs 1 to `count`, each at `blog-N.example`. */
export function worldOf(count: number, linksMax?: number): World {
  const blogs = Array.from({ length: count }, (_, at) => blogOf(at + 1));
  return new World(linksMax).fold(...blogs);
}

export function homeOf(blog: number): string {
  return `https://blog-${blog}.example/`;
}
