import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { root } from '../../tidy/root.js';
import { folderFor } from './run-command.js';

// From `dist/test/app/cli`.
const command = fileURLToPath(new URL('../../../../src/app/cli/bin/tagwire.js', import.meta.url));
const PORTS = ['--news-port', '0', '--blog-port', '0', '--admin-port', '0'];
const canReplace = 'execve' in process;
const YOUNG = '--min-semi-space-size=16';

t.test('the command serves as one process, which glibc gives memory back', async (t) => {
  const args = ['serve', '--data', folderFor(t), ...PORTS, '--log-level', 'silent'];
  const child = spawn(process.execPath, ['--stack-size=900', command, ...args], {
    env: { PATH: process.env.PATH },
  });
  const closed = once(child, 'close');
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) if (line.startsWith('metrics')) break;
  if (process.platform === 'linux') {
    const read = (file: string) => readFileSync(`/proc/${child.pid}/${file}`, 'utf8').split('\0');
    const told = read('environ').filter((entry) => entry.startsWith('MALLOC_'));
    t.strictSame(told, canReplace ? ['MALLOC_MMAP_THRESHOLD_=131072', 'MALLOC_ARENA_MAX=2'] : []);
    const flags = canReplace ? [YOUNG, '--stack-size=900'] : ['--stack-size=900'];
    t.strictSame(read('cmdline').slice(1, -1), [...flags, command, ...args]);
  }
  child.kill('SIGTERM');
  t.strictSame(await closed, [0, null]);
});

t.test('npm start gives the front space for new objects', async (t) => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  t.equal(scripts.start, `node ${YOUNG} setup.mjs start`);
});
