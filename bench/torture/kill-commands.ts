/**
 * Commands that make or change a whole store, killed at any moment: restore, import, repair, compact.
 *
 * Each is killed in the time that it takes when it is left alone, then run again on what is there. After
 * that the store has all that the first one had, and nothing else.
 */
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '../../src/app/open-store.js';
import { FolderTarget, makeBackup, withStore } from '../../src/app/tools/carrying.js';
import { resolveConfig } from '../../src/kernel/config.js';
import { messageOf } from '../../src/kernel/errors.js';
import { silentLogger } from '../../src/kernel/logger.js';
import type { Fault, Outcome } from './fault.js';
import { batchOf, wrongIn } from './kill-batches.js';
import { entriesIn } from './log-records.js';
import { endOf, kill, tagwire } from './processes.js';

const BATCHES = 40;
const COMMANDS = ['restore', 'import', 'repair', 'compact'] as const;
type Command = (typeof COMMANDS)[number];

/** A store, and what commands make another one of. */
interface Model {
  data: string;
  backup: string;
  file: string;
}

export const fault: Fault = {
  promise:
    'restore, import, repair and compact lose nothing when they are killed, and can be run again',
  rounds: 800,
  run: async ({ rounds, dice, folder, progress }) => {
    const figures = Object.fromEntries(COMMANDS.map((name) => [`killed: ${name}`, 0]));
    const outcome: Outcome = { rounds: 0, violations: [], figures };
    const model = await modelIn(folder);
    const batches = new Set(Array.from({ length: BATCHES + 1 }, (_, at) => at));
    const tookMs = new Map<Command, number>();
    const data = join(folder, 'victim');
    for (; outcome.rounds < rounds; outcome.rounds++) {
      const name = COMMANDS[outcome.rounds % COMMANDS.length]!;
      const broke = (what: string): void =>
        void outcome.violations.push(`round ${outcome.rounds}, ${name}: ${what}`);
      if (!tookMs.has(name)) {
        const beganMs = performance.now();
        await prepare(name, model, data);
        const said = await run(name, model, data);
        tookMs.set(name, performance.now() - beganMs);
        if (said !== null) broke(`left alone: ${said}`);
      }
      await prepare(name, model, data);
      const process = tagwire(lineOf(name, model, data));
      await sleep(dice(Math.ceil(tookMs.get(name)!)));
      if (process.exitCode === null) figures[`killed: ${name}`]! += 1;
      await kill(process);
      const said = await run(name, model, data);
      // One that was killed when it was done is refused: what is there is looked at all the same.
      const isDone = said !== null && / is not empty /.test(said);
      if (said !== null && !isDone) broke(`run again: ${said}`);
      try {
        for (const wrong of wrongIn(await entriesIn(data), batches)) broke(wrong);
      } catch (error) {
        broke(messageOf(error));
      }
      progress(`${outcome.rounds} of ${rounds} commands`);
    }
    return outcome;
  },
};

async function modelIn(folder: string): Promise<Model> {
  const model = {
    data: join(folder, 'model'),
    backup: join(folder, 'backup'),
    file: join(folder, 'all.ndjson'),
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
  return model;
}

/** What the command finds. */
async function prepare(name: Command, { data: model }: Model, data: string): Promise<void> {
  rmSync(data, { recursive: true, force: true });
  if (name === 'restore' || name === 'import') return;
  cpSync(model, data, { recursive: true });
  if (name === 'repair') rmSync(join(data, 'log', 'CURRENT'));
}

function lineOf(name: Command, { backup, file }: Model, data: string): string[] {
  const rest = { restore: [backup], import: [file], repair: ['--yes'], compact: [] };
  return [name, ...rest[name], '--data', data];
}

/** Runs the command to its end; what it said where it failed, with what is there. */
async function run(name: Command, model: Model, data: string): Promise<string | null> {
  const process = tagwire(lineOf(name, model, data));
  let said = '';
  for (const stream of [process.stdout!, process.stderr!]) {
    stream.on('data', (chunk) => {
      said += chunk;
    });
  }
  await endOf(process);
  if (process.exitCode === 0) return null;
  return `${said.slice(-400)} (there: ${readdirSync(data).join(' ')})`;
}
