/**
 * The documents of a trace: what a feed, a sitemap, a list, a portal or a page holds, in one form.
 */
import type { Dropped, ExtractResults, Stamp } from '../documents/documents.js';
import { itemChars } from './finding/article-sample.js';
import type { Channel } from './sources/model.js';

/** What a target of a trace may turn out to be. */
export type Documents = ExtractResults['feed' | 'sitemap' | 'list' | 'portal' | 'page'];

/** An entry of a listing. */
export interface TraceItem {
  url: string;
  title: string;
  published: Stamp | null;
  /** Code points of the text that the listing itself carries. */
  chars: number;
}

/** What was read out of an answer, alike for every kind of it. */
export interface TraceDocument {
  kind: string;
  charset: string | null;
  title: string | null;
  /** Facts of the document as a whole, by name. */
  facts: { [name: string]: string };
  items: TraceItem[];
  /** Of a portal: the stories of its first item; null where that is no portal, or has none. */
  stories: TraceItem[] | null;
  dropped: Dropped[];
}

/** A document as a trace has it. */
export function shown(document: Documents): TraceDocument {
  const { kind } = document;
  switch (kind) {
    case 'feed':
      return {
        ...headOf(kind, document.charset, document.title),
        facts: said({
          format: document.format,
          language: document.language,
          site: document.siteUrl,
          self: document.selfUrl,
          hub: document.hubUrl,
          ttl: document.ttlMinutes === null ? null : `${document.ttlMinutes} minutes`,
        }),
        items: document.items.map((item) => ({ ...itemOf(item), chars: itemChars(item) })),
        dropped: document.dropped,
      };
    case 'sitemap':
      return {
        ...headOf(kind, document.charset, null),
        facts: said({ sitemaps: document.sitemaps.map(({ url }) => url).join(' ') || null }),
        items: document.entries.map((entry) =>
          itemOf({
            ...entry,
            title: entry.title ?? '',
            published: entry.published ?? entry.modified,
          }),
        ),
        dropped: document.dropped,
      };
    case 'list':
      return {
        ...headOf(kind, document.charset, null),
        facts: said({ next: document.nextUrl }),
        items: document.items.map(itemOf),
        dropped: document.dropped,
      };
    case 'portal':
      return {
        ...headOf(kind, null, null),
        facts: said({ next: document.nextUrl }),
        items: document.items.map((item) => itemOf({ ...item, published: null })),
        dropped: document.dropped,
      };
    case 'page':
      return {
        ...headOf(kind, document.charset, document.title),
        facts: said({ feeds: document.feeds.map(({ url }) => url).join(' ') || null }),
        items: [],
        dropped: [],
      };
  }
}

function headOf(
  kind: string,
  charset: string | null,
  title: string | null,
): Pick<TraceDocument, 'kind' | 'charset' | 'title' | 'stories'> {
  return { kind, charset, title, stories: null };
}

function said(facts: { [name: string]: string | null }): { [name: string]: string } {
  const known = Object.entries(facts).filter(([, value]) => value !== null);
  return Object.fromEntries(known as [string, string][]);
}

/** An entry that carries no text. */
export function itemOf({ url, title, published }: Omit<TraceItem, 'chars'>): TraceItem {
  return { url, title, published, chars: 0 };
}

/** Drops what the patterns of the channel drop. */
export function filtered(
  document: TraceDocument,
  { include, exclude }: Pick<Channel, 'include' | 'exclude'>,
): TraceDocument {
  const passes = ({ url }: TraceItem): boolean =>
    (include === null || include.test(url)) && !(exclude?.test(url) ?? false);
  const away = document.items.filter((item) => !passes(item));
  return {
    ...document,
    items: document.items.filter(passes),
    dropped: [
      ...document.dropped,
      ...away.map(({ url }): Dropped => ({ reason: 'filtered', what: url })),
    ],
  };
}
