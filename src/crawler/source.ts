/**
 * One source at work: an entry of `sources.toml` with the state of its channels, and its visits that
 * wait.
 *
 * Invariants: state that changes is put into the store at once; visits that wait are at most
 * `CRAWL.visitsMax`.
 * Not here: what a poll or a visit does (channel-poll.ts, page-visit.ts), when (crawler.ts).
 */
import { DueHeap } from '../kernel/collections.js';
import { CRAWL } from '../kernel/limits.js';
import type { Channel, SourceEntry } from './sources/model.js';
import { type ChannelState, newChannelState, type SourceState } from './state/channel-state.js';
import type { CrawlStore } from './state/crawl-store.js';

/** A channel with what is remembered of it. */
export interface ChannelAtWork {
  id: string;
  channel: Channel;
  state: ChannelState;
}

/** Identity of a source: kind and code. */
export function sourceKeyOf({ kind, key }: Pick<SourceEntry, 'kind' | 'key'>): string {
  return `${kind}:${key}`;
}

/** Identity of a channel: another address is another channel. */
export function channelIdOf(sourceKey: string, { type, url }: Channel): string {
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
  /** Switched off in the store by an administrator. */
  isSuspended = false;
  /** Its pages rest until then: the server did not answer, or asked for it. */
  restUntilMs = 0;
  /** Times in a row that its pages had to rest. */
  rests = 0;
  /** Nothing of it happens before: the log could not take what it brought. */
  blockedUntilMs = 0;
  /** Steps in a row that the log could not take. */
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

  /** Read when it is first asked for: a status of thousands of sources does without. */
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

  /** Whether it finds articles of other publishers. */
  get isDiscovery(): boolean {
    return this.entry.kind === 'media' && this.entry.sourceKind === 'discovery';
  }

  get waitingVisits(): number {
    return this.#visitDue.size;
  }

  /** Goes on where the entry of an older file was. */
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

  /** Takes up a visit that waited when the crawler stopped. */
  resume(item: string, dueMs: number): void {
    this.#remember(item, dueMs);
  }

  /** Has an item's page visited. @returns false when too many wait. */
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
      // It may have been put off since.
      if (this.#visitDue.get(item) === dueMs) return item;
    }
    return null;
  }

  /** An item needs no further visit. */
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

  /** When the source has something to do next, beside what is due otherwise; infinity when it never has. */
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
 * Media by host: whose article a discovery source has found.
 *
 * A publisher is known by the hosts of its home page and channels: the longest host that the address's host is, or
 * ends in, wins.
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

/** Host with its port, without `www.`; null for what is no address. */
export function hostOf(url: string): string | null {
  if (!URL.canParse(url)) return null;
  return new URL(url).host.replace(/^www\./, '');
}
