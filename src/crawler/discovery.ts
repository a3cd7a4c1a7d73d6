/**
 * Whose article a discovery source has found.
 *
 * A publisher is known by the hosts of its home page and channels: the longest host that the
 * address's host is, or ends in, wins. Not here: visiting pages (page-visit.ts).
 */
import type { SourceEntry } from './sources/model.js';

/** Media by host. */
export class Publishers {
  readonly #byHost = new Map<string, string>();

  constructor(entries: readonly SourceEntry[]) {
    for (const entry of entries) {
      if (entry.kind !== 'media' || entry.sourceKind === 'discovery') continue;
      const addresses = [entry.homepage, ...entry.channels.map(({ url }) => url)];
      for (const address of addresses) {
        const host = address === null ? null : hostOf(address);
        if (host !== null && !this.#byHost.has(host)) this.#byHost.set(host, entry.key);
      }
    }
  }

  /** Code of the media that publishes at an address; null when none of ours does. */
  publisherOf(url: string): string | null {
    let host = hostOf(url);
    while (host !== null && host !== '') {
      const found = this.#byHost.get(host);
      if (found !== undefined) return found;
      const dot = host.indexOf('.');
      host = dot < 0 || /[\d:]$/.test(host) ? null : host.slice(dot + 1);
    }
    return null;
  }
}

/** Host with its port, without `www.`; null for what is no address. */
export function hostOf(url: string): string | null {
  if (!URL.canParse(url)) return null;
  return new URL(url).host.replace(/^www\./, '');
}
