/**
 * What does a server take that has nothing to do?
 *
 * Limit: `tagwire serve` on an empty store at most four times an empty process of Node.js, all of their
 * memory counted (VmRSS). What is beyond: the front's code and its space for new objects, and the log's
 * thread. Indices have threads from the first record on; with one article stands what those take.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { round, runTagwire, Subject, table, verdict, withFolder } from './lab.js';
import { memoryBytes } from './process-memory.js';

const END = '2026-03-31T16:00:00Z';
const MIB = 1024 * 1024;
/** What a start leaves to be done is done by then. */
const REST_MS = 5000;

interface Weight {
  /** With pages of files. */
  allBytes: number;
  ownBytes: number;
}

function weightOf(pid: number): Weight {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const allBytes = 1024 * Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]);
  return { allBytes, ownBytes: memoryBytes(pid) };
}

async function weighServer(data: string): Promise<Weight> {
  const server = await Subject.tagwire(data, `frozen:${END}`, null);
  await sleep(REST_MS);
  const weight = weightOf(server.pid);
  await server.stop();
  return weight;
}

/** A process of Node.js that waits. */
async function weighNode(): Promise<Weight> {
  const script = "setInterval(() => undefined, 1e6); process.stdout.write('.')";
  const child: ChildProcess = spawn(process.execPath, ['-e', script]);
  await once(child.stdout!, 'data');
  await sleep(REST_MS);
  const weight = weightOf(child.pid!);
  child.kill();
  await once(child, 'exit');
  return weight;
}

export async function run(): Promise<void> {
  await withFolder(async (folder) => {
    const [line, data] = [join(folder, 'one.ndjson'), join(folder, 'one')];
    const { media, url } = { media: 'daily', url: 'https://daily.example/1' };
    const article = { kind: 'news', media, url, title: 'One', publishedAt: '2026-03-31T15:00:00Z' };
    const outlet = { kind: 'media', media, title: 'Daily' };
    writeFileSync(line, [outlet, article].map((one) => `${JSON.stringify(one)}\n`).join(''));
    runTagwire('ingest', '--clock', `frozen:${END}`, '--data', data, line);
    const node = await weighNode();
    const empty = await weighServer(join(folder, 'empty'));
    const one = await weighServer(data);
    const row = (name: string, { allBytes, ownBytes }: Weight): (string | number)[] => [
      name,
      round(allBytes / MIB, 0),
      round(ownBytes / MIB, 0),
      round(allBytes / node.allBytes),
    ];
    table(
      'memory of a process at rest',
      ['', 'MiB', 'without files', 'of Node.js'],
      [row('Node.js', node), row('an empty server', empty), row('a server with one article', one)],
    );
    verdict('an empty server as a multiple of Node.js', empty.allBytes / node.allBytes, 4, false);
  });
}
