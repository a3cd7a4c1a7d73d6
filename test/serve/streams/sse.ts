/** A reader of server-sent events on a raw connection, which can stop reading. */
import { get, type IncomingMessage } from 'node:http';

export interface SentEvent {
  event: string;
  data: string;
}

export class EventReader {
  readonly events: SentEvent[] = [];
  /** The last id that was sent, also by a sign of life. */
  lastId = '';
  status = 0;
  isOver = false;
  readonly #opened: Promise<IncomingMessage>;
  #text = '';
  #wakers: (() => void)[] = [];

  constructor(url: string, lastEventId = '') {
    const headers = lastEventId === '' ? {} : { 'last-event-id': lastEventId };
    this.#opened = new Promise((resolve, reject) => {
      const request = get(url, { headers, agent: false }, (response) => {
        this.status = response.statusCode ?? 0;
        response.setEncoding('utf8');
        response.on('data', (text: string) => this.#take(text));
        response.on('error', () => undefined);
        response.on('close', () => {
          this.isOver = true;
          this.#wake();
        });
        resolve(response);
      });
      request.on('error', reject);
    });
  }

  async opened(): Promise<IncomingMessage> {
    return this.#opened;
  }

  async pause(): Promise<void> {
    (await this.#opened).pause();
  }

  async resume(): Promise<void> {
    (await this.#opened).resume();
  }

  async close(): Promise<void> {
    (await this.#opened).destroy();
  }

  /** Waits until something holds of what was read. */
  async until(holds: (events: readonly SentEvent[]) => boolean): Promise<void> {
    await this.#opened;
    while (!holds(this.events)) {
      if (this.isOver) throw new Error(`the stream ended with ${this.status}: ${this.#text}`);
      await new Promise<void>((resolve) => this.#wakers.push(resolve));
    }
  }

  /** Changes of the kinds that are changes. */
  changes(): { kind: string; id: number | string; gone?: true; [shown: string]: unknown }[] {
    return this.events
      .filter(({ event }) => ['article', 'media', 'blog'].includes(event))
      .map(({ data }) => JSON.parse(data));
  }

  #take(text: string): void {
    this.#text += text;
    const blocks = this.#text.split('\n\n');
    this.#text = blocks.pop()!;
    for (const block of blocks) {
      const fields = block.split('\n').map((line) => {
        const colon = line.indexOf(': ');
        return [line.slice(0, colon), line.slice(colon + 2)] as const;
      });
      const field = (name: string) => fields.find(([one]) => one === name)?.[1];
      this.lastId = field('id') ?? this.lastId;
      const data = field('data');
      if (data !== undefined) this.events.push({ event: field('event') ?? 'message', data });
    }
    this.#wake();
  }

  #wake(): void {
    for (const wake of this.#wakers.splice(0)) wake();
  }
}
