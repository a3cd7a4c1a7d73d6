/**
 * Records what a process does to the files of a store, and opens the store in states in which the
 * folder may be after a power cut: everything that was acknowledged before the cut is there, and
 * nothing else than what was sent. What a state may be says recording/power-cut.ts.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../../src/kernel/clock.js';
import { messageOf } from '../../src/kernel/errors.js';
import { silentLogger } from '../../src/kernel/logger.js';
import { Accounts } from '../../src/store/accounts/accounts.js';
import { IngestLog } from '../../src/store/log/ingest-log.js';
import { PROFILES, type SnapshotProfile, SnapshotStore } from '../../src/store/snapshots.js';
import type { Dice, Fault, Outcome } from './fault.js';
import { ACTOR, articleOf, chunkOf, NOW_MS } from './recording/content.js';
import { RECORDED, Recording, type State, writeState } from './recording/power-cut.js';
import { canTrace, STRACE } from './recording/strace.js';

const CHILD = fileURLToPath(new URL('./power-loss-child.js', import.meta.url));
const CHILD_MS_MAX = 120_000;
/** Longer than any write of the child. */
const STRING_BYTES_MAX = 4 * 1024 * 1024;
const STATES_PER_RECORDING = 250;
/** Of so many states one takes another batch and is opened again. */
const RESUMES = 4;

/** What the process had been told, by its own words. */
interface Promised {
  articles: number;
  snapshots: Map<string, number>;
  users: Set<string>;
  /** May be there or not: their removal was under way. */
  leaving: Set<string>;
  removed: Set<string>;
}

function promisedIn(told: readonly string[]): Promised {
  const promised: Promised = {
    articles: 0,
    snapshots: new Map(),
    users: new Set(),
    leaving: new Set(),
    removed: new Set(),
  };
  for (const [, what = '', value = ''] of told.map((text) => /^(\S+) (\S+)$/.exec(text) ?? [])) {
    if (what === 'articles') promised.articles = Number(value);
    else if (what === 'added') promised.users.add(value);
    else if (what === 'removing') promised.leaving.add(value);
    else if (what === 'removed') promised.removed.add(value);
    else promised.snapshots.set(what, Number(value));
  }
  return promised;
}

/** Records a process from its first file on. @throws Error when it did not end well. */
function record(data: string, seed: number): Recording {
  const traced = `${data}.trace`;
  mkdirSync(data, { mode: 0o700 });
  const options = ['-f', '-qq', '-xx', '-s', String(STRING_BYTES_MAX), '-o', traced];
  const child = [process.execPath, CHILD, data, String(seed)];
  const calls = `trace=${RECORDED.map((name) => `?${name}`).join(',')}`;
  const { status, signal, stderr } = spawnSync(STRACE, [...options, '-e', calls, ...child], {
    timeout: CHILD_MS_MAX,
    // Calls of a ring are not seen.
    env: { ...process.env, UV_USE_IO_URING: '0' },
  });
  if (status !== 0) throw new Error(`it ended with ${status ?? signal}: ${stderr}`.trim());
  const recording = new Recording(readFileSync(traced, 'utf8'), data);
  rmSync(data, { recursive: true, force: true });
  rmSync(traced, { force: true });
  return recording;
}

/** What is wrong with a store; nothing where every promise is kept. */
class Look {
  readonly violations: string[] = [];
  /** Snapshots that were not acknowledged and could not be read. */
  lostSnapshots = 0;
  readonly #data: string;
  readonly #promised: Promised;

  constructor(data: string, promised: Promised) {
    this.#data = data;
    this.#promised = promised;
  }

  async run(resumes: boolean): Promise<void> {
    const articles = await this.#log(this.#promised.articles, resumes);
    if (resumes && articles !== null) await this.#log(articles, false);
    this.#accounts();
  }

  /** Reads the log through; how many articles it has. */
  async #log(promised: number, writes: boolean): Promise<number | null> {
    let log: IngestLog;
    try {
      log = await IngestLog.open({ folder: this.#data, logger: silentLogger });
    } catch (error) {
      this.violations.push(`the log is refused: ${messageOf(error)}`);
      return null;
    }
    try {
      const { sequence, nextIds } = log.head;
      for (let from = 1; from <= sequence; ) from += (await log.read(from, 'needed'))!.count;
      const articles = nextIds.news - 1;
      for (let number = 0; number < Math.max(articles, promised); number++) {
        const found = await log.item('news', number + 1);
        const { url, body } = articleOf(number);
        const record = found?.record;
        const isThere = record?.kind === 'news' && record.url === url && found?.body === body;
        if (!isThere) this.violations.push(`article ${number + 1} is lost or wrong`);
      }
      for (const profile of PROFILES) await this.#snapshots(profile, sequence);
      if (!writes || articles === 0) return articles;
      const bytes = new TextEncoder().encode(JSON.stringify(articleOf(articles)));
      await log.ingest({ bytes, replay: false, nowMs: NOW_MS });
      return articles + 1;
    } catch (error) {
      this.violations.push(`the log cannot be used: ${messageOf(error)}`);
      return null;
    } finally {
      await log.close();
    }
  }

  async #snapshots(profile: SnapshotProfile, head: number): Promise<void> {
    const promised = this.#promised.snapshots.get(profile) ?? -1;
    const warn = (): void => undefined;
    let store: SnapshotStore;
    try {
      store = await SnapshotStore.open(join(this.#data, profile), warn, profile);
    } catch (error) {
      if (promised < 0) this.lostSnapshots += 1;
      else this.violations.push(`${profile} are refused: ${messageOf(error)}`);
      return;
    }
    try {
      const generations = await store.generations(ACTOR);
      const newest = generations[0]?.sequence ?? -1;
      if (newest < promised) this.violations.push(`${profile} end at ${newest}, not ${promised}`);
      if (newest > head) this.violations.push(`${profile} go on to ${newest}, the log to ${head}`);
      for (const { sequence, chunks } of generations) {
        for (const { name } of chunks) {
          const bytes = await store.readChunk(ACTOR, name, sequence);
          if (bytes?.equals(chunkOf(name)) === true) continue;
          const isWrong = bytes !== null || sequence <= promised;
          if (isWrong) this.violations.push(`${profile} at ${sequence}: ${name} is lost or wrong`);
          else this.lostSnapshots += 1;
        }
      }
    } finally {
      await store.close();
    }
  }

  #accounts(): void {
    const { users, removed, leaving } = this.#promised;
    try {
      const found = new Set(
        Accounts.open(this.#data, systemClock)
          .users()
          .map(({ login }) => login),
      );
      for (const login of users) {
        const isOpen = leaving.has(login) && !removed.has(login);
        if (isOpen || found.has(login) === !removed.has(login)) continue;
        this.violations.push(`${login} is ${removed.has(login) ? 'back' : 'lost'}`);
      }
    } catch (error) {
      this.violations.push(`the accounts are refused: ${messageOf(error)}`);
    }
  }
}

async function lookAt(place: string, state: State, dice: Dice): Promise<Look> {
  rmSync(place, { recursive: true, force: true });
  writeState(place, state);
  const look = new Look(place, promisedIn(state.told));
  await look.run(dice(RESUMES) === 0);
  return look;
}

export const fault: Fault = {
  promise: 'after a power cut only what was not acknowledged is missing, and nothing is wrong',
  rounds: 10_000,
  async run({ rounds, dice, folder, progress }): Promise<Outcome> {
    const none = { rounds: 0, violations: [], figures: {} };
    if (!canTrace()) return { ...none, skipped: 'strace is missing, or may not trace' };
    const violations: string[] = [];
    const figures = { recordings: 0, operations: 0, acknowledged: 0, lostNames: 0 };
    const tails = { lostTails: 0, lostSnapshots: 0 };
    let recording: Recording | null = null;
    for (let round = 1; round <= rounds; round++) {
      if (recording === null || (round - 1) % STATES_PER_RECORDING === 0) {
        try {
          recording = record(join(folder, `data-${round}`), dice(2 ** 31));
        } catch (error) {
          violations.push(`recording ${figures.recordings + 1}: ${messageOf(error)}`);
          return { rounds: round - 1, violations, figures };
        }
        figures.recordings += 1;
        figures.operations += recording.length;
      }
      const cut = dice(recording.length + 1);
      const state = recording.stateAt(cut, dice);
      const look = await lookAt(join(folder, 'state'), state, dice);
      for (const what of look.violations) {
        violations.push(`state ${round}, recording ${figures.recordings} cut at ${cut}: ${what}`);
      }
      figures.acknowledged += promisedIn(state.told).articles;
      figures.lostNames += state.lostNames;
      tails.lostTails += state.lostTails;
      tails.lostSnapshots += look.lostSnapshots;
      progress(`state ${round}: ${violations.length} violations`);
    }
    return { rounds, violations, figures: { ...figures, ...tails } };
  },
};
