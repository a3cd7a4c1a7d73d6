import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import t from 'tap';
import { root } from './root.js';

function run(tool: string, args: string[]): { status: number | null; output: string } {
  const path = join(root, 'node_modules', '.bin', tool);
  const { status, stdout, stderr } = spawnSync(path, args, { cwd: root, encoding: 'utf8' });
  return { status, output: `${stdout}${stderr}` };
}

t.test('every file is formatted and passes the linter', async (t) => {
  const { status, output } = run('biome', ['ci', '--error-on-warnings', '.']);
  t.equal(status, 0, output);
});

t.test('no file, export or dependency is unused', async (t) => {
  const { status, output } = run('knip', ['--no-progress']);
  t.equal(status, 0, output);
});

t.test('nothing of the program is there for tests alone', async (t) => {
  const { status, output } = run('knip', [
    '--production',
    '--no-progress',
    '--include',
    'files,exports',
  ]);
  t.equal(status, 0, output);
});
