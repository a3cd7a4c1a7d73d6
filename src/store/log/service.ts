/**
 * The log's thread: answers the messages of protocol.ts.
 *
 * Not here: durability (ingest-log.ts), snapshots for the start of an index (snapshot-stores.ts).
 */
import { messageOf, operatingError, TagwireError } from '../../kernel/errors.js';
import type { Logger } from '../../kernel/logger.js';
import { heapFigures, SpareBytes } from '../../kernel/runtime/garbage.js';
import { BackupSessions } from './backup-session.js';
import { IngestLog } from './ingest-log.js';
import type { IngestResult } from './intake.js';
import type { OpenOrder, SharedOrder } from './node-state.js';
import type { LogCallName, LogCalls, LogMessage, LogReply, LogState } from './protocol.js';
import { SnapshotStores } from './snapshot-stores.js';
import { type Tagger, taggerHere } from './tagging-link.js';

/** Waiting or current requests whose memory is reused. */
const REQUESTS = 4;
/** By then an engine that starts with its nodes has a leader; a node with the secret can serve. */
const NEW_NODE_MS_MAX = 60_000;
const KNOWN_NODE_MS_MAX = 3000;

type Handlers = {
  [N in LogCallName]: (request: LogCalls[N]['request']) => Promise<LogCalls[N]['response']>;
};

interface Open {
  log: IngestLog;
  snapshots: SnapshotStores;
  order: SharedOrder | null;
}

/** Makes the function that a worker module exports. */
export function createLogService(
  logger: Logger,
  openOrder: OpenOrder = async () => {
    throw new TagwireError('CONFIG_INVALID', 'this process knows no shared log');
  },
  taggerOf: (noise: readonly string[]) => Tagger = taggerHere,
): (message: LogMessage) => Promise<LogReply> {
  const handlers = new LogService(logger, openOrder, taggerOf).handlers;
  return async ({ call, request }) => {
    try {
      const handler = handlers[call] as (request: unknown) => Promise<unknown>;
      return { ok: true, response: await handler(request) };
    } catch (error) {
      const known = operatingError(error);
      if (known !== null) return { ok: false, code: known.code, message: known.message };
      const detail = error instanceof Error ? error.stack : undefined;
      return { ok: false, code: null, message: detail ?? messageOf(error) };
    }
  };
}

/** For calls without a response. */
async function done(work: Promise<unknown>): Promise<null> {
  await work;
  return null;
}

class LogService {
  readonly #logger: Logger;
  readonly #openOrder: OpenOrder;
  readonly #taggerOf: (noise: readonly string[]) => Tagger;
  readonly #spare = new SpareBytes(REQUESTS);
  #open: Open | null = null;
  /** Why the folder is not locked; null once it is. */
  #barrier: string | null = null;
  readonly #backups = new BackupSessions(() => ({
    log: this.#log,
    pieces: this.#snapshots.stores,
  }));

  readonly handlers: Handlers = {
    open: async ({ folder, barrier, noise, node }) => {
      this.#barrier = barrier;
      return this.#start(folder, noise, node);
    },
    allowWrites: async () => {
      this.#barrier = null;
      return null;
    },
    ingest: (request) => this.#ingest(request),
    tick: ({ nowMs }) => this.#log.tick(nowMs),
    tickEarly: ({ nowMs }) => this.#log.tickEarly(nowMs),
    advance: ({ untilMs }) => this.#log.advance(untilMs),
    followings: async ({ waitMs }) => {
      const order = this.#open?.order;
      if (!order) throw new TagwireError('STORE_CLOSED', 'the store is not open as a node');
      return order.next(waitMs);
    },
    rewind: ({ atMs }) => this.#log.rewind(atMs),
    skip: ({ actor, sequence }) => this.#log.skip(actor, sequence),
    skipped: ({ actor }) => this.#log.skipped(actor),
    read: ({ fromSequence, bodies }) => this.#log.read(fromSequence, bodies),
    item: ({ kind, id, withEarlier }) => this.#log.item(kind, id, withEarlier),
    items: ({ kind, ids, tellBodies }) => this.#log.items(kind, ids, tellBodies),
    find: ({ kind, urls, ids }) => this.#log.find(kind, urls, ids),
    changes: (request) => this.#log.changes(request),
    registry: ({ kind, after }) => this.#log.registry(kind, after),
    expireBodies: async ({ atMs, actors, compact }) => {
      const coveredSequence = await this.#snapshots.coveredSequence(actors);
      return done(this.#log.expireBodies({ atMs, coveredSequence }, compact));
    },
    verifyNew: () => done(this.#log.verifyNew()),
    erasurePaid: async ({ sequence }) => {
      await this.#snapshots.forgetAside();
      return done(this.#log.erasurePaid(sequence));
    },
    state: async () => this.#state(),
    listSnapshots: async ({ actor, bodies }) => {
      const floor = bodies === 'needed' ? this.#log.sweptSequence : 0;
      return { listings: await this.#snapshots.list(actor, floor, bodies), floor };
    },
    readChunk: ({ actor, base, name }) => this.#snapshots.read(actor, base, name),
    chooseSnapshot: async ({ actor, base }) => {
      this.#snapshots.choose(actor, base);
      return null;
    },
    beginSnapshot: (request) => this.#snapshots.begin(request),
    readCold: ({ actor, name }) => this.#snapshots.readCold(actor, name),
    addChunks: ({ actor, pieces }) => done(this.#snapshots.add(actor, pieces)),
    commitSnapshot: ({ actor, sequence }) => done(this.#snapshots.commit(actor, sequence)),
    keepHistory: ({ actor, keepPrevious }) => done(this.#snapshots.keep(actor, keepPrevious)),
    historyLag: ({ actors }) => this.#snapshots.historyLag(actors),
    backup: (request) => this.#backups.answer(request),
    close: async () => {
      const open = this.#open;
      this.#open = null;
      await open?.order?.close();
      await open?.log.close();
      await open?.snapshots.close();
      return null;
    },
  };

  constructor(
    logger: Logger,
    openOrder: OpenOrder,
    taggerOf: (noise: readonly string[]) => Tagger,
  ) {
    this.#logger = logger;
    this.#openOrder = openOrder;
    this.#taggerOf = taggerOf;
  }

  get #store(): Open {
    if (this.#open === null) throw new TagwireError('STORE_CLOSED', 'the store is not open');
    return this.#open;
  }

  get #log(): IngestLog {
    return this.#store.log;
  }

  get #snapshots(): SnapshotStores {
    return this.#store.snapshots;
  }

  /** Joins a request that arrived in parts. */
  async #ingest({ parts, ...request }: LogCalls['ingest']['request']): Promise<IngestResult> {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    const buffer = this.#spare.take(length);
    let at = 0;
    for (const part of parts) {
      buffer.set(part, at);
      at += part.length;
    }
    try {
      return await this.#log.ingest({ ...request, bytes: buffer.subarray(0, length) });
    } finally {
      this.#spare.give(buffer);
    }
  }

  async #start(
    folder: string,
    noise: readonly string[],
    node: LogCalls['open']['request']['node'],
  ): Promise<LogCalls['open']['response']> {
    const barrier = (): string | null => this.#barrier;
    const logger = this.#logger;
    const order = typeof node === 'object' ? await this.#openOrder(node) : null;
    const mayBeShared = node === 'any';
    const own = { folder, logger, barrier, mayBeShared, tagger: this.#taggerOf(noise) };
    let log: IngestLog;
    try {
      log = await IngestLog.open(order === null ? own : { ...own, order });
    } catch (error) {
      await order?.close();
      throw error;
    }
    const snapshots = await SnapshotStores.open(folder, log, this.#logger, barrier);
    this.#open = { log, snapshots, order };
    if (order !== null) await this.#join(log, order);
    const owesErasure = (await log.erasureOwed()) !== null;
    const secret = Uint8Array.from(log.secret);
    return { ...this.#state(), secret, owesErasure, node: order?.state() ?? null };
  }

  /** A store that was a node before may begin without the engine, because it has the secret. */
  async #join(log: IngestLog, order: SharedOrder): Promise<void> {
    const isNew = log.head.sequence === 0;
    try {
      const withinMs = isNew ? NEW_NODE_MS_MAX : KNOWN_NODE_MS_MAX;
      await log.adoptSecret(await order.secret(log.secret, withinMs));
    } catch (error) {
      if (isNew) throw error;
      this.#logger.warn({ reason: messageOf(error) }, 'the shared log cannot be reached yet');
    }
    order.begin(log);
  }

  #state(): LogState {
    const { sequence, lastTickMs } = this.#log.head;
    const { trouble, learned } = this.#log;
    const degraded = trouble !== null;
    return { sequence, lastTickMs, degraded, trouble, learned, heap: heapFigures() };
  }
}
