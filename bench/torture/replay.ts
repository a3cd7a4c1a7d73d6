/**
 * The same store, come to in five ways: lived through, replayed from its log alone, started from an
 * older snapshot, restored from a backup, and exported and imported.
 *
 * Each round lives through an invented world of some days, with things hidden, shown and erased at random.
 * Then every way to it must answer every question in the same words, and have states of the same
 * bytes where those follow from the log alone.
 *
 * An erasure takes an item out of the log, but not out of what rankings, events and topics had computed before.
 * Folded from a log without the item, their past is another: then ways that fold it again are held to
 * each other, and to the store that lived in all that is not computed at ticks.
 */
import { cpSync, createReadStream, rmSync, writeFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateCorpus } from '../../demo/corpus.js';
import { readVocabulary } from '../../demo/read-vocabulary.js';
import { serve } from '../../src/app/app.js';
import { withStore } from '../../src/app/cli/actions/store.js';
import { type Clock, DAY_MS, HOUR_MS, ManualClock } from '../../src/kernel/clock.js';
import { resolveConfig } from '../../src/kernel/config.js';
import { hash64, hexOf } from '../../src/kernel/hash.js';
import { silentLogger } from '../../src/kernel/logger.js';
import { exportLog, importLog } from '../../src/store/backup/export.js';
import { makeBackup } from '../../src/store/backup/make-backup.js';
import { restore } from '../../src/store/backup/restore.js';
import { FolderTarget } from '../../src/store/backup/target.js';
import { SnapshotStore } from '../../src/store/snapshots.js';
import { allAnswers } from '../../test/app/all-answers.js';
import type { Dice, Fault, Outcome, Run } from './fault.js';

const END_MS = Date.UTC(2026, 2, 12, 4);
/** When all stores are asked. */
const NOW_MS = END_MS + HOUR_MS / 4;
const WORLD = { days: 2, endMs: END_MS, media: 8, perDay: 120, blogs: 8 };
/** The first worlds are small, so that they can be part of every test run; in the very first nothing is erased. */
const SMALL_WORLDS = 2;
const SMALL = { days: 1, endMs: END_MS, media: 5, perDay: 50, blogs: 4 };
const LINES_AT_ONCE = 60;
const MASKS = ['hide', 'hide', 'show'] as const;
/** Indices whose chunks follow from the log alone: others compact themselves when they have time. */
const EXACT = ['tags', 'events', 'portals', 'media'] as const;
/** Answers and states that are computed at ticks. */
const COMPUTED = /^(news|blog) \/api\/v1\/(ranking|tags|events|topics)|^(tags|events|portals)$/;
/** Cursors are sealed with a secret that an import does not bring. */
const CURSOR = /"(next|history)?[cC]ursor":"[^"]*"/g;
const EXCERPT = 120;

export const fault: Fault = {
  promise:
    'A store that is lived through, replayed, started from a snapshot, restored or imported is the same.',
  rounds: 20,
  run: async (run) => {
    const outcome: Outcome = {
      rounds: 0,
      violations: [],
      figures: { answers: 0, states: 0, entries: 0, hide: 0, show: 0, erase: 0 },
    };
    for (let round = 0; round < run.rounds; round++) {
      const folder = join(run.folder, String(round));
      const world = round < SMALL_WORLDS ? SMALL : WORLD;
      await new Ways(folder, world, round > 0, run, outcome).compare();
      rmSync(folder, { recursive: true, force: true });
      outcome.rounds += 1;
      run.progress(`${outcome.rounds} of ${run.rounds} worlds`);
    }
    return outcome;
  },
};

/** What a store says, and the hashes of its state. */
interface Seen {
  answers: Map<string, string>;
  states: Map<string, string>;
}

/** Whether an answer, by what was asked, or the state of an index is to be the same. */
type IsHeld = (name: string) => boolean;

const ALL: IsHeld = () => true;
const NOT_COMPUTED: IsHeld = (name) => !COMPUTED.test(name);

class Ways {
  readonly #folder: string;
  readonly #world: typeof WORLD;
  readonly #mayErase: boolean;
  readonly #dice: Dice;
  readonly #outcome: Outcome;
  #hasErased = false;

  constructor(
    folder: string,
    world: typeof WORLD,
    mayErase: boolean,
    { dice }: Run,
    outcome: Outcome,
  ) {
    this.#folder = folder;
    this.#world = world;
    this.#mayErase = mayErase;
    this.#dice = dice;
    this.#outcome = outcome;
  }

  async compare(): Promise<void> {
    const live = join(this.#folder, 'live');
    const older = join(this.#folder, 'older');
    const lived = await this.#live(live, older);
    const replayed = this.#copy(live, 'replayed');
    for (const copies of ['snapshots', 'history']) remove(replayed, copies);
    const tail = this.#copy(live, 'tail');
    for (const copies of ['snapshots', 'history']) {
      remove(tail, copies);
      cpSync(join(older, copies), join(tail, copies), { recursive: true });
    }
    const { restored, imported } = await this.#carried(live);
    this.#differ('restored', lived, await see(restored), ALL);
    const foldedHeld = this.#hasErased ? NOT_COMPUTED : ALL;
    this.#differ('snapshot and tail', lived, await see(tail), foldedHeld);
    const folded = await see(replayed);
    this.#differ('replayed', lived, folded, foldedHeld);
    this.#differ('imported', folded, await see(imported), ALL);
  }

  /** Lives through a world; `older` is the folder as it was in the middle. */
  async #live(data: string, older: string): Promise<Seen> {
    const dice = this.#dice;
    const world = { ...this.#world, seed: 1 + dice(1_000_000) };
    const lines = [...generateCorpus(world, readVocabulary())];
    const urls = lines.flatMap(
      (line) => /"kind":"(?:news|post)".*?"url":"([^"]+)"/.exec(line)?.[1] ?? [],
    );
    const middle = LINES_AT_ONCE * (1 + dice(Math.floor(lines.length / LINES_AT_ONCE)));
    // Time comes from the records, until all are there: a clock that is ahead would let none tick.
    const clock = new ManualClock(END_MS - world.days * DAY_MS);
    const app = await open(data, clock);
    const send = (text: string) =>
      app.pipeline.ingest([new TextEncoder().encode(text)], true, END_MS);
    for (let at = 0; at < lines.length; at += LINES_AT_ONCE) {
      await send(lines.slice(at, at + LINES_AT_ONCE).join('\n'));
      if (dice(4) === 0) await send(this.#mask(lines.slice(0, at + LINES_AT_ONCE), urls));
      if (at + LINES_AT_ONCE === middle) {
        await app.pipeline.settle();
        await app.pipeline.snapshot();
        for (const copies of ['snapshots', 'history']) {
          cpSync(join(data, copies), join(older, copies), { recursive: true });
        }
      }
    }
    clock.set(NOW_MS);
    await app.pipeline.advance(NOW_MS);
    // A new store computes its first rankings early, at any second: it has to be over before it is asked.
    await app.pipeline.tickEarly(NOW_MS);
    await app.pipeline.settle();
    this.#outcome.figures.entries! += app.pipeline.headSequence;
    const answers = await answersOf(app);
    await app.close();
    return { answers, states: await statesOf(data) };
  }

  /** Hides, shows or erases something of what has been sent. */
  #mask(sent: readonly string[], urls: readonly string[]): string {
    const key = urls[this.#dice(urls.length)]!;
    const line = sent.find((one) => one.includes(`"url":"${key}"`));
    if (line === undefined) return '';
    const target = line.includes('"kind":"post"') ? 'post' : 'news';
    const kind = this.#mayErase && this.#dice(4) === 0 ? 'erase' : MASKS[this.#dice(3)]!;
    if (kind === 'erase') this.#hasErased = true;
    this.#outcome.figures[kind]! += 1;
    return `${JSON.stringify({ kind, target, key })}\n`;
  }

  async #carried(live: string): Promise<{ restored: string; imported: string }> {
    const [backup, restored, imported] = ['backup', 'restored', 'imported'].map((name) =>
      join(this.#folder, name),
    ) as [string, string, string];
    const text = join(this.#folder, 'export.ndjson');
    writeFileSync(text, '');
    const settings = { data: live, logLevel: 'silent', logFormat: 'json' } as const;
    await withStore(settings, silentLogger, async (source) =>
      makeBackup(source, await FolderTarget.open(backup)),
    );
    await restore(backup, restored, silentLogger);
    await withStore(settings, silentLogger, (source) =>
      exportLog(source, (part) => appendFile(text, part)),
    );
    await importLog(createReadStream(text), imported, silentLogger);
    return { restored, imported };
  }

  #copy(live: string, name: string): string {
    const data = join(this.#folder, name);
    cpSync(live, data, { recursive: true });
    return data;
  }

  #differ(way: string, wanted: Seen, seen: Seen, isHeld: IsHeld): void {
    const { violations, figures } = this.#outcome;
    for (const [path, answer] of wanted.answers) {
      if (!isHeld(path)) continue;
      figures.answers! += 1;
      const other = seen.answers.get(path) ?? 'not asked';
      if (other !== answer) violations.push(`${way}: ${path}: ${firstDifference(answer, other)}`);
    }
    for (const [actor, hash] of wanted.states) {
      if (!isHeld(actor)) continue;
      figures.states! += 1;
      if (seen.states.get(actor) !== hash) violations.push(`${way}: the state of ${actor} differs`);
    }
  }
}

async function open(data: string, clock: Clock) {
  const ports = { newsPort: 0, blogPort: 0, adminPort: 0 };
  const limits = { rateLimitNews: 1_000_000, rateLimitBlogAnonymous: 1_000_000 };
  const flags = { data, ...ports, ...limits, logLevel: 'silent' };
  const config = resolveConfig({ flags, environment: {}, file: {} });
  const app = await serve({ config, logger: silentLogger, clock: () => clock });
  await app.pipeline.rebuilt();
  return app;
}

async function see(data: string): Promise<Seen> {
  const app = await open(data, new ManualClock(NOW_MS));
  await app.pipeline.settle();
  const answers = await answersOf(app);
  await app.close();
  return { answers, states: await statesOf(data) };
}

async function answersOf(app: { newsUrl: string; blogUrl: string }): Promise<Map<string, string>> {
  const answers = await allAnswers({ news: app.newsUrl, blog: app.blogUrl }, END_MS);
  return new Map(
    [...answers].map(([path, text]) => [path, text.replaceAll(CURSOR, '"cursor":""')]),
  );
}

/** A hash of what the newest snapshot of each exact index holds. */
async function statesOf(data: string): Promise<Map<string, string>> {
  const store = await SnapshotStore.open(join(data, 'snapshots'), () => undefined, 'snapshots');
  const states = new Map<string, string>();
  for (const actor of EXACT) {
    const [newest] = await store.generations(actor);
    const chunks = (newest?.chunks ?? []).map(({ name }) => name).sort();
    const parts: string[] = [String(newest?.sequence)];
    for (const name of chunks) {
      const bytes = await store.readChunk(actor, name);
      parts.push(name, bytes === null ? 'missing' : hexOf(hash64(bytes)));
    }
    states.set(actor, hexOf(hash64(Buffer.from(parts.join('\n')))));
  }
  await store.close();
  return states;
}

function remove(data: string, name: string): void {
  rmSync(join(data, name), { recursive: true, force: true });
}

function firstDifference(wanted: string, found: string): string {
  let at = 0;
  while (at < wanted.length && wanted[at] === found[at]) at += 1;
  const from = Math.max(0, at - EXCERPT / 2);
  return `${wanted.slice(from, from + EXCERPT)} ≠ ${found.slice(from, from + EXCERPT)}`;
}
