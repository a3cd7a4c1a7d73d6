import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import t from 'tap';
import { lockFolder } from '../../src/store/lock.js';
import { tempFolder } from './helper.js';

const CHILD = fileURLToPath(new URL('./lock-child.js', import.meta.url));
const LOCK_MODULE = new URL('../../src/store/lock.js', import.meta.url).href;
/** No process has this id: it is beyond what Linux gives, and beyond macOS as well. */
const DEAD_PID = 99_999_999;
const RACERS = 20;
const ROUNDS = 12;

// Many processes in turn take long on a busy machine.
t.setTimeout(180_000);

/** A process that takes locks; `ask` resolves with one answer for each folder. */
class Taker {
  readonly process: ChildProcess;
  readonly #answers: AsyncIterator<string>;

  constructor(command = process.execPath, args = [CHILD]) {
    this.process = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#answers = createInterface({ input: this.process.stdout! })[Symbol.asyncIterator]();
  }

  async line(): Promise<string> {
    return (await this.#answers.next()).value as string;
  }

  async ask(folders: readonly string[]): Promise<string[]> {
    this.process.stdin!.write(folders.map((folder) => `${folder}\n`).join(''));
    const answers: string[] = [];
    for (const _ of folders) answers.push(await this.line());
    return answers;
  }

  async end(): Promise<void> {
    this.process.stdin!.end();
    if (this.process.exitCode === null && this.process.signalCode === null) {
      await once(this.process, 'exit');
    }
  }
}

async function takers(count: number): Promise<Taker[]> {
  const all = Array.from({ length: count }, () => new Taker());
  for (const taker of all) await taker.line();
  return all;
}

t.test('a folder is taken once in a process, and again after it was given back', async (t) => {
  const folder = tempFolder(t);
  const release = lockFolder(folder);
  t.throws(() => lockFolder(folder), {
    code: 'STORE_LOCKED',
    message: new RegExp(`in use by process ${process.pid}`),
  });
  release();
  const again = lockFolder(folder);
  release();
  t.throws(() => lockFolder(folder), { code: 'STORE_LOCKED' }, 'giving back twice frees nothing');
  again();
  t.same(readdirSync(folder), [], 'nothing is left behind');
});

t.test('another thread of the same process is refused', async (t) => {
  const folder = tempFolder(t);
  const release = lockFolder(folder);
  const source = `
    import { parentPort, workerData } from 'node:worker_threads';
    const { lockFolder } = await import(${JSON.stringify(LOCK_MODULE)});
    try { lockFolder(workerData); parentPort.postMessage('won'); }
    catch (error) { parentPort.postMessage(error.code); }`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`), {
    workerData: folder,
  });
  const [answer] = await once(worker, 'message');
  t.equal(answer, 'STORE_LOCKED');
  release();
});

t.test('another process is refused until the owner gives back or dies', async (t) => {
  const folder = tempFolder(t);
  const [owner, other] = (await takers(2)) as [Taker, Taker];
  t.same(await owner.ask([folder]), ['won']);
  t.same(await other.ask([folder]), ['STORE_LOCKED']);
  t.throws(() => lockFolder(folder), { code: 'STORE_LOCKED' });
  owner.process.kill('SIGKILL');
  await owner.end();
  t.ok(existsSync(join(folder, 'lock')), 'a killed process leaves its lock');
  t.same(await other.ask([folder]), ['won']);
  t.same(readdirSync(folder), ['lock'], 'and taking it over leaves nothing else');
  t.equal(readFileSync(join(folder, 'lock'), 'utf8').split(' ')[0], String(other.process.pid));
  await other.end();
});

t.test('a lock that no living process can hold is taken over', async (t) => {
  const stale = ['', 'nonsense', '-1 5', `${DEAD_PID} 12345`, `${DEAD_PID} `];
  for (const content of stale) {
    const folder = tempFolder(t);
    writeFileSync(join(folder, 'lock'), content);
    lockFolder(folder)();
    t.same(readdirSync(folder), [], JSON.stringify(content));
  }
});

t.test('a process with the same id and another start time is not the owner', async (t) => {
  const isTold = existsSync(`/proc/${process.pid}/stat`);
  if (!isTold) {
    t.pass('', { skip: 'this system does not tell when a process started' });
    return;
  }
  const folder = tempFolder(t);
  writeFileSync(join(folder, 'lock'), `${process.pid} 1`);
  const release = lockFolder(folder);
  t.throws(() => lockFolder(folder), { code: 'STORE_LOCKED' });
  release();
});

t.test('a lock without a start time counts while its process lives', async (t) => {
  const folder = tempFolder(t);
  writeFileSync(join(folder, 'lock'), `${process.pid} `);
  t.throws(() => lockFolder(folder), { code: 'STORE_LOCKED' });
});

t.test('an heir that died before it replaced the lock has an heir itself', async (t) => {
  const folder = tempFolder(t);
  writeFileSync(join(folder, 'lock'), `${DEAD_PID} 1`);
  writeFileSync(join(folder, `lock.after.${DEAD_PID}-1`), `${DEAD_PID} 2`);
  const release = lockFolder(folder);
  t.same(readdirSync(folder), ['lock']);
  release();
});

t.test('a living heir keeps the folder', async (t) => {
  const folder = tempFolder(t);
  writeFileSync(join(folder, 'lock'), `${DEAD_PID} 1`);
  writeFileSync(join(folder, `lock.after.${DEAD_PID}-1`), `${process.pid} `);
  t.throws(() => lockFolder(folder), { code: 'STORE_LOCKED' });
});

t.test('a process that ended and was never waited for holds nothing', async (t) => {
  if (process.platform !== 'linux') {
    t.pass('', { skip: 'only Linux tells' });
    return;
  }
  const folder = tempFolder(t);
  // The shell becomes `sleep`, which never asks how its child ended.
  const script = `printf '%s\\n' "$1" | "$2" "$3" & exec sleep 60`;
  const parent = new Taker('sh', ['-c', script, 'sh', folder, process.execPath, CHILD]);
  t.teardown(() => parent.process.kill());
  t.equal(await parent.line(), 'ready');
  t.equal(await parent.line(), 'won');
  const pid = readFileSync(join(folder, 'lock'), 'utf8').split(' ')[0];
  // Its first thread may be gone while others still are on their way out.
  const hasEnded = (): boolean => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return stat[0] === 'Z' && Number(stat[17]) <= 1;
  };
  while (!hasEnded()) await new Promise((resolve) => setTimeout(resolve, 10));
  lockFolder(folder)();
  parent.process.kill();
  await parent.end();
});

t.test(`of ${RACERS} processes that race for a folder exactly one wins`, async (t) => {
  const base = tempFolder(t);
  const folders = Array.from({ length: ROUNDS }, (_, round) => {
    const folder = join(base, String(round));
    mkdirSync(folder);
    // Every other folder was left locked by a process that died.
    if (round % 2 === 1) writeFileSync(join(folder, 'lock'), `${DEAD_PID} ${round}`);
    return folder;
  });
  const racers = await takers(RACERS);
  const answers = await Promise.all(racers.map((racer) => racer.ask(folders)));
  for (let round = 0; round < ROUNDS; round++) {
    const outcomes = answers.map((one) => one[round]);
    t.equal(outcomes.filter((outcome) => outcome === 'won').length, 1, `round ${round}`);
    t.equal(outcomes.filter((outcome) => outcome === 'STORE_LOCKED').length, RACERS - 1);
    t.same(readdirSync(folders[round]!), ['lock']);
  }
  await Promise.all(racers.map((racer) => racer.end()));
});

t.test('a copy of a folder that is held can be taken, and a moved one cannot', async (t) => {
  const place = tempFolder(t);
  const folder = join(place, 'held');
  mkdirSync(folder);
  lockFolder(folder);
  const copy = join(place, 'copy');
  cpSync(folder, copy, { recursive: true });
  const release = lockFolder(copy);
  t.throws(() => lockFolder(copy), { code: 'STORE_LOCKED' }, 'once');
  release();
  const moved = join(place, 'moved');
  renameSync(folder, moved);
  t.throws(() => lockFolder(moved), { code: 'STORE_LOCKED' });
});
