import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { root } from './root.js';
import { runTool } from './tool.js';

t.test('every import keeps to the layer table', async (t) => {
  const args = ['--config', '.dependency-cruiser.cjs', 'src', 'workers'];
  const { status, output } = runTool('depcruise', args);
  t.equal(status, 0, output);
});

t.test('the layer table names only folders and files that are there', async (t) => {
  const rules = readFileSync(join(root, '.dependency-cruiser.cjs'), 'utf8');
  const owners = [...rules.matchAll(/'(src\/[\w/-]+)'/g)].map(([, path]) => path!);
  const [table = ''] = /const FOLDERS = \{[^}]*\}/.exec(rules) ?? [];
  const folders = [...table.matchAll(/^ {2}(\w+): /gm)].map(([, folder]) => `src/${folder}`);
  t.ok(owners.length > 0 && folders.length > 0);
  for (const path of [...owners, ...folders]) {
    const isThere = ['', '.ts', '.tsx'].some((end) => existsSync(join(root, `${path}${end}`)));
    t.ok(isThere, path);
  }
});
