/**
 * The changes that administrators make from the pages: to blogs, to the crawler and to the store.
 *
 * Invariants: a change of the store is in the audit log before it is made, and once more where it
 * failed. When `changeBlog` has hidden a blog and returns, no answer shows the blog.
 */

import { type Clock, MINUTE_MS } from '../kernel/clock.js';
import type { Config } from '../kernel/config.js';
import { messageOf, TagwireError } from '../kernel/errors.js';
import type { Logger } from '../kernel/logger.js';
import type { BlogRecord } from '../kernel/model/records.js';
import type {
  AdminBackend,
  AdminBlog,
  AdminChannel,
  AdminMedia,
  AdminStore,
  BlogAction,
  Masked,
} from '../serve/web/backend.js';
import type { Accounts } from '../store/accounts/accounts.js';
import type { AuditEntry, By } from '../store/accounts/audit.js';
import type { CrawlThread } from './crawling/crawl-thread.js';
import { entriesNamed, knownSourceList } from './crawling/source-list.js';
import type { Pipeline } from './pipeline.js';
import { allRegistered } from './registered.js';

/** Registered blogs that a page lists; the command line finds all. */
const BLOGS_MAX = 20_000;
/** Lines of a trace that a page shows. */
const TRACE_LINES_MAX = 300;
/** Traces at the same time: each may fetch some pages of a site. */
const TRACES_MAX = 2;

const DONE: { readonly [change in BlogAction]: string } = {
  verify: 'blog verified',
  unverify: 'blog unverified',
  hide: 'blog hidden',
  show: 'blog shown',
  refuse: 'blog refused',
};

/** Names of masked things in the audit log. */
const NAMED: { readonly [target in Masked]: string } = {
  media: 'media',
  news: 'article',
  post: 'post',
};

/** The change that reverses an action. A refused blog was a candidate before. */
const UNDONE_BY: ReadonlyMap<string, BlogAction> = new Map([
  ['blog verified', 'unverify'],
  ['blog unverified', 'verify'],
  ['blog refused', 'show'],
  ...['blog', ...Object.values(NAMED)].flatMap((what): [string, BlogAction][] => [
    [`${what} hidden`, 'show'],
    [`${what} shown`, 'hide'],
  ]),
]);
const UNDO_MS = 10 * MINUTE_MS;

export interface AdminParts {
  config: Config;
  logger: Logger;
  clock: Clock;
  accounts: Accounts;
  pipeline: Pipeline;
  crawl(): CrawlThread | null;
}

export class StoreAdmin implements AdminBackend {
  readonly #parts: AdminParts;
  #traces = 0;

  constructor(parts: AdminParts) {
    this.#parts = parts;
  }

  async blogs(): Promise<AdminBlog[]> {
    return (await allRegistered(this.#parts.pipeline, 'blog', BLOGS_MAX)).map(
      ({ record, hidden }) => {
        const { slug, name, sourceUrl, category, verified } = record;
        const shown = verified ? 'verified' : 'candidate';
        const masked = verified ? 'hidden' : 'refused';
        const state = hidden ? masked : shown;
        return { slug, name, sourceUrl, category, state };
      },
    );
  }

  async changeBlog(by: By, slug: string, change: BlogAction): Promise<void> {
    const found = (await allRegistered(this.#parts.pipeline, 'blog', BLOGS_MAX)).find(
      ({ record }) => record.slug === slug,
    );
    if (found === undefined) throw new TagwireError('INPUT_INVALID', `there is no blog "${slug}"`);
    await this.#noted(by, DONE[change], `blog ${slug}`, () =>
      this.#ingest(lineOf(found.record, change)),
    );
  }

  async media(): Promise<AdminMedia[]> {
    const items = await allRegistered(this.#parts.pipeline, 'media');
    return items.map(({ record, hidden }) => {
      const { media, title, homepage } = record;
      return { media, title, homepage: homepage ?? '', isHidden: hidden };
    });
  }

  async mask(by: By, target: Masked, key: string, isHidden: boolean): Promise<void> {
    const action = `${NAMED[target]} ${isHidden ? 'hidden' : 'shown'}`;
    await this.#noted(by, action, `${NAMED[target]} ${key}`, () =>
      this.#ingest({ kind: isHidden ? 'hide' : 'show', target, key }),
    );
  }

  canUndo({ action, atMs }: AuditEntry): boolean {
    return UNDONE_BY.has(action) && this.#parts.accounts.nowMs() - atMs <= UNDO_MS;
  }

  async undo(by: By, id: number): Promise<void> {
    const [entry] = this.#parts.accounts.audit(1, id + 1);
    if (entry?.id !== id || !this.canUndo(entry)) {
      throw new TagwireError('INPUT_INVALID', 'this can be undone no longer');
    }
    const change = UNDONE_BY.get(entry.action)!;
    const [what, key = ''] = entry.target.split(' ');
    if (what === 'blog') return this.changeBlog(by, key, change);
    const target = (Object.keys(NAMED) as Masked[]).find((one) => NAMED[one] === what)!;
    return this.mask(by, target, key, change === 'hide');
  }

  async channels(): Promise<AdminChannel[] | null> {
    const crawl = this.#parts.crawl();
    if (crawl === null) return null;
    const { channels } = await crawl.call('status', {});
    return channels.map((one) => ({
      ...{ source: one.source, type: one.type, url: one.url, health: one.health },
      ...{ message: one.message, polls: one.polls, failed: one.failed, stored: one.stored },
      ...{ droppedTotal: one.droppedTotal, lastPolledMs: one.lastPolledMs, dueMs: one.dueMs },
    }));
  }

  async poll(by: By, source: string | null): Promise<number> {
    const crawl = this.#parts.crawl();
    if (crawl === null) throw new TagwireError('INPUT_INVALID', 'no crawler runs in this server');
    const target = source === null ? 'all sources' : `source ${source}`;
    let channels = 0;
    await this.#noted(by, 'run now', target, async () => {
      ({ channels } = await crawl.call('poll', { source }));
    });
    return channels;
  }

  async trace(source: string): Promise<string[]> {
    const { config, logger } = this.#parts;
    // This module loads all code that reads documents, which otherwise only other threads load.
    const { traceSource } = await import('./crawling/crawl-tools.js');
    const { traceLines } = await import('../crawler/trace-lines.js');
    const list = await knownSourceList(config);
    // Only listed sources: the server does not fetch an address because an administrator types it.
    if (entriesNamed(list, source).length === 0) {
      throw new TagwireError('INPUT_INVALID', `there is no source "${source}"`);
    }
    if (this.#traces >= TRACES_MAX) {
      throw new TagwireError('INPUT_INVALID', 'other traces are under way; try again in a while');
    }
    this.#traces += 1;
    try {
      const traces = await traceSource(config, logger, list, source);
      return traces.flatMap((trace) => [...traceLines(trace), '']).slice(0, TRACE_LINES_MAX);
    } finally {
      this.#traces -= 1;
    }
  }

  async store(): Promise<AdminStore> {
    const { pipeline } = this.#parts;
    const [{ trouble }, { indices }] = await Promise.all([pipeline.state(), pipeline.figures()]);
    const actors = pipeline.actorFigures;
    return {
      entries: pipeline.headSequence,
      trouble,
      indices: Object.entries(actors).map(([name, { crashes, isThere }]) => ({
        ...{ name, crashes, isThere },
        figures: Object.entries((indices[name] ?? {}) as { [what: string]: unknown }).filter(
          (entry): entry is [string, number] => typeof entry[1] === 'number',
        ),
      })),
    };
  }

  async #ingest(record: object): Promise<void> {
    const { pipeline, clock } = this.#parts;
    const bytes = new TextEncoder().encode(`${JSON.stringify(record)}\n`);
    const { rejects } = await pipeline.ingest([bytes], false, clock.nowMs());
    const [reject] = rejects;
    if (reject !== undefined) throw new TagwireError('INPUT_INVALID', reject.reason);
  }

  async #noted(by: By, action: string, target: string, work: () => Promise<void>): Promise<void> {
    const { accounts } = this.#parts;
    await accounts.note(by, action, target);
    try {
      await work();
    } catch (error) {
      await accounts.note(by, `${action}: failed`, target, messageOf(error).slice(0, 200));
      throw error;
    }
  }
}

function lineOf({ slug, name, sourceUrl }: BlogRecord, change: BlogAction): object {
  if (change === 'verify' || change === 'unverify') {
    return { kind: 'blog', slug, name, sourceUrl, verified: change === 'verify' };
  }
  return { kind: change === 'show' ? 'show' : 'hide', target: 'blog', key: slug };
}
