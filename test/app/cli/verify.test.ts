/** `tagwire verify`, with and without a running server. */
import '../../engine/actor/threads-here.js';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { startServer } from '../../serve/api/harness.js';
import { article, MEDIA, NOW, retold, STORY } from '../../serve/api/news/similarity-world.js';
import { loggedStore } from './logged-store.js';
import { folderFor } from './run-command.js';
import { runHere } from './run-here.js';

const WANTED =
  '4 of 4 bodies compared with all others: 6 pairs, counted from each sampled end\n' +
  '0 missing, 0 wrong\n';

t.test('the pairs of a sample are compared with brute force', async (t) => {
  const data = folderFor(t);
  await t.test('through the server that holds the store', async (t) => {
    const server = await startServer(t, { now: NOW, flags: { data } });
    await server.ingest([
      ...MEDIA,
      article({ key: 'first', media: 'sunrise', minutes: 90, body: STORY }),
      article({ key: 'copy', media: 'harbour', minutes: 60, body: STORY }),
      article({ key: 'half', media: 'plain', minutes: 30, body: retold(300, 2) }),
      article({ key: 'other', media: 'plain', minutes: 20, body: retold(0, 3) }),
    ]);
    t.match(await runHere(data, 'verify', '--pairs'), { code: 0, out: WANTED, err: '' });
  });
  await t.test('in a store that is opened for it', async (t) => {
    t.match(await runHere(data, 'verify', '--pairs'), { code: 0, out: WANTED });
  });
});

t.test('a store is verified, and damage gives the exit code 1', async (t) => {
  const data = await loggedStore(t, [{ kind: 'category', key: 'one', label: 'One' }]);
  const sound = await runHere(data, 'verify');
  t.match(sound, { code: 0, err: '', out: /^log +1 entries, 0 bodies, 0 erased records\n/ });
  t.match(sound.out, /\nsound\n$/);
  rmSync(join(data, 'anchor'));
  const damaged = await runHere(data, 'verify');
  t.match(damaged, { code: 1, out: /\ndamage +anchor: it is missing or unreadable; it concerns / });
  t.match(damaged.out, /1 places are damaged; `tagwire repair` says/);
  const { code, out } = await runHere(data, 'verify', '--json');
  t.equal(code, 1);
  t.match(JSON.parse(out), {
    sound: false,
    findings: [{ level: 'damage', part: 'anchor', file: 'anchor', at: null }],
    setAside: [],
  });
});

t.test('what cannot be verified is refused', async (t) => {
  const data = folderFor(t);
  t.match(await runHere(data, 'verify'), { code: 1, err: /there is no store in/ });
  t.match(await runHere(data, 'verify', '--everything'), { code: 2, err: /unknown option/ });
  for (const sample of ['0', '-1', '1e2', '10001', 'all']) {
    t.match(await runHere(data, 'verify', '--pairs', '--sample', sample), {
      code: 2,
      err: /--sample: expected a number from 1 to 10000/,
    });
  }
});
