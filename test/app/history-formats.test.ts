/** A store whose bodies have expired, served by a build that has newer formats. */
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { root } from '../tidy/root.js';
import { answersFrom, folder, makeStore, same, withoutSnapshots } from './history-store.js';

t.setTimeout(300_000);

/** This build with every index's format raised by one, and the codec of the one before kept. */
function buildOfTomorrow(): string {
  const build = mkdtempSync(join(folder, 'build-'));
  cpSync(join(root, 'dist'), join(build, 'dist'), { recursive: true });
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

t.test(
  'a build of newer formats reads what follows from expired bodies, also without snapshots',
  async (t) => {
    const store = join(folder, 'store');
    await t.test('is kept', async (t) => {
      const { expired } = await makeStore(t, store);
      t.ok(expired > 0);
    });
    const { answers: wanted } = await answersFrom(root, store);
    const build = buildOfTomorrow();
    const { answers, data } = await answersFrom(build, store);
    same(t, answers, wanted, 'from snapshots of the older format');
    const alone = await answersFrom(build, store, withoutSnapshots);
    same(t, alone.answers, wanted, 'from history of the older format');
    t.ok(existsSync(join(alone.data, 'snapshots')));
    same(t, (await answersFrom(build, alone.data)).answers, wanted, 'and after a restart');
    const back = await answersFrom(root, data);
    same(t, back.answers, wanted, 'and by the older build, from what history has of its format');
  },
);
