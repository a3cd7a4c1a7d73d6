/** An engine in memory that loses, delays and refuses on demand: several nodes of a test share one. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Bounds,
  type Bucket,
  type Engine,
  EngineRefused,
  EngineUnsure,
  type Held,
  type MessageReader,
} from '../../../src/store/nodes/engine.js';

/** What all nodes of a test share. */
export class MemoryStream {
  messages: Uint8Array[] = [];
  /** Number of the first message that is kept. */
  first = 1;
  readonly values = new Map<string, Held & { untilMs: number }>();
  readonly hearing = new Set<(text: string) => void>();
  revision = 0;
  readonly leaseMs: number;

  constructor(leaseMs: number) {
    this.leaseMs = leaseMs;
  }

  get last(): number {
    return this.first + this.messages.length - 1;
  }

  /** The nodes have a secret. */
  share(secret: Buffer): void {
    const value = secret.toString('hex');
    const untilMs = Number.POSITIVE_INFINITY;
    this.values.set('shared secret', { value, revision: 0, untilMs });
  }

  /** The newest messages are gone, as after a crash of an engine that had not synced. */
  loseNewest(count: number): void {
    this.messages.length -= Math.min(count, this.messages.length);
  }

  /** Takes it later to what it is now, as servers that lost power come back with what they had synced. */
  synced(): () => void {
    const [messages, values] = [[...this.messages], new Map(this.values)];
    return () => {
      this.messages = messages;
      this.values.clear();
      for (const [name, value] of values) this.values.set(name, value);
      this.restart();
    };
  }

  /** All of the engine's servers are started again. */
  restart(): void {
    for (const name of [...this.values.keys()]) {
      if (name.startsWith('witness ')) this.values.delete(name);
    }
  }

  dropBefore(number: number): void {
    const count = Math.max(0, Math.min(number - this.first, this.messages.length));
    this.messages = this.messages.slice(count);
    this.first += count;
  }
}

export class MemoryEngine implements Engine {
  readonly #stream: MemoryStream;
  /** Nothing is heard of the engine. */
  isCut = false;
  /** The next append is done, and its answer does not come. */
  losesAnswer = false;

  constructor(stream: MemoryStream) {
    this.#stream = stream;
  }

  async bounds(): Promise<Bounds> {
    this.#demand();
    return { first: this.#stream.first, last: this.#stream.last };
  }

  async append(expectedLast: number, parts: readonly Uint8Array[]): Promise<number> {
    await sleep(1);
    this.#demand();
    if (this.#stream.last !== expectedLast) throw new EngineRefused('wrong last sequence');
    for (const part of parts) this.#stream.messages.push(Uint8Array.from(part));
    if (this.losesAnswer) {
      this.losesAnswer = false;
      throw new EngineUnsure('timeout');
    }
    return this.#stream.last;
  }

  async message(number: number): Promise<Uint8Array | null> {
    this.#demand();
    return this.#stream.messages[number - this.#stream.first] ?? null;
  }

  async read(fromNumber: number): Promise<MessageReader> {
    this.#demand();
    let number = fromNumber;
    return {
      next: async (waitMs) => {
        const endMs = performance.now() + waitMs;
        for (;;) {
          this.#demand();
          const bytes = this.#stream.messages[number - this.#stream.first];
          if (bytes !== undefined) {
            number += 1;
            return { number: number - 1, bytes };
          }
          if (performance.now() >= endMs) return null;
          await sleep(2);
        }
      },
      close: async () => undefined,
    };
  }

  async dropBefore(number: number): Promise<void> {
    this.#demand();
    this.#stream.dropBefore(number);
  }

  async claim(bucket: Bucket, key: string, value: string): Promise<number> {
    this.#demand();
    if ((await this.held(bucket, key)) !== null) throw new EngineRefused('somebody holds it');
    return this.#put(bucket, key, value);
  }

  async renew(bucket: Bucket, key: string, value: string, revision: number): Promise<number> {
    this.#demand();
    if ((await this.held(bucket, key))?.revision !== revision)
      throw new EngineRefused('another revision');
    return this.#put(bucket, key, value);
  }

  async release(bucket: Bucket, key: string, revision: number): Promise<void> {
    this.#demand();
    if ((await this.held(bucket, key))?.revision === revision) {
      this.#stream.values.delete(`${bucket} ${key}`);
    }
  }

  async held(bucket: Bucket, key: string): Promise<Held | null> {
    this.#demand();
    const found = this.#stream.values.get(`${bucket} ${key}`);
    return found === undefined || found.untilMs < performance.now() ? null : found;
  }

  tell(text: string): void {
    if (!this.isCut) for (const hear of this.#stream.hearing) hear(text);
  }

  onTold(hear: (text: string) => void): void {
    this.#stream.hearing.add((text) => {
      if (!this.isCut) hear(text);
    });
  }

  async close(): Promise<void> {
    this.isCut = true;
  }

  #put(bucket: Bucket, key: string, value: string): number {
    const stream = this.#stream;
    stream.revision += 1;
    const untilMs =
      bucket === 'lease' ? performance.now() + stream.leaseMs : Number.POSITIVE_INFINITY;
    stream.values.set(`${bucket} ${key}`, { value, revision: stream.revision, untilMs });
    return stream.revision;
  }

  #demand(): void {
    if (this.isCut) throw new EngineUnsure('the engine does not answer');
  }
}
