/** Nothing lies about that nobody needs. */
import t from 'tap';
import { runTool } from './tool.js';

t.test('no file, export or dependency is unused', async (t) => {
  const { status, output } = runTool('knip', ['--no-progress']);
  t.equal(status, 0, output);
});

t.test('nothing of the program is there for tests alone', async (t) => {
  const { status, output } = runTool('knip', [
    '--production',
    '--no-progress',
    '--include',
    'files,exports',
  ]);
  t.equal(status, 0, output);
});
