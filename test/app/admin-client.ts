/** A server on a store of its own, and a sender with a token. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '../../src/app/app.js';
import { systemClock } from '../../src/kernel/clock.js';
import { resolveConfig } from '../../src/kernel/config.js';
import { silentLogger } from '../../src/kernel/logger.js';
import { Accounts } from '../../src/store/accounts/accounts.js';

export interface Admin {
  data: string;
  adminUrl: string;
  token: string;
  post(body: string | Buffer, headers?: Record<string, string>): Promise<Response>;
  /** Titles that the news service lists. */
  listed(): Promise<string[]>;
}

export async function openAdmin(owner: {
  teardown(work: () => Promise<void> | void): void;
}): Promise<Admin> {
  const data = mkdtempSync(join(tmpdir(), 'tagwire-admin-'));
  const flags = { data, newsPort: 0, blogPort: 0, adminPort: 0 };
  const config = resolveConfig({ flags, environment: {}, file: {} });
  const { text: token } = await Accounts.open(data, systemClock).createToken('test');
  const app = await serve({ config, logger: silentLogger });
  owner.teardown(async () => {
    await app.close();
    rmSync(data, { recursive: true, force: true });
  });
  return {
    data,
    adminUrl: app.adminUrl,
    token,
    post: (body, headers = {}) =>
      fetch(`${app.adminUrl}/ingest`, {
        method: 'POST',
        body: typeof body === 'string' ? body : Uint8Array.from(body),
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/x-ndjson',
          ...headers,
        },
      }),
    listed: async () => {
      const answer = await fetch(`${app.newsUrl}/api/v1/articles`);
      const { articles } = (await answer.json()) as { articles: { title: string }[] };
      return articles.map(({ title }) => title);
    },
  };
}
