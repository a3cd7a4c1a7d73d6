import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import t from 'tap';
import { root } from './root.js';

t.test('every import keeps to the layer table', async (t) => {
  const tool = join(root, 'node_modules', '.bin', 'depcruise');
  const { status, stdout, stderr } = spawnSync(
    tool,
    ['--config', '.dependency-cruiser.cjs', 'src', 'workers'],
    { cwd: root, encoding: 'utf8' },
  );
  t.equal(status, 0, `${stdout}${stderr}`);
});
