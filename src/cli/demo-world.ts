/**
 * The demo's invented world: its past is filled in once, the present comes from its sites.
 *
 * Invariants: the past names every article by the address that its site has on this machine, so what
 * the crawler finds there is known already; a world keeps its ports from its beginning.
 * Not here: the sites (demo-sites.ts), what runs together (demo-run.ts).
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IngestSink } from '../app/ingest-socket.js';
import { type CorpusOptions, World } from '../generator/corpus.js';
import { DAY_MS, HOUR_MS, systemClock } from '../kernel/clock.js';
import { DemoAddresses, freePorts } from './demo-addresses.js';
import { readVocabulary } from './vocabulary-files.js';

/** A small country's press over ten days: filled in seconds, enough for every endpoint. */
const WORLD = { seed: 20_261_120, days: 10, media: 30, perDay: 1200, blogs: 40 } as const;
/** About as many lines as one group commit takes. */
const STRETCH_MS = 6 * HOUR_MS;
const STATE_FILE = 'demo.json';

interface DemoState {
  options: CorpusOptions;
  /** Port of the first site; the others follow. */
  firstPort: number;
  isFilled: boolean;
}

export class DemoWorld {
  readonly world: World;
  readonly addresses: DemoAddresses;
  readonly #path: string;
  readonly #catalog: string[];
  #state: DemoState;

  private constructor(path: string, state: DemoState, world: World) {
    this.world = world;
    this.#path = path;
    this.#catalog = world.catalog();
    this.addresses = new DemoAddresses(this.#catalog, state.firstPort);
    this.#state = state;
  }

  /**
   * Takes up the world of a folder, or begins a new one that ends now, with sites at free ports
   * from `fromPort` on.
   * @throws TagwireError CONFIG_INVALID when a new one finds no free ports.
   */
  static async open(
    folder: string,
    options: Omit<CorpusOptions, 'endMs'> = WORLD,
    fromPort?: number,
  ): Promise<DemoWorld> {
    mkdirSync(folder, { recursive: true });
    const path = join(folder, STATE_FILE);
    const known = stateOf(path);
    if (known !== null) return new DemoWorld(path, known, worldOf(known.options));
    const endMs = Math.floor(systemClock.nowMs() / HOUR_MS) * HOUR_MS;
    const world = worldOf({ ...options, endMs });
    const firstPort = await freePorts(new DemoAddresses(world.catalog(), 1).ports.size, fromPort);
    const state = { options: { ...options, endMs }, firstPort, isFilled: false };
    const begun = new DemoWorld(path, state, world);
    begun.#write(state);
    return begun;
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
    let underWay = sink.ingest(this.#joined(this.#catalog), true);
    for (let fromMs = startMs; fromMs < endMs; fromMs += STRETCH_MS) {
      // The next stretch is written while the one before is being stored.
      const toMs = Math.min(fromMs + STRETCH_MS, endMs);
      const lines = [...this.world.span(fromMs, toMs)];
      await underWay;
      underWay = sink.ingest(this.#joined(lines), true);
      records += lines.length;
      onProgress((toMs - startMs) / (endMs - startMs), records);
    }
    await underWay;
    await sink.advance(endMs);
    this.#write({ ...this.#state, isFilled: true });
  }

  #joined(lines: readonly string[]): Uint8Array {
    const local = lines.map((line) => withPlainParagraphs(this.addresses.localLine(line)));
    return new TextEncoder().encode(`${local.join('\n')}\n`);
  }

  #write(state: DemoState): void {
    writeFileSync(this.#path, `${JSON.stringify(state)}\n`);
    this.#state = state;
  }
}

/** Whether a folder holds a demo from before its sites were crawled: its articles have no pages. */
export function isFormerDemo(folder: string): boolean {
  return existsSync(join(folder, STATE_FILE)) && stateOf(join(folder, STATE_FILE)) === null;
}

/** Removes the store of a demo, with everything else that is in its folder. */
export function clearDemo(folder: string): void {
  for (const name of readdirSync(folder)) {
    rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/** What a folder says about its world; null where it has none, or one without ports. */
function stateOf(path: string): DemoState | null {
  if (!existsSync(path)) return null;
  const state = JSON.parse(readFileSync(path, 'utf8')) as Partial<DemoState>;
  return state.firstPort === undefined ? null : (state as DemoState);
}

/** One line end between paragraphs, as the crawler writes them: its first look then changes nothing. */
function withPlainParagraphs(line: string): string {
  return line.replaceAll(String.raw`\n\n`, String.raw`\n`);
}

function worldOf(options: CorpusOptions): World {
  return new World(options, readVocabulary());
}
