/**
 * The demo's invented world: its past is filled in once, its present is crawled from its sites.
 *
 * Invariants: the past names every article by the address that its site has on this machine, so the
 * articles that the crawler finds there are already known. A world always keeps its first ports.
 * Not here: the sites (demo/sites/servers.ts).
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CorpusOptions, World } from '../../../demo/corpus.js';
import { readVocabulary, type WorldName } from '../../../demo/read-vocabulary.js';
import { DemoAddresses, DemoSites, freePorts } from '../../../demo/sites/servers.js';
import {
  type Clock,
  clockFrom,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  systemClock,
} from '../../kernel/clock.js';
import type { Config } from '../../kernel/config.js';
import type { Logger } from '../../kernel/logger.js';
import { type App, serve } from '../app.js';
import { sourcesPathOf } from '../crawling/source-list.js';
import type { FillSink, ServeOptions } from '../serve-options.js';

/** A small country's press over ten days: filled in seconds, enough for every endpoint. */
const WORLD = { seed: 20_261_120, days: 10, media: 30, perDay: 1200, blogs: 40 } as const;
/** Filled in first, with all ticks in between, so that rankings and events of the day exist. */
const RECENT_MS = 2 * DAY_MS;
/** Time span of the lines that are written in one turn of the event loop. */
const STRETCH_MS = HOUR_MS;
const STATE_FILE = 'demo.json';

interface DemoState {
  options: CorpusOptions;
  /** Absent in a demo from before there were several languages. */
  language?: WorldName;
  /** Port of the first site; the others follow. */
  firstPort: number;
  /** Whether the newest days are filled in. */
  isRecent?: boolean;
  isFilled: boolean;
}

interface Span {
  fromMs: number;
  toMs: number;
}

/** Called after each stretch with the share of the past that is filled in, and the number of records. */
type OnProgress = (share: number, records: number) => void;

export class DemoWorld {
  readonly world: World;
  readonly addresses: DemoAddresses;
  readonly #path: string;
  readonly #catalog: string[];
  #state: DemoState;
  #isEnding = false;
  #sentMs = 0;
  #records = 0;

  private constructor(path: string, state: DemoState, world: World) {
    this.world = world;
    this.#path = path;
    this.#catalog = world.catalog();
    this.addresses = new DemoAddresses(this.#catalog, state.firstPort);
    this.#state = state;
  }

  /**
   * Opens the world of a folder, or begins a new world whose past ends now unless `options` say otherwise,
   * with sites at free ports from `fromPort` on.
   * @throws TagwireError CONFIG_INVALID when there are no free ports for a new world.
   */
  static async open(
    folder: string,
    options: Omit<CorpusOptions, 'endMs'> & { endMs?: number } = WORLD,
    fromPort?: number,
    language: WorldName = 'zh',
  ): Promise<DemoWorld> {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, STATE_FILE);
    const known = stateOf(path);
    if (known !== null) return new DemoWorld(path, known, worldOf(known.options, known.language));
    const endMs = options.endMs ?? Math.floor(systemClock.nowMs() / MINUTE_MS) * MINUTE_MS;
    const world = worldOf({ ...options, endMs }, language);
    const firstPort = await freePorts(new DemoAddresses(world.catalog(), 1).ports.size, fromPort);
    const state = { options: { ...options, endMs }, language, firstPort, isFilled: false };
    const begun = new DemoWorld(path, state, world);
    begun.#write(state);
    return begun;
  }

  get isFilled(): boolean {
    return this.#state.isFilled;
  }

  /** Whether the newest days are filled in. */
  get isRecent(): boolean {
    return this.isFilled || this.#state.isRecent === true;
  }

  /** The end of the world's past. */
  get endMs(): number {
    return this.#state.options.endMs;
  }

  /**
   * Fills in the newest days, in order, with the ticks in between; and all earlier posts, which are few,
   * because topics need weeks of posts. Sending them again changes nothing.
   */
  async fillRecent(sink: FillSink, onProgress: OnProgress): Promise<void> {
    if (this.isRecent) return;
    const fromMs = this.#recentMs;
    await this.#send(sink, stretches(fromMs, this.endMs), true, this.#catalog, onProgress);
    if (this.#isEnding) return;
    const posts = [...this.world.posts(this.#beginMs, fromMs)];
    if (posts.length > 0) await sink.ingest(this.#joined(posts), false);
    await sink.advance(this.endMs);
    this.#write({ ...this.#state, isRecent: true });
  }

  /** Fills in the earlier days, the newest first, as late records. */
  async fillOlder(sink: FillSink, onProgress: OnProgress): Promise<void> {
    if (this.isFilled) return;
    const spans = stretches(this.#beginMs, this.#recentMs).reverse();
    await this.#send(sink, spans, false, [], onProgress);
    if (!this.#isEnding) this.#write({ ...this.#state, isFilled: true });
  }

  /** Ends filling after the stretch under way; the next start continues. */
  endFilling(): void {
    this.#isEnding = true;
  }

  get #beginMs(): number {
    return this.endMs - this.#state.options.days * DAY_MS;
  }

  get #recentMs(): number {
    return Math.max(this.#beginMs, this.endMs - RECENT_MS);
  }

  async #send(
    sink: FillSink,
    spans: readonly Span[],
    replay: boolean,
    first: readonly string[],
    onProgress: OnProgress,
  ): Promise<void> {
    const totalMs = this.#state.options.days * DAY_MS;
    let underWay: Promise<unknown> = Promise.resolve();
    if (first.length > 0) underWay = sink.ingest(this.#joined(first), replay);
    for (const { fromMs, toMs } of spans) {
      if (this.#isEnding) break;
      // The next stretch is written while the one before it is being stored.
      const lines = [...this.world.span(fromMs, toMs)];
      await underWay;
      if (lines.length > 0) underWay = sink.ingest(this.#joined(lines), replay);
      this.#sentMs += toMs - fromMs;
      this.#records += lines.length;
      onProgress(this.#sentMs / totalMs, this.#records);
    }
    await underWay;
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

/** Stretches from one instant to another, in order. */
function stretches(fromMs: number, toMs: number): Span[] {
  const spans: Span[] = [];
  for (let atMs = fromMs; atMs < toMs; atMs += STRETCH_MS) {
    spans.push({ fromMs: atMs, toMs: Math.min(atMs + STRETCH_MS, toMs) });
  }
  return spans;
}

/** Whether a folder holds a demo from before its sites were crawled: its articles have no pages. */
export function isFormerDemo(folder: string): boolean {
  return existsSync(join(folder, STATE_FILE)) && stateOf(join(folder, STATE_FILE)) === null;
}

/** Removes the store of a demo, with everything else in its folder. */
export function clearDemo(folder: string): void {
  for (const name of readdirSync(folder)) {
    rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/** The state of a folder's world; null where there is none, or one without ports. */
function stateOf(path: string): DemoState | null {
  if (!existsSync(path)) return null;
  const state = JSON.parse(readFileSync(path, 'utf8')) as Partial<DemoState>;
  return state.firstPort === undefined ? null : (state as DemoState);
}

/** One line end between paragraphs, as the crawler writes them: its first visit then changes nothing. */
function withPlainParagraphs(line: string): string {
  return line.replaceAll(String.raw`\n\n`, String.raw`\n`);
}

function worldOf(options: CorpusOptions, language: WorldName = 'zh'): World {
  return new World(options, readVocabulary(language));
}

/** Pause between two requests to a site; short, because the sites are our own. */
const GAP_MS = 100;

/**
 * The running demo: the sites of its world, and a server whose crawler reads them.
 *
 *   world ─► sites on loopback ◄── crawler ─► log ─► both services
 *
 * The clock continues from the store's last tick, for the sites and the crawler alike, so the demo has
 * recent articles after a month without running as on the first day.
 */
interface DemoOptions {
  clock?: NonNullable<ServeOptions['clock']>;
  /** Fills in the missing part of the newest days, while the demo already answers. */
  fill?: NonNullable<ServeOptions['fill']>;
  /** Sets of outlets beside those of the world. */
  sets?: NonNullable<ServeOptions['sets']>;
}

/** Opens a demo; closing it closes its sites. @throws what `serve` throws. */
export function openDemo(
  demo: DemoWorld,
  given: Config,
  logger: Logger,
  { clock = clockOf(demo), fill, sets: configured }: DemoOptions = {},
): Promise<App> {
  const { world, addresses } = demo;
  const config = demoConfig(given);
  const prepare = async (now: Clock): Promise<() => Promise<void>> => {
    const sites = new DemoSites(world, addresses, now, (reason) => {
      logger.warn({ reason }, 'a site of the demo is not as it should be');
    });
    writeIfOther(sourcesPathOf(config), sites.sourcesToml());
    await sites.start();
    return () => sites.close();
  };
  const sets = { read: () => new Map([...world.sets(), ...(configured?.read() ?? [])]) };
  return serve({ config, logger, clock, prepare, sets, ...(fill === undefined ? {} : { fill }) });
}

/** A clock that continues from the store's last tick; for a world without its past, from the end of that past. */
function clockOf(demo: DemoWorld): NonNullable<ServeOptions['clock']> {
  return (lastTickMs) => {
    if (demo.isRecent) return clockFrom(lastTickMs ?? systemClock.nowMs());
    return clockFrom(Math.max(lastTickMs ?? demo.endMs, demo.endMs));
  };
}

/** The configuration of a demo: options that it sets itself replace the given ones. */
function demoConfig(given: Config): Config {
  return {
    ...given,
    clock: 'system',
    crawl: true,
    sources: '',
    crawlAllow: ['127.0.0.0/8'],
    crawlGapMs: GAP_MS,
    crawlContact: given.crawlContact || 'demo',
    websubPublicUrl: '',
    websubHub: '',
  };
}

/** Writes a file unless it has this content: a watcher reads a written file again. */
function writeIfOther(path: string, text: string): void {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  writeFileSync(path, text);
}
