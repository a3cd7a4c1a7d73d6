/**
 * How long does a reader of feeds take to fetch everything? One person with 200 follows and 10,000 unread items:
 * subscriptions, ids of what is unread page by page, and the contents of all of it, as NetNewsWire asks.
 *
 * Limits: a whole first reading in a second; a later one, which finds nothing new, in a tenth of that; and while
 * marks are written the front answers others within 50 ms (p99). The client shares the processor with the server,
 * so each figure holds what it does too; it unpacks in its own thread, because `fetch` changes threads for every
 * 16 KB. Of several rounds the median counts.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { serve } from '../src/app/app.js';
import { ManualClock, systemClock, systemMonotonic } from '../src/kernel/clock.js';
import { resolveConfig } from '../src/kernel/config.js';
import { silentLogger } from '../src/kernel/logger.js';
import { Accounts } from '../src/store/accounts/accounts.js';
import { quantile, round, table, verdict, withFolder } from './lab.js';

const BLOGS = 100;
const TAGS = 100;
const ITEMS_EACH = 50;
const END_MS = Date.UTC(2026, 2, 10, 11);
const ROUNDS = 5;
const IDS_PAGE = 1000;
const CONTENTS_PAGE = 150;
const FIRST_MS_MAX = 1000;
const LATER_MS_MAX = 100;
const WAIT_MS_MAX = 50;
const STATE = 'user/-/state/com.google';
const SUMMARY =
  'The ferry left the harbour on time and nobody on board had anything to say. '.repeat(4);

function* lines(): Generator<object> {
  yield { kind: 'media', media: 'harbour', title: 'Harbour News', camp: 'other' };
  for (let blog = 0; blog < BLOGS; blog++) {
    const sourceUrl = `https://b${blog}.example.org/`;
    yield { kind: 'blog', slug: `b${blog}`, name: `Blog ${blog}`, sourceUrl, verified: true };
  }
  for (let at = 0; at < BLOGS * ITEMS_EACH; at++) {
    const publishedAt = new Date(END_MS - (at + 1) * 240_000).toISOString();
    const [title, owner] = [`Item number ${at} of many`, at % BLOGS];
    yield {
      ...{ kind: 'post', blog: `b${owner}`, url: `https://b${owner}.example.org/${at}` },
      ...{ title, summary: SUMMARY, publishedAt },
    };
    yield {
      ...{ kind: 'news', media: 'harbour', url: `https://harbour.example/${at}` },
      ...{ title, description: SUMMARY, publishedAt, tags: [`Tag ${at % TAGS}`] },
    };
  }
}

/** What one reading of everything cost. */
interface Reading {
  items: number;
  requests: number;
  ms: number;
  /** Of all threads of the process: what a loaded machine does not change. */
  processorMs: number;
}

class Client {
  readonly #base: string;
  auth = '';
  requests = 0;

  constructor(base: string) {
    this.#base = base;
  }

  async ask(path: string, form?: string): Promise<string> {
    this.requests += 1;
    const { statusCode, headers, body } = await request(this.#base + path, {
      headers: {
        authorization: `GoogleLogin auth=${this.auth}`,
        'accept-encoding': 'gzip',
        ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form !== undefined && { method: 'POST', body: form }),
    });
    const bytes = Buffer.from(await body.arrayBuffer());
    if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`);
    return (headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString();
  }

  async ids(query: string): Promise<string[]> {
    const ids: string[] = [];
    for (let after = ''; ; ) {
      const path = `/reader/api/0/stream/items/ids?output=json&n=${IDS_PAGE}&${query}${after}`;
      const page = JSON.parse(await this.ask(path)) as {
        itemRefs: { id: string }[];
        continuation?: string;
      };
      for (const { id } of page.itemRefs) ids.push(id);
      if (page.continuation === undefined) return ids;
      after = `&c=${page.continuation}`;
    }
  }

  /** Everything that is unread, but for what is known. */
  async read(known: ReadonlySet<string>): Promise<Reading> {
    const startMs = systemMonotonic.nowMs();
    const startUsage = process.cpuUsage();
    const before = this.requests;
    await this.ask('/reader/api/0/token');
    await this.ask('/reader/api/0/tag/list?output=json');
    await this.ask('/reader/api/0/subscription/list?output=json');
    const ids = await this.ids(`s=${STATE}/reading-list&xt=${STATE}/read`);
    await this.ids(`s=${STATE}/starred`);
    const wanted = ids.filter((id) => !known.has(id));
    let items = 0;
    for (let at = 0; at < wanted.length; at += CONTENTS_PAGE) {
      const form = wanted.slice(at, at + CONTENTS_PAGE).map((id) => `i=${id}`);
      const text = await this.ask('/reader/api/0/stream/items/contents', form.join('&'));
      items += (JSON.parse(text) as { items: unknown[] }).items.length;
    }
    const ms = systemMonotonic.nowMs() - startMs;
    const { user, system } = process.cpuUsage(startUsage);
    return { items, requests: this.requests - before, ms, processorMs: (user + system) / 1000 };
  }
}

async function start(folder: string) {
  const data = join(folder, 'data');
  mkdirSync(data);
  const flags = { data, newsPort: 0, blogPort: 0, adminPort: 0, logLevel: 'silent' };
  const config = resolveConfig({ flags, environment: {}, file: {} });
  const clock = new ManualClock(END_MS);
  const app = await serve({ config, logger: silentLogger, clock: () => clock });
  const bytes = [...lines()].map((line) => JSON.stringify(line)).join('\n');
  await app.pipeline.ingest([new TextEncoder().encode(bytes)], false, clock.nowMs());
  const accounts = Accounts.open(data, systemClock);
  const user = await accounts.addUser('ann', '');
  await accounts.follows.follow(
    user,
    Array.from({ length: BLOGS }, (_, at) => `b${at}`),
  );
  for (let at = 0; at < TAGS; at++) {
    const query = new URLSearchParams({ tag: `Tag ${at}` }).toString();
    await accounts.feeds.add(user, { service: 'news', query, label: `Tag ${at}` });
  }
  const password = await accounts.appPasswords.add(user, '');
  // The server looks at the accounts a few times a second.
  await sleep(1000);
  const client = new Client(app.blogUrl);
  const form = `Email=ann&Passwd=${password}`;
  client.auth = /^Auth=(.+)$/m.exec(await client.ask('/accounts/ClientLogin', form))![1]!;
  return { app, client };
}

function median(all: readonly Reading[], of: 'ms' | 'processorMs' = 'ms'): number {
  return quantile(
    all.map((reading) => reading[of]),
    0.5,
  );
}

/** How long others wait while a reader marks everything, a hundred items at a time. */
async function waitsWhileMarking(client: Client, newsUrl: string): Promise<number[]> {
  const ids = await client.ids(`s=${STATE}/reading-list`);
  let isMarking = true;
  const marking = (async () => {
    for (let at = 0; at < 2000; at += 100) {
      const form = ids.slice(at, at + 100).map((id) => `i=${id}`);
      await client.ask('/reader/api/0/edit-tag', `${form.join('&')}&a=${STATE}/read`);
    }
    isMarking = false;
  })();
  const waits: number[] = [];
  while (isMarking) {
    const startMs = systemMonotonic.nowMs();
    await (await fetch(`${newsUrl}/livez`).catch(() => null))?.text();
    waits.push(systemMonotonic.nowMs() - startMs);
    await sleep(10);
  }
  await marking;
  return waits;
}

export async function run(): Promise<void> {
  await withFolder(async (folder) => {
    const { app, client } = await start(folder);
    try {
      const first: Reading[] = [];
      const later: Reading[] = [];
      const ids = new Set(await client.ids(`s=${STATE}/reading-list`));
      for (let round = 0; round < ROUNDS; round++) {
        // Another minute: lists of the news end elsewhere.
        (app.clock as ManualClock).advance(60_000);
        first.push(await client.read(new Set()));
        later.push(await client.read(ids));
      }
      const waits = await waitsWhileMarking(client, app.newsUrl);
      const row = (name: string, all: Reading[]): (string | number)[] => [
        ...[name, all[0]!.items, all[0]!.requests],
        round(median(all), 0),
        round(Math.max(...all.map(({ ms }) => ms)), 0),
        round(median(all, 'processorMs'), 0),
      ];
      table(
        `${BLOGS + TAGS} follows, ${ids.size} unread`,
        ['', 'items fetched', 'requests', 'median ms', 'slowest ms', 'processor ms'],
        [row('everything', first), row('what is new', later)],
      );
      verdict('ms of a first reading', median(first), FIRST_MS_MAX, false);
      verdict('ms of a later one', median(later), LATER_MS_MAX, false);
      verdict(
        'ms that others wait while marks are written, p99',
        quantile(waits, 0.99),
        WAIT_MS_MAX,
        false,
      );
    } finally {
      await app.close();
    }
  });
}
