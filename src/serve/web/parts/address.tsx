/**
 * Addresses: paths of our own pages, and links to what others publish.
 *
 * Invariant: only `http:` and `https:` addresses become links; `javascript:`, `data:` and whatever
 * else stands in a record stay plain text. What leads elsewhere tells search engines that it is not
 * ours, and gives the other page no handle on this one.
 */
import type { Child } from 'hono/jsx';

/** Paths of pages. */
export const pathTo = {
  /** A segment of dots would be folded away by browsers, escaped or not. */
  tag: (tag: string): string =>
    /^\.{1,2}$/.test(tag) ? `/tag/?name=${encodeURIComponent(tag)}` : `/tag/${escaped(tag)}/`,
  event: (thread: number | string): string => `/eve/${thread}/`,
  article: (id: number): string => `/articles/${id}/`,
  journalist: (name: string): string => `/journalists/${escaped(name)}/`,
  blog: (slug: string): string => `/blogs/${escaped(slug)}/`,
  topic: (id: string): string => `/topics/${escaped(id)}/`,
  set: (name: string): string => `/sets/${escaped(name)}/`,
  media: (media: string): string => `/media/${escaped(media)}/`,
  search: (query: { readonly [name: string]: string }): string => withQuery('/articles/', query),
};

/** A path with a query; empty values are left out. */
export function withQuery(
  path: string,
  query: { readonly [name: string]: string | number | undefined },
): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}

/** The address where it may be linked to, otherwise undefined. */
export function safeHref(url: string | null | undefined): string | undefined {
  if (url === null || url === undefined || !URL.canParse(url)) return undefined;
  const { protocol, href } = new URL(url);
  return protocol === 'http:' || protocol === 'https:' ? href : undefined;
}

/** A link to what others publish; plain text where the address is none. */
export function Out({
  href,
  children,
  ...rest
}: {
  href: string | null | undefined;
  class?: string;
  lang?: string;
  children?: Child;
}) {
  const safe = safeHref(href);
  if (safe === undefined) return <span {...rest}>{children}</span>;
  return (
    <a href={safe} rel="noopener nofollow" {...rest}>
      {children}
    </a>
  );
}

function escaped(text: string): string {
  // Lone surrogates cannot be escaped; no address leads to them.
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
}
