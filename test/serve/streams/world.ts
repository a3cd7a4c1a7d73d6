/**
 * A server that may be restarted, copies of it that follow `/api/v1/changes`, and what its lists show.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, serve } from '../../../src/app/app.js';
import { DAY_MS, ManualClock } from '../../../src/kernel/clock.js';
import { resolveConfig } from '../../../src/kernel/config.js';
import { silentLogger } from '../../../src/kernel/logger.js';
import { linesOf } from '../api/harness.js';

export const START = '2026-03-10T04:00:30.000Z';

export interface Change {
  kind: string;
  id: number | string;
  gone?: true;
  [shown: string]: unknown;
}

interface Page {
  changes: Change[];
  nextToken: string;
  caughtUp: boolean;
}

export class ServerWorld {
  readonly clock = new ManualClock(Date.parse(START));
  app!: App;
  readonly data = mkdtempSync(join(tmpdir(), 'tagwire-changes-'));
  readonly #flags: object;

  constructor(flags: object = {}) {
    this.#flags = flags;
  }

  get newsUrl(): string {
    return this.app.newsUrl;
  }

  get blogUrl(): string {
    return this.app.blogUrl;
  }

  async start(): Promise<this> {
    const flags = {
      data: this.data,
      ...{ newsPort: 0, blogPort: 0, adminPort: 0, logLevel: 'silent' },
      ...{ rateLimitNews: 1_000_000, rateLimitBlogAnonymous: 1_000_000 },
      ...{ newsPublicUrl: 'http://news.example', blogPublicUrl: 'http://blog.example' },
      httpServer: process.env.TAGWIRE_HTTP_SERVER ?? 'auto',
      ...this.#flags,
    };
    const config = resolveConfig({ flags, environment: {}, file: {} });
    this.app = await serve({ config, logger: silentLogger, clock: () => this.clock });
    await this.app.pipeline.rebuilt();
    return this;
  }

  async restart(): Promise<void> {
    await this.app.close();
    await this.start();
  }

  async end(): Promise<void> {
    await this.app.close();
    rmSync(this.data, { recursive: true, force: true });
  }

  async ingest(...records: object[]): Promise<void> {
    await this.app.pipeline.ingest([linesOf(records)], false, this.clock.nowMs());
  }

  /** Articles by id, as the lists of a service show them. */
  async listed(service: 'news' | 'blog'): Promise<Map<string, unknown>> {
    const base = service === 'news' ? this.newsUrl : this.blogUrl;
    const found = new Map<string, unknown>();
    const sinceMs = this.clock.nowMs() - 10 * DAY_MS;
    const window =
      service === 'news' ? `since=${new Date(sinceMs).toISOString()}` : `hours=${10 * 24}`;
    for (let cursor: string | null = ''; cursor !== null; ) {
      const path: string = `/api/v1/articles?${window}&limit=200${cursor === '' ? '' : `&cursor=${cursor}`}`;
      const body = (await (await fetch(`${base}${path}`)).json()) as {
        articles?: { id: number }[];
        items?: { id: number }[];
        nextCursor: string | null;
      };
      for (const item of body.articles ?? body.items!) found.set(`article ${item.id}`, item);
      cursor = body.nextCursor;
    }
    return found;
  }
}

/** What a program holds that follows the changes of a service. */
export class Copy {
  token = '';
  readonly items = new Map<string, unknown>();
  readonly #url: () => string;

  constructor(url: () => string) {
    this.#url = url;
  }

  /** Takes one page; its changes. */
  async step(limit = 500): Promise<Page> {
    const response = await fetch(
      `${this.#url()}/api/v1/changes?limit=${limit}${this.token === '' ? '' : `&since=${this.token}`}`,
    );
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
    const page = (await response.json()) as Page;
    for (const change of page.changes) this.take(change);
    this.token = page.nextToken;
    return page;
  }

  take(change: Change): void {
    const name = `${change.kind} ${change.id}`;
    if (change.gone === true) this.items.delete(name);
    else this.items.set(name, change[change.kind]);
  }

  /** Takes pages until there is no more; all changes. */
  async follow(limit = 500): Promise<Change[]> {
    const changes: Change[] = [];
    for (;;) {
      const page = await this.step(limit);
      changes.push(...page.changes);
      if (page.caughtUp) return changes;
    }
  }

  /** Articles alone, as lists show them up to now. */
  articles(nowMs: number): Map<string, unknown> {
    return new Map(
      [...this.items].filter(([name, item]) => {
        const { publishedAt, observedAt } = item as { publishedAt?: string; observedAt?: string };
        return name.startsWith('article') && Date.parse(publishedAt ?? observedAt ?? '') <= nowMs;
      }),
    );
  }
}
