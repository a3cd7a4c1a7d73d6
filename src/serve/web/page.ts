/**
 * Definition of a page: the answers of the API that it shows, and its view.
 *
 *   main     load(request) ─► asks of the API, or data of its own ─► bytes
 *   pages    view(context) ─► HTML inside the layout, compressed
 *
 * A page shows only answers of the API, so it shows no hidden items, and the same is available as
 * JSON. `load` runs on the main thread and must be quick; `view` runs on the pages thread, depends
 * only on its arguments, and must not fail for any answer.
 *
 * To add a page: `definePage<Answers>({ path, load, view })` in a file of `src/serve/web/news`,
 * `src/serve/web/blog`, …, and a line in page-table.ts. Private values (sessions, keys) are in
 * `data`, with `isPrivate: true`; `post` handles forms that pages of this service sent.
 */
import type { Child } from 'hono/jsx';
import type { Reply } from '../http/reply.js';
import type { InnerAnswer } from '../http/service-options.js';
import type { SitePost, SiteRequest } from '../http/site.js';
import type { PreviewBars } from './preview.js';
import type { TextName, Translate } from './texts.js';
import type { Viewer } from './viewer.js';

/** Values that all pages of a service get. */
export interface ServiceFacts {
  service: 'news' | 'blog';
  /** Base address of this service, without a final slash. */
  publicUrl: string;
  /** Base address of the other service. */
  otherUrl: string;
  version: string;
  /** Paths of static files by name. */
  assets: { readonly [name: string]: string };
}

/** An answer of the API, as views get it. */
export type Answer<T> =
  | { ok: true; status: number; value: T }
  | { ok: false; status: number; code: InnerAnswer['code']; error: string };

/** The sources of a page's data. */
export interface PageLoad {
  /** Paths of the API with queries, by their names in the view. */
  asks?: { readonly [name: string]: string };
  /** Further data, which must be transferable to a thread. */
  data?: unknown;
  /** The page is for one user; no cache stores it. */
  isPrivate?: boolean;
  /** `set-cookie` lines. */
  cookies?: readonly string[];
}

/** Argument of a view. `A` names the answers. */
export interface ViewContext<A extends object = object, D = unknown> {
  facts: ServiceFacts;
  viewer: Viewer;
  t: Translate;
  /** Path of the request, percent-encoded. */
  path: string;
  params: { readonly [name: string]: string };
  /** Query parameters, the first of each name. */
  query: { readonly [name: string]: string };
  nowMs: number;
  answers: { readonly [name in keyof A]: Answer<A[name]> };
  data: D;
}

/** A feed with the content of a page. */
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

/** Result of a view, which the layout frames. */
export interface PageView {
  /** 200 by default. */
  status?: number;
  title: string;
  description?: string;
  body: Child;
  /** Paths of the API with the same content, most important first. */
  json?: readonly string[];
  feeds?: readonly FeedLink[];
  /** Path for search engines; null for a page that they must not index. */
  canonical?: string | null;
  /** Counts for bars in the preview image of links; the image has only the logo without them. */
  preview?: PreviewBars;
  /** schema.org, as JSON-LD. */
  schema?: object;
  /** Additional scripts, by the names of static files. */
  scripts?: readonly string[];
  /** Path of the administration page, on the blog service, that hides and shows this item. */
  admin?: string;
  /** The page's entry in the navigation. */
  section?: TextName;
}

export interface PageDefinition<A extends object, D> {
  /** Template with a final slash. */
  path: string;
  load(request: SiteRequest, viewer: Viewer): PageLoad | Reply | Promise<PageLoad | Reply>;
  view(context: ViewContext<A, D>): PageView;
  /** Path of the API's look-up that shows, for a page with 404, whether its item existed before. */
  before?(request: SiteRequest): string;
  /** As `SiteRoute.open`. */
  open?: boolean;
  /** Answers a form, mostly by a redirect (`redirectReply(303, …)`). */
  post?(request: SitePost, viewer: Viewer): PageLoad | Reply | Promise<PageLoad | Reply>;
}

/** A page without its type parameters, as tables hold it. */
export type Page = PageDefinition<object, unknown>;

export function definePage<A extends object, D = undefined>(page: PageDefinition<A, D>): Page {
  // The renderer gives each view the answers of its own `load`.
  return page as unknown as Page;
}
