/**
 * Two processes that are started on one folder at the same moment: one of them holds it, the other one
 * says so.
 *
 * Each round starts two `tagwire` on the same new or used folder: servers, or a server and an ingest of
 * a file. An ingest that finds a server hands its lines to it.
 */
import type { ChildProcess } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectIngest } from '../../src/app/ingest/ingest-socket.js';
import type { Fault, Outcome } from './fault.js';
import { recordsIn } from './log-records.js';
import { endOf, tagwire } from './processes.js';

/** Processes on a busy machine start one after the other. */
const PATIENCE_MS = 60_000;
/** Rounds on one folder before a new one: both a new and a used store are raced for. */
const ROUNDS_PER_FOLDER = 5;
const HOLDER = /^tagwire: .* is in use by process \d+; /;

const MEDIA = '{"kind":"media","media":"abc","title":"ABC"}\n';

export const fault: Fault = {
  promise: 'Of two processes that start on one folder one opens it, and the other says who does.',
  rounds: 100,
  run: async ({ rounds, dice, folder, progress }) => {
    const outcome: Outcome = {
      rounds: 0,
      violations: [],
      figures: { won: 0, refused: 0, handedOver: 0 },
    };
    const file = join(folder, 'media.ndjson');
    writeFileSync(file, MEDIA);
    for (; outcome.rounds < rounds; outcome.rounds += 1) {
      const data = join(folder, `store-${Math.floor(outcome.rounds / ROUNDS_PER_FOLDER)}`);
      // A short run has both: two servers on a new folder, and an ingest beside a server on a used one.
      const ingests = outcome.rounds < 2 ? outcome.rounds === 1 : dice(3) === 0;
      const violation = await race(data, ingests ? file : null, outcome.figures);
      if (violation !== null) outcome.violations.push(`round ${outcome.rounds}: ${violation}`);
      progress(`${outcome.rounds + 1} of ${rounds} races`);
    }
    return outcome;
  },
};

/** What a racer came to. */
interface Racer {
  child: ChildProcess;
  output: () => string;
  isServer: boolean;
}

async function race(
  data: string,
  file: string | null,
  figures: Outcome['figures'],
): Promise<string | null> {
  const racers = [start(data, null), start(data, file)];
  try {
    const before = performance.now();
    // The race is over when one serves, and the other has ended or serves too, which it must not.
    for (;;) {
      const ended = racers.filter(({ child }) => child.exitCode !== null);
      const serving = racers.filter((one) => one.isServer && one.output().includes('news service'));
      if (serving.length === 2) return 'both serve the folder';
      if (ended.length === 2) break;
      if (serving.length === 1 && ended.length === 1) break;
      if (performance.now() - before > PATIENCE_MS) return `undecided: ${texts(racers)}`;
      await sleep(20);
    }
    return judge(racers, figures);
  } finally {
    for (const { child } of racers) if (child.exitCode === null) child.kill('SIGTERM');
    for (const { child } of racers) await endOf(child);
    await checkWhole(data);
  }
}

/** Why the outcome of a race is not as it should be. */
function judge(racers: readonly Racer[], figures: Outcome['figures']): string | null {
  const winners = racers.filter(({ child }) => child.exitCode === null || child.exitCode === 0);
  const losers = racers.filter((one) => !winners.includes(one));
  figures.won! += winners.length;
  if (winners.length === 0) return `nobody has it: ${texts(racers)}`;
  for (const loser of losers) {
    const lines = loser
      .output()
      .split('\n')
      .filter((line) => line.startsWith('tagwire:'));
    if (loser.child.exitCode !== 1)
      return `it ended with ${loser.child.exitCode}: ${texts([loser])}`;
    if (lines.length !== 1 || !HOLDER.test(lines[0]!)) {
      return `it does not say in one line who has it: ${texts([loser])}`;
    }
    figures.refused! += 1;
  }
  const ingest = racers.find(({ isServer }) => !isServer);
  const isHandedOver = ingest !== undefined && winners.includes(ingest);
  if (isHandedOver) figures.handedOver! += 1;
  if (isHandedOver && !/accepted|unchanged/.test(ingest.output()))
    return `lines are lost: ${texts(racers)}`;
  if (losers.length === 0 && ingest === undefined) return `both have had it: ${texts(racers)}`;
  return null;
}

function start(data: string, file: string | null): Racer {
  const child = tagwire(
    file === null
      ? ['serve', '--data', data, '--news-port', '0', '--blog-port', '0', '--admin-port', '0']
      : ['ingest', '--data', data, file],
  );
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  }
  return { child, output: () => text, isServer: file === null };
}

/** The store is whole, and no socket is left that answers. @throws when it is not. */
async function checkWhole(data: string): Promise<void> {
  if (!existsSync(join(data, 'log'))) return;
  const left = await connectIngest(data);
  if (left !== null) throw new Error('a server still answers');
  await recordsIn(data);
}

function texts(racers: readonly Racer[]): string {
  return racers.map((one) => JSON.stringify(one.output().slice(-400))).join(' and ');
}
