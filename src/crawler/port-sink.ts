/**
 * The log as the crawler's thread sees it: a port to the main thread, which has the log.
 *
 * Records that sources send while a request is under way go together into the next request: each request
 * costs the main thread and the disk about the same, however small it is.
 */
import type { MessagePort } from 'node:worker_threads';
import { INGEST } from '../kernel/limits.js';
import type { RecordSink, RegisteredItem, SendSummary } from './parts.js';
import type { SinkAnswer, SinkAsk } from './protocol.js';
import type { IngestRecord } from './records/article-records.js';

/** UTF-16 units of one request, of up to three bytes each: as much as the log takes in one turn. */
const REQUEST_UNITS_MAX = INGEST.lineBytesMax / 3;

interface Waiting {
  resolve(value: SendSummary | RegisteredItem[]): void;
  reject(error: Error): void;
}

/** Records of one source that wait to be sent. */
interface Queued extends Waiting {
  lines: string[];
  units: number;
}

type Ask = { call: 'send'; lines: Uint8Array } | { call: 'registered'; kind: 'media' | 'blog' };

export class PortSink implements RecordSink {
  readonly #port: MessagePort;
  readonly #waiting = new Map<number, Waiting>();
  #queue: Queued[] = [];
  #isSending = false;
  #lastId = 0;

  constructor(port: MessagePort) {
    this.#port = port;
    port.on('message', (answer: SinkAnswer) => {
      const waiting = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if (answer.ok) waiting?.resolve(answer.value);
      else waiting?.reject(new Error(answer.message));
    });
  }

  async send(records: readonly IngestRecord[]): Promise<SendSummary> {
    const lines = records.map((record) => JSON.stringify(record));
    const parts: Promise<SendSummary>[] = [];
    const starts: number[] = [];
    for (let from = 0; from < lines.length; ) {
      let to = from;
      let units = 0;
      while (to < lines.length && (to === from || units + lines[to]!.length <= REQUEST_UNITS_MAX)) {
        units += lines[to]!.length;
        to += 1;
      }
      starts.push(from);
      parts.push(this.#enqueue(lines.slice(from, to), units));
      from = to;
    }
    const rejects: SendSummary['rejects'] = [];
    for (const [at, part] of (await Promise.all(parts)).entries()) {
      for (const { index, reason } of part.rejects)
        rejects.push({ index: index + starts[at]!, reason });
    }
    return { rejects };
  }

  async registered(kind: 'media' | 'blog'): Promise<RegisteredItem[]> {
    return (await this.#ask({ call: 'registered', kind })) as RegisteredItem[];
  }

  #enqueue(lines: string[], units: number): Promise<SendSummary> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ lines, units, resolve: resolve as Waiting['resolve'], reject });
      void this.#sendQueued();
    });
  }

  async #sendQueued(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    while (this.#queue.length > 0) await this.#sendSome();
    this.#isSending = false;
  }

  /** Sends as many batches as one request can hold, and gives each batch the results of its records. */
  async #sendSome(): Promise<void> {
    let count = 0;
    let units = 0;
    while (count < this.#queue.length) {
      units += this.#queue[count]!.units;
      if (count > 0 && units > REQUEST_UNITS_MAX) break;
      count += 1;
    }
    const batch = this.#queue.splice(0, count);
    const text = batch.map(({ lines }) => `${lines.join('\n')}\n`).join('');
    try {
      const ask: Ask = { call: 'send', lines: new TextEncoder().encode(text) };
      const { rejects } = (await this.#ask(ask)) as SendSummary;
      let from = 0;
      for (const { lines, resolve } of batch) {
        const to = from + lines.length;
        const own = rejects.filter(({ index }) => index >= from && index < to);
        const start = from;
        resolve({ rejects: own.map(({ index, reason }) => ({ index: index - start, reason })) });
        from = to;
      }
    } catch (error) {
      for (const { reject } of batch) reject(error as Error);
    }
  }

  #ask(ask: Ask): Promise<SendSummary | RegisteredItem[]> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#port.postMessage({ id, ...ask } satisfies SinkAsk);
    });
  }
}
