/** A store whose bodies have expired, and what is left of it when its snapshots are gone. */
import '../engine/actor/threads-here.js';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { root } from '../tidy/root.js';
import { fillStore } from './filled-store.js';
import {
  answersFrom,
  answersOf,
  copyOf,
  flipAll,
  folder,
  makeStore,
  same,
  serveWith,
  WORLD,
  withoutSnapshots,
} from './history-store.js';

t.setTimeout(300_000);

/** This build with every index's format raised by one, and the codec of the one before kept. */
function buildOfTomorrow(t: Test): string {
  const build = mkdtempSync(join(folder, 'build-'));
  for (const part of ['src', 'workers', join('test', 'engine', 'actor')]) {
    cpSync(join(root, 'dist', part), join(build, 'dist', part), { recursive: true });
  }
  cpSync(join(root, 'data'), join(build, 'data'), { recursive: true });
  cpSync(join(root, 'package.json'), join(build, 'package.json'));
  symlinkSync(join(root, 'node_modules'), join(build, 'node_modules'));
  let raised = 0;
  const codecs = (readdirSync(join(build, 'dist', 'src'), { recursive: true }) as string[]).filter(
    (path) => path.endsWith('codec.js'),
  );
  for (const path of codecs) {
    const at = join(build, 'dist', 'src', path);
    const text = readFileSync(at, 'utf8');
    const next = text.replace(/(export const [A-Z]+_VERSION = )(\d+)/, (_, name, version) => {
      raised += 1;
      return `${name}${Number(version) + 1}`;
    });
    writeFileSync(at, next);
  }
  t.equal(raised, 9, 'every index has a format');
  return build;
}

t.test('what follows from bodies that have expired', async (t) => {
  const store = join(folder, 'store');
  await t.test('is kept', async (t) => {
    const { expired } = await makeStore(t, store);
    t.ok(expired > 0);
  });
  const { answers: wanted, said } = await answersFrom(store);
  t.notMatch(said, 'passed over');
  t.ok(wanted.size > 300, `${wanted.size} answers`);
  const ok = [...wanted.values()].filter((answer) => answer.startsWith('200')).length;
  t.ok(ok > wanted.size / 2, `${ok} of ${wanted.size} tell something`);

  await t.test('is there when every snapshot is damaged', async (t) => {
    const spoil = (data: string): void => flipAll(join(data, 'snapshots', 'pieces'));
    const { answers, said, data } = await answersFrom(store, spoil);
    same(t, answers, wanted, 'from history');
    t.match(said, 'snapshot passed over');
    same(t, (await answersFrom(data)).answers, wanted, 'and from the snapshots after it');
  });
  await t.test('is there when history is damaged, which is made anew', async (t) => {
    const spoil = (data: string): void => flipAll(join(data, 'history', 'lists'));
    same(t, (await answersFrom(store, spoil)).answers, wanted, 'from snapshots');
  });
  await t.test('is read by a build of newer formats, also without snapshots', async (t) => {
    const build = buildOfTomorrow(t);
    const { answers, data } = await answersOf(build, store);
    same(t, answers, wanted, 'from snapshots of the older format');
    const alone = await answersOf(build, store, withoutSnapshots);
    same(t, alone.answers, wanted, 'from history of the older format');
    t.ok(existsSync(join(alone.data, 'snapshots')));
    same(t, (await answersOf(build, alone.data)).answers, wanted, 'and after a restart');
    const back = await answersFrom(data);
    same(t, back.answers, wanted, 'and by the older build, from what history has of its format');
  });
  await t.test('is asked for when neither is left, and nothing is served', async (t) => {
    const data = copyOf(store, (data) => {
      withoutSnapshots(data);
      flipAll(join(data, 'history', 'pieces'));
    });
    const { child, urls, said } = await serveWith(root, data);
    t.equal(urls, null, 'it does not listen');
    if (child.exitCode === null) await once(child, 'exit');
    t.equal(child.exitCode, 1);
    t.match(said(), 'no longer holds all bodies');
    t.notMatch(said(), '    at ', 'in a sentence');
  });
});

t.test(
  'while no body is gone the log alone gives all answers back, and that is said',
  async (t) => {
    const store = join(folder, 'young');
    await fillStore(store, { ...WORLD, days: 2 });
    const { answers: wanted, said } = await answersFrom(store);
    t.notMatch(said, 'from the log alone');
    const lost = await answersFrom(store, (data) => {
      withoutSnapshots(data);
      rmSync(join(data, 'history'), { recursive: true, force: true });
    });
    same(t, lost.answers, wanted, 'from the log');
    t.equal(lost.said.match(/folded again from the log alone/g)?.length, 9, 'once for each index');
  },
);
