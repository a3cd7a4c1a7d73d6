/**
 * Which feeds a WebSub hub is told of, and how such a feed names it.
 *
 * Those without parameters: of the others there are as many as there are questions. A feed that no hub
 * is told of names none, so a reader goes on asking for it.
 */
import type { HeaderPairs } from '../http/errors.js';

const FEEDS = {
  news: ['articles', 'events', 'tags'],
  blog: ['articles', 'topics', 'blogs'],
} as const;

/** Paths of the feeds of a service that a hub is told of. */
export function announcedPaths(service: keyof typeof FEEDS): string[] {
  return FEEDS[service].flatMap((name) => [`/feeds/${name}.xml`, `/feeds/${name}.json`]);
}

/** What a feed says of its hub; nothing where there is none. */
export interface HubLink {
  headers: HeaderPairs;
  /** Among the Atom links of RSS. */
  rss: { href: string; rel: 'hub' }[];
  /** Among the fields of a JSON Feed. */
  json: { hubs?: { type: string; url: string }[] };
}

const NO_HUB: HubLink = { headers: [], rss: [], json: {} };

/**
 * The links of the feeds of a service.
 * @param hub its address, '' for none.
 */
export class HubLinks {
  readonly #links: ReadonlyMap<string, HubLink>;

  constructor(service: keyof typeof FEEDS, hub: string, publicUrl: string) {
    const paths = hub === '' ? [] : announcedPaths(service);
    this.#links = new Map(
      paths.map((path) => {
        const link = `<${hub}>; rel="hub", <${publicUrl}${path}>; rel="self"`;
        const rss = [{ href: hub, rel: 'hub' as const }];
        return [
          path,
          { headers: [['link', link]], rss, json: { hubs: [{ type: 'WebSub', url: hub }] } },
        ];
      }),
    );
  }

  /** Of a feed by its path with its query. */
  of(path: string): HubLink {
    return this.#links.get(path) ?? NO_HUB;
  }
}
