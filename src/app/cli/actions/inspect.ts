/**
 * `tagwire inspect feed|page`: the ingest records that the crawler would make of documents, without a store.
 *
 * A feed's entries are shown as records of the feed alone; their pages are not fetched.
 */
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { newsRecord, postRecord } from '../../../crawler/records/article-records.js';
import { candidateOfItem, candidatesOfFeed } from '../../../crawler/records/candidates.js';
import type { Channel } from '../../../crawler/sources/model.js';
import type { Candidate } from '../../../crawler/state/channel-state.js';
import type { DocumentFault, PageDocument } from '../../../documents/documents.js';
import { ZONE_OFFSET_MS } from '../../../kernel/clock.js';
import { reasonAt, TagwireError } from '../../../kernel/errors.js';
import { CRAWL } from '../../../kernel/limits.js';
import { createLogger } from '../../../kernel/logger.js';
import { httpUrl } from '../../../kernel/text/url.js';
import { type CrawlTools, createCrawlTools } from '../../crawling/crawl-tools.js';
import { configOf } from '../config-file.js';

/** The address of a file where none is given. */
const NOWHERE = 'https://file.invalid/';

export interface InspectOptions {
  what: 'feed' | 'page';
  /** Code of the media, or slug of the blog, that the records are for. */
  owner: { kind: 'media' | 'blog'; key: string };
  /** Address of a file; null where none is given. */
  url: string | null;
}

/** The result for one document. */
export interface Inspection {
  source: string;
  records: object[];
  /** Entries that were left out, with their data. */
  dropped: { reason: string; what: string; record?: object }[];
  /** Why the document gave no records; null otherwise. */
  error: string | null;
}

interface Raw {
  bytes: Uint8Array;
  contentType: string;
  url: string;
}

/** Inspects a file or an address. Never rejects. */
export async function inspect(
  tools: CrawlTools,
  source: string,
  options: InspectOptions,
): Promise<Inspection> {
  try {
    const raw = await load(tools, source, options);
    const zoneOffsetMs = options.owner.kind === 'media' ? ZONE_OFFSET_MS : 0;
    return options.what === 'feed'
      ? await inspectFeed(tools, source, options, { ...raw, zoneOffsetMs })
      : await inspectPage(tools, source, options, { ...raw, zoneOffsetMs });
  } catch (error) {
    return { source, records: [], dropped: [], error: reasonAt(source, error) };
  }
}

async function load(
  { fetcher }: CrawlTools,
  source: string,
  { what, url }: InspectOptions,
): Promise<Raw> {
  if (!/^https?:\/\//i.test(source)) {
    const bytes = await readFile(source);
    return { bytes, contentType: '', url: url ?? NOWHERE };
  }
  const outcome = await fetcher.fetch({ url: source, purpose: what });
  if (outcome.kind === 'ok') {
    return { bytes: outcome.bytes, contentType: outcome.contentType, url: outcome.url };
  }
  const message = outcome.kind === 'failed' ? outcome.message : 'the server sent nothing';
  throw new TagwireError('INPUT_INVALID', message);
}

type ZonedRaw = Raw & { zoneOffsetMs: number };

async function inspectFeed(
  { extractor, clock }: CrawlTools,
  source: string,
  { owner }: InspectOptions,
  raw: ZonedRaw,
): Promise<Inspection> {
  const document = await extractor.extract({
    ...{ task: 'feed', ...raw, itemsMax: CRAWL.itemsMax, keepsDropped: true },
  });
  if (document.kind === 'fault') return failed(source, document);
  const { candidates, dropped } = candidatesOfFeed(document, ANY_CHANNEL);
  const nowMs = clock.nowMs();
  const records = candidates.map((candidate) => recordOf(owner, candidate, null, nowMs));
  const told = dropped.map(({ reason, what, item }) => {
    if (item === undefined) return { reason, what };
    const candidate = candidateOfItem({ ...item, url: item.url ?? '' });
    return { reason, what, record: recordOf(owner, candidate, null, nowMs) };
  });
  return { source, records, dropped: told, error: null };
}

async function inspectPage(
  { extractor, clock }: CrawlTools,
  source: string,
  { owner }: InspectOptions,
  raw: ZonedRaw,
): Promise<Inspection> {
  const genre = owner.kind === 'media' ? 'news' : 'post';
  const page = await extractor.extract({ task: 'page', genre, ...raw });
  if (page.kind === 'fault') return failed(source, page);
  if (page.title === null && page.body === null) {
    const dropped = [{ reason: 'not-an-article', what: raw.url }];
    return { source, records: [], dropped, error: null };
  }
  const url = page.canonicalUrl ?? httpUrl(raw.url) ?? NOWHERE;
  const record = recordOf(owner, { ...BLANK, url, title: page.title }, page, clock.nowMs());
  return { source, records: [record], dropped: [], error: null };
}

function recordOf(
  owner: InspectOptions['owner'],
  candidate: Candidate,
  page: PageDocument | null,
  nowMs: number,
): object {
  const reading = { page, status: 'not_fetched' } as const;
  const facts = { owner: owner.key, url: candidate.url, candidate, reading, nowMs };
  return owner.kind === 'media' ? newsRecord(facts) : postRecord(facts);
}

function failed(source: string, { reason, message }: DocumentFault): Inspection {
  return { source, records: [], dropped: [], error: `${reason}: ${message}` };
}

const ANY_CHANNEL: Channel = {
  type: 'feed',
  url: NOWHERE,
  rule: null,
  content: 'feed',
  include: null,
  exclude: null,
  section: null,
  everyMs: null,
};

const BLANK: Candidate = {
  ...{ url: '', guid: null, title: null, published: null, updated: null, authors: [] },
  ...{ categories: [], summary: null, content: null, image: null, section: null },
  publisherUrl: null,
};

/** Documents at the same time for each thread: one is fetched while another is parsed. */
const PER_THREAD = 2;

interface Flags {
  url?: string;
  media?: string;
  blog?: string;
}

async function inspectAll(
  command: Command,
  sources: readonly string[],
  options: InspectOptions,
): Promise<void> {
  const threads = sources.length > 1 ? availableParallelism() : 1;
  const config = { ...configOf(command), crawlThreads: threads };
  const tools = createCrawlTools(config, createLogger(config, 'tagwire'));
  const print = sources.length === 1 ? printOne : printLine;
  try {
    await inOrder(
      sources,
      threads * PER_THREAD,
      (source) => inspect(tools, source, options),
      print,
    );
  } finally {
    await tools.close();
  }
}

/** Works on several sources at once, and prints results in the order of the list. */
async function inOrder<T>(
  sources: readonly string[],
  atOnce: number,
  work: (source: string) => Promise<T>,
  print: (result: T) => void,
): Promise<void> {
  const underWay: Promise<T>[] = [];
  for (const source of sources) {
    underWay.push(work(source));
    if (underWay.length >= atOnce) print(await underWay.shift()!);
  }
  for (const one of underWay) print(await one);
}

function printOne({ records, dropped, error }: Inspection): void {
  for (const record of records) process.stdout.write(`${JSON.stringify(record)}\n`);
  for (const { reason, what } of dropped) process.stderr.write(`left out: ${reason}: ${what}\n`);
  if (error === null) return;
  process.stderr.write(`tagwire: ${error}\n`);
  process.exitCode = 1;
}

function printLine(inspection: Inspection): void {
  const { error, ...rest } = inspection;
  process.stdout.write(`${JSON.stringify(error === null ? rest : inspection)}\n`);
  if (error !== null) process.exitCode = 1;
}

export async function inspectSources(
  what: string,
  sources: string[],
  flags: Flags,
  own: Command,
): Promise<void> {
  if (what !== 'feed' && what !== 'page') {
    own.error(`expected feed or page, got ${what}`, { exitCode: 2 });
  }
  const { url = null, media = 'inspected', blog } = flags;
  const owner: InspectOptions['owner'] =
    blog === undefined ? { kind: 'media', key: media } : { kind: 'blog', key: blog };
  await inspectAll(own, sources, { what: what as InspectOptions['what'], owner, url });
}
