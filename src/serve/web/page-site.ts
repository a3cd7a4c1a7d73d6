/**
 * The pages of a service on the main thread: calls the API, has the page made on the pages thread,
 * and caches it as long as all of its answers stay the same.
 *
 *   request ─► load ─► answers (entity tags) ─►   cached?   ── no ──► thread: view, HTML, compression
 *                                                   │                              │
 *                                                   └── yes ──► reply ◄────────────┘
 *
 * Invariants: a cached page is used only if the current entity tags of all its answers, requested
 * each time, are those that it was made from, so a page shows hidden items no longer than an answer
 * does; private pages are never cached; where the store changed while a page was made, its answers
 * are compared once more before it is sent. Not here: HTML (rendering.tsx), methods and limits
 * (http/site.ts).
 */

import { ByteCache } from '../../kernel/byte-cache.js';
import { type Clock, MINUTE_MS } from '../../kernel/clock.js';
import type { Logger } from '../../kernel/logger.js';
import { HttpError, notCopied, unavailable } from '../http/errors.js';
import { chooseCoding } from '../http/packing.js';
import { HTML_TYPE, NO_STORE, PRIVATE_NO_STORE, type Reply } from '../http/reply.js';
import { targetOf } from '../http/route.js';
import type { InnerAnswer } from '../http/service-options.js';
import type { SiteOptions, SiteRequest, SiteRoute } from '../http/site.js';
import type { Page, PageLoad, ServiceFacts } from './page.js';
import type { RawAnswer, RenderedPage, RenderPool, RenderTask } from './rendering.js';
import { plainErrorPage } from './site-files.js';
import { choiceCookies, type Viewer, viewerOf } from './viewer.js';

export interface PageSiteOptions {
  facts: ServiceFacts;
  pages: readonly Page[];
  pool: RenderPool;
  clock: Clock;
  logger: Logger;
  /** Calls the API of the same service. */
  ask(target: string, knownTag?: string): Promise<InnerAnswer>;
  /** Base address of the server that this one copies; absent on an original server. */
  original?: (() => string | null) | undefined;
  /** Changes whenever an answer may change. */
  state(): string;
  /** Whether pages may be cached; the blog service caches none. */
  remembers: boolean;
}

/** Cached pages, compressed: a few hundred of the longest. */
const REMEMBERED_BYTES_MAX = 16 * 1024 * 1024;
/** Attempts at a page while the store changes; then the request fails. */
const ATTEMPTS_MAX = 3;
/** As for answers with articles: caches revalidate each use, so that hidden articles vanish. */
const REVALIDATE = 'public, max-age=0, must-revalidate';
const VARY: readonly (readonly [string, string])[] = [['vary', 'accept-language, cookie']];
const HIGHEST_PARAMETERS = 32;

const GONE = new HttpError(410, 'not_found', 'what was here is not shown any more');
const OVERLOADED = unavailable('too many pages are being made', 1);

interface Remembered {
  tags: readonly string[];
  minute: number;
  page: RenderedPage;
  bytes: number;
}

interface Answers {
  tags: string[];
  raw: { [name: string]: RawAnswer };
  state: string;
}

/** The `load` or `post` of a page. */
type Loading<R> = (request: R, viewer: Viewer) => ReturnType<Page['load']>;

/** The pages of a service, as routes and as the error page. */
export class PageSite {
  readonly routes: readonly SiteRoute[];
  readonly #options: PageSiteOptions;
  readonly #remembered = new ByteCache<Remembered>(REMEMBERED_BYTES_MAX, ({ bytes }) => bytes);
  readonly #isSecure: boolean;

  constructor(options: PageSiteOptions) {
    this.#options = options;
    this.#isSecure = options.facts.publicUrl.startsWith('https:');
    this.routes = options.pages.map((page) => this.#routeOf(page));
  }

  readonly errorPage: SiteOptions['errorPage'] = async (error, request) => {
    const { status, message } = error;
    const viewer = viewerOf(request);
    const coding = chooseCoding(request.acceptEncoding);
    const key = ['error', status, message, viewer.language, viewer.scheme, coding].join('\n');
    try {
      let page = this.#remembered.get(key)?.page;
      if (page === undefined) {
        page = await this.#render('error', request, viewer, {}, { status, message }, coding);
        this.#remembered.set(key, { tags: [], minute: 0, page, bytes: page.body.length });
      }
      return { ...replyOf(page), status, cacheControl: NO_STORE };
    } catch {
      return plainErrorPage(status, message);
    }
  };

  #routeOf(page: Page): SiteRoute {
    const { post, open = false } = page;
    const answer = async <R extends SiteRequest>(load: Loading<R>, request: R): Promise<Reply> => {
      const viewer = viewerOf(request);
      const loaded = await load.call(page, request, viewer);
      return 'body' in loaded ? loaded : this.#show(page, request, viewer, loaded);
    };
    return {
      path: page.path,
      open,
      get: (request) => answer(page.load, request),
      ...(post && { post: (request) => answer(post, request) }),
    };
  }

  async #show(page: Page, request: SiteRequest, viewer: Viewer, load: PageLoad): Promise<Reply> {
    const { isPrivate = false, cookies = [] } = load;
    const coding = chooseCoding(request.acceptEncoding);
    const choice = [...choiceCookies(request, this.#isSecure), ...cookies];
    const { language, scheme } = viewer;
    const key =
      isPrivate || !this.#options.remembers || load.asks === undefined
        ? null
        : [coding, language, scheme, page.path, request.path, request.rawQuery].join('\n');
    const rendered = await this.#make(page, request, viewer, load, coding, key);
    if (rendered.status === 404 && (await this.#wasThere(page, request))) throw GONE;
    const reply = replyOf(rendered);
    if (isPrivate || choice.length > 0 || !this.#options.remembers) {
      const headers = [...VARY, ...choice.map((line) => ['set-cookie', line] as const)];
      const { etag: _, ...rest } = reply;
      return { ...rest, cacheControl: isPrivate ? PRIVATE_NO_STORE : NO_STORE, headers };
    }
    return rendered.status === 200 ? reply : { ...reply, cacheControl: NO_STORE };
  }

  async #wasThere(page: Page, request: SiteRequest): Promise<boolean> {
    if (page.before === undefined) return false;
    const { body } = await this.#options.ask(page.before(request));
    return body !== null && Buffer.from(body).includes('"not_shown"');
  }

  /**
   * Makes a page, and makes it again where its answers changed meanwhile.
   * @param key in the cache; null for a page that is not cached.
   */
  async #make(
    page: Page,
    request: SiteRequest,
    viewer: Viewer,
    { asks = {}, data }: PageLoad,
    coding: RenderTask['coding'],
    key: string | null,
  ): Promise<RenderedPage> {
    const minute = Math.floor(this.#options.clock.nowMs() / MINUTE_MS);
    const known = key === null ? undefined : this.#remembered.get(key);
    for (let attempt = 1; ; attempt += 1) {
      const answers = await this.#ask(asks, known?.minute === minute ? known.tags : undefined);
      if (answers === null) return known!.page;
      this.#demandHere(answers, request);
      const made = await this.#render(page.path, request, viewer, answers.raw, data, coding);
      const isLast = attempt === ATTEMPTS_MAX;
      if (isLast && key === null) return made;
      const isCurrent = await this.#isCurrent(asks, answers);
      if (isCurrent && key !== null && answers.tags.every((tag) => tag !== '')) {
        const bytes = made.body.length + 2 * key.length;
        this.#remembered.set(key, { tags: answers.tags, minute, page: made, bytes });
      }
      if (isLast || isCurrent) return made;
    }
  }

  /** Requests all answers at once. Null where all have the entity tags `knownTags`. */
  async #ask(asks: Asks, knownTags?: readonly string[]): Promise<Answers | null> {
    const state = this.#options.state();
    const names = Object.keys(asks);
    const all = await Promise.all(
      names.map((name, at) => this.#options.ask(asks[name]!, knownTags?.[at] ?? '')),
    );
    if (knownTags !== undefined && all.length > 0 && all.every(({ body }) => body === null))
      return null;
    const raw: { [name: string]: RawAnswer } = {};
    for (const [at, name] of names.entries()) {
      let answer = all[at]!;
      if (answer.body === null) answer = await this.#options.ask(asks[name]!);
      raw[name] = { status: answer.status, code: answer.code, body: answer.body! };
      all[at] = answer;
    }
    return { tags: all.map(({ etag }) => etag), raw, state };
  }

  /**
   * On a copy that lacks the page's first answer, redirects to the page of the original server.
   * @throws HttpError 307
   */
  #demandHere({ raw }: Answers, { path, rawQuery }: SiteRequest): void {
    const url = this.#options.original?.() ?? null;
    if (url === null || Object.values(raw)[0]?.status !== 307) return;
    const target = `${url}${targetOf({ path, query: rawQuery })}`;
    throw notCopied(target, `this page is at ${target}`);
  }

  /** Whether the answers of a page are still current. */
  async #isCurrent(asks: Asks, { tags, state }: Answers): Promise<boolean> {
    if (tags.length === 0 || this.#options.state() === state) return true;
    const again = await Promise.all(
      Object.values(asks).map((target, at) => this.#options.ask(target, tags[at])),
    );
    return again.every(({ etag }, at) => etag === tags[at]);
  }

  async #render(
    page: string,
    request: SiteRequest,
    viewer: Viewer,
    answers: RenderTask['answers'],
    data: unknown,
    coding: RenderTask['coding'],
  ): Promise<RenderedPage> {
    const { facts, clock, pool, logger } = this.#options;
    const { path, params, query } = request;
    const task: RenderTask = {
      ...{ facts, viewer, page, path, params, answers, data, coding },
      query: firstOf(query),
      nowMs: clock.nowMs(),
    };
    const moved = Object.values(answers).map(({ body }) => body.buffer as ArrayBuffer);
    let outcome: Awaited<ReturnType<RenderPool['run']>>;
    try {
      outcome = await pool.run<RenderedPage>(task, moved);
    } catch {
      throw OVERLOADED;
    }
    if (outcome.kind === 'done') return outcome.value as RenderedPage;
    const reason = outcome.kind === 'failed' ? outcome.message : outcome.kind;
    logger.error({ page, path, reason }, 'a page could not be made');
    throw new HttpError(500, 'internal_error', 'internal error');
  }
}

type Asks = NonNullable<PageLoad['asks']>;

function replyOf({ status, etag, body, coding }: RenderedPage): Reply {
  const reply: Reply = {
    ...{ status, body, etag, vary: true },
    contentType: HTML_TYPE,
    cacheControl: REVALIDATE,
    headers: VARY,
  };
  if (coding === '') return reply;
  const of = (asked: string) => (asked === coding ? body : null);
  return { ...reply, compressible: { identity: body, of } };
}

function firstOf(query: URLSearchParams): { [name: string]: string } {
  const values: { [name: string]: string } = Object.create(null);
  let left = HIGHEST_PARAMETERS;
  for (const [name, value] of query) {
    if (left-- === 0) break;
    if (!(name in values)) values[name] = value;
  }
  return { ...values };
}
