/** `tagwire verify --pairs`, with and without a running server. */
import t from 'tap';
import { startServer } from '../api/harness.js';
import { article, MEDIA, NOW, retold, STORY } from '../api/news/similarity-world.js';
import { folderFor, run } from './run-command.js';

/** Every command is a process that opens a store: on a busy machine that takes its time. */
t.setTimeout(300_000);

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
    t.match(await run(data, 'verify', '--pairs'), { code: 0, out: WANTED, err: '' });
  });
  await t.test('in a store that is opened for it', async (t) => {
    t.match(await run(data, 'verify', '--pairs'), { code: 0, out: WANTED });
  });
});

t.test('what cannot be verified is refused', async (t) => {
  const data = folderFor(t);
  t.match(await run(data, 'verify'), { code: 2, err: /--pairs/ });
  for (const sample of ['0', '-1', '1e2', '10001', 'all']) {
    t.match(await run(data, 'verify', '--pairs', '--sample', sample), {
      code: 2,
      err: /--sample: expected a number from 1 to 10000/,
    });
  }
});
