/**
 * Kills `tagwire ingest` at moments of a seeded dice, and runs it again on the same store. What was
 * acknowledged by processes that are killed is the matter of bench/torture/kill.ts.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { makeDice } from '../../../bench/torture/fault.js';
import { recordsIn } from '../../../bench/torture/log-records.js';
import { kill } from '../../../bench/torture/processes.js';
import { generateCorpus } from '../../../demo/corpus.js';
import { readVocabulary } from '../../../demo/read-vocabulary.js';
import type { LogRecord } from '../../../src/kernel/model/records.js';
import { times } from '../../all.js';
import { main, threadsHere } from '../../app/cli/run-command.js';
import { tempFolder } from '../helper.js';
import { NOW_MS } from './helper.js';

const KILLS = times(2, 8);
const PER_DAY = times(200, 500);
/** A process is killed when it has written up to so many bytes. */
const WRITTEN_BYTES_MAX = 300 * PER_DAY;
const LOOK_MS = 5;

/** How long the files of a log are. */
function bytesIn(folder: string): number {
  const log = join(folder, 'log');
  if (!existsSync(log)) return 0;
  const sizes = readdirSync(log).map((name) =>
    statSync(join(log, name), { throwIfNoEntry: false }),
  );
  return sizes.reduce((sum, stat) => sum + (stat?.size ?? 0), 0);
}

function run(args: string[]): ChildProcess {
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Ids by address; throws when an address has two ids or an id two addresses. */
function idsOf(records: readonly LogRecord[], kind: 'news' | 'post'): Map<string, number> {
  const ids = new Map<string, number>();
  for (const record of records) {
    if (record.kind !== kind) continue;
    const known = ids.get(record.url) ?? record.id;
    if (known !== record.id) throw new Error(`${record.url} has two ids`);
    ids.set(record.url, record.id);
  }
  if (new Set(ids.values()).size !== ids.size) throw new Error('an id was given twice');
  return ids;
}

t.test('a killed `tagwire ingest` can be run again, and nothing is lost or doubled', async (t) => {
  const folder = tempFolder(t);
  const file = join(tempFolder(t), 'corpus.ndjson');
  const size = { seed: 3, days: 2, endMs: NOW_MS, media: 20, perDay: PER_DAY, blogs: 20 };
  const lines = [...generateCorpus(size, readVocabulary())];
  writeFileSync(file, `${lines.join('\n')}\n`);
  const dice = makeDice(3);
  const args = [...threadsHere, main, 'ingest', '--data', folder, '--log-level', 'error', file];
  let killed = 0;
  for (let round = 0; round < KILLS; round++) {
    const child = run(args);
    const killedAt = bytesIn(folder) + dice(WRITTEN_BYTES_MAX);
    while (child.exitCode === null && bytesIn(folder) < killedAt) await sleep(LOOK_MS);
    if (child.exitCode === null) {
      await kill(child);
      killed += 1;
    }
    await recordsIn(folder);
  }
  t.ok(killed > 0, `${killed} were killed before their end`);
  const last = run(args);
  const [code] = await once(last, 'exit');
  t.equal(code, 0);
  const records = await recordsIn(folder);
  for (const kind of ['news', 'post'] as const) {
    const sent = lines.map((line) => JSON.parse(line) as { kind: string; url: string });
    const urls = new Set(sent.filter((one) => one.kind === kind).map(({ url }) => url));
    t.equal(idsOf(records, kind).size, urls.size, `${urls.size} of ${kind}`);
  }
});
