import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import t from 'tap';
import { root } from '../tidy/root.js';

t.test('the benchmarks that need nothing else still run', async (t) => {
  const script = join(root, 'dist', 'bench', 'run.js');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [script, 'catalog-fold', 'backup', 'memory'],
    {
      encoding: 'utf8',
      env: { ...process.env, TAGWIRE_BENCH_ARTICLES: '3000', TAGWIRE_BENCH_DAYS: '100' },
    },
  );
  t.equal(status, 0, stderr);
  t.match(stdout, /µs per article/);
  t.match(stdout, /bytes written as a multiple of what changed/);
  t.match(stdout, /their JSON/);
  t.match(stdout, /memory as a multiple of the JSON/);
});
