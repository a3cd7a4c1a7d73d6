/** The commands that carry a store away and back, as a user runs them. */
import '../../engine/actor/threads-here.js';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { loggedStore } from './logged-store.js';
import { folderFor } from './run-command.js';
import { runHere } from './run-here.js';

const LINES = [
  { kind: 'media', media: 'tree', title: 'The Tree' },
  ...[1, 2, 3].map((number) => ({
    kind: 'news',
    media: 'tree',
    url: `https://tree.example/${number}`,
    title: `Leaf ${number}`,
  })),
];

t.test('a store goes away and comes back, by a folder, by a tar and by an export', async (t) => {
  const data = await loggedStore(t, LINES);
  const place = folderFor(t);
  const [folder, tar, text] = ['backup', 'backup.tar', 'export.ndjson'].map((name) =>
    join(place, name),
  ) as [string, string, string];
  t.match(await runHere(data, 'backup', folder), { code: 0, out: /made a backup.*4 entries/ });
  t.match(await runHere(data, 'backup', folder), { code: 0, out: /added to the backup/ });
  t.match(await runHere(data, 'backup', tar), { code: 0 });
  t.match(await runHere(data, 'export', text), { code: 0, err: /exported 4 entries/ });
  t.equal((await runHere(data, 'export', '-')).out, readFileSync(text, 'utf8'));
  for (const [command, source] of [
    ['restore', folder],
    ['restore', tar],
    ['import', text],
  ] as const) {
    const again = folderFor(t);
    t.match(await runHere(again, command, source), { code: 0, out: /4 entries/ });
    t.equal((await runHere(again, 'export', '-')).out, readFileSync(text, 'utf8'), command);
    t.match(await runHere(again, command, source), { code: 1, err: /not empty/ });
  }
  t.match(await runHere(data, 'compact'), { code: 0, out: /before.*after/ });
});

t.test('a backup is checked without a folder to restore it to', async (t) => {
  const data = await loggedStore(t, LINES);
  const backup = join(folderFor(t), 'backup');
  await runHere(data, 'backup', backup);
  t.match(await runHere(data, 'restore', backup, '--check'), { code: 0, out: /sound/ });
  const name = readdirSync(join(backup, 'log'))[0]!;
  writeFileSync(join(backup, 'log', name), 'something else');
  t.match(await runHere(data, 'restore', backup, '--check'), { code: 1, err: new RegExp(name) });
});

t.test('what cannot be backed up is said in a line', async (t) => {
  const none = folderFor(t);
  t.match(await runHere(none, 'backup', join(none, 'x')), { code: 1, err: /no store/ });
  t.match(await runHere(none, 'restore', join(none, 'nothing')), { code: 1, err: /there is no/ });
  const data = await loggedStore(t, LINES.slice(0, 1));
  const file = join(data, 'lines.ndjson');
  writeFileSync(file, '');
  const refusals = {
    x: /^tagwire: .* a file stands where a folder is expected/,
    'x.tar': /^tagwire: .* cannot be written/,
  };
  for (const [name, err] of Object.entries(refusals)) {
    t.match(await runHere(data, 'backup', join(file, name)), { code: 1, err });
  }
  const backup = join(folderFor(t), 'backup');
  t.match(await runHere(data, 'backup', backup), { code: 0 });
  t.match(await runHere(join(file, 'x'), 'restore', backup), {
    code: 1,
    err: /a file stands where a folder is expected/,
  });
  t.match(await runHere(data, 'backup', data), { code: 1, err: /is a data folder/ });
  t.match(await runHere(data, 'restore', data), { code: 1, err: /no complete backup/ });
});
