/**
 * What a page is: which answers of the API it shows, and how.
 *
 *   front    load(request) ─► asks of the API, or data of its own ─► bytes
 *   thread   view(context) ─► HTML inside the layout, compressed
 *
 * A page shows what the API answers and nothing else, so what is hidden there is hidden here, and
 * "this as JSON" holds for every page. `load` runs on the front and must be quick; `view` runs on the
 * thread for pages, knows only what it is given, and must not fail for any answer.
 *
 * To add a page: `definePage<Answers>({ path, load, view })` in a file of `src/serve/web/news`,
 * `src/serve/web/blog`, …, and a line in page-table.ts. What is private (sessions, keys) comes as
 * `data` with `isPrivate: true`; changes come to `post` as a form that was sent from this service.
 */
import type { Child } from 'hono/jsx';
import type { Reply } from '../http/reply.js';
import type { InnerAnswer } from '../http/service-options.js';
import type { SitePost, SiteRequest } from '../http/site.js';
import type { PreviewBars } from './preview.js';
import type { TextName, Translate } from './texts.js';
import type { Viewer } from './viewer.js';

/** What all pages of a service know. */
export interface ServiceFacts {
  service: 'news' | 'blog';
  /** Base address of this service, without a final slash. */
  publicUrl: string;
  /** The same of the other service. */
  otherUrl: string;
  version: string;
  /** Paths of static files by name. */
  assets: { readonly [name: string]: string };
}

/** An answer of the API as a view sees it. */
export type Answer<T> =
  | { ok: true; status: number; value: T }
  | { ok: false; status: number; code: InnerAnswer['code']; error: string };

/** Where the data of a page come from. */
export interface PageLoad {
  /** Paths of the API with their queries, by the names that the view knows. */
  asks?: { readonly [name: string]: string };
  /** Further data, as it can be given to a thread. */
  data?: unknown;
  /** The page is for one person; no cache stores it. */
  isPrivate?: boolean;
  /** `set-cookie` lines. */
  cookies?: readonly string[];
}

/** What a view is given. `A` names the answers. */
export interface ViewContext<A extends object = object, D = unknown> {
  facts: ServiceFacts;
  viewer: Viewer;
  t: Translate;
  /** Path as it was asked for, still escaped. */
  path: string;
  params: { readonly [name: string]: string };
  /** Parameters of the query, the first of each name. */
  query: { readonly [name: string]: string };
  nowMs: number;
  answers: { readonly [name in keyof A]: Answer<A[name]> };
  data: D;
}

/** A feed of what a page shows. */
export interface FeedLink {
  title: string;
  href: string;
  type: 'application/rss+xml' | 'application/feed+json';
}

/** The feeds of a path, as RSS and as JSON. */
export function feedsAt(title: string, path: string): FeedLink[] {
  return [
    { title, href: `${path}.xml`, type: 'application/rss+xml' },
    { title, href: `${path}.json`, type: 'application/feed+json' },
  ];
}

/** What a view makes; the layout puts it into its frame. */
export interface PageView {
  /** 200 unless said otherwise. */
  status?: number;
  title: string;
  description?: string;
  body: Child;
  /** The API's paths that show the same, the most important first. */
  json?: readonly string[];
  feeds?: readonly FeedLink[];
  /** Path under which search engines keep the page; null for a page that they leave alone. */
  canonical?: string | null;
  /** Counts that the picture of a link's preview shows as bars; the mark alone where there are none. */
  preview?: PreviewBars;
  /** schema.org, as JSON-LD. */
  schema?: object;
  /** Scripts that add to the page, by the names of static files. */
  scripts?: readonly string[];
  /** Path of administration, which is on the blog service, where this is hidden and shown. */
  admin?: string;
  /** Which entry of the navigation the page belongs to. */
  section?: TextName;
}

export interface PageDefinition<A extends object, D> {
  /** Template with a final slash. */
  path: string;
  load(request: SiteRequest, viewer: Viewer): PageLoad | Reply | Promise<PageLoad | Reply>;
  view(context: ViewContext<A, D>): PageView;
  /** Path of the API's look-up that tells, where the page is a 404, whether there was something before. */
  before?(request: SiteRequest): string;
  /** As `SiteRoute.open`. */
  open?: boolean;
  /** Answers a form; mostly with a redirection (`redirectReply(303, …)`). */
  post?(request: SitePost, viewer: Viewer): PageLoad | Reply | Promise<PageLoad | Reply>;
}

/** A page without its type parameters, as tables hold it. */
export type Page = PageDefinition<object, unknown>;

/** Declares a page. */
export function definePage<A extends object, D = undefined>(page: PageDefinition<A, D>): Page {
  // The renderer gives each view the answers that its own `load` asked for.
  return page as unknown as Page;
}
