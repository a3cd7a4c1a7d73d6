/**
 * Addresses: paths of our own pages, and links to other sites.
 *
 * Invariant: only `http:` and `https:` addresses become links; others in a record, such as
 * `javascript:` and `data:`, stay plain text. External links tell search engines that the target is
 * not ours, and give the target no access to the window.
 */
import type { Child } from 'hono/jsx';

export const pathTo = {
  /** Browsers remove the segments `.` and `..`, also percent-encoded ones. */
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

/** A path with a query, without empty values. */
export function withQuery(
  path: string,
  query: { readonly [name: string]: string | number | undefined },
): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}

/** The address if it may be a link, otherwise undefined. */
export function safeHref(url: string | null | undefined): string | undefined {
  if (url === null || url === undefined || !URL.canParse(url)) return undefined;
  const { protocol, href } = new URL(url);
  return protocol === 'http:' || protocol === 'https:' ? href : undefined;
}

/** A link to another site; plain text for an unsafe address. */
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
  // Lone surrogates cannot be encoded, and no address contains them.
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
}
