/**
 * Where the sites of known hosts stand: original addresses to local ones.
 *
 * Invariants: a host with and without `www.` is one; paths stay as they are on the host of the home
 * page, and lie below `/~HOST/` for every further host of the same site. A further place may be a
 * part of a host (`host/path`); what lies elsewhere on it, and on hosts that are not known, stays as it is.
 */

interface Place {
  origin: string;
  /** What goes before the path; empty for the host of the home page. */
  prefix: string;
  /** Only addresses below this path are the site's. */
  path: string;
}

export class Places {
  readonly #byHost = new Map<string, Place>();

  /** Gives a site its origin (without a closing slash); the first place is the host of its home page. */
  add(places: readonly string[], origin: string): void {
    for (const [index, place] of places.entries()) {
      const [host = '', ...segments] = place.split('/').filter((segment) => segment !== '');
      const bare = bareHost(host);
      if (this.#byHost.has(bare)) continue;
      const path = segments.map((segment) => `/${segment}`).join('');
      this.#byHost.set(bare, { origin, prefix: index === 0 ? '' : `/~${bare}`, path });
    }
  }

  localOf(url: string): string {
    if (!URL.canParse(url)) return url;
    const { protocol, host, pathname, search, hash } = new URL(url);
    const place = this.#byHost.get(bareHost(host));
    if (place === undefined || !/^https?:$/.test(protocol)) return url;
    if (!`${pathname}/`.startsWith(`${place.path}/`)) return url;
    return `${place.origin}${place.prefix}${pathname}${search}${hash}`;
  }

  /** What stands before the path of addresses of a host; null where the host is not known as a whole. */
  baseOf(host: string): string | null {
    const place = this.#byHost.get(bareHost(host));
    return place === undefined || place.path !== '' ? null : place.origin + place.prefix;
  }
}

/** A host as sites are known by it. */
export function bareHost(host: string): string {
  return host.toLowerCase().replace(/^www\./, '');
}
