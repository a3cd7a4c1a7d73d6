/** Whatever happens to a backup is found before anybody is told that the store is back. */
import '../../engine/actor/threads-here.js';
import {
  copyFileSync,
  cpSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { hash64, hexOf } from '../../../src/kernel/hash.js';
import { silentLogger } from '../../../src/kernel/logger.js';
import { encodeManifest, MANIFEST } from '../../../src/store/backup/manifest.js';
import { checkBackup, restore } from '../../../src/store/backup/restore.js';
import type { LogCallName, LogCalls, LogMessage } from '../../../src/store/log/protocol.js';
import { createLogService } from '../../../src/store/log/service.js';
import { tempFolder } from '../helper.js';
import { news } from '../log/helper.js';
import {
  backUp,
  emptyFolder,
  filesOf,
  flip,
  makeStore,
  manifestOf,
  sendMore,
  textOf,
} from './stage.js';

/** A backup with files of every part, of two runs. */
async function makeWhole(t: Test): Promise<string> {
  const desk = await makeStore(t);
  await sendMore(desk, [{ kind: 'erase', target: 'news', key: 'https://abc.example/4' }]);
  await addSnapshot(desk.folder);
  writeFileSync(join(desk.folder, 'sources.toml'), '# sources');
  const target = join(tempFolder(t), 'backup');
  await backUp(desk.folder, target);
  await sendMore(desk, [news(9, { body: textOf(9) })]);
  await backUp(desk.folder, target);
  return target;
}

async function addSnapshot(folder: string): Promise<void> {
  const service = createLogService(silentLogger);
  const call = async <C extends LogCallName>(
    call: C,
    request: LogCalls[C]['request'],
  ): Promise<void> => {
    const reply = await service({ call, request } as LogMessage);
    if (!reply.ok) throw new Error(reply.message);
  };
  const bytes = Buffer.alloc(100_000, 'chunk');
  await call('open', { folder, barrier: null, noise: [] });
  const plan = { chunks: ['all'], cold: [] };
  await call('beginSnapshot', { actor: 'some', plan, version: 1, keepPrevious: true });
  await call('addChunks', { actor: 'some', pieces: [{ name: 'all', bytes }] });
  await call('commitSnapshot', { actor: 'some', sequence: 1 });
  await call('close', {});
}

/** Restoring fails, names the file, and leaves the folder empty. */
async function refuses(t: Test, backup: string, path: string, what: string): Promise<void> {
  const data = emptyFolder(t);
  const named = { code: 'BACKUP_DAMAGED', message: new RegExp(path.replace(/[+.]/g, '\\$&')) };
  await t.rejects(restore(backup, data, silentLogger), named, `${path} ${what}`);
  t.same(readdirSync(data), [], 'nothing is left behind');
}

t.test('a byte that changed is found in each file, at its beginning, middle and end', async (t) => {
  const backup = await makeWhole(t);
  const parts = new Set(manifestOf(backup).files.map(({ part }) => part));
  t.same([...parts].sort(), ['bodies', 'entries', 'erased', 'list', 'pieces', 'plain']);
  for (const path of filesOf(backup).keys()) {
    const { length } = readFileSync(join(backup, path));
    for (const at of [0, length >> 1, length - 1]) {
      flip(join(backup, path), at);
      await refuses(t, backup, path, `at ${at}`);
      flip(join(backup, path), at);
    }
  }
  t.match(await checkBackup(backup), { warnings: [] });
});

t.test('a file that is missing, cut off or swapped for another is found', async (t) => {
  const backup = await makeWhole(t);
  const paths = [...filesOf(backup).keys()];
  for (const [index, path] of paths.entries()) {
    for (const what of ['missing', 'cut off', 'swapped'] as const) {
      const broken = join(tempFolder(t), 'broken');
      cpSync(backup, broken, { recursive: true });
      const place = join(broken, path);
      if (what === 'missing') rmSync(place);
      else if (what === 'cut off') truncateSync(place, readFileSync(place).length - 1);
      else copyFileSync(join(backup, paths[(index + 1) % paths.length]!), place);
      await refuses(t, broken, path, what);
    }
  }
});

t.test('an old manifest beside the new files is found where a file of it is gone', async (t) => {
  const desk = await makeStore(t);
  const backup = join(tempFolder(t), 'backup');
  await backUp(desk.folder, backup);
  const old = readFileSync(join(backup, MANIFEST));
  await sendMore(desk, [{ kind: 'erase', target: 'news', key: 'https://abc.example/1' }]);
  await backUp(desk.folder, backup);
  writeFileSync(join(backup, MANIFEST), old);
  await t.rejects(restore(backup, emptyFolder(t), silentLogger), { code: 'BACKUP_DAMAGED' });
});

t.test('a backup of a newer version is refused by that name', async (t) => {
  const backup = await makeWhole(t);
  const text = encodeManifest(manifestOf(backup)).toString();
  const body = text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1);
  const newer = body.replace('"version":1', '"version":2');
  const checksum = hexOf(hash64(Buffer.from(newer)));
  writeFileSync(join(backup, MANIFEST), `${newer}${JSON.stringify({ checksum })}\n`);
  const unknown = { code: 'BACKUP_UNKNOWN', message: /version 2/ };
  await t.rejects(restore(backup, emptyFolder(t), silentLogger), unknown);
});

t.test('damage of the store itself is found while it is backed up', async (t) => {
  const { folder } = await makeStore(t);
  await addSnapshot(folder);
  flip(join(folder, 'snapshots', 'pieces', 'some-1'), 5000);
  const backup = join(tempFolder(t), 'backup');
  const report = await backUp(folder, backup);
  t.match(report.warnings, [/some-1 is damaged at byte 0/]);
  const { warnings } = await restore(backup, emptyFolder(t), silentLogger);
  t.match(warnings, [/some: chunk all is damaged/]);
});

t.test('a name that leads out of the folder is refused', async (t) => {
  const backup = await makeWhole(t);
  const manifest = manifestOf(backup);
  for (const file of manifest.files) if (file.part === 'plain') file.name = '../outside';
  writeFileSync(join(backup, MANIFEST), encodeManifest(manifest));
  await t.rejects(restore(backup, emptyFolder(t), silentLogger), /outside/);
});
