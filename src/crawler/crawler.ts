/**
 * The crawler: decides which source is next, and lets each source do one thing at a time.
 *
 *   due heap ─► source ─► poll of a channel │ portal │ icon │ visit of a page ─► log
 *       ▲                                                                         │
 *       └────────────────────── when it is due next ◄─────────────────────────────┘
 *
 * Invariants: a source does one thing at a time, and at most `CRAWL.stepsMax` sources work at the same time, so a
 * source that hangs delays no other. A step whose records the log could not take is repeated. Time comes from the
 * clock, so that tests can move it.
 * Not here: reading documents, politeness towards hosts (fetch/), the work of a poll (channel-poll.ts).
 */
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../kernel/clock.js';
import { DueHeap } from '../kernel/collections.js';
import { messageOf } from '../kernel/errors.js';
import { CRAWL } from '../kernel/limits.js';
import { doubledMs } from '../kernel/waits.js';
import { ChannelPoll, type PollResult } from './channel-poll.js';
import { iconDueMs, visitIcon } from './icon-visit.js';
import { PageVisit } from './page-visit.js';
import type { CrawlParts } from './parts.js';
import { portalDueMs, visitPortal } from './portal-visit.js';
import type { IngestRecord } from './records/article-records.js';
import { type ChannelAtWork, Publishers, Source, sourceKeyOf } from './source.js';
import { crawlReport, registrationHash, registrationOf, retirementOf } from './source-records.js';
import type { SourceFile } from './sources/model.js';
import { Subscriptions, tokenOf } from './subscriptions.js';

/** Pause before a step is repeated whose records the log could not take. */
const LOG_RETRY_MS = 5 * SECOND_MS;
/** Maximum of that pause after repeated failures: each attempt sends another request to the site. */
const LOG_RETRY_MS_MAX = 5 * MINUTE_MS;
/** Sources of one host that work at the same time: more would only wait for its connection. */
const STEPS_PER_HOST = 2;
/** How often the store is asked which sources an administrator has switched off. */
const SUSPENSIONS_MS = 2 * MINUTE_MS;
/** Sources that are registered in one request. */
const REGISTERED_AT_ONCE = 500;

/** The facts about a source in the store. */
interface Registered {
  sinceMs: number | null;
  isSuspended: boolean;
  isCollected: boolean;
}

export class Crawler {
  readonly #parts: CrawlParts;
  readonly #poll: ChannelPoll;
  readonly #visit: PageVisit;
  readonly subscriptions: Subscriptions;
  #sources = new Map<string, Source>();
  #publishers = new Publishers([]);
  #due = new DueHeap<Source>();
  /** When each source is due; an entry of the heap with another time is out of date. */
  readonly #dueMs = new Map<Source, number>();
  readonly #active = new Set<Source>();
  /** Working sources by host, and the sources that wait until one of them has finished. */
  readonly #hosts = new Map<string, { active: number; waiting: Source[] }>();
  #timer: NodeJS.Timeout | null = null;
  #flushedMs = 0;
  #sweptMs: number;
  #suspensionsMs: number;
  #isClosing = false;
  #idle: (() => void)[] = [];
  #faults: SourceFile['faults'] = [];
  #stepsDone = 0;

  constructor(parts: CrawlParts) {
    this.#parts = parts;
    this.#sweptMs = parts.clock.nowMs();
    this.#suspensionsMs = this.#sweptMs;
    this.#poll = new ChannelPoll(parts, () => this.#publishers);
    this.#visit = new PageVisit(parts, () => this.#publishers);
    this.subscriptions = new Subscriptions(parts);
  }

  /** Every source, in the order of the file. */
  get sources(): readonly Source[] {
    return [...this.#sources.values()];
  }

  /** Faults of `sources.toml`. */
  get faults(): SourceFile['faults'] {
    return this.#faults;
  }

  get nowMs(): number {
    return this.#parts.clock.nowMs();
  }

  get figures(): { sources: number; active: number; visitsWaiting: number; steps: number } {
    let visitsWaiting = 0;
    for (const source of this.#sources.values()) visitsWaiting += source.waitingVisits;
    const { size: sources } = this.#sources;
    return { sources, active: this.#active.size, visitsWaiting, steps: this.#stepsDone };
  }

  /**
   * Replaces all sources by those of a file: at the start, and whenever the file changes.
   * @throws what the sink throws when a source cannot be registered.
   */
  async use(file: SourceFile): Promise<void> {
    const { store, clock, sink } = this.#parts;
    const nowMs = clock.nowMs();
    this.#faults = file.faults;
    const registered = await this.#registered();
    const next = new Map<string, Source>();
    const records: IngestRecord[] = file.categories.map((one) => ({ kind: 'category', ...one }));
    const saved: Source[] = [];
    for (const entry of file.entries) {
      const key = sourceKeyOf(entry);
      const source = new Source(entry, store, nowMs);
      const old = this.#sources.get(key);
      if (old !== undefined) {
        source.takeOver(old);
        this.#dueMs.delete(old);
      }
      next.set(key, source);
      const known = registered.get(key);
      source.isSuspended = known?.isSuspended ?? false;
      if (source.state.registration === '') source.state.registeredMs = known?.sinceMs ?? nowMs;
      const record = registrationOf(entry, source.state.registeredMs);
      const hash = registrationHash(record);
      if (hash === source.state.registration) continue;
      source.state.registration = hash;
      records.push(known?.isCollected === false ? { ...record, enabled: true } : record);
      saved.push(source);
    }
    for (const [key, source] of this.#sources) {
      const { entry } = source;
      if (next.has(key) || entry.kind !== 'media') continue;
      records.push(retirementOf(entry.key, entry.title));
      source.state.registration = '';
      saved.push(source);
    }
    for (let from = 0; from < records.length; from += REGISTERED_AT_ONCE) {
      const { rejects } = await sink.send(records.slice(from, from + REGISTERED_AT_ONCE));
      for (const { reason } of rejects) {
        this.#parts.logger.error({ reason }, 'the log refused a source');
      }
    }
    for (const source of saved) source.save();
    const isFirst = this.#sources.size === 0;
    this.#sources = next;
    this.#publishers = new Publishers(file.entries);
    if (isFirst) await this.#resumeVisits();
    this.#due = new DueHeap();
    const active = new Set([...this.#active].map(({ key }) => key));
    for (const source of next.values()) if (!active.has(source.key)) this.#schedule(source);
  }

  /** Starts to look at the clock. */
  start(): void {
    this.#timer ??= setInterval(() => this.#look(), CRAWL.lookMs);
    this.#look();
  }

  /** Does all steps that are due now, and those that become due through them; then returns. */
  async runDue(): Promise<void> {
    do {
      this.#pump();
      if (this.#active.size > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
    } while (!this.#isClosing && this.#due.firstMs <= this.#parts.clock.nowMs());
    await this.#parts.store.flush();
  }

  /**
   * Polls every channel, or those of one source, at once; an ended channel only where its source is named.
   * @returns the number of channels.
   */
  pollNow(key: string | null = null): number {
    const nowMs = this.#parts.clock.nowMs();
    let count = 0;
    for (const source of this.#sources.values()) {
      if (key !== null && source.key !== key && source.entry.key !== key) continue;
      for (const { state } of source.channels) {
        if (key !== null) state.endedMs = null;
        if (state.endedMs !== null) continue;
        state.dueMs = Math.min(state.dueMs, nowMs);
        count += 1;
      }
      if (!this.#active.has(source)) this.#schedule(source);
    }
    return count;
  }

  /** Polls one channel at once. */
  pollChannel(source: Source, { state }: ChannelAtWork): void {
    state.dueMs = Math.min(state.dueMs, this.#parts.clock.nowMs());
    if (!this.#active.has(source)) this.#schedule(source);
    this.#pump();
  }

  /** The channel with this subscription; null when there is none. */
  subscribed(token: string): { source: Source; channel: ChannelAtWork } | null {
    for (const source of this.#sources.values()) {
      const channel = source.channels.find(({ state }) => tokenOf(state.subscription) === token);
      if (channel !== undefined) return { source, channel };
    }
    return null;
  }

  /** Ends the steps under way and saves the state. */
  async close(): Promise<void> {
    this.#isClosing = true;
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#parts.fetcher.close();
    if (this.#active.size > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
    await this.#parts.store.close();
  }

  #look(): void {
    this.#pump();
    const nowMs = this.#parts.clock.nowMs();
    if (Math.abs(nowMs - this.#flushedMs) < CRAWL.flushMs) return;
    this.#flushedMs = nowMs;
    const { store, logger } = this.#parts;
    if (Math.abs(nowMs - this.#suspensionsMs) >= SUSPENSIONS_MS)
      void this.#lookAtSuspensions(nowMs);
    const isSweepDue = Math.abs(nowMs - this.#sweptMs) >= DAY_MS;
    if (isSweepDue) this.#sweptMs = nowMs;
    const saved = isSweepDue ? store.prune(nowMs - CRAWL.seenMsMax) : store.flush();
    saved.catch((error: unknown) => {
      logger.warn({ reason: messageOf(error) }, 'the state of the crawler could not be saved');
    });
  }

  /** Notices sources that an administrator switched off or on. */
  async #lookAtSuspensions(nowMs: number): Promise<void> {
    this.#suspensionsMs = nowMs;
    try {
      const registered = await this.#registered();
      for (const source of this.#sources.values()) {
        const isSuspended = registered.get(source.key)?.isSuspended ?? false;
        if (isSuspended === source.isSuspended) continue;
        source.isSuspended = isSuspended;
        if (!this.#active.has(source)) this.#schedule(source);
      }
    } catch (error) {
      this.#parts.logger.debug(
        { reason: messageOf(error) },
        'the store did not say who is switched off',
      );
    }
  }

  #pump(): void {
    const nowMs = this.#parts.clock.nowMs();
    while (!this.#isClosing && this.#active.size < CRAWL.stepsMax && this.#due.firstMs <= nowMs) {
      const dueMs = this.#due.firstMs;
      const source = this.#due.pop()!;
      if (this.#dueMs.get(source) !== dueMs || this.#active.has(source)) continue;
      this.#dueMs.delete(source);
      const host = this.#hosts.get(source.host) ?? { active: 0, waiting: [] };
      this.#hosts.set(source.host, host);
      if (host.active < STEPS_PER_HOST) {
        host.active += 1;
        this.#active.add(source);
        void this.#run(source);
      } else host.waiting.push(source);
    }
  }

  /** Lets the next waiting source of a host work. */
  #leaveHost(name: string): void {
    const host = this.#hosts.get(name)!;
    host.active -= 1;
    while (host.waiting.length > 0) {
      const next = host.waiting.shift()!;
      // The source may have been replaced by the entry of a newer file.
      if (this.#sources.get(next.key) !== next) continue;
      this.#schedule(next);
      break;
    }
    if (host.active === 0 && host.waiting.length === 0) this.#hosts.delete(name);
  }

  async #run(source: Source): Promise<void> {
    try {
      await this.#step(source);
      source.stepFailures = 0;
    } catch (error) {
      this.#block(source, error);
    }
    this.#stepsDone += 1;
    this.#active.delete(source);
    this.#leaveHost(source.host);
    // Meanwhile the source may have left the file, or been replaced by another entry.
    const heir = this.#sources.get(source.key);
    if (heir !== undefined && !this.#active.has(heir)) this.#schedule(heir);
    this.#pump();
    if (this.#active.size === 0) for (const resolve of this.#idle.splice(0)) resolve();
  }

  /** Puts a source off after a failed step; the pause doubles with each failure in a row. */
  #block(source: Source, error: unknown): void {
    const { logger, clock } = this.#parts;
    const waitMs = doubledMs(source.stepFailures, LOG_RETRY_MS, LOG_RETRY_MS_MAX);
    source.stepFailures += 1;
    source.blockedUntilMs = clock.nowMs() + waitMs;
    if (source.stepFailures > 1) return;
    const facts = { source: source.key, reason: messageOf(error) };
    logger.error(facts, 'a step could not be stored; trying again');
  }

  /** Does the most urgent work of a source: a poll, the portal, the icon, a visit. */
  async #step(source: Source): Promise<void> {
    const nowMs = this.#parts.clock.nowMs();
    const channel = source.dueChannel(nowMs);
    if (channel !== null) return this.#pollChannel(source, channel);
    if (this.#portalDueMs(source) <= nowMs) {
      if (await visitPortal(this.#parts, source)) {
        source.state.portalMs = nowMs;
        source.save();
      } else source.blockedUntilMs = nowMs + LOG_RETRY_MS;
      return;
    }
    if (iconDueMs(source, this.#parts.icons) <= nowMs) return this.#visitIcon(source);
    const item = source.takeVisit(nowMs);
    if (item === null) return;
    try {
      await this.#visit.run(source, item);
    } catch (error) {
      // The item goes behind others that are due: the cause may lie in this item alone.
      source.schedule(item, nowMs + LOG_RETRY_MS);
      throw error;
    }
  }

  async #pollChannel(source: Source, channel: ChannelAtWork): Promise<void> {
    const result = await this.#poll.run(source, channel);
    if (result === null) return;
    await this.#report(source, result);
    await this.subscriptions.renew(source, channel);
  }

  async #visitIcon(source: Source): Promise<void> {
    const left = await visitIcon(this.#parts, source);
    const isNamed = [...this.#sources.values()].some(({ state }) => state.icon?.hash === left);
    if (left !== null && !isNamed) this.#parts.icons.drop(left);
  }

  async #report(source: Source, result: PollResult): Promise<void> {
    const nowMs = this.#parts.clock.nowMs();
    const record = crawlReport(source, result, nowMs);
    if (record === null) return;
    await this.#parts.sink.send([record]);
    source.state.crawlRecordMs = nowMs;
    source.state.crawlRecordOk = result.ok;
    source.save();
  }

  #schedule(source: Source): void {
    const dueMs = source.nextDueMs(
      Math.min(this.#portalDueMs(source), iconDueMs(source, this.#parts.icons)),
    );
    if (dueMs === Number.POSITIVE_INFINITY) {
      this.#dueMs.delete(source);
      return;
    }
    this.#dueMs.set(source, dueMs);
    this.#due.push(dueMs, source);
  }

  #portalDueMs({ entry, state }: Source): number {
    const hasPortal = entry.kind === 'media' && (entry.portal?.sources.length ?? 0) > 0;
    return hasPortal ? portalDueMs(state.portalMs) : Number.POSITIVE_INFINITY;
  }

  async #resumeVisits(): Promise<void> {
    for await (const { source: key, item, dueMs } of this.#parts.store.visits()) {
      this.#sources.get(key)?.resume(item, dueMs);
    }
  }

  /** Media and blogs in the store: since when they are collected, and whether an administrator stopped them. */
  async #registered(): Promise<Map<string, Registered>> {
    const known = new Map<string, Registered>();
    for (const { record } of await this.#parts.sink.registered('media')) {
      if (record.kind !== 'media') continue;
      const { enabled, external, collectingSinceMs: sinceMs } = record;
      // A medium that is only cited becomes collected; a medium that was switched off stays so.
      const isSuspended = !enabled && !external;
      known.set(`media:${record.media}`, { sinceMs, isSuspended, isCollected: !external });
    }
    for (const { record } of await this.#parts.sink.registered('blog')) {
      if (record.kind !== 'blog') continue;
      const { slug, discoveredMs: sinceMs } = record;
      known.set(`blog:${slug}`, { sinceMs, isSuspended: false, isCollected: true });
    }
    return known;
  }
}
