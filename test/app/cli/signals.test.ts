/** A server ends in order at signals, and when who started it is gone. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import t from 'tap';
import { folderFor, main, type Owner, threadsHere } from './run-command.js';

const PORTS = ['--news-port', '0', '--blog-port', '0', '--admin-port', '0'];
const windows = process.platform === 'win32';

interface Start {
  environment?: object;
  isByShell?: boolean;
  nodeArgs?: readonly string[];
}

function serving(owner: Owner, start: Start = {}): ChildProcess {
  const { environment = {}, isByShell = false, nodeArgs = threadsHere } = start;
  const command = [main, 'serve', '--data', folderFor(owner), ...PORTS, '--log-level', 'silent'];
  const args = [...nodeArgs, ...command];
  const env = { PATH: process.env.PATH, ...environment };
  // As npm does; the command behind it keeps the shell from becoming the server.
  const line = `"${process.execPath}" ${args.map((arg) => `"${arg}"`).join(' ')}; true`;
  return isByShell
    ? spawn('sh', ['-c', `sh -c '${line}' & wait`], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    : spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** The address of the news service, as soon as the server says it. */
async function addressOf({ stdout }: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: stdout! })) {
    const found = /^news service\s+(\S+)/.exec(line);
    if (found !== null) return found[1]!;
  }
  throw new Error('the server said nothing');
}

t.test('SIGHUP reads files again and ends nothing', { skip: windows }, async (t) => {
  const child = serving(t);
  const url = await addressOf(child);
  child.kill('SIGHUP');
  await new Promise((resolve) => setTimeout(resolve, 300));
  t.equal((await fetch(url)).status, 200);
  child.kill('SIGTERM');
  t.strictSame(await once(child, 'close'), [0, null]);
});

t.test('a signal right after the start counts', { skip: windows }, async (t) => {
  const child = serving(t, { nodeArgs: [] });
  // The first line that a new store gives.
  await once(child.stderr!, 'data');
  child.kill('SIGHUP');
  child.kill('SIGTERM');
  t.strictSame(await once(child, 'close'), [0, null]);
});

t.test('what npm runs ends when npm is gone', { skip: process.platform !== 'linux' }, async (t) => {
  const child = serving(t, { environment: { npm_lifecycle_event: 'start' }, isByShell: true });
  const url = await addressOf(child);
  t.equal((await fetch(url)).status, 200);
  child.kill('SIGKILL');
  for (let look = 0; look < 300; look++) {
    const isThere = await fetch(url).then(
      () => true,
      () => false,
    );
    if (!isThere) return t.pass('the server is gone');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return t.fail('the server lives on');
});
