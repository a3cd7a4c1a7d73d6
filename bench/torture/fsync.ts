/**
 * Lets `fdatasync` or `fsync` fail in a process that ingests, by strace. What fails once is not
 * trusted when it succeeds the next time, because the system may have given the data up: so the store
 * is reopened from a copy without anything that no sync has covered, and no file of LevelDB whose sync
 * has failed may be left once something was acknowledged after that.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { silentLogger } from '../../src/kernel/logger.js';
import { IngestLog } from '../../src/store/log/ingest-log.js';
import type { Fault, Outcome } from './fault.js';
import { callsOf, canTrace, STRACE } from './recording/strace.js';

const CHILD = fileURLToPath(new URL('./fsync-child.js', import.meta.url));
const BATCHES = 12;
/** Each thread fails at its call of this number. */
const CALL_MAX = 6;
const CHILD_MS_MAX = 60_000;
/** Files of LevelDB that are written from front to back. */
const SEQUENTIAL = /(\.log|\.ldb|MANIFEST-\d+)$/;

/** What a trace tells. */
interface Trace {
  acknowledged: number[];
  /** How many syncs failed. */
  failures: number;
  /** Those of files that were not written anew since, with how many acknowledgements came before. */
  failed: { path: string; after: number }[];
  /** Bytes of each file that was written from front to back, all and synced. */
  files: Map<string, { written: number; synced: number }>;
}

function readTrace(text: string): Trace {
  const trace: Trace = { acknowledged: [], failures: 0, failed: [], files: new Map() };
  for (const { name, rest, result, opened } of callsOf(text)) {
    if (name === 'openat') {
      // A file that is written anew has nothing to do with what failed under its name.
      if (!rest.includes('O_TRUNC')) continue;
      trace.files.delete(opened);
      trace.failed = trace.failed.filter(({ path }) => path !== opened);
      continue;
    }
    const told = /^1<.*"acknowledged (\d+)\\n"/.exec(rest);
    if (told !== null) trace.acknowledged.push(Number(told[1]));
    const path = /^\d+<([^>]*)>/.exec(rest)?.[1] ?? '';
    const file = trace.files.get(path) ?? { written: 0, synced: 0 };
    if (name === 'write' && SEQUENTIAL.test(path) && result > 0) {
      file.written += result;
      trace.files.set(path, file);
    }
    if (name === 'write') continue;
    if (result === 0) file.synced = file.written;
    else {
      trace.failures += 1;
      trace.failed.push({ path, after: trace.acknowledged.length });
    }
  }
  return trace;
}

/** Takes from a copy what no sync has covered. */
function dropUnsynced(data: string, copy: string, { files }: Trace): number {
  let dropped = 0;
  for (const [path, { written, synced }] of files) {
    const place = join(copy, path.slice(data.length));
    if (!path.startsWith(data) || written === synced || !existsSync(place)) continue;
    truncateSync(place, synced);
    dropped += 1;
  }
  return dropped;
}

async function missingOf(data: string, acknowledged: readonly number[]): Promise<string[]> {
  const log = await IngestLog.open({ folder: data, logger: silentLogger });
  try {
    const missing: string[] = [];
    const newest = acknowledged.at(-1) ?? 0;
    for (let id = 1; id <= newest; id++) {
      const item = await log.item('news', id);
      const { record = null, body = null } = item ?? {};
      const url = record?.kind === 'news' ? record.url : null;
      if (url !== `https://abc.example/${id}` || body === null) missing.push(`article ${id}`);
    }
    return missing;
  } finally {
    await log.close();
  }
}

export const fault: Fault = {
  promise:
    'a sync that fails acknowledges nothing, what failed is not trusted later, and writes come back',
  rounds: 100,
  async run({ rounds, dice, folder, progress }): Promise<Outcome> {
    const none = { rounds: 0, violations: [], figures: {} };
    if (!canTrace()) return { ...none, skipped: 'strace is missing, or may not trace' };
    const violations: string[] = [];
    const figures = { acknowledged: 0, failedSyncs: 0, droppedTails: 0 };
    for (let round = 1; round <= rounds; round++) {
      const data = join(folder, `data-${round}`);
      const traced = join(folder, 'trace');
      mkdirSync(data);
      const kind = dice(4) === 0 ? 'fsync' : 'fdatasync';
      const when = 1 + dice(CALL_MAX);
      const options = ['-f', '-y', '-qq', '-s', '64', '-o', traced];
      const calls = ['-e', 'trace=fdatasync,fsync,write,openat'];
      const inject = ['-e', `inject=${kind}:error=EIO:when=${when}`];
      const child = [process.execPath, CHILD, data, String(BATCHES)];
      const { stderr } = spawnSync(STRACE, [...options, ...calls, ...inject, ...child], {
        timeout: CHILD_MS_MAX,
      });
      const what = `round ${round}, ${kind} ${when}`;
      if (!existsSync(traced)) {
        violations.push(`${what}: nothing was traced: ${stderr}`);
        return { rounds: round - 1, violations, figures };
      }
      const trace = readTrace(readFileSync(traced, 'utf8'));
      figures.acknowledged += trace.acknowledged.length;
      figures.failedSyncs += trace.failures;
      const opened = trace.acknowledged.length > 0;
      for (const { path, after } of trace.failed) {
        const isTrusted = SEQUENTIAL.test(path) && trace.acknowledged.length > after;
        if (isTrusted && existsSync(path)) violations.push(`${what}: ${path} is still in use`);
      }
      const copy = join(folder, 'copy');
      rmSync(copy, { recursive: true, force: true });
      cpSync(data, copy, { recursive: true });
      figures.droppedTails += dropUnsynced(data, copy, trace);
      // A process that could not make its store has promised nothing.
      if (opened && trace.acknowledged.length <= BATCHES) {
        violations.push(`${what}: no writes came back after ${trace.acknowledged.length}`);
      }
      if (opened) {
        for (const lost of await missingOf(copy, trace.acknowledged)) {
          violations.push(`${what}: ${lost} was acknowledged and is lost`);
        }
      }
      rmSync(data, { recursive: true, force: true });
      progress(`round ${round}: ${figures.failedSyncs} syncs failed`);
    }
    return { rounds, violations, figures };
  },
};
