/**
 * Clocks that jump beside a live server, by seconds to 400 years, and between two of its starts.
 *
 * The clocks run at `SPEED` times real time, so that the schedule of hours passes in minutes. After each
 * jump the server is asked; now and then it is stopped or killed and starts with the wrong clock.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectIngest } from '../../src/app/ingest/ingest-socket.js';
import { DAY_MS, HOUR_MS, isoOf, MINUTE_MS, SECOND_MS } from '../../src/kernel/clock.js';
import { CLOCK, HTTP } from '../../src/kernel/limits.js';
import type { Dice, Fault, Outcome, Run } from './fault.js';
import { recordsIn } from './log-records.js';
import { child, endOf, kill } from './processes.js';

const SPEED = 120;
const START_MS = Date.UTC(2026, 5, 1, 3, 57);
const LIMIT = 1_000_000;
const PATHS = [
  '/api/v1/articles',
  '/api/v1/ranking',
  '/api/v1/events',
  '/api/v1/events/threads',
  '/api/v1/similarity',
  '/api/v1/media-stats',
  '/api/v1/tags/bridge/series',
];
/** By how much a clock is off, from what a time server mends to what a broken battery makes. */
const SIZES_MS = [3 * HOUR_MS, 400 * 365.25 * DAY_MS, 20 * SECOND_MS, 5 * MINUTE_MS, 8 * DAY_MS];
const PATIENCE_MS = 60 * SECOND_MS;

export const fault: Fault = {
  promise:
    'A clock that jumps expires nothing, moves no schedule and no limit, and fails no answer.',
  rounds: 400,
  run: async (run) => {
    const world = new World(run);
    await world.begin();
    for (let round = 0; round < run.rounds; round++) {
      await world.jump(round);
      run.progress(`${round + 1} of ${run.rounds} jumps`);
    }
    return world.end();
  },
};

interface Standing {
  state: string;
  nowMs: number;
  lastTickMs: number | null;
}

class World {
  readonly #dice: Dice;
  readonly #folder: string;
  readonly #outcome: Outcome;
  readonly #zeroMs = Number(process.hrtime.bigint()) / 1e6;
  #offMs = 0;
  #server: ChildProcess | null = null;
  #url = '';
  #content = '';
  /** The window of requests that the server counts. */
  #window = { startMs: 0, used: 0 };

  constructor({ dice, folder }: Run) {
    this.#dice = dice;
    this.#folder = folder;
    const figures = { answers: 0, starts: 0, kills: 0, held: 0, ticks: 0 };
    this.#outcome = { rounds: 0, violations: [], figures };
  }

  /** What a right clock says. */
  get #trueMs(): number {
    return START_MS + (Number(process.hrtime.bigint()) / 1e6 - this.#zeroMs) * SPEED;
  }

  async begin(): Promise<void> {
    await this.#start();
    const sink = (await connectIngest(this.#folder))!;
    await sink.ingest(new TextEncoder().encode(linesAt(this.#trueMs)), false);
    await sink.settle();
    await sink.close();
    const { articles } = (await this.#ask('/api/v1/articles')) as { articles: { id: number }[] };
    this.#content = `/api/v1/articles/${articles[0]!.id}/content`;
    // From then on it leaves notes for the servers after it.
    const hasNote = (): boolean => existsSync(join(this.#folder, 'clock'));
    await this.#until('the clock is proven', ({ state }) => state === 'right' && hasNote());
  }

  /** A jump, questions, and what may come after them. */
  async jump(round: number): Promise<void> {
    const dice = this.#dice;
    const size = SIZES_MS[round] ?? SIZES_MS[dice(SIZES_MS.length)]!;
    await this.#setOff((dice(2) === 0 ? 1 : -1) * Math.round((size * (1 + dice(1000))) / 1000));
    if (dice(4) === 0) await this.#restart();
    await sleep(dice(1200));
    await this.#askAll(round);
    if (dice(3) === 0) {
      await this.#setOff(0);
      if (dice(2) === 0) await this.#restart();
      await this.#askAll(round);
      const dueMs = this.#trueMs - 12 * MINUTE_MS;
      const isCaughtUp = ({ lastTickMs }: Standing): boolean => (lastTickMs ?? 0) >= dueMs;
      await this.#until(`round ${round}: ticks catch up`, isCaughtUp);
    }
    this.#outcome.rounds += 1;
  }

  async end(): Promise<Outcome> {
    await this.#setOff(0);
    await this.#stop();
    const records = await recordsIn(this.#folder);
    const ticks = records.flatMap((one) => (one.kind === 'tick' ? [one.atMs] : []));
    this.#outcome.figures.ticks = ticks.length;
    for (const [at, tickMs] of ticks.entries()) {
      const before = ticks[at - 1];
      if (before === undefined) continue;
      if (tickMs <= before) this.#break(`the tick of ${isoOf(tickMs)} came twice or late`);
      if (tickMs - before > HOUR_MS) this.#break(`no tick for an hour after ${isoOf(before)}`);
    }
    return this.#outcome;
  }

  #break(what: string): void {
    this.#outcome.violations.push(what);
  }

  async #setOff(offMs: number): Promise<void> {
    this.#offMs = offMs;
    this.#server?.send(offMs);
    // The message is there when the next question is: it is older.
    await this.#standing();
  }

  async #askAll(round: number): Promise<void> {
    for (const path of PATHS) await this.#ask(path);
    const { content } = (await this.#ask(this.#content)) as { content?: { body: unknown } };
    if (typeof content?.body !== 'string') this.#break(`round ${round}: the text has expired`);
    const { state, nowMs, lastTickMs } = await this.#standing();
    if (state === 'held') this.#outcome.figures.held! += 1;
    const aheadMs = 3 * CLOCK.slackMs + 2 * SECOND_MS * SPEED;
    if (Math.abs(nowMs - this.#trueMs) > aheadMs) {
      this.#break(`round ${round}: time is believed to be ${isoOf(nowMs)} (${state})`);
    }
    if ((lastTickMs ?? 0) > this.#trueMs + aheadMs) {
      this.#break(`round ${round}: a tick lies ahead: ${isoOf(lastTickMs!)}`);
    }
  }

  async #ask(path: string): Promise<unknown> {
    const askedMs = performance.now();
    const response = await fetch(`${this.#url}${path}`);
    const body: unknown = await response.json();
    this.#outcome.figures.answers! += 1;
    this.#count(path, askedMs, response.headers);
    // An index that is still being read after a start says so.
    const isReading = response.status === 503 && JSON.stringify(body).includes('rebuilding');
    if (isReading) {
      await sleep(200);
      return this.#ask(path);
    }
    const isYetToCome = response.status === 503 && /snapshot.* yet/.test(JSON.stringify(body));
    if (response.status >= 500 && !isYetToCome) {
      this.#break(`${path}: ${response.status} ${JSON.stringify(body)}`);
    }
    return body;
  }

  /**
   * Holds the rate limit against real time. A window begins between question and answer, however long a starved
   * machine takes in between: it has begun too early only if less than a window has passed since the question.
   */
  #count(path: string, askedMs: number, headers: Headers): void {
    const remaining = Number(headers.get('x-ratelimit-remaining'));
    const reset = Number(headers.get('x-ratelimit-reset'));
    this.#window.used += 1;
    if (remaining === LIMIT - 1) {
      const isEarly = performance.now() - this.#window.startMs < HTTP.rateWindowMs;
      if (this.#window.used > 1 && isEarly) this.#break(`${path}: the rate limit began anew`);
      this.#window = { startMs: askedMs, used: 1 };
    }
    if (remaining !== LIMIT - this.#window.used) this.#break(`${path}: ${remaining} requests left`);
    if (!Number.isInteger(reset) || reset < 1 || reset > 60) this.#break(`${path}: reset ${reset}`);
  }

  async #standing(): Promise<Standing> {
    const answer = once(this.#server!, 'message');
    this.#server!.send('status');
    const [standing] = (await answer) as [Standing];
    return standing;
  }

  async #until(what: string, holds: (standing: Standing) => boolean): Promise<void> {
    const beganMs = performance.now();
    while (!holds(await this.#standing())) {
      if (performance.now() - beganMs > PATIENCE_MS) return this.#break(`not in a minute: ${what}`);
      await sleep(100);
    }
  }

  async #restart(): Promise<void> {
    if (this.#dice(2) === 0) await this.#stop();
    else {
      this.#outcome.figures.kills! += 1;
      await kill(this.#server!);
    }
    await this.#start();
  }

  async #start(): Promise<void> {
    const numbers = [SPEED, this.#zeroMs, START_MS, this.#offMs].map(String);
    const server = child('clock-child', [this.#folder, ...numbers], true);
    server.stderr?.pipe(process.stderr);
    const [urls] = (await once(server, 'message')) as [{ newsUrl: string }];
    this.#url = urls.newsUrl;
    this.#server = server;
    this.#window = { startMs: 0, used: 0 };
    this.#outcome.figures.starts! += 1;
  }

  async #stop(): Promise<void> {
    this.#server?.send('close');
    await endOf(this.#server!);
  }
}

/** Two media and what they wrote, with texts. */
function linesAt(nowMs: number): string {
  const media = ['red', 'white', 'grey'].map((code) => ({
    kind: 'media',
    media: code,
    title: code,
  }));
  const news = Array.from({ length: 30 }, (_, at) => ({
    kind: 'news',
    media: media[at % 3]!.media,
    url: `https://${media[at % 3]!.media}.example/${at}`,
    title: `Report ${at}`,
    tags: ['bridge', `tag${at % 4}`],
    publishedAt: isoOf(nowMs - at * MINUTE_MS),
    body: `What happened at the bridge, part ${at}. `.repeat(10),
  }));
  return [...media, ...news].map((record) => `${JSON.stringify(record)}\n`).join('');
}
