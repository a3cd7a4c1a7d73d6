/**
 * One poll of a channel: new items are stored or get a visit, changed items are updated, and the ledger
 * notes the results.
 *
 * Invariants: an item counts as stored only after the log has acknowledged it, so that a crash in between
 * only repeats a record, which the log finds unchanged. The first reading of a sitemap does not store its
 * archive.
 */
import { SECOND_MS } from '../kernel/clock.js';
import { CRAWL } from '../kernel/limits.js';
import { type ChannelReading, readChannel } from './channel-read.js';
import {
  findByAddress,
  type KnownItem,
  matchListing,
  newItem,
  rememberItem,
  touchItem,
} from './items.js';
import type { CrawlParts } from './parts.js';
import {
  bestStamp,
  type IngestRecord,
  isWholeInChannel,
  listedHashOf,
  newsRecord,
  postRecord,
  wholeTextOf,
} from './records/article-records.js';
import { type Listing, uniqueOf, waitingCandidate } from './records/candidates.js';
import {
  arrivalTimes,
  backoffMs,
  crowdedMs,
  mergedTimes,
  pollIntervalMs,
} from './schedule/rhythm.js';
import { type ChannelAtWork, hostOf, type Publishers, type Source } from './source.js';
import {
  type Candidate,
  type ChannelState,
  noteDropped,
  noteStored,
} from './state/channel-state.js';
import { itemHash } from './state/crawl-store.js';
import { healthOf } from './status.js';

/** The least time between two visits of a page because of changes in its channel. */
const VISIT_AGAIN_MS = CRAWL.revisitMs[0];
/** The page of a post whose feed holds the whole text is visited this long after the post was stored. */
const LAST_LOOK_MS = CRAWL.revisitMs.at(-1)!;

/** Failures without a request: the crawler is closing, or too many requests wait for the host. */
const NO_TRIES: ReadonlySet<string> = new Set(['aborted', 'busy']);
const NO_TRY_MS = 30 * SECOND_MS;

/** Failures in a row after which a moved channel is fetched at its old address. */
const MOVED_FAILURES_MAX = 3;

/** The result of a poll, for the source's crawl record. */
export interface PollResult {
  ok: boolean;
  message: string | null;
  stored: number;
  method: string;
}

/** An item with the entry that a channel lists now. */
interface Listed extends KnownItem {
  candidate: Candidate;
}

export class ChannelPoll {
  readonly #parts: CrawlParts;
  readonly #publishers: () => Publishers;

  constructor(parts: CrawlParts, publishers: () => Publishers) {
    this.#parts = parts;
    this.#publishers = publishers;
  }

  /**
   * @returns null where the poll was interrupted.
   * @throws what the sink throws; the channel then has its former state.
   */
  async run(source: Source, at: ChannelAtWork): Promise<PollResult | null> {
    const { channel, state } = at;
    const nowMs = this.#parts.clock.nowMs();
    const before = { ...state, children: structuredClone(state.children) };
    const isNew = (candidate: Candidate): boolean =>
      findByAddress(this.#parts.store, source.key, candidate.url) === null;
    const reading = await readChannel(this.#parts, source, at, isNew);
    if (reading.kind === 'failed' && NO_TRIES.has(reading.reason)) {
      state.dueMs = nowMs + NO_TRY_MS;
      return null;
    }
    const storedBefore = state.ledger.stored;
    if (reading.kind === 'listed') {
      try {
        await this.#take(source, at, reading.listing, nowMs);
      } catch (error) {
        // The next poll must list the items that were not stored.
        const { etag, lastModified, bytesHash, children } = before;
        Object.assign(state, { etag, lastModified, bytesHash, children });
        throw error;
      }
    }
    noteReading(state, reading, nowMs);
    state.dueMs = nowMs + this.#waitMs(at, reading, nowMs);
    this.#noteHealth(source, at, nowMs);
    source.saveChannel(at);
    return {
      ok: reading.kind !== 'failed',
      message: reading.kind === 'failed' ? reading.message : null,
      stored: state.ledger.stored - storedBefore,
      method: channel.type,
    };
  }

  async #take(source: Source, at: ChannelAtWork, listing: Listing, nowMs: number): Promise<void> {
    const { store } = this.#parts;
    const { ledger } = at.state;
    const isFirst = at.state.lastOkMs === null;
    ledger.listed = listing.candidates.length;
    for (const { reason } of listing.dropped) noteDropped(ledger, reason);
    const fresh: Listed[] = [];
    const changed: Listed[] = [];
    const unique = uniqueOf(listing.candidates);
    for (const match of matchListing(store, source.key, unique, listing.sharedGuids)) {
      const { candidate, known, by } = match;
      if (known === null) {
        const item = newItem(candidate, at.id, !isFirst, nowMs);
        fresh.push({ hash: itemHash(candidate.url), item, candidate });
        continue;
      }
      touchItem(store, source.key, known, nowMs);
      if (by === 'title') noteDropped(ledger, 'same title and time');
      if (by !== 'address') {
        if (candidate.url !== known.item.url) known.item.movedTo = candidate.url;
        rememberItem(store, source.key, known, candidate);
      }
      if (known.item.listedHash !== listedHashOf(candidate)) changed.push({ ...known, candidate });
    }
    ledger.seen += fresh.length + changed.length;
    noteRhythm(at.state, listing.candidates, fresh.length, nowMs);
    const isArchive = isFirst || listing.hasArchive === true;
    const wanted = this.#leaveOutArchive(source, at, fresh, isArchive, nowMs);
    await this.#storeFresh(source, at, wanted, nowMs);
    await this.#storeChanged(source, at, changed, nowMs);
  }

  /** Removes the archive of a sitemap: old entries, and in the first reading most entries without a date. */
  #leaveOutArchive(
    source: Source,
    { channel, state }: ChannelAtWork,
    fresh: readonly Listed[],
    isFirst: boolean,
    nowMs: number,
  ): Listed[] {
    if (channel.type !== 'sitemap') return [...fresh];
    let undatedLeft = isFirst ? CRAWL.firstEntriesMax : Number.POSITIVE_INFINITY;
    return fresh.filter((one) => {
      const { published, updated } = one.candidate;
      const stamp = published ?? updated;
      const isNew =
        stamp === null ? undatedLeft-- > 0 : nowMs - stamp.atMs <= CRAWL.sitemapAgeMsMax;
      if (!isNew) this.#drop(source, state, one, 'too-old');
      return isNew;
    });
  }

  async #storeFresh(
    source: Source,
    { channel, state }: ChannelAtWork,
    fresh: readonly Listed[],
    nowMs: number,
  ): Promise<void> {
    const { store } = this.#parts;
    const ready: Listed[] = [];
    for (const one of fresh) {
      if (this.#isOfStranger(source, one.candidate))
        this.#drop(source, state, one, 'unknown-publisher');
      else if (isWholeInChannel(source.entry, channel.content, one.candidate, nowMs))
        ready.push(one);
      else if (source.schedule(one.hash, nowMs)) {
        one.item.candidate = waitingCandidate(one.candidate, channel.content);
        rememberItem(store, source.key, one, one.candidate);
      } else noteDropped(state.ledger, 'too-many');
    }
    const refused = await this.#send(source, ready, nowMs);
    const servedMs = this.#parts.clock.nowMs();
    ready.forEach((one, index) => {
      if (refused.has(index)) {
        this.#drop(source, state, one, 'refused');
        return;
      }
      const stamp = bestStamp(one.candidate, null, servedMs);
      const isTimed = one.item.isFresh && stamp?.precision === 'second';
      noteStored(state.ledger, servedMs, isTimed ? stamp.atMs : null);
      Object.assign(one.item, { state: 'stored', candidate: null, isDated: stamp !== null });
      // The channel held the text; only a visit of the page shows whether the post still exists.
      one.item.isWhole = source.entry.kind === 'blog' && wholeTextOf(one.candidate) !== null;
      if (one.item.isWhole) source.schedule(one.hash, servedMs + LAST_LOOK_MS);
      rememberItem(store, source.key, one, one.candidate);
    });
  }

  /** Whether a discovery source has found an article that none of our media published. */
  #isOfStranger({ entry, channels }: Source, { url, publisherUrl }: Candidate): boolean {
    if (entry.kind !== 'media' || entry.sourceKind !== 'discovery') return false;
    const publishers = this.#publishers();
    if (publisherUrl !== null) return publishers.publisherOf(publisherUrl) === null;
    // An address of the discovery source itself redirects; only a visit shows where.
    const own = [entry.homepage ?? '', ...channels.map(({ channel }) => channel.url)].map(hostOf);
    return !own.includes(hostOf(url)) && publishers.publisherOf(url) === null;
  }

  async #storeChanged(
    source: Source,
    { channel, state }: ChannelAtWork,
    changed: readonly Listed[],
    nowMs: number,
  ): Promise<void> {
    const { store } = this.#parts;
    const ready: Listed[] = [];
    for (const one of changed) {
      const { item, candidate, hash } = one;
      item.listedHash = listedHashOf(candidate);
      if (item.state === 'waiting') item.candidate = waitingCandidate(candidate, channel.content);
      else if (item.state === 'stored') {
        const isWhole =
          item.visits === 0 && isWholeInChannel(source.entry, channel.content, candidate, nowMs);
        if (isWhole || isRetitled(one)) ready.push(one);
        const isRested = item.visitedMs !== null && nowMs - item.visitedMs >= VISIT_AGAIN_MS;
        if (!isWhole && isRested) source.schedule(hash, nowMs);
      }
    }
    const refused = await this.#send(source, ready, nowMs);
    state.ledger.updated += ready.length - refused.size;
    ready.forEach(({ item, candidate }, index) => {
      if (refused.has(index)) noteDropped(state.ledger, 'refused');
      else item.title = candidate.title ?? item.title;
    });
    for (const one of changed) rememberItem(store, source.key, one, one.candidate);
  }

  /** Sends records of items as their channel lists them. @returns positions of refused records. */
  async #send(source: Source, items: readonly Listed[], nowMs: number): Promise<Set<number>> {
    if (items.length === 0) return new Set();
    const records = items.map((one) => this.#recordOf(source, one, nowMs));
    const { rejects } = await this.#parts.sink.send(records);
    if (rejects.length > 0) {
      const { reason } = rejects[0]!;
      const facts = { source: source.key, items: rejects.length, reason };
      this.#parts.logger.warn(facts, 'the log refused items');
    }
    return new Set(rejects.map(({ index }) => index));
  }

  #recordOf({ entry }: Source, { item, candidate }: Listed, nowMs: number): IngestRecord {
    const status = 'not_fetched' as const;
    if (item.visits > 0) {
      // The page has given all other fields.
      const { key: owner } = entry;
      const url = item.url;
      const title = candidate.title ?? item.title;
      return entry.kind === 'media'
        ? { kind: 'news', media: owner, url, title }
        : { kind: 'post', blog: owner, url, title };
    }
    const facts = {
      owner: entry.key,
      url: item.url,
      candidate,
      reading: { page: null, status },
      nowMs,
    };
    return entry.kind === 'media' ? newsRecord(facts) : postRecord(facts);
  }

  #drop(source: Source, { ledger }: ChannelState, one: Listed, reason: string): void {
    noteDropped(ledger, reason);
    Object.assign(one.item, { state: 'dropped', candidate: null });
    rememberItem(this.#parts.store, source.key, one, null);
  }

  #waitMs({ id, channel, state }: ChannelAtWork, reading: ChannelReading, nowMs: number): number {
    if (reading.kind === 'failed') return backoffMs(id, state.failures, reading.retryAfterMs);
    const { timesMs: times, ttlMinutes, ledger, subscription, boundMs } = state;
    const waitMs = pollIntervalMs({
      ...{ id, times, nowMs, ttlMinutes },
      polls: ledger.polls,
      newsMs: state.lastNewMs ?? state.firstPolledMs ?? nowMs,
      everyMs: channel.everyMs,
      boundMs,
    });
    // A hub announces changes; rare polls show whether it still does.
    const isTold = subscription?.leaseEndsAtMs != null && subscription.leaseEndsAtMs > nowMs;
    return isTold ? Math.max(waitMs, CRAWL.toldPollMs) : waitMs;
  }

  /** Logs once that a channel is in trouble, and once that it works again. */
  #noteHealth(source: Source, { id, state }: ChannelAtWork, nowMs: number): void {
    const { health, message } = healthOf(state, source.isEnabled, nowMs);
    if (health === state.health) return;
    const wasWell = state.health === 'ok' || state.health === 'new';
    state.health = health;
    state.healthSinceMs = nowMs;
    const { logger } = this.#parts;
    if (health !== 'ok' && health !== 'new')
      logger.warn({ channel: id, health, reason: message }, 'a source needs attention');
    else if (!wasWell) logger.info({ channel: id }, 'a source is well again');
  }
}

function noteReading(state: ChannelState, reading: ChannelReading, nowMs: number): void {
  const { ledger } = state;
  ledger.polls += 1;
  state.firstPolledMs ??= nowMs;
  state.lastPolledMs = nowMs;
  if (reading.kind === 'failed') {
    ledger.failed += 1;
    state.failures += 1;
    state.failingSinceMs ??= nowMs;
    state.lastFault = { reason: reading.reason, message: reading.message };
    // A move may have been a mistake, or the new address may have ended: then the old address is tried again.
    if (state.movedTo === null && reading.isGone) state.endedMs = nowMs;
    if (reading.isGone || state.failures >= MOVED_FAILURES_MAX) state.movedTo = null;
    return;
  }
  if (reading.kind === 'unchanged') ledger.unchanged += 1;
  else {
    state.ttlMinutes = reading.ttlMinutes;
    state.hubUrl = reading.hubUrl;
    state.topicUrl = reading.selfUrl;
  }
  state.failures = 0;
  state.failingSinceMs = null;
  state.lastFault = null;
  state.lastOkMs = nowMs;
}

function isRetitled({ item, candidate }: Listed): boolean {
  return candidate.title !== null && candidate.title !== item.title;
}

/** Learns from a listing how often the channel gets new items. */
function noteRhythm(
  state: ChannelState,
  candidates: readonly Candidate[],
  fresh: number,
  nowMs: number,
): void {
  const { lastOkMs, timesMs } = state;
  const elapsedMs = lastOkMs === null ? 0 : nowMs - lastOkMs;
  if (fresh > 0) state.lastNewMs = nowMs;
  if (elapsedMs > 0) state.boundMs = crowdedMs(state.boundMs, fresh, candidates.length, elapsedMs);
  const exact = timesOf(candidates, nowMs);
  if (exact.length > 0) state.timesMs = mergedTimes(timesMs, exact);
  else if (fresh > 0 && elapsedMs > 0) {
    state.timesMs = mergedTimes(timesMs, arrivalTimes(fresh, lastOkMs!, nowMs));
  }
}

/** Exact times that are not in the future. */
function timesOf(candidates: readonly Candidate[], nowMs: number): number[] {
  return candidates.flatMap(({ published, updated }) => {
    const stamp = published ?? updated;
    return stamp?.precision === 'second' && stamp.atMs <= nowMs ? [stamp.atMs] : [];
  });
}
