/**
 * Hostile sites on loopback beside three well-behaved ones, all read by the whole crawler.
 *
 * Sites listen on 127.0.x.x, which the crawler may connect to. The victim listens on 127.77.0.1, which
 * it may not: what it counts is what the crawler was tricked into.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import file, { type Test } from 'tap';
import { createExtractPool } from '../../src/app/crawling/crawl-tools.js';
import type { Source } from '../../src/crawler/source.js';
import type { ChannelState, Health } from '../../src/crawler/state/channel-state.js';
import { healthOf } from '../../src/crawler/status.js';
import type { WorkPool } from '../../src/engine/actor/work-pool.js';
import { isoOf, ManualClock, MINUTE_MS } from '../../src/kernel/clock.js';
import type { Logger } from '../../src/kernel/logger.js';
import { type Cleaning, type Site as Listening, listening } from './fetch/loopback.js';
import { openRealCrawl, type RealCrawl, type RealCrawlOptions } from './local-web/real-crawl.js';
import { PaperLog } from './paper-web.js';

export const START_MS = Date.parse('2026-03-01T00:00:00Z');
const ALLOWED = ['127.0.0.0/16'];
const EXTRACT_THREADS = 2;
export const VICTIM_HOST = '127.77.0.1';

/** Limits that let a test end soon; bytes stay as they are. */
export const QUICK = { connectMs: 2000, headersMs: 1200, stallMs: 1200, totalMs: 4000 };

type Answer = (path: string, request: IncomingMessage, response: ServerResponse) => void;

/** A site with what it was asked for. */
export interface HostileSite extends Listening {
  requests: string[];
}

export async function openSite(t: Cleaning, answer: Answer, host?: string): Promise<HostileSite> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    requests.push(path);
    response.on('error', () => undefined);
    answer(path, request, response);
  });
  return Object.assign(await listening(t, server, host), { requests });
}

/** What counts who connects to it. */
export function openVictim(t: Cleaning): Promise<HostileSite> {
  return openSite(t, (_path, _request, response) => response.end(rss([])), VICTIM_HOST);
}

export function notFound(response: ServerResponse): void {
  response.writeHead(404).end();
}

export function html(response: ServerResponse, text: string): void {
  response.setHeader('content-type', 'text/html; charset=utf-8').end(text);
}

/** One item of a feed. */
export interface FeedEntry {
  url: string;
  title: string;
  guid?: string;
  date?: string;
  more?: string;
}

export function rss(entries: readonly FeedEntry[], more = ''): string {
  const items = entries.map(
    ({ url, title, guid, date, more: rest = '' }) =>
      `<item><title>${title}</title><link>${url}</link>${guid === undefined ? '' : `<guid>${guid}</guid>`}` +
      `${date === undefined ? '' : `<pubDate>${date}</pubDate>`}${rest}</item>`,
  );
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>A feed</title>${more}${items.join('')}</channel></rss>`;
}

export function dateAt(ms: number): string {
  return new Date(ms).toUTCString();
}

/** Words that are another article's for each seed. */
export function storyText(seed: string): string {
  const sentence = (at: number): string =>
    `Sentence ${at} of ${seed} tells what the harbour master of ${seed} said about the tide and the ferry that morning. `;
  return Array.from(
    { length: 12 },
    (_, at) => `<p>${sentence(2 * at)}${sentence(2 * at + 1)}</p>`,
  ).join('');
}

export function articlePage(title: string, seed: string, head = ''): string {
  return `<!doctype html><html><head><title>${title}</title>${head}</head><body><article><h1>${title}</h1>${storyText(seed)}</article></body></html>`;
}

export const ARTICLES = 3;

/** A site with nothing wrong: a feed of some articles, and their pages. */
export async function openGoodSite(t: Cleaning, name: string): Promise<HostileSite> {
  const site: HostileSite = await openSite(t, (path, _request, response) => {
    const number = /^\/story\/(\d)$/.exec(path)?.[1];
    if (path === '/feed') {
      const entries = Array.from({ length: ARTICLES }, (_, at) => ({
        url: `${site.origin}/story/${at}`,
        title: `Good news ${at} from ${name}`,
        guid: `${name}-${at}`,
        date: dateAt(START_MS - (at + 1) * 10 * MINUTE_MS),
      }));
      response.end(rss(entries));
    } else if (number !== undefined) {
      html(response, articlePage(`Good news ${number} from ${name}`, `${name}${number}`));
    } else notFound(response);
  });
  return site;
}

interface Warning {
  level: 'warn' | 'error';
  facts: Record<string, unknown>;
  message: string;
}

/** One entry of `sources.toml`; `lines` are its channels. */
export function mediaToml(code: string, lines: string): string {
  return `[[media]]\ncode = "${code}"\ntitle = "The ${code}"\n${lines}\n`;
}

export function feedToml(code: string, url: string, more = ''): string {
  return mediaToml(code, `feed = { url = "${url}", every = "10m"${more} }`);
}

export interface HostileCrawl extends RealCrawl {
  clock: ManualClock;
  log: PaperLog;
  warnings: Warning[];
  /** Warnings of one source. */
  warningsOf(code: string): Warning[];
  source(code: string): Source;
  /** State of a source's first channel. */
  state(code: string): ChannelState;
  health(code: string): Health;
  /** What was dropped, by reason. */
  dropped(code: string): { [reason: string]: number };
  /** Addresses of a media's news. */
  newsOf(code: string): string[];
  /** Does what is due, without moving the clock. */
  now(): Promise<void>;
  /** Lets time pass. */
  later(byMs: number, stepMs?: number): Promise<void>;
}

let extracting: WorkPool | undefined;

/** Threads for all crawls of a file that bring none: a thread loads more than most documents cost. */
function threadsOfFile(): NonNullable<RealCrawlOptions['pool']> {
  if (extracting === undefined) {
    const pool = createExtractPool(EXTRACT_THREADS);
    extracting = pool;
    file.teardown(() => {
      extracting = undefined;
      return pool.close();
    });
  }
  const pool = extracting;
  return { run: (task) => pool.run(task), close: async () => undefined };
}

export async function openHostileCrawl(
  t: Cleaning,
  toml: string,
  options: RealCrawlOptions = {},
): Promise<HostileCrawl> {
  const folder = mkdtempSync(join(tmpdir(), 'tagwire-hostile-'));
  const clock = new ManualClock(START_MS);
  const log = new PaperLog();
  const warnings: Warning[] = [];
  const crawl = await openRealCrawl(folder, toml, clock, log, {
    ...{ logger: collecting(warnings), limits: QUICK, allow: ALLOWED },
    pool: options.pool ?? threadsOfFile(),
    ...options,
  });
  const source = (code: string): Source =>
    crawl.crawler.sources.find(({ entry }) => entry.key === code)!;
  const state = (code: string): ChannelState => source(code).channels[0]!.state;
  let closed: Promise<void> | null = null;
  const close = (): Promise<void> => {
    closed ??= crawl.close();
    return closed;
  };
  t.teardown(async () => {
    await close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    ...crawl,
    ...{ clock, log, warnings, source, state, close },
    warningsOf: (code) =>
      warnings.filter(({ facts }) =>
        [facts.channel, facts.source].some((one) => `${String(one)} `.startsWith(`media:${code} `)),
      ),
    health: (code) => healthOf(state(code), true, clock.nowMs()).health,
    dropped: (code) => state(code).ledger.dropped,
    newsOf: (code) =>
      [...log.news.values()]
        .filter(({ kind, media }) => kind === 'news' && media === code)
        .map(({ url }) => String(url)),
    now: () => crawl.crawler.runDue(),
    later: (byMs, stepMs = 10 * MINUTE_MS) => crawl.pass(clock.nowMs() + byMs, stepMs),
  };
}

function collecting(warnings: Warning[]): Logger {
  const note =
    (level: Warning['level']) =>
    (facts: unknown, message?: unknown): void => {
      warnings.push({ level, facts: facts as Record<string, unknown>, message: String(message) });
    };
  const nothing = (): void => undefined;
  return { debug: nothing, info: nothing, warn: note('warn'), error: note('error') } as Logger;
}

/** Three well-behaved sites. */
export interface GoodSites {
  toml: string;
  sites: Map<string, HostileSite>;
}

export async function openGoodSites(t: Cleaning): Promise<GoodSites> {
  const sites = new Map<string, HostileSite>();
  for (const name of ['good-one', 'good-two', 'good-three']) {
    sites.set(name, await openGoodSite(t, name));
  }
  const toml = [...sites].map(([name, { origin }]) => feedToml(name, `${origin}/feed`)).join('');
  return { toml, sites };
}

/** Everything of the well-behaved sites was stored whole, once, at the time when it was first due. */
export function assertGood(t: Test, crawl: HostileCrawl, { sites }: GoodSites): void {
  for (const [name, { origin, requests }] of sites) {
    const urls = Array.from({ length: ARTICLES }, (_, at) => `${origin}/story/${at}`);
    t.same(crawl.newsOf(name).sort(), urls, `${name} is complete`);
    for (const url of urls) {
      const records = crawl.log.records.filter((record) => record.url === url);
      t.equal(records.length, 1, `${url} was sent once`);
      t.equal(records[0]?.bodyStatus, 'ok', `${url} has its text`);
      t.equal(records[0]?.observedAt, isoOf(START_MS), `${url} came without delay`);
    }
    const asked = requests.filter((path) => path === '/story/0').length;
    t.equal(
      requests.filter((path) => path === '/story/1').length,
      asked,
      `${name}: one like another`,
    );
    t.same(crawl.warningsOf(name), [], `nothing is said of ${name}`);
    t.equal(crawl.health(name), 'ok', `${name} is well`);
  }
}
