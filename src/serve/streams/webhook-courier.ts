/**
 * Delivers changes to webhooks: in order, at least once, each in batches of bounded size.
 *
 *   look ─► due: on, past its next try, behind the log ─► turn ─► page of the log ─► filter ─► send
 *                                                          ▲                                   │
 *           note: place, failures (journal, once a second) └──────────── accepted ◄────────────┤
 *                                                                 failed: later, or off ◄───────┘
 *
 * Invariants: a place advances only past changes that the receiver accepted or its filter excluded;
 * each webhook has at most one delivery under way, all together `WEBHOOKS.underWayMax`; waiting
 * changes are not in memory, and a failed batch is read from the log again. Our own failures (a
 * restarting index) do not count as the receiver's. Not here: sockets and allowed addresses
 * (`send`), permissions (accounts).
 */
import { setImmediate as frontsTurn } from 'node:timers/promises';
import { getOrInsert } from '../../kernel/collections.js';
import { messageOf } from '../../kernel/errors.js';
import { WEBHOOKS } from '../../kernel/limits.js';
import type { Logger } from '../../kernel/logger.js';
import { doubledMs } from '../../kernel/waits.js';
import { UNHINDERED, type Webhook, type WebhookProgress } from '../../store/accounts/records.js';
import {
  type Change,
  type ChangeFeed,
  FEED_PLACE_MS_MAX,
  type FeedPage,
  type FeedPlace,
} from './change-feed.js';
import { StreamFilter } from './stream-filter.js';
import {
  batchIdOf,
  bodyOf,
  type Delivery,
  type DeliveryResult,
  headersOf,
} from './webhook-message.js';

export type Hook = Pick<Webhook, 'id' | 'service' | 'url' | 'question' | 'secret' | 'former'> &
  WebhookProgress;

type WebhookService = Webhook['service'];

export interface HookService {
  feed: ChangeFeed;
  isIn(owner: string, category: string): boolean;
  jsonOf(change: Change): Uint8Array;
  tokenOf(place: FeedPlace): string;
}

export interface CourierOptions {
  hooks(): readonly Hook[];
  services: { readonly [service in WebhookService]: HookService };
  /** Rejects only when it is closed. */
  send(delivery: Delivery): Promise<DeliveryResult>;
  /** Writes the progress of some webhooks to the journal. */
  note(told: readonly ({ id: number } & WebhookProgress)[]): Promise<void>;
  nowMs(): number;
  logger: Logger;
}

/** Sums since the start, and current numbers. */
export interface CourierFigures {
  states: { [state in WebhookProgress['state']]: number };
  underWay: number;
  accepted: number;
  failed: number;
  changes: number;
}

/** State of a webhook that is only in memory. */
interface Live {
  filter: StreamFilter;
  isBusy: boolean;
  /** Number of the look that began its last turn. */
  look: number;
  /** Progress that is not yet in the journal; of `state`, only `off` counts. */
  progress: WebhookProgress | null;
  /** Whether the unwritten progress is more than changes that the filter excluded. */
  isPressing: boolean;
}

const GONE =
  'the store does not have the place any more up to which was delivered (older than 30 days, or the store was restored): what changed since is not told; resuming begins now';

export class WebhookCourier {
  readonly #options: CourierOptions;
  readonly #live = new Map<number, Live>();
  readonly #turns = new Set<Promise<void>>();
  /** The last page of each service: webhooks that are current share it. */
  readonly #pages = new Map<WebhookService, { key: string; page: Promise<FeedPage | null> }>();
  readonly #sums = { accepted: 0, failed: 0, changes: 0 };
  /** Filters run one after the other, each in a turn of the main thread. */
  #filtering: Promise<unknown> = Promise.resolve();
  #looks = 0;
  #notedMs = 0;
  /** For this long after `#notedMs`, nothing more is written. */
  #restMs = 0;
  #allNotedMs = 0;
  #isClosed = false;

  constructor(options: CourierOptions) {
    this.#options = options;
  }

  figures(): CourierFigures {
    const states = { on: 0, paused: 0, off: 0 };
    for (const hook of this.#options.hooks()) states[this.progressOf(hook).state] += 1;
    return { states, underWay: this.#turns.size, ...this.#sums };
  }

  progressOf(hook: Hook): WebhookProgress {
    const progress = this.#live.get(hook.id)?.progress ?? hook;
    const { place, deliveredMs, failures, failingSinceMs, nextTryMs, message } = progress;
    const state = progress.state === 'off' ? 'off' : hook.state;
    return { state, place, deliveredMs, failures, failingSinceMs, nextTryMs, message };
  }

  /** Starts due turns, and writes progress. */
  async look(): Promise<void> {
    if (this.#isClosed) return;
    const hooks = this.#options.hooks();
    this.#prune(hooks);
    const nowMs = this.#options.nowMs();
    this.#looks += 1;
    for (const hook of this.#due(hooks, nowMs)) {
      if (this.#turns.size >= WEBHOOKS.underWayMax) break;
      const turn = this.#turn(hook, nowMs).finally(() => this.#turns.delete(turn));
      this.#turns.add(turn);
    }
    await this.#writeSome();
  }

  async settled(): Promise<void> {
    while (this.#turns.size > 0) await Promise.all(this.#turns);
  }

  /** Writes all progress. */
  flush(): Promise<void> {
    return this.#write(true);
  }

  /** Drops the state in memory, in favour of the journal's state. */
  forget(id: number): void {
    const live = this.#live.get(id);
    if (live !== undefined) live.progress = null;
  }

  forgetAll(): void {
    for (const id of this.#live.keys()) this.forget(id);
  }

  /** Writes urgent progress, unless progress was written a moment ago. */
  async #writeSome(): Promise<void> {
    const nowMs = this.#options.nowMs();
    if (Math.abs(nowMs - this.#notedMs) < this.#restMs) return;
    const isAll = Math.abs(nowMs - this.#allNotedMs) >= WEBHOOKS.passedNoteMs;
    if (isAll) this.#allNotedMs = nowMs;
    await this.#write(isAll);
  }

  async #write(isAll: boolean): Promise<void> {
    const told = [...this.#live].flatMap(([id, { progress, isPressing }]) =>
      progress === null || !(isAll || isPressing) ? [] : [{ id, ...progress }],
    );
    if (told.length === 0) return;
    this.#notedMs = this.#options.nowMs();
    this.#restMs = WEBHOOKS.noteMs * Math.max(1, told.length / WEBHOOKS.notesMax);
    try {
      await this.#options.note(told);
    } catch (error) {
      const reason = messageOf(error);
      this.#options.logger.warn({ reason }, 'after a restart, some webhooks are told things twice');
      this.#restMs = WEBHOOKS.noteAgainMs;
      return;
    }
    for (const { id, place, failures } of told) {
      const live = this.#live.get(id);
      const now = live?.progress;
      if (!live || now?.place !== place || now.failures !== failures) continue;
      live.progress = null;
      live.isPressing = false;
    }
  }

  /** Sends a delivery without changes, in any state of the webhook. */
  test(hook: Hook): Promise<DeliveryResult> {
    const { place } = this.progressOf(hook);
    const { id: webhook, service } = hook;
    const nextToken = this.#options.services[service].tokenOf(place);
    const body = bodyOf({ webhook, service, test: true }, [], nextToken);
    const marked = { ...place, nowMs: this.#options.nowMs() };
    return this.#post(hook, batchIdOf(webhook, marked, [body]), body);
  }

  /** Starts no more turns; the caller ends running calls of `send`. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.settled();
    await this.flush();
  }

  #prune(hooks: readonly Hook[]): void {
    const ids = new Set(hooks.map(({ id }) => id));
    for (const id of this.#live.keys()) if (!ids.has(id)) this.#live.delete(id);
  }

  /** Due webhooks, the one with the oldest last turn first. */
  #due(hooks: readonly Hook[], nowMs: number): Hook[] {
    const lookOf = ({ id }: Hook): number => this.#live.get(id)?.look ?? 0;
    return hooks.filter((hook) => this.#isDue(hook, nowMs)).sort((a, b) => lookOf(a) - lookOf(b));
  }

  #isDue(hook: Hook, nowMs: number): boolean {
    const { state, nextTryMs, place } = this.progressOf(hook);
    if (state !== 'on' || nextTryMs > nowMs || this.#live.get(hook.id)?.isBusy) return false;
    const { feed } = this.#options.services[hook.service];
    if (feed.isBehind(place)) return true;
    if (feed.isAhead(place) || nowMs - place.nowMs < WEBHOOKS.arrivalMs) return false;
    if (feed.hasArrivals(place, nowMs)) return true;
    // The place of a store without changes never becomes too old.
    this.#liveOf(hook);
    this.#note(hook, { place: { ...place, nowMs } });
    return false;
  }

  #liveOf({ id, service, question }: Hook): Live {
    return getOrInsert(this.#live, id, () => {
      const filter = new StreamFilter(question, this.#options.services[service].isIn);
      return { filter, isBusy: false, look: 0, progress: null, isPressing: false };
    });
  }

  /** Delivers pages of one webhook until it is current, fails, or others wait. */
  async #turn(hook: Hook, nowMs: number): Promise<void> {
    const live = this.#liveOf(hook);
    live.isBusy = true;
    live.look = this.#looks;
    try {
      for (let pages = 0; pages < WEBHOOKS.pagesPerTurnMax && this.#mayGoOn(hook); pages++) {
        if (!(await this.#step(hook, live, nowMs))) return;
      }
    } catch (error) {
      if (this.#isClosed) return;
      const reason = messageOf(error);
      this.#options.logger.warn({ webhook: hook.id, reason }, 'a webhook waits for the next look');
    } finally {
      live.isBusy = false;
    }
  }

  #mayGoOn({ id }: Hook): boolean {
    if (this.#isClosed) return false;
    return this.#options.hooks().some((one) => one.id === id && one.state === 'on');
  }

  /** Delivers one page; false where the turn ends. */
  async #step(hook: Hook, live: Live, nowMs: number): Promise<boolean> {
    const { place } = this.progressOf(hook);
    if (place.nowMs < nowMs - FEED_PLACE_MS_MAX) return this.#lost(hook);
    let found: { page: FeedPage; changes: Uint8Array[] } | null = null;
    for (let limit: number = WEBHOOKS.batchMax; limit >= 1; limit = Math.floor(limit / 2)) {
      const page = await this.#pageOf(hook.service, place, nowMs, limit);
      if (page === null) return this.#lost(hook);
      const changes = await this.#matching(hook, live, page);
      found = { page, changes };
      if (bytesOf(changes) <= WEBHOOKS.batchBytesMax) break;
    }
    const { page, changes } = found!;
    if (changes.length > 0) {
      const { id: webhook, service } = hook;
      const nextToken = this.#options.services[service].tokenOf(page.next);
      const body = bodyOf({ webhook, service }, changes, nextToken);
      const result = await this.#post(hook, batchIdOf(webhook, place, changes), body);
      if (this.#isClosed && !result.isAccepted) return false;
      if (!result.isAccepted) return this.#failed(hook, result);
      this.#accepted(hook, changes.length);
    }
    this.#note(hook, { place: page.next });
    // A server that crashes repeatedly must keep the progress of the little that it delivers.
    if (changes.length > 0) await this.#writeSome();
    return !page.caughtUp;
  }

  #pageOf(
    service: WebhookService,
    place: FeedPlace,
    nowMs: number,
    limit: number,
  ): Promise<FeedPage | null> {
    const key = JSON.stringify([place, nowMs, limit]);
    const known = this.#pages.get(service);
    if (known?.key === key) return known.page;
    const page = this.#options.services[service].feed.page(place, nowMs, limit);
    this.#pages.set(service, { key, page });
    // A failed page is read again.
    page.catch(() => this.#pages.delete(service));
    return page;
  }

  /** The JSON of a page's changes that pass a webhook's filter. */
  #matching({ service }: Hook, { filter }: Live, page: FeedPage): Promise<Uint8Array[]> {
    const { jsonOf } = this.#options.services[service];
    const work = this.#filtering.then(async () => {
      await frontsTurn();
      return page.changes.filter((change) => filter.matches(change)).map(jsonOf);
    });
    this.#filtering = work.catch(() => undefined);
    return work;
  }

  #post(hook: Hook, batchId: string, body: Uint8Array): Promise<DeliveryResult> {
    const { url, secret, former } = hook;
    const nowMs = this.#options.nowMs();
    const secrets =
      former !== undefined && nowMs < former.untilMs ? [secret, former.secret] : [secret];
    const headers = headersOf(batchId, nowMs, secrets, body);
    return this.#options.send({ url, headers, body });
  }

  #accepted(hook: Hook, changes: number): void {
    this.#sums.accepted += 1;
    this.#sums.changes += changes;
    const deliveredMs = this.#options.nowMs();
    this.#note(hook, { deliveredMs, ...UNHINDERED }, true);
  }

  /** Turns the webhook off, because only its owner can choose a new place. Returns false. */
  #lost(hook: Hook): false {
    this.#note(hook, { state: 'off', message: GONE }, true);
    return false;
  }

  /** Notes a failure, and schedules the next try. Returns false. */
  #failed(hook: Hook, { status, message, retryAfterMs }: DeliveryResult): false {
    this.#sums.failed += 1;
    const nowMs = this.#options.nowMs();
    const before = this.progressOf(hook);
    const failingSinceMs = before.failingSinceMs ?? nowMs;
    const failures = before.failures + 1;
    const { backoffMsMin, backoffMsMax, failingMsMax } = WEBHOOKS;
    const backoffMs = doubledMs(failures - 1, backoffMsMin, backoffMsMax);
    const waitMs = Math.max(backoffMs, Math.min(backoffMsMax, retryAfterMs ?? 0));
    // 410 says that the receiver is gone for good.
    const isOver = status === 410 || nowMs - failingSinceMs >= failingMsMax;
    const state = isOver ? 'off' : 'on';
    const nextTryMs = nowMs + waitMs;
    this.#note(hook, { state, failures, failingSinceMs, nextTryMs, message }, true);
    return false;
  }

  #note(hook: Hook, facts: Partial<WebhookProgress>, isPressing = false): void {
    const live = this.#live.get(hook.id);
    if (live === undefined) return;
    live.progress = { ...this.progressOf(hook), ...facts };
    live.isPressing ||= isPressing;
  }
}

function bytesOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}
