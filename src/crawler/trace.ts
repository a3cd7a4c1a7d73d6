/**
 * Follows one fetch from the request to one article, and records every step.
 *
 * Invariants: never throws; the trace is plain data. Nothing is stored.
 * Not here: a trace in words (trace-lines.ts).
 */
import type {
  Dropped,
  ExtractResults,
  ExtractTaskName,
  ListRule,
  PortalRule,
  PortalStoryEntry,
  Stamp,
} from '../documents/documents.js';
import type { FetchHeaders, FetchHop, FetchReason, FetchRequest } from './fetch/outcome.js';
import {
  type Answered,
  type ArticleSample,
  itemChars,
  type Listed,
  Looker,
  type LookManner,
  type LookTools,
  sampleOf,
  sampleOfPage,
  tasksFor,
  USUAL,
} from './finding/looker.js';
import { sitemapEntries } from './finding/search.js';
import type { Extractor } from './parts.js';
import type { AddressPattern, Channel, SourceEntry } from './sources/model.js';
import { readingOf, requestOf } from './sources/read-manner.js';

/** The maximum of a listing in a crawl; a trace shows only the first items. */
const ITEMS_MAX = 2000;

/** The address to fetch, and how the answer is read. */
interface TraceTarget extends LookManner {
  url: string;
  /** `any`: the content of the answer decides. */
  type: Channel['type'] | 'portal' | 'any';
  rule: ListRule | PortalRule | null;
  include: AddressPattern | null;
  exclude: AddressPattern | null;
}

export interface Trace {
  url: string;
  type: TraceTarget['type'];
  /** `isKnown`: robots.txt could be read, or there is none. */
  robots: { isKnown: boolean; allows: boolean; crawlDelayMs: number };
  answer: {
    url: string;
    status: number;
    /** The proxy that was used, as sources.toml names it. */
    proxy: string | null;
    sent: FetchHeaders;
    hops: FetchHop[];
    movedTo: string | null;
    remoteAddress: string | null;
    headers: FetchHeaders;
    elapsedMs: number;
    bytes: number;
  };
  /** Why there is no document; null where there is one. */
  fault: { reason: FetchReason | string; message: string } | null;
  document: TraceDocument | null;
  article: ArticleSample | null;
}

/** The targets of an entry: its channels, and the lists of its portal. */
export function targetsOf(entry: SourceEntry): TraceTarget[] {
  const { channels } = entry;
  const shared = { request: requestOf(entry), reading: readingOf(entry) };
  const targets: TraceTarget[] = channels.map((channel) => ({ ...channel, ...shared }));
  const portal = entry.kind === 'media' ? entry.portal : null;
  for (const { url, rule } of portal?.sources ?? []) {
    targets.push({ url, rule, type: 'portal', include: null, exclude: null, ...shared });
  }
  return targets;
}

/** The target of an address without an entry. */
export function targetOf(url: string): TraceTarget {
  const plain = { rule: null, include: null, exclude: null };
  return { url, type: 'any', ...plain, ...USUAL };
}

/** Fetches and reads a target, and opens its newest article. */
export async function traceFetch(tools: LookTools, target: TraceTarget): Promise<Trace> {
  const { url, type, request } = target;
  const robots = await tools.fetcher.robotsOf(url, request.access);
  const purpose = purposeOf(type);
  const outcome = await tools.fetcher.fetch({ url, purpose, ...request, isNamed: type === 'feed' });
  const trace: Trace = {
    url,
    type,
    robots: {
      isKnown: robots.fault == null,
      allows: robots.allows(url),
      crawlDelayMs: robots.crawlDelayMs,
    },
    answer: {
      url: outcome.url,
      status: outcome.status,
      proxy: request.access?.proxy ?? null,
      sent: outcome.sent,
      hops: outcome.hops,
      movedTo: outcome.movedTo,
      remoteAddress: outcome.remoteAddress,
      headers: outcome.headers,
      elapsedMs: outcome.elapsedMs,
      bytes: outcome.kind === 'ok' ? outcome.bytes.length : 0,
    },
    fault: null,
    document: null,
    article: null,
  };
  if (outcome.kind === 'failed') {
    trace.fault = { reason: outcome.reason, message: outcome.message };
  } else if (outcome.kind === 'ok') await read(tools, target, outcome, trace);
  return trace;
}

function purposeOf(type: TraceTarget['type']): FetchRequest['purpose'] {
  if (type === 'feed' || type === 'sitemap') return type;
  return 'page';
}

async function read(
  tools: LookTools,
  target: TraceTarget,
  answer: Answered,
  trace: Trace,
): Promise<void> {
  for (const task of target.type === 'any' ? tasksFor(answer) : [target.type]) {
    const document = await extracted(tools.extractor, task, target, answer);
    if (document.kind === 'fault') {
      trace.fault = { reason: document.reason, message: document.message };
      continue;
    }
    trace.fault = null;
    if (document.kind === 'sitemap') {
      const { entries } = await sitemapEntries(new Looker(tools, undefined, target), document);
      document.entries = entries;
    }
    trace.document = filtered(shown(document), target);
    if (document.kind === 'portal') await readStories(tools, target, document, trace.document);
    trace.article = await articleOf(tools, target, document, answer, trace.document);
    return;
  }
}

/** The article of a page, or the newest article of a listing. */
async function articleOf(
  tools: LookTools,
  manner: TraceTarget,
  document: Documents,
  { url }: Answered,
  left: TraceDocument,
): Promise<ArticleSample | null> {
  if (document.kind === 'page') {
    return sampleOfPage({ url, title: '', published: null }, document, url);
  }
  const first = newestOf(document, left);
  return first === null ? null : sampleOf(new Looker(tools, undefined, manner), first);
}

/** The stories of a portal's first item, from the item's own page where the rule says so. */
async function readStories(
  tools: LookTools,
  { rule, request, reading }: TraceTarget,
  { items }: ExtractResults['portal'],
  trace: TraceDocument,
): Promise<void> {
  const [first] = items;
  if (first === undefined) return;
  trace.stories = first.stories.map(storyOf);
  const portalRule = rule as PortalRule;
  if (portalRule.story === undefined) return;
  const answer = await tools.fetcher.fetch({ url: first.url, purpose: 'page', ...request });
  if (answer.kind !== 'ok') {
    trace.facts.stories = answer.kind === 'failed' ? answer.message : 'it answered "unchanged"';
    return;
  }
  const { bytes, contentType, url } = answer;
  const page = { bytes, contentType, url, ...reading, rule: portalRule, itemsMax: ITEMS_MAX };
  const stories = await tools.extractor.extract<'stories'>({ task: 'stories', ...page });
  if (stories.kind === 'fault') trace.facts.stories = stories.message;
  else trace.stories = stories.stories.map(storyOf);
}

function storyOf({ url, title, published }: PortalStoryEntry): TraceItem {
  return itemOf({ url, title: title ?? '', published });
}

async function extracted(
  extractor: Extractor,
  task: ExtractTaskName & (TraceTarget['type'] | 'page'),
  { rule, reading }: TraceTarget,
  { bytes, contentType, url }: Answered,
): Promise<Documents | (Awaited<ReturnType<Extractor['extract']>> & { kind: 'fault' })> {
  const document = { bytes, contentType, url, ...reading };
  switch (task) {
    case 'feed':
      return extractor.extract<'feed'>({ task, itemsMax: ITEMS_MAX, ...document });
    case 'sitemap':
      return extractor.extract<'sitemap'>({ task, entriesMax: ITEMS_MAX, ...document });
    case 'list':
      return extractor.extract<'list'>({ task, rule: rule!, itemsMax: ITEMS_MAX, ...document });
    case 'portal':
      return extractor.extract<'portal'>({ task, rule: rule!, itemsMax: ITEMS_MAX, ...document });
    case 'page':
      return extractor.extract<'page'>({ task, ...document });
  }
}

/** The newest remaining item of a document; the first item where none has a date. */
function newestOf(document: Documents, { items }: TraceDocument): Listed | null {
  const at = ({ published }: TraceItem): number => published?.atMs ?? Number.NEGATIVE_INFINITY;
  const first = items.reduce((newest, item) => (at(item) > at(newest) ? item : newest), items[0]!);
  if (first === undefined || document.kind === 'portal') return null;
  const whole =
    document.kind === 'feed' ? document.items.find(({ url }) => url === first.url) : null;
  return whole ?? first;
}

/** The kinds of documents that a target of a trace may be. */
type Documents = ExtractResults['feed' | 'sitemap' | 'list' | 'portal' | 'page'];

/** An entry of a listing. */
interface TraceItem {
  url: string;
  title: string;
  published: Stamp | null;
  /** Code points of the text that the listing itself carries. */
  chars: number;
}

/** The content of an answer, in one form for every kind of document. */
export interface TraceDocument {
  kind: string;
  charset: string | null;
  title: string | null;
  /** Facts of the document as a whole, by name. */
  facts: { [name: string]: string };
  items: TraceItem[];
  /** For a portal: the stories of its first item; null for other documents, and where there are no stories. */
  stories: TraceItem[] | null;
  dropped: Dropped[];
}

function shown(document: Documents): TraceDocument {
  const { kind } = document;
  switch (kind) {
    case 'feed':
      return {
        ...headOf(kind, document.charset, document.title),
        facts: said({
          format: document.format,
          language: document.language,
          site: document.siteUrl,
          self: document.selfUrl,
          hub: document.hubUrl,
          ttl: document.ttlMinutes === null ? null : `${document.ttlMinutes} minutes`,
        }),
        items: document.items.map((item) => ({ ...itemOf(item), chars: itemChars(item) })),
        dropped: document.dropped,
      };
    case 'sitemap':
      return {
        ...headOf(kind, document.charset, null),
        facts: said({ sitemaps: document.sitemaps.map(({ url }) => url).join(' ') || null }),
        items: document.entries.map((entry) =>
          itemOf({
            ...entry,
            title: entry.title ?? '',
            published: entry.published ?? entry.modified,
          }),
        ),
        dropped: document.dropped,
      };
    case 'list':
      return {
        ...headOf(kind, document.charset, null),
        facts: said({ next: document.nextUrl }),
        items: document.items.map(itemOf),
        dropped: document.dropped,
      };
    case 'portal':
      return {
        ...headOf(kind, null, null),
        facts: said({ next: document.nextUrl }),
        items: document.items.map((item) => itemOf({ ...item, published: null })),
        dropped: document.dropped,
      };
    case 'page':
      return {
        ...headOf(kind, document.charset, document.title),
        facts: said({ feeds: document.feeds.map(({ url }) => url).join(' ') || null }),
        items: [],
        dropped: [],
      };
  }
}

function headOf(
  kind: string,
  charset: string | null,
  title: string | null,
): Pick<TraceDocument, 'kind' | 'charset' | 'title' | 'stories'> {
  return { kind, charset, title, stories: null };
}

function said(facts: { [name: string]: string | null }): { [name: string]: string } {
  const known = Object.entries(facts).filter(([, value]) => value !== null);
  return Object.fromEntries(known as [string, string][]);
}

/** An entry without a text. */
function itemOf({ url, title, published }: Omit<TraceItem, 'chars'>): TraceItem {
  return { url, title, published, chars: 0 };
}

/** Removes the items that the patterns of the channel exclude. */
function filtered(
  document: TraceDocument,
  { include, exclude }: Pick<Channel, 'include' | 'exclude'>,
): TraceDocument {
  const passes = ({ url }: TraceItem): boolean =>
    (include === null || include.test(url)) && !(exclude?.test(url) ?? false);
  const away = document.items.filter((item) => !passes(item));
  return {
    ...document,
    items: document.items.filter(passes),
    dropped: [
      ...document.dropped,
      ...away.map(({ url }): Dropped => ({ reason: 'filtered', what: url })),
    ],
  };
}
