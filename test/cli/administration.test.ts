/** `tagwire blog`, `media`, `user` and `key`, with and without a running server. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { startServer } from '../api/harness.js';
import { folderFor, type Owner, run } from './run-command.js';

const OPML = `<?xml version="1.0"?><opml version="2.0"><body>
<outline text="Sea">
  <outline type="rss" text="Quay &amp; Co" xmlUrl="https://quay.example/feed.xml" htmlUrl="https://quay.example"/>
  <outline type="rss" title="Knots" xmlUrl="http://www.knots.example/blog/atom.xml"/>
</outline>
<outline text="Broken" xmlUrl="ftp://broken.example/feed"/>
<outline text="Again" htmlUrl="http://www.quay.example/"/>
</body></opml>`;

/** Every command is a process that opens a store: on a busy machine that takes its time. */
t.setTimeout(300_000);

const STORE = [
  {
    name: 'without a server',
    open: async (owner: Owner): Promise<string> => folderFor(owner),
  },
  {
    name: 'through the server that holds the store',
    open: async (owner: Owner): Promise<string> => {
      const data = folderFor(owner);
      await startServer(owner, { now: '2026-03-10T04:00:00Z', flags: { data } });
      return data;
    },
  },
];

for (const { name, open } of STORE) {
  t.test(`blogs are registered, verified, masked and listed ${name}`, async (t) => {
    const data = await open(t);
    const list = join(folderFor(t), 'list.opml');
    writeFileSync(list, OPML);
    t.match(
      await run(
        data,
        'blog',
        'add',
        'harbour',
        '--name',
        'Harbour',
        '--url',
        'https://harbour.example',
        '--feed',
        'https://harbour.example/atom.xml',
      ),
      {
        code: 0,
        out: 'harbour: registered\n',
      },
    );
    t.match(await run(data, 'blog', 'add', 'harbour', '--category', 'sea'), {
      code: 0,
      out: 'harbour: changed\n',
    });
    t.match(await run(data, 'blog', 'add', '--file', list), {
      code: 0,
      out: 'candidates 2, known already 1, without a usable address 1, refused 0\n',
    });
    t.match(await run(data, 'blog', 'add', '--file', list), {
      out: /^candidates 0, known already 3/,
    });
    t.equal(
      (await run(data, 'blog', 'list')).out,
      'harbour\tverified\tHarbour\thttps://harbour.example/\n' +
        'knots-example-blog\tcandidate\tKnots\thttp://www.knots.example/blog/\n' +
        'quay-example\tcandidate\tQuay & Co\thttps://quay.example/\n',
    );
    t.match(await run(data, 'blog', 'verify', 'quay-example', 'harbour'), {
      code: 0,
      out: 'verified 1, unchanged 1\n',
    });
    t.match(await run(data, 'blog', 'hide', 'harbour'), {
      code: 0,
      out: 'hidden 1, unchanged 0\n',
    });
    t.match(await run(data, 'blog', 'list', '--verified'), {
      out: 'harbour\thidden\tHarbour\thttps://harbour.example/\nquay-example\tverified\tQuay & Co\thttps://quay.example/\n',
    });
    t.match(await run(data, 'blog', 'show', 'harbour'), { out: 'shown 1, unchanged 0\n' });
    const json = JSON.parse((await run(data, 'blog', 'list', '--json', '--candidates')).out);
    t.match(json, {
      slug: 'knots-example-blog',
      verified: false,
      category: 'Sea',
      feeds: [{ url: 'http://www.knots.example/blog/atom.xml', type: 'atom' }],
    });
    t.match(await run(data, 'blog', 'verify', 'nobody'), { code: 1, err: /no blog "nobody"/ });
    t.match(await run(data, 'blog', 'hide', '--post', 'https://harbour.example/none'), {
      code: 1,
      err: /there is no post/,
    });
  });

  t.test(`media are masked, switched and listed ${name}`, async (t) => {
    const data = await open(t);
    const records = join(folderFor(t), 'media.ndjson');
    writeFileSync(
      records,
      `${JSON.stringify({ kind: 'media', media: 'dawn', title: 'Dawn', camp: 'blue' })}\n`,
    );
    t.equal((await run(data, 'ingest', records)).code, 0);
    t.match(await run(data, 'media', 'disable', 'dawn'), {
      code: 0,
      out: 'disabled 1, unchanged 0\n',
    });
    t.equal((await run(data, 'media', 'list')).out, 'dawn\tdisabled\tblue\tDawn\t\n');
    t.equal((await run(data, 'media', 'hide', 'dawn')).code, 0);
    t.equal((await run(data, 'media', 'list')).out, 'dawn\thidden\tblue\tDawn\t\n');
    t.match(await run(data, 'media', 'enable', 'none'), { code: 1, err: /no media "none"/ });
  });

  t.test(`media that others cite are added, but for those that are known ${name}`, async (t) => {
    const data = await open(t);
    const records = join(folderFor(t), 'media.ndjson');
    const own = { kind: 'media', media: 'wire', title: 'Our Reuters', aliases: ['路透社'] };
    writeFileSync(records, `${JSON.stringify(own)}\n`);
    await run(data, 'ingest', records);
    const listed = await run(data, 'media', 'known', '--list');
    t.match(listed.out, /^nyt\t紐約時報\t美國$/m);
    t.notMatch(listed.out, /^reuters/m, 'its name is known');
    const added = listed.out.trim().split('\n').length;
    t.ok(added > 100);
    t.match(await run(data, 'media', 'known'), { out: `added ${added}, known already 1\n` });
    t.match(await run(data, 'media', 'known'), { out: `added 0, known already ${added + 1}\n` });
    t.match((await run(data, 'media', 'list')).out, /^nyt\texternal\t\S+\t紐約時報\t$/m);
  });

  t.test(`users and keys are made and revoked ${name}`, async (t) => {
    const data = await open(t);
    t.match(await run(data, 'user', 'add', 'ann', '--name', 'Ann'), {
      code: 0,
      out: 'added user 1\n',
    });
    const made = await run(data, 'key', 'create', 'ann', '--label', 'laptop');
    t.match(made, { code: 0, out: /^blog_[A-Za-z0-9_-]{43}\n$/, err: /shown this once/ });
    await run(data, 'key', 'create', 'ann');
    await run(data, 'key', 'create', 'ann');
    t.match(await run(data, 'key', 'create', 'ann'), { code: 1, out: '', err: /3 keys/ });
    t.match(await run(data, 'key', 'list', 'ann'), {
      out: /^1\tann\t20\S+Z\tlaptop\n2\t.*\n3\t.*\n$/,
    });
    t.notOk((await run(data, 'key', 'list')).out.includes(made.out.trim()), 'never shown again');
    t.match(await run(data, 'key', 'revoke', '2'), { code: 0, out: 'revoked\n' });
    t.match(await run(data, 'key', 'revoke', '2'), { code: 1, err: /no key 2/ });
    t.match(await run(data, 'key', 'revoke', 'x'), { code: 1 });
    t.match(await run(data, 'user', 'list'), { out: /^1\tann\t2\t20\S+Z\tAnn\tuser\n$/ });
    t.match(await run(data, 'user', 'remove', 'ann'), { code: 0 });
    t.equal((await run(data, 'user', 'list')).out, '');
  });
}

t.test('what a running server is told shows at once', async (t) => {
  const data = folderFor(t);
  const { getBlog } = await startServer(t, {
    now: '2026-03-10T04:00:00Z',
    records: [
      {
        kind: 'blog',
        slug: 'quay',
        name: 'Quay',
        sourceUrl: 'https://quay.example/',
        verified: false,
      },
    ],
    flags: { data },
  });
  const status = async (): Promise<number> => (await getBlog('/api/v1/blogs/quay')).status;
  t.equal(await status(), 404);
  await run(data, 'blog', 'verify', 'quay');
  t.equal(await status(), 200);
  await run(data, 'blog', 'hide', 'quay');
  t.equal(await status(), 404);
  await run(data, 'user', 'add', 'ann');
  const apiKey = (await run(data, 'key', 'create', 'ann')).out.trim();
  const asked = await getBlog('/api/v1/blogs', { headers: { 'x-api-key': apiKey } });
  t.equal(asked.status, 200);
  t.equal(asked.headers.get('x-ratelimit-limit'), '1000');
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
    t.equal((await run(data, ...args)).code, 2, args.join(' '));
  }
  t.match(await run(data, 'blog', 'add'), { code: 1, err: /--file/ });
  t.match(await run(data, 'blog', 'add', 'x'), { code: 1, err: /--name/ });
  t.match(await run(data, 'blog', 'add', '--file', '/does/not/exist'), { code: 1, err: /exist/ });
});
