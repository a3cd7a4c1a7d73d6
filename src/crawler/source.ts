/**
 * One source at work: an entry of `sources.toml` with the state of its channels, and its scheduled visits.
 *
 * Invariants: changed state is stored at once; at most `CRAWL.visitsMax` visits are scheduled.
 * Not here: the work of a poll or a visit (channel-poll.ts, page-visit.ts), the order of steps (crawler.ts).
 */
import { DueHeap } from '../kernel/collections.js';
import { CRAWL } from '../kernel/limits.js';
import type { Channel, SourceEntry } from './sources/model.js';
import { type ChannelState, newChannelState, type SourceState } from './state/channel-state.js';
import type { CrawlStore } from './state/crawl-store.js';

/** A channel with its stored state. */
export interface ChannelAtWork {
  id: string;
  channel: Channel;
  state: ChannelState;
}

/** Identity of a source: kind and code. */
export function sourceKeyOf({ kind, key }: Pick<SourceEntry, 'kind' | 'key'>): string {
  return `${kind}:${key}`;
}

/** Identity of a channel: with another address it is another channel. */
function channelIdOf(sourceKey: string, { type, url }: Channel): string {
  return `${sourceKey} ${type} ${url}`;
}

export class Source {
  readonly key: string;
  readonly entry: SourceEntry;
  /** Host of its first channel. */
  readonly host: string;
  readonly channels: readonly ChannelAtWork[];
  #state: SourceState | null = null;
  readonly #nowMs: number;
  /** Whether an administrator has switched the source off in the store. */
  isSuspended = false;
  /** The source's pages rest until then: the server did not answer, or asked for a pause. */
  restUntilMs = 0;
  /** Rests of its pages in a row. */
  rests = 0;
  /** No step of the source happens before: the log could not take its records. */
  blockedUntilMs = 0;
  /** Steps in a row whose records the log could not take. */
  stepFailures = 0;
  readonly #store: CrawlStore;
  #visits = new DueHeap<string>();
  #visitDue = new Map<string, number>();

  constructor(entry: SourceEntry, store: CrawlStore, nowMs: number) {
    this.key = sourceKeyOf(entry);
    this.entry = entry;
    this.#store = store;
    this.channels = entry.channels.map((channel) => {
      const id = channelIdOf(this.key, channel);
      return { id, channel, state: store.channel(id) ?? newChannelState(nowMs) };
    });
    this.host = hostOf(entry.channels[0]?.url ?? '') ?? '';
    this.#nowMs = nowMs;
  }

  /** Read on first use: a status of thousands of sources does not need it. */
  get state(): SourceState {
    this.#state ??= this.#store.source(this.key) ?? {
      registration: '',
      registeredMs: this.#nowMs,
      crawlRecordMs: null,
      crawlRecordOk: true,
      portalMs: null,
    };
    return this.#state;
  }

  get isEnabled(): boolean {
    return this.entry.enabled && !this.isSuspended;
  }

  /** Whether the source finds articles of other publishers. */
  get isDiscovery(): boolean {
    return this.entry.kind === 'media' && this.entry.sourceKind === 'discovery';
  }

  get waitingVisits(): number {
    return this.#visitDue.size;
  }

  /** Takes over the state of the same source from an older file. */
  takeOver(old: Source): void {
    this.restUntilMs = old.restUntilMs;
    this.rests = old.rests;
    this.#state = old.#state;
    this.#visits = old.#visits;
    this.#visitDue = old.#visitDue;
    for (const channel of this.channels) {
      const same = old.channels.find(({ id }) => id === channel.id);
      if (same !== undefined) channel.state = same.state;
    }
  }

  saveChannel({ id, state }: ChannelAtWork): void {
    this.#store.putChannel(id, state);
  }

  save(): void {
    this.#store.putSource(this.key, this.state);
  }

  /** Restores a visit that was scheduled when the crawler stopped. */
  resume(item: string, dueMs: number): void {
    this.#remember(item, dueMs);
  }

  /** Schedules a visit of an item's page. @returns false when too many are scheduled. */
  schedule(item: string, dueMs: number): boolean {
    if (!this.#visitDue.has(item) && this.#visitDue.size >= CRAWL.visitsMax) return false;
    this.#remember(item, dueMs);
    this.#store.putVisit(this.key, item, dueMs);
    return true;
  }

  /** The next item whose page is due; null when none is. It stays scheduled until `settle`. */
  takeVisit(nowMs: number): string | null {
    if (nowMs < this.restUntilMs) return null;
    while (this.#visits.firstMs <= nowMs) {
      const dueMs = this.#visits.firstMs;
      const item = this.#visits.pop()!;
      // The visit may have been put off since.
      if (this.#visitDue.get(item) === dueMs) return item;
    }
    return null;
  }

  /** Ends the visits of an item. */
  settle(item: string): void {
    this.#visitDue.delete(item);
    this.#store.dropVisit(this.key, item);
  }

  /** The channel that has been due for longest; null when none is due. */
  dueChannel(nowMs: number): ChannelAtWork | null {
    let first: ChannelAtWork | null = null;
    for (const channel of this.channels) {
      const { dueMs, endedMs } = channel.state;
      if (endedMs !== null || dueMs > nowMs) continue;
      if (first === null || dueMs < first.state.dueMs) first = channel;
    }
    return first;
  }

  /** When the source has work next; `besideDueMs` is the time of its other work. Infinity when it never has. */
  nextDueMs(besideDueMs: number): number {
    if (!this.isEnabled) return Number.POSITIVE_INFINITY;
    let dueMs = Math.max(this.#visits.firstMs, this.restUntilMs);
    for (const { state } of this.channels) {
      if (state.endedMs === null) dueMs = Math.min(dueMs, state.dueMs);
    }
    return Math.max(Math.min(dueMs, besideDueMs), this.blockedUntilMs);
  }

  #remember(item: string, dueMs: number): void {
    this.#visitDue.set(item, dueMs);
    this.#visits.push(dueMs, item);
  }
}

/**
 * Media by host: finds the publisher of an article that a discovery source has found.
 *
 * A publisher is known by the hosts of its home page and channels. Of the known hosts that equal the address's
 * host, or are its suffix, the longest wins.
 */
export class Publishers {
  readonly #byHost = new Map<string, string>();

  constructor(entries: readonly SourceEntry[]) {
    for (const entry of entries) {
      if (entry.kind !== 'media' || entry.sourceKind === 'discovery') continue;
      const addresses = [entry.homepage, ...entry.channels.map(({ url }) => url)];
      for (const address of addresses) {
        const host = address === null ? null : hostOf(address);
        if (host !== null && !this.#byHost.has(host)) this.#byHost.set(host, entry.key);
      }
    }
  }

  /** Code of the media that publishes at an address; null when none of ours does. */
  publisherOf(url: string): string | null {
    let host = hostOf(url);
    while (host !== null && host !== '') {
      const found = this.#byHost.get(host);
      if (found !== undefined) return found;
      const dot = host.indexOf('.');
      host = dot < 0 || /[\d:]$/.test(host) ? null : host.slice(dot + 1);
    }
    return null;
  }
}

/** Host with its port, without `www.`; null for a text that is no address. */
export function hostOf(url: string): string | null {
  if (!URL.canParse(url)) return null;
  return new URL(url).host.replace(/^www\./, '');
}
