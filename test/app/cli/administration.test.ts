/** `tagwire blog`, `media`, `user` and `key`, with and without a running server. */
import '../../engine/actor/threads-here.js';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { type Harness, startServer } from '../../serve/api/harness.js';
import { folderFor, run } from './run-command.js';
import { runHere } from './run-here.js';

const OPML = `<?xml version="1.0"?><opml version="2.0"><body>
<outline text="Sea">
  <outline type="rss" text="Quay &amp; Co" xmlUrl="https://quay.example/feed.xml" htmlUrl="https://quay.example"/>
  <outline type="rss" title="Knots" xmlUrl="http://www.knots.example/blog/atom.xml"/>
</outline>
<outline text="Broken" xmlUrl="ftp://broken.example/feed"/>
<outline text="Again" htmlUrl="http://www.quay.example/"/>
</body></opml>`;

let data = '';
let getBlog: Harness['getBlog'];

t.before(async () => {
  data = folderFor(t);
  ({ getBlog } = await startServer(t, { now: '2026-03-10T04:00:00Z', flags: { data } }));
});

t.test('blogs are registered, verified, masked and listed', async (t) => {
  const list = join(folderFor(t), 'list.opml');
  writeFileSync(list, OPML);
  const blog = (...args: string[]) => runHere(data, 'blog', ...args);
  const feed = 'https://harbour.example/atom.xml';
  const added = ['--name', 'Harbour', '--url', 'https://harbour.example', '--feed', feed];
  t.match(await blog('add', 'harbour', ...added), { code: 0, out: 'harbour: registered\n' });
  t.match(await blog('add', 'harbour', '--category', 'sea'), {
    code: 0,
    out: 'harbour: changed\n',
  });
  t.match(await blog('add', '--file', list), {
    code: 0,
    out: 'candidates 2, known already 1, without a usable address 1, refused 0\n',
  });
  t.match(await blog('add', '--file', list), { out: /^candidates 0, known already 3/ });
  t.equal(
    (await run(data, 'blog', 'list')).out,
    'harbour\tverified\tHarbour\thttps://harbour.example/\n' +
      'knots-example-blog\tcandidate\tKnots\thttp://www.knots.example/blog/\n' +
      'quay-example\tcandidate\tQuay & Co\thttps://quay.example/\n',
  );
  t.match(await blog('verify', 'quay-example', 'harbour'), {
    code: 0,
    out: 'verified 1, unchanged 1\n',
  });
  t.match(await blog('hide', 'harbour'), { code: 0, out: 'hidden 1, unchanged 0\n' });
  t.match(await blog('list', '--verified'), {
    out: 'harbour\thidden\tHarbour\thttps://harbour.example/\nquay-example\tverified\tQuay & Co\thttps://quay.example/\n',
  });
  t.match(await blog('show', 'harbour'), { out: 'shown 1, unchanged 0\n' });
  const json = JSON.parse((await blog('list', '--json', '--candidates')).out);
  t.match(json, {
    slug: 'knots-example-blog',
    verified: false,
    category: 'Sea',
    feeds: [{ url: 'http://www.knots.example/blog/atom.xml', type: 'atom' }],
  });
  t.match(await blog('verify', 'nobody'), { code: 1, err: /no blog "nobody"/ });
  t.match(await blog('hide', '--post', 'https://harbour.example/none'), {
    code: 1,
    err: /there is no post/,
  });
});

t.test('media are masked, switched and listed', async (t) => {
  const records = join(folderFor(t), 'media.ndjson');
  writeFileSync(
    records,
    `${JSON.stringify({ kind: 'media', media: 'dawn', title: 'Dawn', camp: 'blue' })}\n`,
  );
  t.equal((await runHere(data, 'ingest', records)).code, 0);
  const media = (...args: string[]) => runHere(data, 'media', ...args);
  t.match(await media('disable', 'dawn'), { code: 0, out: 'disabled 1, unchanged 0\n' });
  t.equal((await media('list')).out, 'dawn\tdisabled\tblue\tDawn\t\n');
  t.equal((await media('hide', 'dawn')).code, 0);
  t.equal((await media('list')).out, 'dawn\thidden\tblue\tDawn\t\n');
  t.match(await media('enable', 'none'), { code: 1, err: /no media "none"/ });
});

t.test('media that others cite are added, but for those that are known', async (t) => {
  const records = join(folderFor(t), 'media.ndjson');
  const own = { kind: 'media', media: 'wire', title: 'Our Reuters', aliases: ['路透社'] };
  writeFileSync(records, `${JSON.stringify(own)}\n`);
  await runHere(data, 'ingest', records);
  const known = (...args: string[]) => runHere(data, 'media', 'known', ...args);
  const listed = await known('--list');
  t.match(listed.out, /^nyt\t紐約時報\t美國$/m);
  t.notMatch(listed.out, /^reuters/m, 'its name is known');
  const added = listed.out.trim().split('\n').length;
  t.ok(added > 100);
  t.match(await known(), { out: `added ${added}, known already 1\n` });
  t.match(await known(), { out: `added 0, known already ${added + 1}\n` });
  t.match((await runHere(data, 'media', 'list')).out, /^nyt\texternal\t\S+\t紐約時報\t$/m);
});

t.test('users and keys are made and revoked, whether a server runs or not', async (t) => {
  for (const folder of [folderFor(t), data]) {
    const user = (...args: string[]) => runHere(folder, 'user', ...args);
    const key = (...args: string[]) => runHere(folder, 'key', ...args);
    t.match(await user('add', 'ann', '--name', 'Ann'), { code: 0, out: 'added user 1\n' });
    const made = await key('create', 'ann', '--label', 'laptop');
    t.match(made, { code: 0, out: /^blog_[A-Za-z0-9_-]{43}\n$/, err: /shown this once/ });
    await key('create', 'ann');
    await key('create', 'ann');
    t.match(await key('create', 'ann'), { code: 1, out: '', err: /3 keys/ });
    t.match(await key('list', 'ann'), { out: /^1\tann\t20\S+Z\tlaptop\n2\t.*\n3\t.*\n$/ });
    t.notOk((await key('list')).out.includes(made.out.trim()), 'never shown again');
    t.match(await key('revoke', '2'), { code: 0, out: 'revoked\n' });
    t.match(await key('revoke', '2'), { code: 1, err: /no key 2/ });
    t.match(await key('revoke', 'x'), { code: 1 });
    t.match(await user('list'), { out: /^1\tann\t2\t20\S+Z\tAnn\tuser\n$/ });
    t.match(await user('remove', 'ann'), { code: 0 });
    t.equal((await user('list')).out, '');
  }
});

t.test('what a running server is told shows at once', async (t) => {
  const blog = (...args: string[]) => runHere(data, 'blog', ...args);
  const status = async (): Promise<number> => (await getBlog('/api/v1/blogs/reef')).status;
  await blog('add', 'reef', '--name', 'Reef', '--url', 'https://reef.example', '--unverified');
  t.equal(await status(), 404);
  await blog('verify', 'reef');
  t.equal(await status(), 200);
  await blog('hide', 'reef');
  t.equal(await status(), 404);
  await runHere(data, 'user', 'add', 'bob');
  const apiKey = (await runHere(data, 'key', 'create', 'bob')).out.trim();
  const asked = await getBlog('/api/v1/blogs', { headers: { 'x-api-key': apiKey } });
  t.equal(asked.status, 200);
  t.equal(asked.headers.get('x-ratelimit-limit'), '1000');
});

t.test('without a server, a command opens the store itself, or makes it', async (t) => {
  const alone = folderFor(t);
  const harbour = ['harbour', '--name', 'Harbour', '--url', 'https://harbour.example'];
  t.match(await run(alone, 'blog', 'add', ...harbour), { code: 0, out: 'harbour: registered\n' });
  t.match(await runHere(alone, 'blog', 'list'), {
    code: 0,
    out: 'harbour\tverified\tHarbour\thttps://harbour.example/\n',
  });
});

t.test('wrong usage exits with 2', async (t) => {
  const data = folderFor(t);
  for (const args of [
    ['blog'],
    ['blog', 'nonsense'],
    ['key', 'create'],
    ['user', 'add'],
    ['blog', 'list', '--what'],
  ]) {
    t.equal((await runHere(data, ...args)).code, 2, args.join(' '));
  }
  t.match(await runHere(data, 'blog', 'add'), { code: 1, err: /--file/ });
  t.match(await runHere(data, 'blog', 'add', 'x'), { code: 1, err: /--name/ });
  t.match(await runHere(data, 'blog', 'add', '--file', '/does/not/exist'), {
    code: 1,
    err: /exist/,
  });
});
