/**
 * `tagwire doctor`: examines a machine, a data folder and a server, and reports faults with advice.
 *
 * Invariants: the command changes nothing, except that it writes and removes a small file to measure the
 * disk; it makes no folder. Facts that a system does not tell are left out, never guessed.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { open, rm, statfs } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { systemClock, systemMonotonic } from '../../../kernel/clock.js';
import type { Config } from '../../../kernel/config.js';
import { messageOf } from '../../../kernel/errors.js';
import { silentLogger } from '../../../kernel/logger.js';
import { chooseServer, nameOfServer } from '../../../serve/http/choose-server.js';
import { serverOf } from '../../ingest/ingest-socket.js';
import { diskUsage, openFilesMax } from '../../metrics/machine.js';
import { VERSION } from '../../paths.js';
import { localUrlOf, portFault } from '../../ports.js';
import { nodeAdvice } from '../../run-log.js';
import { configOf } from '../config-file.js';

interface DoctorFinding {
  topic: string;
  level: 'ok' | 'warn' | 'bad';
  found: string;
  /** Advice; '' where nothing needs to be done. */
  advice: string;
}

export interface Diagnosis {
  findings: DoctorFinding[];
  /** Memory in use, by part; null where no server runs. */
  memory: Memory | null;
}

/** Bytes by part. */
type Parts = { [part: string]: number };

interface Memory {
  /** `resident`: the resident memory of the process, with pages of files. */
  process: Parts;
  /**
   * The engine's heap and buffers for each thread; memory that threads share counts in each. A thread
   * that has not started, because there is no work for it yet, has 0 everywhere.
   */
  threads: { [thread: string]: Parts };
  indices: { [index: string]: Parts };
}

const MB = 1e6;
const GB = 1e9;
/** A million articles, and the additional memory of a start. */
const MEMORY_WANTED = 1.5 * GB;
const MEMORY_MIN = 0.7 * GB;
/** The server holds ten thousand connections, LevelDB a thousand files. */
const FILES_WANTED = 12_000;
const FILES_MIN = 1024;
const DISK_FREE_MIN = GB;
const DISK_SHARE_MIN = 0.1;
/** Each acknowledgement waits for a sync. */
const SYNC_MS_MAX = 25;
/** Files later than this mean that the clock was ahead when they were written, or is behind now. */
const AHEAD_MS = 60_000;
/** Network file systems, by the number that the system gives them. */
const REMOTE = new Map([
  [0x6969, 'NFS'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB2'],
  [0x65735546, 'FUSE'],
]);

/** Examines everything; a failed examination is a finding too. */
async function diagnose(config: Config): Promise<Diagnosis> {
  const findings: DoctorFinding[] = [];
  const note = (topic: string, level: DoctorFinding['level'], found: string, advice = ''): void => {
    findings.push({ topic, level, found, advice });
  };
  await versions(config, note);
  machine(note);
  const hasFolder = existsSync(config.data);
  if (hasFolder) await folder(config.data, note);
  else
    note('store', 'bad', `there is no folder ${resolve(config.data)}`, 'give its path as --data');
  const running = hasFolder ? await serverOf(config.data) : null;
  if (running === null) {
    note('server', 'ok', 'none runs on this folder');
    for (const [name, port, host] of portsOf(config)) await checkPort(name, port, host, note);
    return { findings, memory: null };
  }
  return {
    findings,
    memory: await server(running.adminUrl ?? localUrlOf(config.adminHost, config.adminPort), note),
  };
}

type Note = (topic: string, level: DoctorFinding['level'], found: string, advice?: string) => void;

async function versions({ httpServer }: Config, note: Note): Promise<void> {
  try {
    const slow: string[] = [];
    const warn = (facts: object): void => void slow.push((facts as { reason: string }).reason);
    const http = nameOfServer(chooseServer(httpServer, { ...silentLogger, warn }));
    const advice = nodeAdvice(process.version) ?? slow.join();
    const found = `Tagwire ${VERSION}, Node.js ${process.version}, ${http} answers`;
    note('versions', advice === '' ? 'ok' : 'warn', found, advice);
  } catch (error) {
    note('versions', 'bad', messageOf(error), 'use --http-server auto');
  }
}

function machine(note: Note): void {
  const processors = availableParallelism();
  const more = 'answers wait while records are taken in; two processors are enough';
  note('processors', processors > 1 ? 'ok' : 'warn', `${processors}`, processors > 1 ? '' : more);
  const limit = process.constrainedMemory?.() ?? 0;
  const memory = limit > 0 && limit < totalmem() ? limit : totalmem();
  const level = memory < MEMORY_MIN ? 'bad' : memory < MEMORY_WANTED ? 'warn' : 'ok';
  const need = 'a million articles take about 1 GB, an empty store a quarter of that';
  note('memory', level, `${gigabytes(memory)} for this process`, level === 'ok' ? '' : need);
  const files = openFilesMax();
  if (files === null) return;
  const filesLevel = files < FILES_MIN ? 'bad' : files < FILES_WANTED ? 'warn' : 'ok';
  const raise = `raise it to 65536: LimitNOFILE= in the unit, \`ulimit -n\` in a shell`;
  note('file descriptors', filesLevel, `${files} may be open`, filesLevel === 'ok' ? '' : raise);
}

async function folder(path: string, note: Note): Promise<void> {
  const { mode, uid } = statSync(path);
  const me = process.getuid?.();
  if (me !== undefined && me !== uid && me !== 0) {
    note('owner', 'bad', `${path} belongs to another user`, `chown -R $(id -un) ${path}`);
  }
  const isOpen = process.platform !== 'win32' && (mode & 0o077) !== 0;
  if (isOpen) note('permissions', 'warn', `${path} is open to others`, `chmod -R go= ${path}`);
  else note('permissions', 'ok', 'for its owner alone');
  const hasStore = existsSync(join(path, 'log'));
  if (!hasStore) note('store', 'warn', `${resolve(path)} holds no store yet`, 'serve makes one');
  const { parts, bytes, freeBytes, sizeBytes } = await diskUsage(path);
  const sizes = Object.entries(parts).filter(([, size]) => size > 0);
  const listed = sizes.map(([part, size]) => `${part} ${megabytes(size)}`).join(', ');
  if (hasStore) note('store', 'ok', `${megabytes(bytes)}: ${listed}`);
  const isFull = freeBytes < DISK_FREE_MIN;
  const isNarrow = freeBytes < DISK_SHARE_MIN * sizeBytes || freeBytes < bytes;
  note(
    'disk space',
    isFull ? 'bad' : isNarrow ? 'warn' : 'ok',
    `${gigabytes(freeBytes)} of ${gigabytes(sizeBytes)} are free`,
    isFull || isNarrow
      ? 'free some space: `tagwire compact` gives some back; a full disk stops writing'
      : '',
  );
  await disk(path, note);
  clock(path, note);
}

async function disk(path: string, note: Note): Promise<void> {
  const remote = REMOTE.get((await statfs(path)).type);
  if (remote !== undefined) {
    note(
      'file system',
      'warn',
      remote,
      'a local disk: locks and syncs over a network are not sure',
    );
  }
  try {
    const ms = await syncMs(path);
    const level = ms > SYNC_MS_MAX ? 'warn' : 'ok';
    const slow = 'each acknowledgement waits for one: a faster disk, or larger requests of ingest';
    note('sync', level, `${ms.toFixed(1)} ms each (median)`, level === 'ok' ? '' : slow);
  } catch (error) {
    note(
      'sync',
      'bad',
      `the folder cannot be written: ${messageOf(error)}`,
      'see space, owner, mount',
    );
  }
}

/** Finds files of the store with a time in the future. */
function clock(path: string, note: Note): void {
  const log = join(path, 'log');
  const names = existsSync(log) ? readdirSync(log) : [];
  const newest = Math.max(
    0,
    ...names.map((name) => statSync(join(log, name), { throwIfNoEntry: false })?.mtimeMs ?? 0),
  );
  const aheadMs = newest - systemClock.nowMs();
  const now = new Date(systemClock.nowMs()).toISOString();
  if (aheadMs <= AHEAD_MS) note('clock', 'ok', now);
  else {
    const found = `${now}, but the store was written ${Math.round(aheadMs / 1000)} s later`;
    note('clock', 'bad', found, 'set the clock; let a time service keep it');
  }
}

function portsOf(config: Config): [string, number, string][] {
  const { host, adminHost, blogPort, newsPort, adminPort } = config;
  return [
    ['port of the blog service', blogPort, host],
    ['port of the news service', newsPort, host],
    ['admin port', adminPort, adminHost],
  ];
}

async function checkPort(name: string, port: number, host: string, note: Note): Promise<void> {
  const fault = await portFault(port, host);
  if (fault === null) note(name, 'ok', `${host}:${port} is free`);
  else {
    const found = `${host}:${port} cannot be opened (${fault})`;
    note(name, 'bad', found, 'choose another port, or end what has it');
  }
}

/** Adds the server's answers about itself. */
async function server(base: string, note: Note): Promise<Diagnosis['memory']> {
  try {
    const ready = await fetch(`${base}/readyz`);
    const lines = (await ready.text()).trim().replaceAll('\n', '; ');
    const wait = 'wait, or see the log and `tagwire verify`';
    note('server', ready.ok ? 'ok' : 'bad', `runs: ${lines}`, ready.ok ? '' : wait);
    return memoryOf(await (await fetch(`${base}/metrics`)).text());
  } catch {
    const found = `runs, but does not answer on ${base}`;
    note('server', 'warn', found, 'name its port with --admin-port to see more');
    return null;
  }
}

/** Reads the memory in use from a page of metrics. */
function memoryOf(metrics: string): Memory {
  const resident = /^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1];
  return {
    process: resident === undefined ? {} : { resident: Number(resident) },
    threads: partsOf(metrics, /^tagwire_thread_heap_bytes\{thread="(\w+)",part="(\w+)"\} (\S+)/gm),
    indices: partsOf(metrics, /^tagwire_index_bytes\{index="(\w+)",part="(\w+)"\} (\S+)/gm),
  };
}

function partsOf(metrics: string, lines: RegExp): { [name: string]: Parts } {
  const found: { [name: string]: Parts } = {};
  for (const line of metrics.matchAll(lines)) {
    const [, name, part, bytes] = line as unknown as [string, string, string, string];
    found[name] ??= {};
    found[name][part] = Number(bytes);
  }
  return found;
}

function megabytes(bytes: number): string {
  return `${(bytes / MB).toFixed(1)} MB`;
}

function gigabytes(bytes: number): string {
  return `${(bytes / GB).toFixed(1)} GB`;
}

/** Number and bytes of the writes of which the median time is reported. */
const WRITES = 9;
const BYTES = 4096;
const NAME = '.tagwire-doctor';

/** Median milliseconds of a write with its sync. @throws where the folder cannot be written. */
async function syncMs(folder: string): Promise<number> {
  const path = join(folder, `${NAME}-${process.pid}`);
  const file = await open(path, 'wx', 0o600);
  try {
    const times: number[] = [];
    for (let at = 0; at < WRITES; at++) {
      const startMs = systemMonotonic.nowMs();
      await file.write(new Uint8Array(BYTES), 0, BYTES, at * BYTES);
      await file.datasync();
      times.push(systemMonotonic.nowMs() - startMs);
    }
    return times.sort((a, b) => a - b)[WRITES >> 1]!;
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
}

const MARKS: { readonly [level in DoctorFinding['level']]: string } = {
  ok: 'ok  ',
  warn: 'warn',
  bad: 'BAD ',
};

function textOf({ findings }: Diagnosis): string {
  const width = Math.max(...findings.map(({ topic }) => topic.length));
  const lines = findings.map(({ topic, level, found, advice }) => {
    const todo = advice === '' ? '' : `\n${' '.repeat(MARKS.ok.length + width + 4)}→ ${advice}`;
    return `${MARKS[level]}  ${topic.padEnd(width)}  ${found}${todo}`;
  });
  return `${lines.join('\n')}\n`;
}

function memoryText({ memory }: Diagnosis): string {
  if (memory === null)
    return '\nno server answers here: where memory goes is known while one runs\n';
  const { process, threads, indices } = memory;
  const heaps = Object.values(threads).reduce((sum, { held = 0 }) => sum + held, 0);
  return [
    `\nmemory of the process: ${megabytes(process.resident ?? 0)}, its heaps ${megabytes(heaps)} of them;`,
    'the rest is indices, buffers, the code, the database and what the allocator holds\n',
    `heap of each thread (external: buffers; shared ones count in each)\n${rowsOf(threads, true)}\n`,
    `indices, of their threads and the front together\n${rowsOf(indices)}\n`,
  ].join('\n');
}

function rowsOf(memory: Memory['threads'], isThreads = false): string {
  const rows = Object.entries(memory).map(([name, parts]) => {
    const listed = Object.entries(parts).map(([part, bytes]) => `${part} ${megabytes(bytes)}`);
    const isAsleep = isThreads && Object.values(parts).every((bytes) => bytes === 0);
    return `  ${name.padEnd(12)}${isAsleep ? 'asleep: it begins with the first record' : listed.join(', ')}`;
  });
  return rows.join('\n');
}

export async function doctor(
  { json, memory }: { json?: boolean; memory?: boolean },
  own: Command,
): Promise<void> {
  const diagnosis = await diagnose(configOf(own));
  const text = json === true ? `${JSON.stringify(diagnosis, null, 2)}\n` : textOf(diagnosis);
  process.stdout.write(json !== true && memory === true ? text + memoryText(diagnosis) : text);
  if (diagnosis.findings.some(({ level }) => level === 'bad')) process.exitCode = 1;
}
