/**
 * Sends changes to clients as they happen.
 *
 * One page of changes is read for all clients that are current; a client that is behind reads its
 * own pages from its place until it is current. Invariants: a client gets every change after its
 * place at least once, in order, and may reconnect with its last id, also to another process on the
 * same store; bytes that wait for a client are bounded (event-stream.ts), and so is the number of
 * clients, in all and by address. Not here: HTTP (http/), the form of tokens (api/changes.ts).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Monotonic } from '../../kernel/clock.js';
import { getOrInsert } from '../../kernel/collections.js';
import { messageOf } from '../../kernel/errors.js';
import { STREAMS } from '../../kernel/limits.js';
import type { Logger } from '../../kernel/logger.js';
import type { Change, ChangeFeed, FeedPage, FeedPlace } from './change-feed.js';
import { EventStream, type Outflow } from './event-stream.js';
import type { StreamFilter } from './stream-filter.js';

/** A value that is computed from time to time and sent whole. */
export interface Computed {
  kind: string;
  /** Changes with each computation. */
  generation(): number;
  /** JSON without line ends; null before the first computation. */
  json(): Promise<Uint8Array | null>;
}

export interface HubOptions {
  feed: ChangeFeed;
  monotonic: Monotonic;
  nowMs(): number;
  logger: Logger;
  tokenOf(place: FeedPlace): string;
  jsonOf(change: Change): Uint8Array;
  computed: readonly Computed[];
  perAddressMax: number;
}

/** Looks between two checks of slow sources: waiting items whose time came, rankings. */
const SLOW_LOOKS = 25;

const encoder = new TextEncoder();
/** Clients reconnect after this time, with the token of their last id. */
const HELLO = encoder.encode('retry: 2000\n\n');
const BEHIND =
  'event: behind\ndata: {"reason":"this client reads more slowly than things change; it goes on from its last id"}\n\n';

export class StreamHub {
  readonly #options: HubOptions;
  readonly #streams = new Set<EventStream>();
  readonly #byClient = new Map<number | string, number>();
  readonly #generations = new Map<string, number>();
  readonly #events = new WeakMap<Change, Uint8Array>();
  #sealed: { place: FeedPlace | null; line: string } = { place: null, line: '' };
  /** The place of all current clients. */
  #head: FeedPlace | null = null;
  /** End of the page that is being sent to current clients; others must still read that page. */
  #telling: FeedPlace | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isLooking = false;
  #looks = 0;
  /** Clients that still get a sign of life in this round. */
  #due: EventStream[] = [];
  /** Monotonic time of the last round. */
  #signedMs = 0;
  #isStopped = false;

  constructor(options: HubOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#streams.size;
  }

  /** Why another stream of a client is refused; null where it is accepted. */
  refusalOf(client: number | string): 'address' | 'all' | null {
    if (this.#streams.size >= STREAMS.countMax) return 'all';
    return (this.#byClient.get(client) ?? 0) >= this.#options.perAddressMax ? 'address' : null;
  }

  /** Adds a client, which starts after a place, or now. */
  receiver(
    client: number | string,
    filter: StreamFilter,
    place: FeedPlace | null,
  ): { opened(outflow: Outflow): void; drained(): void; closed(): void } {
    const stream = new EventStream(filter, client, place);
    return {
      opened: (outflow) => {
        stream.open(outflow);
        this.#streams.add(stream);
        this.#byClient.set(client, (this.#byClient.get(client) ?? 0) + 1);
        stream.write(HELLO, this.#now());
        this.#timer ??= setInterval(() => void this.#look(), STREAMS.lookMs).unref();
        void this.#begin(stream);
      },
      drained: () => {
        const wasBlocked = stream.state === 'blocked';
        stream.resume();
        if (wasBlocked && !this.#isReading.has(stream)) void this.#catchUp(stream, true);
      },
      closed: () => this.#forget(stream),
    };
  }

  stop(): void {
    this.#isStopped = true;
    for (const stream of [...this.#streams]) this.#drop(stream);
  }

  /** Streams that read their own pages. */
  readonly #isReading = new Set<EventStream>();

  #now(): number {
    return this.#options.monotonic.nowMs();
  }

  #tell(stream: EventStream, text: string): void {
    stream.write(encoder.encode(text), this.#now());
  }

  #drop(stream: EventStream): void {
    stream.close();
    this.#forget(stream);
  }

  #forget(stream: EventStream): void {
    if (!this.#streams.delete(stream)) return;
    stream.end();
    const left = (this.#byClient.get(stream.client) ?? 1) - 1;
    if (left > 0) this.#byClient.set(stream.client, left);
    else this.#byClient.delete(stream.client);
    if (this.#streams.size > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
    this.#head = null;
    this.#generations.clear();
  }

  async #begin(stream: EventStream): Promise<void> {
    try {
      for (const { kind, generation } of this.#options.computed) {
        if (!this.#generations.has(kind)) this.#generations.set(kind, generation());
      }
      this.#head ??= await this.#options.feed.now(this.#options.nowMs());
      stream.place ??= this.#head;
      for (const one of this.#options.computed) {
        if (stream.filter.names(one.kind)) await this.#tellComputed(one, [stream]);
      }
    } catch (error) {
      this.#giveUp(stream, error);
      return;
    }
    await this.#catchUp(stream, false);
  }

  /** Reads pages for one client until none is left, then adds it to the current clients. */
  async #catchUp(stream: EventStream, isBehind: boolean): Promise<void> {
    if (this.#isReading.has(stream)) return;
    this.#isReading.add(stream);
    try {
      if (isBehind && this.#isPast(stream)) this.#tell(stream, BEHIND);
      let changesMax: number = STREAMS.pageMax;
      while (!stream.isOver && !this.#isStopped) {
        await stream.drained();
        if (stream.isOver) return;
        if (!this.#isPast(stream)) break;
        const { feed, nowMs } = this.#options;
        const page = await feed.page(stream.place!, nowMs(), changesMax);
        if (page === null) return this.#tellGone(stream);
        if (this.#send(stream, this.#framesOf(page, stream.filter))) stream.place = page.next;
        // The socket did not take the whole page: a shorter page may get through.
        else changesMax = Math.max(1, changesMax >> 1);
        if (page.caughtUp && stream.place === page.next && !this.#isPast(stream)) {
          // The next page for all clients begins at a place that is not after this one.
          if (page.next.id === 0) break;
        }
      }
      if (stream.state === 'blocked') return;
      stream.state = 'live';
      this.#tell(stream, `event: live\n${this.#idLine(stream.place!)}data: {}\n\n`);
    } catch (error) {
      this.#giveUp(stream, error);
    } finally {
      this.#isReading.delete(stream);
    }
  }

  /** Whether other clients were sent more than this one, or are being sent more. */
  #isPast({ place }: EventStream): boolean {
    const told = this.#telling ?? this.#head;
    if (place === null || told === null) return false;
    const apart = told.sequence - place.sequence || told.id - place.id;
    // At the same place of the log, waiting items may have been sent.
    return apart > 0 || (apart === 0 && place.nowMs < told.nowMs);
  }

  #tellGone(stream: EventStream): void {
    const reason = 'the id names a place that this store does not have; begin again without it';
    this.#tell(stream, `event: gone\ndata: ${JSON.stringify({ reason })}\n\n`);
    this.#drop(stream);
  }

  #giveUp(stream: EventStream, error: unknown): void {
    const reason = messageOf(error);
    this.#options.logger.warn({ reason }, 'a stream ends; its client may come back');
    this.#drop(stream);
  }

  async #look(): Promise<void> {
    this.#signs();
    if (this.#isLooking || this.#head === null) return;
    this.#isLooking = true;
    try {
      this.#looks += 1;
      const isSlow = this.#looks % SLOW_LOOKS === 0;
      const { feed, nowMs } = this.#options;
      const mayBe = feed.isBehind(this.#head) || this.#head.id > 0;
      if (mayBe || (isSlow && feed.hasArrivals(this.#head, nowMs()))) await this.#tellAll();
      if (isSlow) {
        await this.#tellComputations();
        this.#endStalled();
      }
    } catch (error) {
      const reason = messageOf(error);
      this.#options.logger.warn({ reason }, 'changes could not be read for streams');
    } finally {
      this.#isLooking = false;
    }
  }

  async #tellAll(): Promise<void> {
    const { feed, nowMs } = this.#options;
    while (this.#head !== null) {
      const page = await feed.page(this.#head, nowMs(), STREAMS.pageMax);
      if (page === null || this.#head === null) return;
      const frames = new Map<string, Uint8Array[]>();
      this.#telling = page.next;
      await this.#inTurns([...this.#streams], (stream) => {
        if (stream.state !== 'live') return;
        const { filter } = stream;
        const pieces = getOrInsert(frames, filter.key, () => this.#framesOf(page, filter));
        if (this.#send(stream, pieces)) stream.place = page.next;
      });
      this.#telling = null;
      // Without clients, the next client starts at the current place.
      if (this.#head === null) return;
      this.#head = page.next;
      if (page.caughtUp) return;
    }
  }

  /** Processes streams one after the other; requests are answered in between. */
  async #inTurns(
    streams: readonly EventStream[],
    work: (stream: EventStream) => void,
  ): Promise<void> {
    let startMs = this.#now();
    for (const stream of streams) {
      if (this.#now() - startMs >= STREAMS.turnMs) {
        await sleep(STREAMS.restMs);
        startMs = this.#now();
      }
      work(stream);
    }
  }

  /** Writes all pieces; false when some of them are left. */
  #send(stream: EventStream, pieces: readonly Uint8Array[]): boolean {
    const last = pieces.length - 1;
    return pieces.every((piece, at) => stream.write(piece, this.#now()) || at === last);
  }

  /** The events of a page that pass a filter, in pieces of whole events. */
  #framesOf(page: FeedPage, filter: StreamFilter): Uint8Array[] {
    const pieces: Uint8Array[] = [];
    let parts: Uint8Array[] = [];
    let byteLength = 0;
    for (const change of page.changes) {
      if (!filter.matches(change)) continue;
      const event = this.#eventOf(change);
      if (byteLength + event.length > STREAMS.pieceBytesMax) {
        pieces.push(Buffer.concat(parts));
        parts = [];
        byteLength = 0;
      }
      byteLength += event.length;
      parts.push(event);
    }
    if (parts.length === 0) return pieces;
    parts.push(encoder.encode(`${this.#idLine(page.next)}\n`));
    return [...pieces, Buffer.concat(parts)];
  }

  /** The event of a change, made once for all filters that it passes. */
  #eventOf(change: Change): Uint8Array {
    let event = this.#events.get(change);
    if (event === undefined) {
      const name = encoder.encode(`event: ${change.kind}\ndata: `);
      event = Buffer.concat([name, this.#options.jsonOf(change), LINES_END]);
      this.#events.set(change, event);
    }
    return event;
  }

  /** Cached line: every filter needs the line of a page, mostly of the same place. */
  #idLine(place: FeedPlace): string {
    if (this.#sealed.place !== place) {
      this.#sealed = { place, line: `id: ${this.#options.tokenOf(place)}\n` };
    }
    return this.#sealed.line;
  }

  async #tellComputations(): Promise<void> {
    for (const one of this.#options.computed) {
      const generation = one.generation();
      const known = this.#generations.get(one.kind);
      this.#generations.set(one.kind, generation);
      if (known === undefined || known === generation) continue;
      const isTold = ({ state, filter }: EventStream): boolean =>
        state === 'live' && filter.takes(one.kind);
      await this.#tellComputed(one, [...this.#streams].filter(isTold));
    }
  }

  async #tellComputed({ kind, json }: Computed, streams: EventStream[]): Promise<void> {
    if (streams.length === 0) return;
    const body = await json().catch(() => null);
    if (body === null) return;
    const bytes = Buffer.concat([encoder.encode(`event: ${kind}\ndata: `), body, LINES_END]);
    await this.#inTurns(streams, (stream) => {
      if (stream.state !== 'blocked') stream.write(bytes, this.#now());
    });
  }

  /** Sends signs of life to a part of the clients: each is in time, and no call takes long. */
  #signs(): void {
    const now = this.#now();
    if (this.#due.length === 0 && now - this.#signedMs >= STREAMS.heartbeatMs) {
      this.#signedMs = now;
      this.#due = [...this.#streams];
    }
    const share = Math.ceil((4 * this.#due.length * STREAMS.lookMs) / STREAMS.heartbeatMs);
    const signs = new Map<FeedPlace, Uint8Array>();
    for (const stream of this.#due.splice(0, Math.max(16, share))) {
      if (stream.isOver || stream.state !== 'live' || stream.place === null) continue;
      const { place } = stream;
      const signOf = () => encoder.encode(`: \n${this.#idLine(place)}\n`);
      stream.write(getOrInsert(signs, place, signOf), now);
    }
  }

  #endStalled(): void {
    const now = this.#now();
    for (const stream of [...this.#streams]) {
      const isStalled = stream.state === 'blocked' && now - stream.blockedMs > STREAMS.stallMs;
      if (isStalled) this.#drop(stream);
    }
  }
}

const LINES_END = encoder.encode('\n\n');
