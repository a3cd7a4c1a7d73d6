/** A server whose disk fails at every sync for a while: it acknowledges nothing, and goes on by itself. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { batchOf, wrongIn } from '../../bench/torture/kill-batches.js';
import { entriesIn } from '../../bench/torture/log-records.js';
import { canTrace, STRACE } from '../../bench/torture/recording/strace.js';
import { connectIngest } from '../../src/app/ingest/ingest-socket.js';
import { tempFolder } from '../store/helper.js';
import { served } from './cli/served.js';

const BEFORE = 2;
const REFUSED = 10;
const PAUSE_MS = 100;

t.setTimeout(240_000);

/** Lets every sync of a running process fail until it is stopped. */
async function failSyncs(t: Test, pid: number): Promise<ChildProcess> {
  const calls = ['fdatasync', 'fsync'].flatMap((call) => ['-e', `inject=${call}:error=EIO`]);
  const trace = ['-e', 'trace=fdatasync,fsync', '-o', '/dev/null'];
  const strace = spawn(STRACE, ['-f', ...trace, ...calls, '-p', String(pid)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  t.teardown(() => void strace.kill('SIGINT'));
  // It says so once it holds every thread.
  await once(strace.stderr!, 'data');
  return strace;
}

t.test(
  'while every sync fails nothing is acknowledged, and afterwards the server goes on',
  async (t) => {
    if (!canTrace()) {
      t.pass('', { skip: 'strace is missing, or may not trace' });
      return;
    }
    const data = tempFolder(t);
    const server = await served(t, data);
    const sink = (await connectIngest(data))!;
    const acknowledged = new Set<number>();
    const isAcknowledged = async (number: number): Promise<boolean> => {
      try {
        await sink.ingest(batchOf(number), false);
      } catch (error) {
        t.match(error, { code: 'STORE_WRITE_FAILED' });
        return false;
      }
      acknowledged.add(number);
      return true;
    };
    for (let number = 0; number < BEFORE; number++) t.ok(await isAcknowledged(number));
    const strace = await failSyncs(t, server.pid);
    for (let tried = 0; tried < REFUSED; tried++) t.notOk(await isAcknowledged(BEFORE + tried));
    t.match(await server.text('/api/v1/articles'), /abc\.example/, 'it answers meanwhile');
    strace.kill('SIGINT');
    await once(strace, 'exit');
    while (!(await isAcknowledged(BEFORE))) await sleep(PAUSE_MS);
    for (let number = BEFORE + 1; number < BEFORE + REFUSED; number++) {
      t.ok(await isAcknowledged(number), 'what was refused is taken');
    }
    await sink.close();
    await server.kill();
    t.same(wrongIn(await entriesIn(data), acknowledged), []);
  },
);
