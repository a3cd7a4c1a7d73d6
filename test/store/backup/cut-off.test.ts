/** A backup that is cut off leaves the older one whole. */
import '../../engine/actor/threads-here.js';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { withStore } from '../../../src/app/cli/actions/store.js';
import { silentLogger } from '../../../src/kernel/logger.js';
import { makeBackup } from '../../../src/store/backup/make-backup.js';
import { fillFolder, restore } from '../../../src/store/backup/restore.js';
import { type BackupTarget, FolderTarget } from '../../../src/store/backup/target.js';
import { tempFolder } from '../helper.js';
import { news, post } from '../log/helper.js';
import { ALL_KEYS, backUp, dump, emptyFolder, makeStore, sendMore, textOf } from './stage.js';

/** Fails at a write, or at the commit. */
function cutAt(target: FolderTarget, writes: number): BackupTarget {
  let left = writes;
  return {
    older: target.older,
    canBeginAgain: true,
    get writtenBytes() {
      return target.writtenBytes;
    },
    read: (path) => target.read(path),
    write: (pathOf, blocks) => {
      if (left-- === 0) throw new Error('cut off');
      return target.write(pathOf, blocks);
    },
    commit: async () => {
      throw new Error('cut off');
    },
  };
}

t.test('after any write the older backup is restored as it was', async (t) => {
  const desk = await makeStore(t);
  const backup = join(tempFolder(t), 'backup');
  await backUp(desk.folder, backup);
  const before = await dump(desk.folder, ALL_KEYS);
  await sendMore(desk, [
    news(7, { body: textOf(7) }),
    post(7, { body: textOf(7) }),
    { kind: 'erase', target: 'news', key: 'https://abc.example/1' },
  ]);
  for (let writes = 0; writes < 7; writes++) {
    const cut = withStore({ data: desk.folder, logLevel: 'silent' }, silentLogger, async (source) =>
      makeBackup(source, cutAt(await FolderTarget.open(backup), writes)),
    );
    await t.rejects(cut, /cut off/);
    const data = emptyFolder(t);
    await restore(backup, data, silentLogger);
    t.same(await dump(data, ALL_KEYS), before, `cut off after ${writes} writes`);
  }
  await backUp(desk.folder, backup);
  const data = emptyFolder(t);
  await restore(backup, data, silentLogger);
  t.same(await dump(data, ALL_KEYS), await dump(desk.folder, ALL_KEYS));
});

/** More of them in the long run of all tests. */
const ROUNDS = process.env.TAGWIRE_TEST_ALL === '1' ? 12 : 3;
const tagwire = fileURLToPath(new URL('../../../src/app/cli/main.js', import.meta.url));

t.test(
  'a process that is killed during a backup leaves the older one, or the new one',
  async (t) => {
    const desk = await makeStore(t);
    const backup = join(tempFolder(t), 'backup');
    await backUp(desk.folder, backup);
    const states = [await dump(desk.folder, ALL_KEYS)];
    for (let round = 0; round < ROUNDS; round++) {
      const lines = Array.from({ length: 300 }, (_, at) =>
        news(1000 * (round + 1) + at, { body: textOf(at) }),
      );
      await sendMore(desk, lines);
      states.push(await dump(desk.folder, ALL_KEYS));
      const args = [tagwire, 'backup', backup, '--data', desk.folder];
      const child = spawn(process.execPath, args, { stdio: 'ignore' });
      const done = once(child, 'close');
      // A start takes a few hundred milliseconds, and the backup a few dozen.
      setTimeout(() => child.kill('SIGKILL'), 250 + 120 * (round % 4));
      await done;
      const data = emptyFolder(t);
      await restore(backup, data, silentLogger);
      const found = JSON.stringify(await dump(data, ALL_KEYS));
      t.ok(
        states.some((state) => JSON.stringify(state) === found),
        `round ${round}`,
      );
    }
  },
);

t.test('a folder that was cut off between two moves is made anew', async (t) => {
  const parts = ['log', 'accounts', 'snapshots', 'anchor'];
  const fill = (data: string): Promise<void> => {
    return fillFolder(data, async (draft) => {
      for (const name of parts) writeFileSync(join(draft, name), `new ${name}`);
    });
  };
  for (let moves = 0; moves < parts.length; moves++) {
    const data = emptyFolder(t);
    mkdirSync(join(data, 'restoring'));
    writeFileSync(join(data, 'restoring', 'moving'), parts.join('\n'));
    for (const [at, name] of parts.entries()) {
      writeFileSync(at < moves ? join(data, name) : join(data, 'restoring', name), `old ${name}`);
    }
    await fill(data);
    t.same(readdirSync(data).sort(), [...parts].sort(), `cut off after ${moves} moves`);
    for (const name of parts) t.equal(readFileSync(join(data, name), 'utf8'), `new ${name}`);
    await t.rejects(fill(data), /is not empty/, 'a whole one is refused');
  }
  const locked = emptyFolder(t);
  // Processes that were killed while they took the lock left these.
  for (const name of ['lock', 'lock.after.1-2-3-4', 'lock.4711.0']) {
    writeFileSync(join(locked, name), '1 0');
  }
  await fill(locked);
  t.equal(readFileSync(join(locked, 'anchor'), 'utf8'), 'new anchor');
  const data = emptyFolder(t);
  mkdirSync(join(data, 'restoring'));
  writeFileSync(join(data, 'restoring', 'moving'), parts.join('\n'));
  writeFileSync(join(data, 'log'), 'old log');
  writeFileSync(join(data, 'letter'), 'mine');
  await t.rejects(fill(data), /it holds letter/);
  t.equal(readFileSync(join(data, 'log'), 'utf8'), 'old log');
});
