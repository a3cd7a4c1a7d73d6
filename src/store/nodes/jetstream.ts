/**
 * NATS JetStream as the engine of a shared log: one stream of messages, one bucket with values that
 * expire after the lease, one with values that stay, one in the memory of the servers.
 *
 *   stream   TAGWIRE_<name>          of the subject tagwire.<name>.log
 *   subject  tagwire.<name>.nodes    messages between nodes, which are not stored
 *   bucket   tagwire-<name>-lease    writer
 *   bucket   tagwire-<name>-shared   secret, head, members
 *   bucket   tagwire-<name>-witness  head, in memory
 *
 * The accounts have a stream of their own, TAGWIRE-ACCOUNTS_<name> of tagwire.<name>.accounts,
 * whose messages do not expire, and tagwire.<name>.accounts.nodes.
 *
 * Only features of NATS 2.9 are used. Not here: the content of messages (message.ts), the writer
 * (node.ts).
 */
import { readFileSync } from 'node:fs';
import {
  type ConsumerMessages,
  DeliverPolicy,
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import { type KV, Kvm } from '@nats-io/kv';
import { connect, credsAuthenticator, type NatsConnection, nanos } from '@nats-io/transport-node';
import { messageOf } from '../../kernel/errors.js';
import type { NodeSettings } from '../log/node-state.js';
import {
  type Bounds,
  type Bucket,
  type Engine,
  EngineRefused,
  EngineUnsure,
  type Held,
  type MessageReader,
} from './engine.js';

/** After this time an answer may still arrive or not: a writer then reads the state of the stream. */
const ANSWER_MS = 2000;
const PUBLISH_MS = 3000;
const CONNECT_MS = 2000;
const RECONNECT_PAUSE_MS = 250;
/** Interval of pings: half of a lease, to detect a server's silent failure before a lease ends. */
const PING_MS = 1500;
/** Bytes of a reading in memory before they are folded. */
const READ_BYTES = 8 * 1024 * 1024;
/** Wait of one request for messages before the next request. */
const EXPIRES_MS = 10_000;

/** Which of a log's two streams. */
export type StreamKind = 'log' | 'accounts';

/** @param warn gets a sentence about server versions that are known to lose acknowledged messages. */
export async function openJetStream(
  settings: NodeSettings,
  kind: StreamKind,
  warn: (what: string) => void = () => undefined,
): Promise<Engine> {
  const { servers, user, password, token, credentials, tls, node } = settings;
  const connection = await connect({
    servers,
    name: `tagwire ${node}`,
    timeout: CONNECT_MS,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_PAUSE_MS,
    waitOnFirstConnect: true,
    pingInterval: PING_MS,
    maxPingOut: 2,
    ignoreClusterUpdates: false,
    ...(user !== null && { user, pass: password ?? '' }),
    ...(token !== null && { token }),
    ...(credentials !== null && { authenticator: credsAuthenticator(readFileSync(credentials)) }),
    ...(tls !== null && { tls: tls.ca === null ? {} : { ca: tls.ca } }),
  });
  const warning = versionWarning(connection.info?.version ?? '');
  if (warning !== null) warn(warning);
  return new JetStreamEngine(connection, settings, kind);
}

/** The clients of the stream and the buckets, once these exist. */
interface Ready {
  manager: JetStreamManager;
  client: JetStreamClient;
  buckets: { readonly [B in Bucket]: KV };
}

class JetStreamEngine implements Engine {
  readonly #connection: NatsConnection;
  readonly #settings: NodeSettings;
  readonly #kind: StreamKind;
  readonly #stream: string;
  readonly #subject: string;
  readonly #told: string;
  #making: Promise<Ready> | null = null;

  constructor(connection: NatsConnection, settings: NodeSettings, kind: StreamKind) {
    this.#connection = connection;
    this.#settings = settings;
    this.#kind = kind;
    const isLog = kind === 'log';
    this.#stream = `TAGWIRE${isLog ? '' : '-ACCOUNTS'}_${settings.name}`;
    this.#subject = `tagwire.${settings.name}.${kind}`;
    this.#told = `tagwire.${settings.name}.${isLog ? 'nodes' : 'accounts.nodes'}`;
  }

  async bounds(): Promise<Bounds> {
    const { state } = await this.#asked(({ manager }) => manager.streams.info(this.#stream));
    return {
      first: state.messages === 0 ? state.last_seq + 1 : state.first_seq,
      last: state.last_seq,
    };
  }

  async append(expectedLast: number, parts: readonly Uint8Array[]): Promise<number> {
    const { client } = await this.#ready();
    const sent = parts.map((part, at) =>
      client.publish(this.#subject, part, {
        expect: { streamName: this.#stream, lastSequence: expectedLast + at },
        timeout: PUBLISH_MS,
      }),
    );
    const answers = await Promise.allSettled(sent);
    // The first failure is the cause of later ones.
    for (const answer of answers) if (answer.status === 'rejected') throw failureOf(answer.reason);
    return expectedLast + parts.length;
  }

  async message(number: number): Promise<Uint8Array | null> {
    const found = await this.#asked(({ manager }) =>
      manager.streams.getMessage(this.#stream, { seq: number }),
    );
    return found?.data ?? null;
  }

  async read(fromNumber: number): Promise<MessageReader> {
    const messages = await this.#asked(async ({ client }) => {
      const consumer = await client.consumers.get(this.#stream, {
        deliver_policy: DeliverPolicy.StartSequence,
        opt_start_seq: fromNumber,
      });
      return consumer.consume({ max_bytes: READ_BYTES, expires: EXPIRES_MS });
    });
    return new JetStreamReading(messages, fromNumber);
  }

  async dropBefore(number: number): Promise<void> {
    await this.#asked(({ manager }) => manager.streams.purge(this.#stream, { seq: number }));
  }

  async claim(bucket: Bucket, key: string, value: string): Promise<number> {
    return this.#asked(({ buckets }) => buckets[bucket].create(key, value));
  }

  async renew(bucket: Bucket, key: string, value: string, revision: number): Promise<number> {
    return this.#asked(({ buckets }) => buckets[bucket].update(key, value, revision));
  }

  async release(bucket: Bucket, key: string, revision: number): Promise<void> {
    await this.#asked(({ buckets }) => buckets[bucket].delete(key, { previousSeq: revision }));
  }

  async held(bucket: Bucket, key: string): Promise<Held | null> {
    const entry = await this.#asked(({ buckets }) => buckets[bucket].get(key));
    if (entry === null || entry.operation !== 'PUT') return null;
    return { value: entry.string(), revision: entry.revision };
  }

  tell(text: string): void {
    // A text that cannot be sent now is sent again soon, with newer content.
    if (!this.#connection.isClosed()) this.#connection.publish(this.#told, text);
  }

  onTold(hear: (text: string) => void): void {
    this.#connection.subscribe(this.#told, {
      callback: (error, message) => {
        if (error === null) hear(message.string());
      },
    });
  }

  async close(): Promise<void> {
    await this.#connection.close();
  }

  /** Asks the engine within a time; makes a missing stream and buckets. */
  async #asked<T>(ask: (ready: Ready) => Promise<T>): Promise<T> {
    const ready = await this.#ready();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new EngineUnsure('the engine does not answer')),
        2 * ANSWER_MS,
      );
    });
    try {
      return await Promise.race([ask(ready), late]);
    } catch (error) {
      if (isGone(error)) this.#making = null;
      throw failureOf(error);
    } finally {
      clearTimeout(timer);
    }
  }

  #ready(): Promise<Ready> {
    if (this.#making === null) {
      const making = this.#make().catch((error: unknown) => {
        if (this.#making === making) this.#making = null;
        throw failureOf(error);
      });
      this.#making = making;
    }
    return this.#making;
  }

  async #make(): Promise<Ready> {
    const { name, replicas, retentionMs, retainedBytes, leaseMs } = this.#settings;
    const connection = this.#connection;
    const manager = await jetstreamManager(connection, { timeout: ANSWER_MS, checkAPI: false });
    const config = {
      name: this.#stream,
      subjects: [this.#subject],
      storage: StorageType.File,
      retention: RetentionPolicy.Limits,
      discard: DiscardPolicy.Old,
      num_replicas: replicas,
      ...(this.#kind === 'log' && { max_age: nanos(retentionMs), max_bytes: retainedBytes }),
    };
    try {
      await manager.streams.info(this.#stream);
    } catch (error) {
      if (!isGone(error)) throw error;
      await manager.streams.add(config).catch((cause: unknown) => {
        throw hasNoSpace(cause) ? new EngineUnsure(noSpaceFor(retainedBytes), { cause }) : cause;
      });
    }
    const client = jetstream(connection, { timeout: ANSWER_MS });
    const kvm = new Kvm(client);
    const bucket = { replicas, history: 1, timeout: ANSWER_MS, allow_direct: false };
    const lease = await kvm.create(`tagwire-${name}-lease`, { ...bucket, ttl: leaseMs });
    const shared = await kvm.create(`tagwire-${name}-shared`, bucket);
    const memory = { ...bucket, storage: StorageType.Memory };
    const witness = await kvm.create(`tagwire-${name}-witness`, memory);
    return { manager, client, buckets: { lease, shared, witness } };
  }
}

class JetStreamReading implements MessageReader {
  readonly #messages: ConsumerMessages;
  readonly #iterator: AsyncIterator<{ seq: number; data: Uint8Array }>;
  #next: Promise<IteratorResult<{ seq: number; data: Uint8Array }>> | null = null;
  #expected: number;

  constructor(messages: ConsumerMessages, fromNumber: number) {
    this.#messages = messages;
    this.#iterator = messages[Symbol.asyncIterator]();
    this.#expected = fromNumber;
  }

  async next(waitMs: number): Promise<{ number: number; bytes: Uint8Array } | null> {
    this.#next ??= this.#iterator.next();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), waitMs);
    });
    try {
      const found = await Promise.race([this.#next, late]);
      if (found === null) return null;
      this.#next = null;
      if (found.done) throw new EngineUnsure('the engine ended a reading');
      const { seq, data } = found.value;
      if (seq !== this.#expected) {
        throw new EngineUnsure(`message ${seq} came where ${this.#expected} was expected`);
      }
      this.#expected += 1;
      return { number: seq, bytes: data };
    } catch (error) {
      throw failureOf(error);
    } finally {
      clearTimeout(timer);
    }
  }

  async close(): Promise<void> {
    this.#next?.catch(() => undefined);
    await this.#messages.close().catch(() => undefined);
  }
}

function failureOf(error: unknown): Error {
  if (error instanceof EngineUnsure || error instanceof EngineRefused) return error;
  const isRefusal =
    error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamWrongLastSequence;
  return isRefusal
    ? new EngineRefused(messageOf(error), { cause: error })
    : new EngineUnsure(messageOf(error), { cause: error });
}

/** Codes of NATS: no peers for a placement, and too little storage. */
const STORAGE_CODES = new Set([10_005, 10_023, 10_047]);

function hasNoSpace(error: unknown): boolean {
  return error instanceof JetStreamApiError && STORAGE_CODES.has(error.code);
}

function noSpaceFor(bytes: number): string {
  const megabytes = Math.ceil(bytes / 2 ** 20);
  return (
    `its servers do not set keepBytes (${megabytes}M) aside for the log: max_file in nats-server.conf is ` +
    'smaller, or too few servers run, or they do not see each other; raise max_file, or name a smaller keepBytes ' +
    'in --log, or restart the servers of NATS one after the other'
  );
}

function isGone(error: unknown): boolean {
  return error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound;
}

interface Range {
  from: string;
  until: string;
  why: string;
  advice: string;
}

/** Issues of nats-server: 6888; 7545, 7549, 7556, 7564; and Jepsen's analysis of 2.12.1. */
const TROUBLED: readonly Range[] = [
  {
    from: '2.10.20',
    until: '2.10.22',
    why: 'a stream can vanish for good after its servers were killed',
    advice: 'bring them to 2.10.23 or later, one after the other',
  },
  {
    from: '2.12.0',
    until: '2.12.1',
    why: 'damaged files of a minority of servers, or a loss of power, lost acknowledged messages in public tests',
    advice:
      'bring them to the newest version, one after the other, and set `sync_interval: always`',
  },
];
const OLDEST = '2.9.0';

/** A warning about a server's version; null where no defect is known. */
export function versionWarning(version: string): string | null {
  const own = numberOf(version);
  if (own === null) return null;
  if (own < numberOf(OLDEST)!)
    return `NATS ${version} is older than ${OLDEST}, which a shared log needs`;
  for (const { from, until, why, advice } of TROUBLED) {
    if (own < numberOf(from)! || own > numberOf(until)!) continue;
    return `NATS ${version}: ${why}; ${advice}`;
  }
  return null;
}

function numberOf(version: string): number | null {
  const found = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})/.exec(version);
  if (found === null) return null;
  const [major, minor, patch] = found.slice(1).map(Number) as [number, number, number];
  return (major * 1000 + minor) * 1000 + patch;
}
