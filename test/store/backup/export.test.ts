/** An export is the log as text: what is imported from it is the same log, or it is refused. */
import '../../engine/actor/threads-here.js';
import { Readable } from 'node:stream';
import t, { type Test } from 'tap';
import { withStore } from '../../../src/app/cli/actions/store.js';
import { silentLogger } from '../../../src/kernel/logger.js';
import { exportLog, type ImportReport, importLog } from '../../../src/store/backup/export.js';
import { ALL_KEYS, dump, emptyFolder, makeStore, OTHER, sendMore } from './stage.js';

const WITHOUT_SECRET = ALL_KEYS.replace('k', '');

async function exported(data: string): Promise<string> {
  const texts: Buffer[] = [];
  await withStore({ data, logLevel: 'silent' }, silentLogger, (source) =>
    exportLog(source, async (text) => {
      texts.push(text);
    }),
  );
  return Buffer.concat(texts).toString();
}

function imported(data: string, text: string): Promise<ImportReport> {
  return importLog(Readable.from([Buffer.from(text)]), data, silentLogger);
}

async function makeExport(t: Test): Promise<{ folder: string; text: string }> {
  const desk = await makeStore(t);
  await sendMore(desk, [
    { kind: 'erase', target: 'news', key: 'https://abc.example/2' },
    { kind: 'erase', target: 'media', key: OTHER.media },
  ]);
  return { folder: desk.folder, text: await exported(desk.folder) };
}

t.test('an import is the same log, with another secret', async (t) => {
  const { folder, text } = await makeExport(t);
  const data = emptyFolder(t);
  t.match(await imported(data, text), { isSameLog: true });
  t.same(await dump(data, WITHOUT_SECRET), await dump(folder, WITHOUT_SECRET));
  t.not((await dump(data, 'k'))[0]![1], (await dump(folder, 'k'))[0]![1]);
  t.equal(await exported(data), text, 'and gives the same export');
});

t.test('what was erased is not in an export', async (t) => {
  const { text } = await makeExport(t);
  t.notMatch(text, /Another title/);
});

t.test('an export that was cut off behind any line, or misses one, is refused', async (t) => {
  const { text } = await makeExport(t);
  const lines = text.split('\n').slice(0, -1);
  for (let at = 0; at < lines.length; at++) {
    const data = emptyFolder(t);
    const cut = lines.slice(0, at).join('\n');
    await t.rejects(imported(data, cut), { code: 'BACKUP_DAMAGED' }, `cut off before ${at}`);
    const less = [...lines.slice(0, at), ...lines.slice(at + 1)].join('\n');
    await t.rejects(imported(data, less), { code: 'BACKUP_DAMAGED' }, `without line ${at}`);
  }
});

t.test('a record that was changed, or another version, is refused', async (t) => {
  const { text } = await makeExport(t);
  const changed = text.replace('Title 1', 'Title 2');
  t.not(changed, text);
  await t.rejects(imported(emptyFolder(t), changed), { code: 'BACKUP_DAMAGED' });
  const newer = text.replace('"version":1', '"version":2');
  await t.rejects(imported(emptyFolder(t), newer), { code: 'BACKUP_UNKNOWN' });
  const stranger = text.replace('"kind":"category"', '"kind":"comment"');
  await t.rejects(imported(emptyFolder(t), stranger), { code: 'BACKUP_UNKNOWN' });
  await t.rejects(imported(emptyFolder(t), 'hello'), { code: 'BACKUP_DAMAGED' });
});
