/**
 * The demo's invented world: filled once, then fed on as its own time goes by.
 *
 * The clock of the demo goes on from the store's last tick, so the demo is as fresh after a month
 * in the drawer as on the first day.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IngestSink } from '../app/ingest-socket.js';
import type { Pipeline } from '../app/pipeline.js';
import { type CorpusOptions, World } from '../generator/corpus.js';
import { type Clock, DAY_MS, HOUR_MS, systemClock } from '../kernel/clock.js';
import { messageOf } from '../kernel/errors.js';
import { readVocabulary } from './vocabulary-files.js';

/** A small country's press over ten days: filled in seconds, enough for every endpoint. */
const WORLD = { seed: 20_261_120, days: 10, media: 30, perDay: 1200, blogs: 40 } as const;
/** About as many lines as one group commit takes. */
const STRETCH_MS = 6 * HOUR_MS;
const FEED_EVERY_MS = 5000;

interface DemoState {
  options: CorpusOptions;
  isFilled: boolean;
}

export class DemoWorld {
  readonly #path: string;
  readonly #world: World;
  #state: DemoState;

  /** Takes up the world of a folder, or begins a new one that ends now. */
  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    this.#path = join(folder, 'demo.json');
    this.#state = existsSync(this.#path) ? this.#read() : this.#begin();
    this.#world = new World(this.#state.options, readVocabulary());
  }

  get isFilled(): boolean {
    return this.#state.isFilled;
  }

  /** Sends the world's past. Sending it again after a break changes nothing. */
  async fill(
    sink: IngestSink,
    onProgress: (share: number, records: number) => void,
  ): Promise<void> {
    const { endMs, days } = this.#state.options;
    const startMs = endMs - days * DAY_MS;
    let records = 0;
    let underWay = sink.ingest(joined(this.#world.catalog()), true);
    for (let fromMs = startMs; fromMs < endMs; fromMs += STRETCH_MS) {
      // The next stretch is written while the one before is being stored.
      const lines = [...this.#world.span(fromMs, fromMs + STRETCH_MS)];
      await underWay;
      underWay = sink.ingest(joined(lines), true);
      records += lines.length;
      onProgress((fromMs + STRETCH_MS - startMs) / (endMs - startMs), records);
    }
    await underWay;
    await sink.advance(endMs);
    this.#write({ ...this.#state, isFilled: true });
  }

  /** Feeds what has happened since the last tick, and goes on; returns how to stop. */
  live(pipeline: Pipeline, clock: Clock, onError: (reason: string) => void): () => void {
    let fedMs = pipeline.lastTickMs ?? clock.nowMs();
    let isBusy = false;
    const feed = async (): Promise<void> => {
      if (isBusy) return;
      isBusy = true;
      const nowMs = clock.nowMs();
      try {
        const lines = [...this.#world.span(fedMs, nowMs)];
        if (lines.length > 0) await pipeline.ingest([joined(lines)], false, nowMs);
        fedMs = nowMs;
      } catch (error) {
        onError(messageOf(error));
      }
      isBusy = false;
    };
    const timer = setInterval(() => void feed(), FEED_EVERY_MS);
    return () => clearInterval(timer);
  }

  #begin(): DemoState {
    const endMs = Math.floor(systemClock.nowMs() / HOUR_MS) * HOUR_MS;
    return this.#write({ options: { ...WORLD, endMs }, isFilled: false });
  }

  #read(): DemoState {
    return JSON.parse(readFileSync(this.#path, 'utf8')) as DemoState;
  }

  #write(state: DemoState): DemoState {
    writeFileSync(this.#path, `${JSON.stringify(state)}\n`);
    this.#state = state;
    return state;
  }
}

function joined(lines: readonly string[]): Uint8Array {
  return new TextEncoder().encode(`${lines.join('\n')}\n`);
}
