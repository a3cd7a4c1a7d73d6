/**
 * Maps original addresses of sites to local ones.
 *
 * Invariants: a host with and without `www.` is one; on the host of the home page paths stay unchanged,
 * and for every further host of the same site they are below `/~HOST/`. A further place may be a part of
 * a host (`host/path`); other addresses of that host, and of unknown hosts, stay unchanged.
 */

interface Place {
  origin: string;
  /** Prefix of the path; empty for the host of the home page. */
  prefix: string;
  /** Only addresses below this path belong to the site. */
  path: string;
}

export class Places {
  readonly #byHost = new Map<string, Place>();

  /** Sets the origin of a site (without a closing slash); the first place is the host of its home page. */
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

  /** The local address before the path, for all addresses of a host; null for other hosts. */
  baseOf(host: string): string | null {
    const place = this.#byHost.get(bareHost(host));
    return place === undefined || place.path !== '' ? null : place.origin + place.prefix;
  }
}

/** A host in lower case without `www.`. */
export function bareHost(host: string): string {
  return host.toLowerCase().replace(/^www\./, '');
}
