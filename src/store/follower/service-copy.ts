/**
 * Keeps a copy of one service of another server by its changes.
 *
 *   changes since a token ─► owners known? ─► ids free? ─► lines ─► log ─► token noted ─► wait for more
 *
 * Invariants: a token is noted after the changes before it are durable; repeated changes have no
 * effect; an id means the same article on both servers, or the copy ends (`onForeign`). A copy that
 * starts again hides items that the other server no longer shows. A server that announces more
 * changes but sends none is asked less and less often.
 * Not here: requests (peer.ts), which items fit (owners.ts), lines (change-lines.ts), the target
 * (app/following.ts).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS, type Monotonic, SECOND_MS } from '../../kernel/clock.js';
import { messageOf } from '../../kernel/errors.js';
import type { Logger } from '../../kernel/logger.js';
import { doubledMs } from '../../kernel/waits.js';
import {
  type ChangesPage,
  type CopiedService,
  itemLine,
  KINDS,
  maskLine,
  ownerLine,
  pageOf,
} from './change-lines.js';
import type { FollowNote } from './follow-note.js';
import {
  type CopySink,
  type Fitted,
  fittingOf,
  type ItemChange,
  isItemId,
  Owners,
} from './owners.js';
import { type FollowedPeer, PeerError, Wake } from './peer.js';

/** Changes of one page; halved when a page is too long or too slow, and raised again. */
const PAGE_MAX = 1000;
/** Between two requests, so that a busy server is not asked at the rate of its changes. */
const GAP_MS = { news: SECOND_MS, blog: 2 * SECOND_MS };
const BACKOFF_MS = SECOND_MS;
/** Longest pause for a server that does not answer, as a multiple of the interval. */
const BACKOFF_TIMES_MAX = 6;
/** Interval of log messages about a continuing failure. */
const TOLD_MS = 10 * MINUTE_MS;
/** Empty pages in a row; one may be left from a crash. */
const FRUITLESS_MAX = 2;

export interface ServiceCopyOptions {
  service: CopiedService;
  peer: FollowedPeer;
  sink: CopySink;
  note: FollowNote;
  logger: Logger;
  monotonic: Monotonic;
  /** Interval of polls when the other server has no stream. */
  everyMs: number;
  /** Called when ids of the other server mean other articles here: the copy is of another store. */
  onForeign(why: string): void;
}

/** The state of a copy. */
export interface CopyState {
  service: CopiedService;
  url: string;
  /** Whether the copy was ever complete. */
  isWhole: boolean;
  /** Time since the copy was last complete; null before. */
  behindMs: number | null;
  isListening: boolean;
  trouble: string | null;
  /** Since the start. */
  changes: number;
  refused: number;
  failures: number;
}

class ForeignStore extends Error {}

export class ServiceCopy {
  readonly #options: ServiceCopyOptions;
  readonly #owners: Owners;
  readonly #wake: Wake;
  readonly #over = new AbortController();
  #token: string | null;
  /** Items seen since the copy started again; null otherwise. */
  #seen: Set<string> | null = null;
  #isWhole: boolean;
  #caughtUpMs: number | null = null;
  #trouble: string | null = null;
  #toldMs = Number.NEGATIVE_INFINITY;
  #pageMax = PAGE_MAX;
  #failuresInRow = 0;
  #fruitless = 0;
  #loop: Promise<void> | null = null;
  readonly #sums = { changes: 0, refused: 0, failures: 0 };

  constructor(options: ServiceCopyOptions) {
    this.#options = options;
    const { service, peer, note, sink, everyMs, monotonic } = options;
    this.#owners = new Owners(service, peer, sink, monotonic);
    this.#wake = new Wake(peer, everyMs);
    const place = note.of(service);
    const isHeld = place !== null && place.sequence <= sink.sequence();
    this.#token = isHeld ? place.token : null;
    this.#isWhole = this.#token !== null;
    // A store with items, but without a known token.
    if (this.#token === null && sink.sequence() > 0) this.#seen = new Set();
  }

  get state(): CopyState {
    const { service, peer, monotonic } = this.#options;
    return {
      service,
      url: peer.url,
      isWhole: this.#isWhole,
      behindMs: this.#caughtUpMs === null ? null : monotonic.nowMs() - this.#caughtUpMs,
      isListening: this.#wake.isListening,
      trouble: this.#trouble,
      ...this.#sums,
    };
  }

  start(): void {
    this.#wake.start();
    this.#loop ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#over.abort();
    this.#wake.stop();
    await this.#loop;
  }

  async #run(): Promise<void> {
    while (!this.#over.signal.aborted) {
      try {
        const isAll = await this.#look();
        this.#recovered();
        await this.#pause(isAll ? GAP_MS[this.#options.service] : 0);
        if (isAll) await this.#wake.wait();
      } catch (error) {
        if (this.#over.signal.aborted) return;
        if (error instanceof ForeignStore) return this.#options.onForeign(error.message);
        await this.#pause(this.#failed(error));
      }
    }
  }

  /** Reads and folds a page; returns whether it was the last one. */
  async #look(): Promise<boolean> {
    const { service, peer, note, sink } = this.#options;
    const since = this.#token === null ? '' : `&since=${encodeURIComponent(this.#token)}`;
    const page = pageOf(service, await peer.get(`/api/v1/changes?limit=${this.#pageMax}${since}`));
    const isNew = (await this.#fold(page)) && page.nextToken !== this.#token;
    this.#sums.changes += page.changes.length;
    this.#token = page.nextToken;
    if (page.caughtUp) {
      await this.#hideUnseen();
      await this.#owners.categorise(this.#options.logger);
      this.#isWhole = true;
      this.#caughtUpMs = this.#options.monotonic.nowMs();
    }
    // After a crash during a new start the copy starts again.
    const token = this.#seen === null ? this.#token : null;
    note.set(service, { url: peer.url, token, sequence: sink.sequence() });
    this.#fruitless = isNew || page.caughtUp ? 0 : this.#fruitless + 1;
    if (this.#fruitless < FRUITLESS_MAX) return page.caughtUp;
    throw new PeerError(
      'garbage',
      '/api/v1/changes says that there is more, and tells nothing new',
    );
  }

  /** @returns whether the page has anything new. */
  async #fold({ changes, isEmpty }: ChangesPage): Promise<boolean> {
    const { service } = this.#options;
    const { item, owner, ownerOf } = KINDS[service];
    await this.#owners.meet(changes.flatMap(({ shown }) => shown?.[ownerOf] ?? []));
    const { known, leftOut } = await this.#fitting(changes);
    const seenBefore = this.#seen?.size ?? 0;
    const lines: object[] = [];
    for (const change of changes) {
      if (leftOut.has(change)) continue;
      const { kind, id, shown } = change;
      this.#seen?.add(`${kind} ${id}`);
      if (shown?.[ownerOf] !== undefined) this.#seen?.add(`${owner} ${shown[ownerOf]}`);
      if (typeof id === 'number') {
        if (shown !== null) {
          lines.push(itemLine(service, id, shown));
          // The item may have been hidden before.
          if (known.has(id)) lines.push(maskLine('show', item, String(shown.url)));
        } else lines.push(...(await this.#hidden(id)));
      } else if (shown !== null) {
        lines.push(ownerLine(service, shown));
        if (this.#owners.has(id)) lines.push(maskLine('show', owner, id));
        this.#owners.add(id);
      } else if (this.#owners.has(id)) lines.push(...(await this.#hidden(id)));
    }
    const hasChanged = await this.#send(lines);
    // Changes of unknown kinds, from a later version, cannot be taken in.
    const isOfOthers = changes.length === 0 && !isEmpty;
    return hasChanged || isOfOthers || (this.#seen?.size ?? 0) > seenBefore;
  }

  /** The items that can be taken in. @throws ForeignStore when an id means another article here. */
  async #fitting(changes: ChangesPage['changes']): Promise<Fitted> {
    const { service, sink, peer } = this.#options;
    const items = changes.filter(
      (change): change is ItemChange => typeof change.id === 'number' && change.shown !== null,
    );
    const find = (urls: readonly string[], ids: readonly number[]) =>
      sink.find(KINDS[service].item, urls, ids);
    // A valid token proves the same store; a copy that started again knows the items listed since.
    const saidBefore = (id: number): boolean => this.#seen?.has(`article ${id}`) ?? true;
    const fitted = await fittingOf(items, find, saidBefore);
    if (fitted.foreign !== null) {
      throw new ForeignStore(`${peer.url} has another store than before: ${fitted.foreign}`);
    }
    this.#leaveOut([...fitted.leftOut.values()]);
    return fitted;
  }

  /** @returns whether the log has changed. */
  async #send(lines: readonly object[]): Promise<boolean> {
    if (lines.length === 0) return false;
    const { rejects, accepted, updated } = await this.#options.sink.copy(lines);
    this.#leaveOut(rejects.map(({ reason }) => reason));
    return accepted + updated > 0;
  }

  #leaveOut(reasons: readonly string[]): void {
    this.#sums.refused += reasons.length;
    const [reason] = reasons;
    if (reason === undefined) return;
    const { logger, service, peer } = this.#options;
    logger.warn(
      { service, peer: peer.url, count: reasons.length, reason },
      'changes of the other server were left out',
    );
  }

  /** Hides items that the other server did not mention since the copy started again. */
  async #hideUnseen(): Promise<void> {
    if (this.#seen === null) return;
    const { service, sink, logger } = this.#options;
    const lines: object[] = [];
    for await (const { kind, id } of sink.shown(service)) {
      if (this.#seen.has(`${kind} ${id}`)) continue;
      lines.push(...(await this.#hidden(id)));
    }
    if (lines.length > 0) logger.info({ service, hidden: lines.length }, 'the copy was begun anew');
    await this.#send(lines);
    this.#seen = null;
  }

  /** The line that hides an item or an owner; none for an unknown item. */
  async #hidden(id: number | string): Promise<object[]> {
    const { service, sink } = this.#options;
    const { item, owner } = KINDS[service];
    if (typeof id === 'string') return [maskLine('hide', owner, id)];
    if (!isItemId(id)) return [];
    const url = await sink.urlOf(item, id);
    return url === null ? [] : [maskLine('hide', item, url)];
  }

  /** The pause after a failure. */
  #failed(error: unknown): number {
    const { service, peer, logger, monotonic } = this.#options;
    const fault = error instanceof PeerError ? error.fault : null;
    this.#sums.failures += 1;
    this.#failuresInRow += 1;
    const reason = messageOf(error);
    const nowMs = monotonic.nowMs();
    if (reason !== this.#trouble || nowMs - this.#toldMs > TOLD_MS) {
      logger.warn({ service, peer: peer.url, reason }, 'the other server could not be followed');
      this.#toldMs = nowMs;
    }
    this.#trouble = reason;
    if (fault === 'token') {
      // The same store in an earlier state, or another store; the ids will show which.
      this.#token = null;
      this.#seen = new Set();
    }
    if (fault === 'too large' || fault === 'down') this.#pageMax = Math.max(1, this.#pageMax >> 1);
    if (error instanceof PeerError && error.retryMs !== null) return error.retryMs;
    const maxMs = BACKOFF_TIMES_MAX * this.#options.everyMs;
    return doubledMs(this.#failuresInRow - 1, BACKOFF_MS, maxMs);
  }

  #recovered(): void {
    const { service, peer, logger } = this.#options;
    if (this.#trouble !== null) {
      logger.info({ service, peer: peer.url }, 'the other server is followed again');
    }
    this.#trouble = null;
    this.#failuresInRow = 0;
    this.#pageMax = Math.min(PAGE_MAX, 2 * this.#pageMax);
  }

  async #pause(waitMs: number): Promise<void> {
    const { signal } = this.#over;
    await sleep(waitMs, null, { ref: false, signal }).catch(() => undefined);
  }
}
