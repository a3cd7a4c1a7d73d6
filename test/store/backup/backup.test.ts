/** A backup holds the store as it was; what is restored from it is the same, byte for byte. */
import '../../engine/actor/threads-here.js';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { withStore } from '../../../src/app/cli/actions/store.js';
import { frozenClock, isoOf } from '../../../src/kernel/clock.js';
import { silentLogger } from '../../../src/kernel/logger.js';
import { makeBackup } from '../../../src/store/backup/make-backup.js';
import { restore } from '../../../src/store/backup/restore.js';
import { TarTarget } from '../../../src/store/backup/tar.js';
import { tempFolder } from '../helper.js';
import { DAY_MS, HOUR_MS, MEDIA, makeDesk, NOW_MS, news, openLog, post } from '../log/helper.js';
import {
  ALL_KEYS,
  backUp,
  dump,
  emptyFolder,
  filesOf,
  holdsText,
  makeStore,
  manifestOf,
  OTHER,
  sendMore,
  textOf,
} from './stage.js';

const ERASE_ONE = { kind: 'erase', target: 'news', key: 'https://abc.example/2' };
const ERASE_MEDIA = { kind: 'erase', target: 'media', key: OTHER.media };

t.test('a restored store is the same, byte for byte', async (t) => {
  const { folder } = await makeStore(t);
  const target = join(tempFolder(t), 'backup');
  const report = await backUp(folder, target);
  t.match(report, { isIncremental: false });
  const data = emptyFolder(t);
  t.match(await restore(target, data, silentLogger), { sequence: report.sequence, warnings: [] });
  t.same(await dump(data, ALL_KEYS), await dump(folder, ALL_KEYS));
});

t.test(
  'a store of articles that came late, which has no snapshot, is restored whole',
  async (t) => {
    const desk = await makeDesk(t);
    const publishedAt = isoOf(NOW_MS - 30 * DAY_MS);
    const old = (number: number) => news(number, { body: textOf(number), publishedAt });
    await desk.send([MEDIA, old(1)]);
    await desk.log.tick(NOW_MS);
    await desk.send([old(2)]);
    await desk.log.close();
    const target = join(tempFolder(t), 'backup');
    const data = emptyFolder(t);
    await backUp(desk.folder, target);
    await restore(target, data, silentLogger);
    t.same(await dump(data, ALL_KEYS), await dump(desk.folder, ALL_KEYS));
    const opened = await openLog(data);
    t.equal(opened.sweptSequence, 0, 'the log alone tells all');
    await opened.close();
  },
);

t.test('what was erased before the first backup stays erased for good', async (t) => {
  const desk = await makeStore(t);
  await sendMore(desk, [ERASE_ONE, ERASE_MEDIA]);
  const target = join(tempFolder(t), 'backup');
  await backUp(desk.folder, target);
  const data = emptyFolder(t);
  await restore(target, data, silentLogger);
  t.same(await dump(data, ALL_KEYS), await dump(desk.folder, ALL_KEYS));
  desk.folder = data;
});

t.test('a second backup adds what is new, and leaves the other files as they are', async (t) => {
  const desk = await makeStore(t);
  const target = join(tempFolder(t), 'backup');
  await backUp(desk.folder, target);
  const before = filesOf(target);
  await sendMore(desk, [news(7, { body: textOf(7) }), news(1, { title: 'Changed' }), post(3)]);
  const report = await backUp(desk.folder, target);
  t.match(report, { isIncremental: true });
  const after = filesOf(target);
  for (const [path, signature] of before) {
    if (path !== 'manifest') t.equal(after.get(path), signature, path);
  }
  const data = emptyFolder(t);
  await restore(target, data, silentLogger);
  t.same(await dump(data, ALL_KEYS), await dump(desk.folder, ALL_KEYS));
});

t.test('a backup of a store in which nothing happened writes the manifest alone', async (t) => {
  const { folder } = await makeStore(t);
  const target = join(tempFolder(t), 'backup');
  await backUp(folder, target);
  const before = filesOf(target);
  const { writtenBytes } = await backUp(folder, target);
  const changed = [...filesOf(target)].filter(
    ([path, signature]) => before.get(path) !== signature,
  );
  t.same(
    changed.map(([path]) => path),
    ['manifest'],
  );
  t.ok(writtenBytes < 5000);
});

t.test('what is erased is gone from the next backup in the same folder', async (t) => {
  const desk = await makeStore(t);
  const target = join(tempFolder(t), 'backup');
  await backUp(desk.folder, target);
  t.ok(holdsText(target, textOf(20)) && holdsText(target, textOf(100)));
  await sendMore(desk, [ERASE_ONE, ERASE_MEDIA, news(8, { body: textOf(8) })]);
  await backUp(desk.folder, target);
  for (const gone of ['Another title', textOf(20), textOf(100), 'xyz.example/100 ']) {
    t.notOk(holdsText(target, gone), gone);
  }
  t.ok(holdsText(target, textOf(1)), 'other bodies stay');
  const data = emptyFolder(t);
  await restore(target, data, silentLogger);
  t.same(await dump(data, ALL_KEYS), await dump(desk.folder, ALL_KEYS));
});

t.test('bodies that the store has no more leave the backup', async (t) => {
  const desk = await makeStore(t);
  const target = join(tempFolder(t), 'backup');
  await backUp(desk.folder, target);
  await desk.reopen();
  await desk.log.advance(NOW_MS + 7 * DAY_MS + 2 * HOUR_MS);
  await desk.log.expireBodies(
    { atMs: NOW_MS + 7 * DAY_MS + HOUR_MS, coveredSequence: desk.log.head.sequence },
    false,
  );
  await desk.log.close();
  await backUp(desk.folder, target);
  t.notOk(holdsText(target, textOf(1)), 'the body of an article');
  t.ok(holdsText(target, textOf(11)), 'the body of a post, which is kept for longer');
  const data = emptyFolder(t);
  await restore(target, data, silentLogger);
  t.same(await dump(data, ALL_KEYS), await dump(desk.folder, ALL_KEYS));
});

t.test('a folder with a backup of another store is refused, and stays as it is', async (t) => {
  const one = await makeStore(t);
  const other = await makeStore(t, [
    OTHER,
    ...[1, 2, 3].map((number) => ({ ...news(number), media: 'xyz' })),
  ]);
  const target = join(tempFolder(t), 'backup');
  await backUp(other.folder, target);
  const before = filesOf(target);
  await t.rejects(backUp(one.folder, target), { code: 'INPUT_INVALID', message: /another store/ });
  t.same(filesOf(target), before);
});

t.test('a folder that holds anything else is refused', async (t) => {
  const { folder } = await makeStore(t);
  const target = tempFolder(t);
  writeFileSync(join(target, 'letter.txt'), 'Dear');
  await t.rejects(backUp(folder, target), { code: 'INPUT_INVALID', message: /letter\.txt/ });
  await backUp(folder, join(target, 'backup'));
  await t.rejects(restore(join(target, 'backup'), target, silentLogger), {
    code: 'INPUT_INVALID',
    message: /not empty/,
  });
});

t.test('accounts and files of the operator come along', async (t) => {
  const { folder } = await makeStore(t);
  mkdirSync(join(folder, 'accounts'));
  writeFileSync(join(folder, 'accounts', 'journal'), 'accounts');
  writeFileSync(join(folder, 'sources.toml'), '# sources');
  const target = join(tempFolder(t), 'backup');
  await backUp(folder, target);
  const names = manifestOf(target).files.flatMap((file) =>
    file.part === 'plain' ? [file.name] : [],
  );
  t.same(names, ['sources.toml', 'accounts/journal']);
  const data = emptyFolder(t);
  await restore(target, data, silentLogger);
  for (const name of names) t.ok(existsSync(join(data, name)), name);
});

t.test('a tar holds the same, and other programs read it', async (t) => {
  const { folder } = await makeStore(t);
  const path = join(tempFolder(t), 'backup.tar');
  await withStore({ data: folder, logLevel: 'silent' }, silentLogger, async (source) => {
    const target = await TarTarget.open(path, frozenClock(NOW_MS));
    await makeBackup(source, target).finally(() => target.close());
  });
  const data = emptyFolder(t);
  await restore(path, data, silentLogger);
  t.same(await dump(data, ALL_KEYS), await dump(folder, ALL_KEYS));
  const unpacked = emptyFolder(t);
  execFileSync('tar', ['-xf', path, '-C', unpacked]);
  const again = emptyFolder(t);
  await restore(unpacked, again, silentLogger);
  t.same(await dump(again, ALL_KEYS), await dump(folder, ALL_KEYS));
});
