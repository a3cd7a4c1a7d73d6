import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import t from 'tap';
import { tempFolder } from '../helper.js';
import { at, MEDIA, makeDesk, news, openLog } from './helper.js';

/** Parts that only a store with a log has, and one file of each. */
const OWN = {
  snapshots: 'snapshots/pieces/articles-1',
  history: 'history/lists/articles',
  rejects: 'rejects.ndjson',
  quarantine: 'quarantine/2024-05-01/log/CURRENT',
};
/** What a folder may have before its first record. */
const EARLIER = ['accounts/journal', 'crawler/state/CURRENT', 'sources.toml', 'clock', 'lock'];
const LOG_STATES = ['whole', 'no CURRENT', 'missing'] as const;
const ANCHOR_STATES = ['whole', 'empty', 'missing'] as const;

function writeAt(folder: string, name: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), `content of ${name}`);
}

/** All files with their content. */
function filesOf(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true }) as string[];
  const files = names.filter((name) => statSync(join(folder, name)).isFile()).sort();
  return new Map(files.map((name) => [name, readFileSync(join(folder, name)).toString('latin1')]));
}

t.test('whatever parts are missing, a folder that holds any is never taken for new', async (t) => {
  const desk = await makeDesk(t);
  await desk.send([MEDIA, news(1, { body: 'text', publishedAt: at(0) }), news(2), news(3)]);
  await desk.reopen();
  await desk.log.close();
  const place = join(tempFolder(t), 'store');
  const parts = Object.values(OWN);
  for (let subset = 0; subset < 2 ** parts.length; subset++) {
    const present = parts.filter((_, bit) => (subset & (1 << bit)) !== 0);
    for (const logState of LOG_STATES) {
      for (const anchorState of ANCHOR_STATES) {
        rmSync(place, { recursive: true, force: true });
        cpSync(desk.folder, place, { recursive: true });
        if (logState === 'missing') rmSync(join(place, 'log'), { recursive: true });
        if (logState === 'no CURRENT') rmSync(join(place, 'log', 'CURRENT'));
        if (anchorState === 'missing') rmSync(join(place, 'anchor'));
        if (anchorState === 'empty') writeFileSync(join(place, 'anchor'), '');
        for (const name of [...present, ...EARLIER]) writeAt(place, name);
        const before = filesOf(place);
        const what = `log ${logState}, anchor ${anchorState}, with ${present.join(' ')}`;
        const isWhole = logState === 'whole' && anchorState === 'whole';
        const isNew = logState === 'missing' && anchorState === 'missing' && subset === 0;
        if (isWhole || isNew) {
          const log = await openLog(place);
          if (log.head.sequence !== (isNew ? 0 : 4)) t.fail(`${what}: at ${log.head.sequence}`);
          await log.close();
          const after = filesOf(place);
          const changed = [...present, ...EARLIER].filter(
            (name) => after.get(name) !== before.get(name),
          );
          if (changed.length > 0) t.fail(`${what}: ${changed[0]} has changed`);
          continue;
        }
        const error = await openLog(place).then(
          () => null,
          (error: Error & { code?: string }) => error,
        );
        if (error?.code !== 'STORE_DAMAGED') t.fail(`${what}: ${error?.message ?? 'it opens'}`);
        const { message = '' } = error ?? {};
        const names = [place, 'tagwire repair', logState === 'whole' ? 'anchor' : 'log'];
        const lacking = names.filter((name) => !message.includes(name));
        if (lacking.length > 0 || message.includes('\n')) t.fail(`${what}: "${message}"`);
        t.strictSame(filesOf(place), before, `${what}: nothing has changed`);
      }
    }
  }
});

t.test('a new store that lost its anchor before its first record is still a new one', async (t) => {
  const folder = tempFolder(t);
  for (const lose of [
    () => rmSync(join(folder, 'anchor')),
    () => writeFileSync(join(folder, 'anchor'), ''),
  ]) {
    await (await openLog(folder)).close();
    lose();
    const log = await openLog(folder);
    t.equal(log.head.sequence, 0);
    await log.close();
    t.equal(statSync(join(folder, 'anchor')).size, 32, 'and has an anchor again');
  }
  rmSync(join(folder, 'anchor'));
  writeAt(folder, OWN.snapshots);
  await t.rejects(openLog(folder), { code: 'STORE_DAMAGED', message: /snapshots is there/ });
});

t.test('a restore that was cut off is told as that', async (t) => {
  const desk = await makeDesk(t);
  await desk.send([MEDIA, news(1)]);
  await desk.log.close();
  rmSync(join(desk.folder, 'anchor'));
  writeAt(desk.folder, 'restoring/anchor');
  await t.rejects(openLog(desk.folder), {
    code: 'STORE_DAMAGED',
    message: /a restore into this folder did not end; restore the backup again/,
  });
});
