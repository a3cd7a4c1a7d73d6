import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { makePrivate } from '../../src/store/folders.js';
import { startServer } from '../serve/api/harness.js';
import { tempFolder } from './helper.js';

const NOW = '2024-05-01T00:00:00.000Z';

function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}

/** Modes of all that is in a folder, with the kinds of files. */
function modesIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true }) as string[];
  const modes = names.map((name) => {
    const status = statSync(join(folder, name));
    return `${status.isDirectory() ? 'folder' : 'file'} ${modeOf(join(folder, name))}`;
  });
  return [...new Set(modes)].sort();
}

t.test('what an older version left open is closed, and counted', async (t) => {
  const folder = join(tempFolder(t), 'data');
  mkdirSync(join(folder, 'log'), { recursive: true });
  writeFileSync(join(folder, 'log', '000005.ldb'), '');
  writeFileSync(join(folder, 'sources.toml'), '');
  chmodSync(folder, 0o755);
  chmodSync(join(folder, 'log'), 0o755);
  chmodSync(join(folder, 'log', '000005.ldb'), 0o644);
  chmodSync(join(folder, 'sources.toml'), 0o644);
  t.same(makePrivate(folder), { closed: 3, failed: 0 });
  t.equal(modeOf(folder), '700');
  t.equal(modeOf(join(folder, 'log', '000005.ldb')), '600');
  t.equal(modeOf(join(folder, 'sources.toml')), '644', 'what people put there is theirs');
  t.same(makePrivate(folder), { closed: 0, failed: 0 });
});

t.test('what stands beside the store for a while is closed as well', async (t) => {
  const folder = join(tempFolder(t), 'data');
  const ours = ['log.aside', 'log.failed', 'snapshots.damaged', 'quarantine', 'repairing'];
  for (const name of [...ours, 'mine', 'logs']) {
    mkdirSync(join(folder, name), { recursive: true });
    chmodSync(join(folder, name), 0o755);
  }
  makePrivate(folder);
  for (const name of ours) t.equal(modeOf(join(folder, name)), '700', name);
  for (const name of ['mine', 'logs']) t.equal(modeOf(join(folder, name)), '755', name);
});

t.test('nobody else reads what a server makes, whatever the mask was', async (t) => {
  const before = process.umask(0);
  t.teardown(() => process.umask(before));
  const folder = join(tempFolder(t), 'data');
  const { app } = await startServer(t, {
    now: NOW,
    flags: { data: folder },
    records: [{ kind: 'media', media: 'tree', title: 'The Tree' }],
  });
  await app.pipeline.snapshot();
  t.equal(modeOf(folder), '700');
  t.same(modesIn(folder), ['file 600', 'folder 700']);
});
