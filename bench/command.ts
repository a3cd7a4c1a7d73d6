/**
 * What does a command cost before it does anything?
 *
 * Each is run three times on a store of one user and one source; the median of its processor seconds stands
 * beside the number of files that it loads. Limits: 0.35 s and 120 files for help and for what only reads
 * a file. A server that starts on an empty store takes 3 s at most until it answers.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  childCpuSeconds,
  median,
  round,
  runTagwire,
  Subject,
  table,
  tagwire,
  verdict,
  withFolder,
} from './lab.js';
import { loadedBy } from './loaded-files.js';

const RUNS = 3;
const SECONDS_MAX = 0.35;
const FILES_MAX = 120;
const START_SECONDS_MAX = 3;
/** A source without selectors: these are tried by what reads pages with them. */
const SOURCES =
  '[[blog]]\nslug = "ann"\nname = "Ann"\nurl = "https://ann.example/"\nfeed = "https://ann.example/feed"\n';
const NAMES = [
  ...['serve', 'ingest', 'generate', 'demo', 'blog', 'media', 'user', 'key', 'token', 'topics'],
  ...['verify', 'repair', 'doctor', 'backup', 'restore', 'export', 'import', 'compact', 'crawl'],
  ...['source', 'inspect', 'mcp', 'clock'],
];
const COMMANDS = [
  ['--version'],
  ['--help'],
  ...NAMES.map((name) => [name, '--help']),
  ['user', 'list'],
  ['key', 'list'],
  ['source', 'list'],
  ['crawl', 'status'],
  ['clock', 'status'],
];

function secondsOf(args: readonly string[]): number {
  const before = childCpuSeconds();
  spawnSync(process.execPath, [tagwire, ...args]);
  return childCpuSeconds() - before;
}

/** Processor seconds of a server until it is ready. */
async function startSecondsOf(data: string): Promise<number> {
  const subject = await Subject.tagwire(data, 'system');
  try {
    await subject.whole();
    return subject.cpuSeconds();
  } finally {
    await subject.stop();
  }
}

export async function run(): Promise<void> {
  await withFolder(async (folder) => {
    const data = join(folder, 'store');
    runTagwire('ingest', '--data', data, recordIn(folder));
    runTagwire('user', 'add', 'ann', '--data', data);
    writeFileSync(join(data, 'sources.toml'), SOURCES);
    const rows = COMMANDS.map((args) => {
      const isRead = !args.at(-1)!.startsWith('--');
      const given = isRead ? [...args, '--data', data] : args;
      const seconds = median(Array.from({ length: RUNS }, () => secondsOf(given)));
      return { name: args.join(' '), seconds, files: loadedBy(data, args).files.length };
    });
    table(
      `tagwire (limits ${SECONDS_MAX} s, ${FILES_MAX} files)`,
      ['', 'processor, s', 'files'],
      rows.map(({ name, seconds, files }) => [name, round(seconds), files]),
    );
    for (const { name, seconds, files } of rows) {
      verdict(`${name}, processor s`, seconds, SECONDS_MAX, false);
      verdict(`${name}, files`, files, FILES_MAX, false);
    }
    const starts: number[] = [];
    for (let at = 0; at < RUNS; at++) {
      starts.push(await startSecondsOf(join(folder, `new-${at}`)));
    }
    verdict('serve until it answers, processor s', median(starts), START_SECONDS_MAX, false);
  });
}

function recordIn(folder: string): string {
  const path = join(folder, 'records.ndjson');
  writeFileSync(path, '{"kind":"category","key":"news","label":"News"}\n');
  return path;
}
