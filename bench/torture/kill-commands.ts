/**
 * What makes or changes a whole store, killed at any moment: restore, import, repair, compact, and the
 * conversion of lists of snapshots that an earlier version wrote.
 *
 * Each is killed in the time that its work takes when it is left alone, begun again on what is there and killed
 * again, up to some times, then left to end. After that the store has all that the first one had, and nothing else.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withStore } from '../../src/app/cli/actions/store.js';
import { openStore } from '../../src/app/open-store.js';
import { resolveConfig } from '../../src/kernel/config.js';
import { messageOf } from '../../src/kernel/errors.js';
import { silentLogger } from '../../src/kernel/logger.js';
import { makeBackup } from '../../src/store/backup/make-backup.js';
import { FolderTarget } from '../../src/store/backup/target.js';
import { SnapshotLists } from '../../src/store/snapshot-lists.js';
import type { Fault, Outcome } from './fault.js';
import { batchOf, wrongIn } from './kill-batches.js';
import { entriesIn } from './log-records.js';
import { child, endOf, kill, tagwire } from './processes.js';
import { toDatabase } from './recording/older-lists.js';

const BATCHES = 12;
/** Kills of one store, one after the other. */
const KILLS_MAX = 7;
const COMMANDS = ['restore', 'import', 'repair', 'compact', 'convert'] as const;
type Command = (typeof COMMANDS)[number];

/** A store, and what commands make another one of. */
interface Model {
  data: string;
  backup: string;
  file: string;
  /** The same store as an earlier version left it. */
  older: string;
  lists: string;
}

export const fault: Fault = {
  promise:
    'restore, import, repair, compact and convert lose nothing when they are killed, and can be run again',
  rounds: 1000,
  run: async ({ rounds, dice, folder, progress }) => {
    const kills = Object.fromEntries(COMMANDS.map((name) => [name, 0])) as Record<Command, number>;
    const outcome: Outcome = { rounds: 0, violations: [], figures: {} };
    const model = await modelIn(folder);
    const batches = new Set(Array.from({ length: BATCHES + 1 }, (_, at) => at));
    const tookMs = new Map<Command, number>();
    const data = join(folder, 'victim');
    let stores = 0;
    while (outcome.rounds < rounds) {
      const name = COMMANDS.reduce((least, other) => (kills[other] < kills[least] ? other : least));
      const broke = (what: string): void =>
        void outcome.violations.push(`store ${stores}, ${name}: ${what}`);
      if (!tookMs.has(name)) {
        prepare(name, model, data);
        const { said, ms } = await run(name, model, data);
        tookMs.set(name, ms);
        if (said !== null) broke(`left alone: ${said}`);
      }
      prepare(name, model, data);
      const share = Math.ceil(rounds / COMMANDS.length) - kills[name];
      const wanted = Math.min(1 + dice(KILLS_MAX), share, rounds - outcome.rounds);
      const killedMs: number[] = [];
      while (killedMs.length < wanted) {
        const afterMs = dice(Math.ceil(tookMs.get(name)!));
        const process = await begin(name, model, data);
        const beganMs = performance.now();
        await Promise.race([sleep(afterMs), endOf(process)]);
        const isMet = process.exitCode === null;
        await kill(process);
        if (!isMet) {
          // It was done, with what those before it had done: what is there is looked at.
          if (killedMs.length === 0) tookMs.set(name, performance.now() - beganMs);
          break;
        }
        killedMs.push(afterMs);
      }
      kills[name] += killedMs.length;
      outcome.rounds += killedMs.length;
      stores += 1;
      const after = `after ${killedMs.join(', ')} ms`;
      const { said } = await run(name, model, data);
      // One that was killed when it was done is refused: what is there is looked at all the same.
      const isDone = said !== null && / is not empty /.test(said);
      if (said !== null && !isDone) broke(`run again ${after}: ${said}`);
      try {
        for (const wrong of wrongIn(await entriesIn(data), batches)) broke(`${after}: ${wrong}`);
        if (name === 'convert' && (await listsIn(data)) !== model.lists)
          broke(`${after}: lists are lost`);
      } catch (error) {
        broke(`${after}: ${messageOf(error)} ${said ?? ''}`);
      }
      progress(`${outcome.rounds} of ${rounds} kills: ${JSON.stringify(kills)}`);
    }
    for (const name of COMMANDS) outcome.figures[`killed: ${name}`] = kills[name];
    outcome.figures.stores = stores;
    return outcome;
  },
};

async function modelIn(folder: string): Promise<Model> {
  const model = {
    data: join(folder, 'model'),
    backup: join(folder, 'backup'),
    file: join(folder, 'all.ndjson'),
    older: join(folder, 'older'),
    lists: '',
  };
  const flags = { data: model.data, logLevel: 'silent' };
  const config = resolveConfig({ flags, environment: {}, file: {} });
  const sink = await openStore(config, silentLogger);
  for (let number = 0; number <= BATCHES; number++) await sink.ingest(batchOf(number), false);
  await sink.close();
  await withStore(config, silentLogger, async (source) =>
    makeBackup(source, await FolderTarget.open(model.backup)),
  );
  await endOf(tagwire(['export', model.file, '--data', model.data]));
  model.lists = await listsIn(model.data);
  cpSync(model.data, model.older, { recursive: true });
  await toDatabase(join(model.older, 'snapshots/lists'));
  return model;
}

/** All lists of snapshots of a stopped store, as one text. */
async function listsIn(data: string): Promise<string> {
  const lists = await SnapshotLists.open(join(data, 'snapshots/lists'));
  const actors = lists.actors().sort();
  const text = actors.map((actor) => `${actor} ${lists.get(actor)!.toString('base64')}`).join('\n');
  await lists.close();
  return text;
}

/** What the command finds. */
function prepare(name: Command, { data: model, older }: Model, data: string): void {
  rmSync(data, { recursive: true, force: true });
  if (name === 'restore' || name === 'import') return;
  cpSync(name === 'convert' ? older : model, data, { recursive: true });
  if (name === 'repair') rmSync(join(data, 'log', 'CURRENT'));
}

function lineOf(name: Command, { backup, file }: Model, data: string): string[] {
  if (name === 'convert') return [name, data];
  const rest = { restore: [backup], import: [file], repair: ['--yes'], compact: [] };
  return [name, ...rest[name], '--data', data, '--log-level', 'error'];
}

/** Starts the command; its work begins as this resolves. */
async function begin(name: Command, model: Model, data: string): Promise<ChildProcess> {
  const process = child('kill-commands-child', lineOf(name, model, data), true);
  await Promise.race([once(process, 'message'), endOf(process)]);
  if (process.connected) process.send('go');
  return process;
}

/** Runs the command to its end; what it said where it failed, with what is there, and how long it worked. */
async function run(
  name: Command,
  model: Model,
  data: string,
): Promise<{ said: string | null; ms: number }> {
  const process = await begin(name, model, data);
  const beganMs = performance.now();
  let said = '';
  for (const stream of [process.stdout!, process.stderr!]) {
    stream.on('data', (chunk) => {
      said += chunk;
    });
  }
  await endOf(process);
  const ms = performance.now() - beganMs;
  if (process.exitCode === 0) return { said: null, ms };
  const there = existsSync(data) ? readdirSync(data).join(' ') : 'nothing';
  return { said: `${said.slice(-400)} (there: ${there})`, ms };
}
