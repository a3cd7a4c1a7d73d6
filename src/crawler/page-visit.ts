/**
 * One visit of an article's page: the first stores the article, later ones see silent changes.
 *
 *   waiting ──page read──► stored ──1 h──► ──6 h──► ──24 h──► done
 *      │ └─ not reachable: again after 5 min, 1 h, 6 h, 24 h; from the second failure on the headline
 *      │    is stored without its text
 *      └─ no article, or gone: dropped with its reason
 *
 * Invariants: the address under which an article is first stored stays its identity. An article whose
 * canonical address is already known is dropped as repeated. Pages of a source rest while its server
 * does not answer.
 * Not here: which article a page shows (page-identity.ts), the records of an article (records/).
 */
import type { DocumentFault, PageDocument, Stamp } from '../documents/documents.js';
import { MINUTE_MS, SECOND_MS } from '../kernel/clock.js';
import { CRAWL } from '../kernel/limits.js';
import type { BodyStatus } from '../kernel/model/records.js';
import { doubledMs } from '../kernel/waits.js';
import type { FetchOutcome } from './fetch/outcome.js';
import { findByAddress, noteMove, rememberItem } from './items.js';
import {
  bearsHeadline,
  identityOf,
  isArticle,
  isSameHeadline,
  sharesWord,
} from './page-identity.js';
import {
  FINAL,
  MISSING,
  noteMissing,
  noteThere,
  OF_SERVER,
  REFUSALS,
  readArticle,
  statusOf,
  TOO_COSTLY,
} from './page-read.js';
import { rememberPage, standingOf, type TwinVerdict, takeBack } from './page-twins.js';
import type { CrawlParts } from './parts.js';
import {
  type ArticleFacts,
  bestStamp,
  changeRecord,
  type IngestRecord,
  newsRecord,
  pageHashOf,
  postRecord,
  type TextReading,
} from './records/article-records.js';
import { candidateOfSeen } from './records/candidates.js';
import { type Publishers, type Source, sourceKeyOf } from './source.js';
import { requestOf } from './sources/read-manner.js';
import { type Ledger, noteDropped, noteStored, type SeenItem } from './state/channel-state.js';
import { itemHash } from './state/crawl-store.js';

/** Pages of a server that does not answer rest this long, doubled each time up to the maximum. */
const REST_MS = 30 * SECOND_MS;
const REST_MS_MAX = 30 * MINUTE_MS;
/** From this failure on, an article is stored without its text. */
const FAILURES_STORED = 2;

/** The failure that a wall counts as. */
const WALL = { reason: 'blocked', retryAfterMs: null } as const;

type Fetched = Extract<FetchOutcome, { kind: 'ok' }>;
type Failed = Extract<FetchOutcome, { kind: 'failed' }>;

/** The data of one visit. */
interface Visit {
  source: Source;
  hash: string;
  item: SeenItem;
  nowMs: number;
}

export class PageVisit {
  readonly #parts: CrawlParts;
  readonly #publishers: () => Publishers;

  constructor(parts: CrawlParts, publishers: () => Publishers) {
    this.#parts = parts;
    this.#publishers = publishers;
  }

  /** @throws what the sink throws; the visit then is due as before. */
  async run(source: Source, hash: string): Promise<void> {
    const item = this.#parts.store.item(source.key, hash);
    if (item === null || item.state === 'dropped') {
      source.settle(hash);
      return;
    }
    const nowMs = this.#parts.clock.nowMs();
    const visit: Visit = { source, hash, item, nowMs };
    const outcome = await this.#fetch(visit, item.candidate?.url ?? item.movedTo ?? item.url);
    if (outcome.kind === 'failed') await this.#onFailure(visit, outcome);
    else {
      source.rests = 0;
      await noteThere(this.#parts.sink, source.entry, item, ledgerOf(visit));
      if (item.isWhole) this.#settle(visit);
      else if (outcome.kind === 'unchanged') this.#next(visit);
      else await this.#onPage(visit, outcome);
    }
    const channel = source.channels.find(({ id }) => id === item.channel);
    if (channel !== undefined) source.saveChannel(channel);
  }

  async #fetch({ source, item }: Visit, url: string): Promise<FetchOutcome> {
    const { etag, lastModified, visits } = item;
    return this.#parts.fetcher.fetch({
      ...{ url, purpose: 'page', ...requestOf(source.entry) },
      ...(visits > 0 ? { etag, lastModified } : {}),
    });
  }

  async #onPage(visit: Visit, outcome: Fetched, isRefreshed = false): Promise<void> {
    const page = await readArticle(this.#parts, visit.source.entry, outcome);
    if (page.kind === 'fault') return this.#onFault(visit, page);
    if (page.refreshUrl !== null && page.body === null && !isRefreshed) {
      const next = await this.#fetch(visit, page.refreshUrl);
      if (next.kind === 'ok') return this.#onPage(visit, next, true);
      if (next.kind === 'failed') return this.#onFailure(visit, next);
    }
    const { item } = visit;
    if (isBlocked(item, page)) return this.#onFailure(visit, WALL);
    const standing = this.#standing(visit, page);
    if (standing.kind === 'wall' && page.bodyState !== 'blocked') {
      const { key, entry } = visit.source;
      if (standing.first !== null) await takeBack(this.#parts, key, standing.first, entry, page);
      return this.#onFailure(visit, WALL);
    }
    if (item.state === 'stored' && bearsHeadline(page.title, item.title))
      noteMove(this.#parts.store, visit.source.key, visit, outcome.movedTo);
    if (item.visits > 0) await this.#storeChange(visit, page, standing);
    else await this.#storeFirst(visit, outcome, page, standing);
    const { etag, lastModified } = outcome;
    Object.assign(item, { etag, lastModified, failures: 0 });
    if (item.state === 'stored') this.#next(visit);
  }

  async #storeFirst(
    visit: Visit,
    outcome: Fetched,
    page: PageDocument,
    standing: TwinVerdict,
  ): Promise<void> {
    const { source, item, nowMs } = visit;
    const candidate = item.candidate ?? candidateOfSeen(item);
    if (!isArticle(candidate, page)) return this.#drop(visit, 'not-an-article');
    const { title } = candidate;
    const isOthers = standing.kind === 'another';
    if (isOthers && title === null) return this.#drop(visit, 'repeated');
    const isSubstitute =
      isOthers &&
      !bearsHeadline(page.title, title) &&
      !isSameHeadline(standing.first.item.title, title);
    const isKnown = item.state === 'stored' || isSubstitute;
    const url = isKnown ? item.url : identityOf(candidate, outcome, page, source.isDiscovery);
    if (this.#isRepeated(visit, url)) return this.#drop(visit, 'repeated');
    const reading: TextReading = isSubstitute
      ? { page: null, status: 'missing' }
      : { page, status: 'not_fetched' };
    const facts: ArticleFacts = { owner: source.entry.key, url, candidate, reading, nowMs };
    const record = this.#recordOf(visit, facts);
    if (record === null) return this.#drop(visit, 'unknown-publisher');
    if (!(await this.#send(visit, record))) return;
    this.#noteStored(visit, bestStamp(candidate, reading.page, nowMs), url, String(record.title));
    const [pageHash, pageTitle] = [pageHashOf(page), page.title ?? ''];
    Object.assign(item, { candidate: null, pageHash, pageTitle });
    rememberPage(this.#parts.store, source.key, visit, page, title);
    rememberItem(this.#parts.store, source.key, visit, candidate);
  }

  #standing(visit: Visit, page: PageDocument): TwinVerdict {
    const { item, source } = visit;
    const headline = item.candidate?.title ?? (item.title || null);
    return standingOf(this.#parts.store, source.key, visit, page, headline);
  }

  /** Sends the changes of a page that was read before; a missing text is no change. */
  async #storeChange(visit: Visit, page: PageDocument, standing: TwinVerdict): Promise<void> {
    const { source, item, nowMs } = visit;
    const pageHash = pageHashOf(page);
    // The time of the first sight bounds the time of publication.
    const undated = { ...candidateOfSeen(item), published: null };
    const found = item.isDated ? null : bestStamp(undated, page, item.firstMs);
    if (page.body === null || (pageHash === item.pageHash && found === null)) return;
    if (standing.kind === 'another') return;
    // A short page on another subject is shown in place of the article.
    if (page.bodyState === 'short' && !sharesWord(page.title, item.title)) return;
    const isRetitled = page.title !== null && page.title !== item.pageTitle;
    const title = isRetitled ? page.title! : item.title;
    const owner = item.publisher ?? source.entry.key;
    const facts = { owner, url: item.url, title, page, published: found, nowMs };
    if (!(await this.#send(visit, changeRecord(source.entry.kind === 'blog', facts)))) return;
    const isDated = item.isDated || found !== null;
    Object.assign(item, { title, pageHash, pageTitle: page.title ?? '', isDated });
    rememberPage(this.#parts.store, source.key, visit, page, item.title);
    const ledger = ledgerOf(visit);
    if (ledger !== null) ledger.updated += 1;
  }

  /** The record of a page at its first reading; null where none of our media publishes it. */
  #recordOf({ source, item }: Visit, facts: ArticleFacts): IngestRecord | null {
    const { entry } = source;
    if (entry.kind === 'blog') return postRecord(facts);
    if (entry.sourceKind !== 'discovery') return newsRecord(facts);
    const owner = this.#publishers().publisherOf(facts.url);
    if (owner === null) return null;
    item.publisher = owner;
    const { candidate, nowMs, url, reading } = facts;
    const { title, url: foundAt } = candidate;
    const discovery = { media: entry.key, title, url: foundAt, discoveredMs: nowMs };
    // The entry's title and time are those of the finding, not of the article.
    const found = {
      ...candidateOfSeen(item),
      title: reading.page?.title ?? title,
      published: null,
    };
    const record = newsRecord({ ...facts, candidate: found, owner, discovery });
    const known = this.#parts.store.item(publisherKey(owner), itemHash(url));
    if (known?.state !== 'stored') return record;
    // The facts from the publisher's own channels stay.
    return { kind: 'news', media: owner, url, title: known.title, discovery: record.discovery };
  }

  #isRepeated({ source, item, hash }: Visit, url: string): boolean {
    if (url === item.url) return false;
    const other = findByAddress(this.#parts.store, source.key, url);
    return other !== null && other.hash !== hash;
  }

  /** Handles an unreadable page: stores its headline, and schedules another visit unless reading costs too much. */
  async #onFault(visit: Visit, { reason, message }: DocumentFault): Promise<void> {
    const { source, item, hash, nowMs } = visit;
    if (item.state === 'waiting') {
      const { logger } = this.#parts;
      logger.info({ source: source.key, url: item.url, reason: message }, 'a page was set aside');
      const ledger = ledgerOf(visit);
      if (ledger !== null) noteDropped(ledger, `page ${reason}`);
    }
    await this.#storeHeadline(visit, reason === 'login-wall' ? 'blocked' : 'error');
    if ((item.state as SeenItem['state']) === 'dropped') return;
    const retryMs = TOO_COSTLY.has(reason) ? undefined : CRAWL.retryMs[item.failures];
    item.failures += 1;
    if (retryMs === undefined) return this.#settle(visit);
    rememberItem(this.#parts.store, source.key, visit, item.candidate);
    source.schedule(hash, nowMs + retryMs);
  }

  async #onFailure(
    visit: Visit,
    { reason, retryAfterMs }: Pick<Failed, 'reason' | 'retryAfterMs'>,
  ): Promise<void> {
    const { source, item, nowMs } = visit;
    if (reason === 'aborted' || reason === 'busy') {
      // No request was sent: the crawler is closing, or too many requests wait for the host.
      source.schedule(visit.hash, nowMs + REST_MS);
      return;
    }
    // The pages of a discovery source lie on many servers.
    if (!source.isDiscovery && OF_SERVER.has(reason)) this.#rest(source, retryAfterMs, nowMs);
    if (item.state === 'stored' && MISSING.has(reason)) return this.#onMissing(visit);
    item.failures += 1;
    if (item.state === 'waiting' && FINAL.has(reason)) return this.#drop(visit, `page ${reason}`);
    const retryMs = CRAWL.retryMs[item.failures - 1];
    const isLast = retryMs === undefined;
    if (item.state === 'waiting' && reason === 'not-found' && isLast) {
      return this.#drop(visit, 'page not-found');
    }
    const isLate = isLast || item.failures >= FAILURES_STORED || REFUSALS.has(reason);
    if (isLate && reason !== 'not-found') await this.#storeHeadline(visit, statusOf(reason));
    if ((item.state as SeenItem['state']) === 'dropped') return;
    if (isLast) return this.#settle(visit);
    rememberItem(this.#parts.store, source.key, visit, item.candidate);
    source.schedule(visit.hash, nowMs + Math.max(retryMs, retryAfterMs ?? 0));
  }

  async #onMissing(visit: Visit): Promise<void> {
    const { source, item, hash, nowMs } = visit;
    const ledger = ledgerOf(visit);
    const dueMs = await noteMissing(this.#parts.sink, source.entry, item, ledger, nowMs);
    if (dueMs === null || !source.schedule(hash, dueMs)) this.#settle(visit);
    else rememberItem(this.#parts.store, source.key, visit, item.candidate);
  }

  /** Stores an article whose page could not be read, from the entry of its channel. */
  async #storeHeadline(visit: Visit, status: BodyStatus): Promise<void> {
    const { source, item, nowMs } = visit;
    const { candidate } = item;
    if (item.state !== 'waiting') return;
    if (candidate === null || candidate.title === null || source.isDiscovery) {
      this.#drop(visit, 'page unread');
      return;
    }
    const reading = { page: null, status };
    const facts: ArticleFacts = {
      ...{ owner: source.entry.key, url: candidate.url, candidate, reading, nowMs },
    };
    const record = source.entry.kind === 'blog' ? postRecord(facts) : newsRecord(facts);
    if (!(await this.#send(visit, record))) return;
    this.#noteStored(visit, bestStamp(candidate, null, nowMs), candidate.url, candidate.title);
    rememberItem(this.#parts.store, source.key, visit, candidate);
  }

  /** Sends one record. @returns false where the log refused it; the item is then dropped. */
  async #send(visit: Visit, record: IngestRecord): Promise<boolean> {
    const { rejects } = await this.#parts.sink.send([record]);
    if (rejects.length === 0) return true;
    const { reason } = rejects[0]!;
    this.#parts.logger.warn({ source: visit.source.key, reason }, 'the log refused an item');
    this.#drop(visit, 'refused');
    return false;
  }

  /** Notes in the ledger and in the item that it is stored; the caller stores the item. */
  #noteStored(visit: Visit, stamp: Stamp | null, url: string, title: string): void {
    const { item } = visit;
    const ledger = ledgerOf(visit);
    if (ledger !== null && item.state === 'stored') ledger.updated += 1;
    else if (ledger !== null) {
      const isTimed = item.isFresh && stamp?.precision === 'second';
      noteStored(ledger, this.#parts.clock.nowMs(), isTimed ? stamp.atMs : null);
    }
    Object.assign(item, { isDated: stamp !== null, url, title, state: 'stored' });
  }

  /** Schedules the next visit after a good one, by the time since the first sight. */
  #next(visit: Visit): void {
    const { source, item, hash, nowMs } = visit;
    const revisitMs = CRAWL.revisitMs[item.visits];
    item.visits += 1;
    item.visitedMs = nowMs;
    if (revisitMs === undefined) {
      this.#settle(visit);
      return;
    }
    rememberItem(this.#parts.store, source.key, visit, null);
    const dueMs = Math.max(item.firstMs + revisitMs, nowMs + CRAWL.revisitMs[0] / 2);
    if (!source.schedule(hash, dueMs)) source.settle(hash);
  }

  #settle(visit: Visit): void {
    rememberItem(this.#parts.store, visit.source.key, visit, null);
    visit.source.settle(visit.hash);
  }

  #drop(visit: Visit, reason: string): void {
    const ledger = ledgerOf(visit);
    if (ledger !== null) noteDropped(ledger, reason);
    Object.assign(visit.item, { state: 'dropped', candidate: null });
    this.#settle(visit);
  }

  #rest(source: Source, retryAfterMs: number | null, nowMs: number): void {
    const plainMs = doubledMs(source.rests, REST_MS, REST_MS_MAX);
    source.rests += 1;
    source.restUntilMs = nowMs + Math.max(plainMs, retryAfterMs ?? 0);
  }
}

/** Whether the page itself says that the article is closed to readers. */
function isBlocked({ candidate, title }: SeenItem, page: PageDocument): boolean {
  const headline = candidate?.title ?? title;
  return page.bodyState === 'blocked' && headline !== '' && !bearsHeadline(page.title, headline);
}

/** The ledger of the channel that first listed an item; null when the channel no longer exists. */
function ledgerOf({ source, item }: Visit): Ledger | null {
  return source.channels.find(({ id }) => id === item.channel)?.state.ledger ?? null;
}

function publisherKey(media: string): string {
  return sourceKeyOf({ kind: 'media', key: media });
}
