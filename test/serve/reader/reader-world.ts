/** A server with news, blogs and a person, and a reader of feeds that asks it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from '../../../src/app/app.js';
import { systemClock } from '../../../src/kernel/clock.js';
import { Accounts } from '../../../src/store/accounts/accounts.js';
import type { User } from '../../../src/store/accounts/roster-events.js';
import { serveAt } from '../web/world.js';

export const NOW = '2026-03-10T11:00:00.000Z';
const BLOG_NAMES = ['tea', 'rain', 'moss'];
const POSTS = 6;
const ARTICLES = 12;

export interface Owner {
  teardown(work: () => Promise<void> | void): void;
}

/** What a reader says and hears. */
export class ReaderClient {
  readonly #base: string;
  auth = '';

  constructor(base: string) {
    this.#base = base;
  }

  async signIn(login: string, password: string): Promise<Response> {
    const body = new URLSearchParams({ Email: login, Passwd: password });
    const answer = await fetch(`${this.#base}/accounts/ClientLogin`, { method: 'POST', body });
    this.auth = /^Auth=(.+)$/m.exec(await answer.clone().text())?.[1] ?? '';
    return answer;
  }

  get(path: string): Promise<Response> {
    return fetch(`${this.#base}/reader/api/0/${path}`, { headers: this.#headers() });
  }

  post(path: string, form: string | URLSearchParams, type = ''): Promise<Response> {
    const headers = { ...this.#headers(), ...(type !== '' && { 'content-type': type }) };
    const body = typeof form === 'string' && type === '' ? new URLSearchParams(form) : form;
    return fetch(`${this.#base}/reader/api/0/${path}`, { method: 'POST', headers, body });
  }

  async json<T>(path: string): Promise<T> {
    return (await (await this.get(path)).json()) as T;
  }

  /** Ids of a stream, over all its pages. */
  async ids(query: string): Promise<string[]> {
    const found: string[] = [];
    for (let after = ''; ; ) {
      const page: { itemRefs: { id: string }[]; continuation?: string } = await this.json(
        `stream/items/ids?${query}${after}`,
      );
      found.push(...page.itemRefs.map(({ id }) => id));
      if (page.continuation === undefined) return found;
      after = `&c=${encodeURIComponent(page.continuation)}`;
    }
  }

  #headers(): Record<string, string> {
    return this.auth === '' ? {} : { authorization: `GoogleLogin auth=${this.auth}` };
  }
}

export async function ingest({ pipeline, clock }: App, lines: readonly object[]): Promise<void> {
  const bytes = new TextEncoder().encode(lines.map((line) => JSON.stringify(line)).join('\n'));
  const { rejects } = await pipeline.ingest([bytes], false, clock.nowMs());
  if (rejects.length > 0) throw new Error(JSON.stringify(rejects));
}

export function articleLine(at: number, more: object = {}): object {
  const publishedAt = new Date(Date.parse(NOW) - (at + 1) * 600_000).toISOString();
  return {
    ...{ kind: 'news', media: 'harbour', url: `https://harbour.example/n/${at}` },
    ...{ title: `Ferry ${at} <late> & full`, description: 'One line\nand <b>another</b>' },
    ...{ publishedAt, tags: at % 2 === 0 ? ['Ferries'] : ['Fish'] },
    ...more,
  };
}

function worldLines(): object[] {
  const posts = BLOG_NAMES.flatMap((slug, blog) =>
    Array.from({ length: POSTS }, (_, at) => ({
      ...{ kind: 'post', blog: slug, url: `https://${slug}.example.org/${at}` },
      ...{ title: `${slug} ${at}`, summary: `About ${slug}` },
      publishedAt: new Date(Date.parse(NOW) - (at * 3 + blog + 1) * 3_600_000).toISOString(),
    })),
  );
  return [
    { kind: 'media', media: 'harbour', title: 'Harbour News', camp: 'other' },
    ...BLOG_NAMES.map((slug) => ({
      ...{ kind: 'blog', slug, name: `The ${slug} blog`, verified: true },
      sourceUrl: `https://${slug}.example.org/`,
      feeds: [{ url: `https://${slug}.example.org/feed.xml`, type: 'rss' }],
    })),
    ...posts,
    ...Array.from({ length: ARTICLES }, (_, at) => articleLine(at)),
  ];
}

/** A person who follows two blogs and a question about a tag, and a reader that has signed in. */
export async function readerWorld(owner: Owner, more: object = {}) {
  const data = mkdtempSync(join(tmpdir(), 'tagwire-reader-'));
  let app = await serveAt(data, NOW, more);
  owner.teardown(async () => {
    await app.close();
    rmSync(data, { recursive: true, force: true });
  });
  await ingest(app, worldLines());
  const accounts = Accounts.open(data, systemClock);
  const user: User = await accounts.addUser('ann@example.org', 'Ann');
  await accounts.follows.follow(user, ['tea', 'rain']);
  const question = { service: 'news', query: 'tag=Ferries', label: 'Ferries' } as const;
  await accounts.feeds.add(user, question);
  const password = await accounts.appPasswords.add(user, 'a reader');
  const reader = new ReaderClient(app.blogUrl);
  await known(reader, user.login, password);
  return {
    ...{ data, accounts, user, password, reader },
    app: () => app,
    restart: async () => {
      await app.close();
      app = await serveAt(data, NOW, more);
      const again = new ReaderClient(app.blogUrl);
      again.auth = reader.auth;
      return again;
    },
  };
}

/** A server sees what another process has written within a moment. */
async function known(reader: ReaderClient, login: string, password: string): Promise<void> {
  for (let tries = 0; tries < 9; tries++) {
    if ((await reader.signIn(login, password)).status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('the server does not know the password');
}
