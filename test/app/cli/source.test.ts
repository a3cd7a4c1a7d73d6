/** `tagwire source`, from a site on loopback to `sources.toml` and back. */
import '../../engine/actor/threads-here.js';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import t from 'tap';
import { folderFor, type Owner } from './run-command.js';
import { runHere } from './run-here.js';

t.setTimeout(300_000);

const STORY = 'The tide came in over the old wall and carried the ropes away. '.repeat(20);

/** A small site: home page, feed, two articles. Gives its address. */
async function openSite(owner: Owner): Promise<string> {
  const server = createServer((request, response) => {
    const home = `http://${request.headers.host}/`;
    const [type, body] = pageOf(request.url ?? '/', home);
    response.writeHead(body === '' ? 404 : 200, { 'content-type': type });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  owner.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

function pageOf(path: string, home: string): [type: string, body: string] {
  const html = 'text/html; charset=utf-8';
  if (path === '/') {
    return [
      html,
      `<!doctype html><html lang="en"><head><title>Quay Notes</title>
      <link rel="alternate" type="application/rss+xml" title="Comments" href="/comments/feed">
      <link rel="alternate" type="application/rss+xml" title="Quay Notes" href="/rss.xml"></head>
      <body><h1>Quay Notes</h1><a href="/posts/1">Ropes</a></body></html>`,
    ];
  }
  if (path === '/rss.xml') {
    const items = [1, 2].map(
      (number) => `<item><title>Ropes ${number}</title><link>${home}posts/${number}</link>
      <pubDate>Tue, 0${3 - number} Apr 2031 08:00:00 GMT</pubDate><description>Short.</description></item>`,
    );
    return [
      'application/rss+xml',
      `<?xml version="1.0"?><rss version="2.0"><channel><title>Quay Notes</title>
      <link>${home}</link><description>About "ropes"</description>${items.join('')}</channel></rss>`,
    ];
  }
  if (!path.startsWith('/posts/')) return [html, ''];
  return [
    html,
    `<!doctype html><html lang="en"><head><title>Ropes | Quay Notes</title>
    <meta name="author" content="Ann Quay"></head><body><article><h1>Ropes</h1>
    <time datetime="2031-04-02T08:00:00Z">2 April 2031</time><p>${STORY}</p><p>${STORY}</p>
    </article></body></html>`,
  ];
}

const WEB = ['--crawl-allow', '127.0.0.0/8', '--clock', 'frozen:2031-04-03T00:00:00Z'];

t.test('a site is found, added, tested, listed and removed', async (t) => {
  const site = await openSite(t);
  const data = folderFor(t);
  const path = join(data, 'sources.toml');
  writeFileSync(path, '# mine\n');

  const unasked = await runHere(data, 'source', 'add', site, ...WEB);
  t.match(unasked, { code: 1, err: /no terminal to ask at; say --yes/ });
  t.match(unasked.out, /Quay Notes[\s\S]*rss [\s\S]*2 items[\s\S]*title: Ropes[\s\S]*slug = /);
  t.equal(readFileSync(path, 'utf8'), '# mine\n');

  const added = await runHere(data, 'source', 'add', site, '--yes', '--blog', 'quay', ...WEB);
  t.match(added, { code: 0, out: /byline: Ann Quay[\s\S]*added blog "quay"/ });
  const text = readFileSync(path, 'utf8');
  t.ok(text.startsWith('# mine\n\n[[blog]]\nslug = "quay"\nname = "Quay Notes"\n'), text);
  t.ok(text.includes(`feed = "${site}rss.xml"\n`), text);
  t.match(await runHere(data, 'source', 'add', site, '--yes', ...WEB), {
    code: 1,
    err: /in the sources already, as blog "quay"/,
  });
  t.match(await runHere(data, 'source', 'add', site, '--yes', '--blog', 'quay', ...WEB), {
    code: 1,
    err: /there already, on line 3/,
  });

  t.match(await runHere(data, 'source', 'list'), {
    code: 0,
    out: `blog\tquay\tenabled\tQuay Notes\t${site}rss.xml\n`,
  });
  const tested = await runHere(data, 'source', 'test', 'quay', ...WEB);
  t.match(tested, {
    code: 0,
    out: /user-agent: Tagwire[\s\S]*answer 200[\s\S]*2 items[\s\S]*article/,
  });
  const json = await runHere(data, 'source', 'test', `${site}nothing`, '--json', ...WEB);
  t.equal(json.code, 1);
  t.match(JSON.parse(json.out), { fault: { reason: 'not-found' }, answer: { status: 404 } });
  t.match(await runHere(data, 'source', 'test', 'nobody', ...WEB), {
    code: 1,
    err: /is no source/,
  });

  t.match(await runHere(data, 'source', 'remove', 'quay', '--yes'), { code: 0 });
  t.equal(readFileSync(path, 'utf8'), '# mine\n\n');
});

t.test('private addresses are refused, and what was tried is told', async (t) => {
  const site = await openSite(t);
  const refused = await runHere(folderFor(t), 'source', 'add', site, '--yes');
  t.equal(refused.code, 1);
  t.match(refused.err, /tried http:\/\/127\.0\.0\.1/);
});

t.test('lists come in and go out', async (t) => {
  const data = folderFor(t);
  const list = join(data, 'list.opml');
  writeFileSync(
    list,
    `<opml><body><outline text="Sea"><outline text="Knots" xmlUrl="https://knots.example/feed.xml"/>
    <outline text="Bare" htmlUrl="https://bare.example/"/></outline></body></opml>`,
  );
  t.match(await runHere(data, 'source', 'import', list, '--dry-run'), {
    code: 0,
    out: /\[\[blog\]\]\nslug = "knots-example"/,
  });
  t.match(await runHere(data, 'source', 'import', list), {
    code: 0,
    out: 'added 1, known already 0, without a feed 1, without a usable address 0\n',
    err: /bare.example.*\nwritten to .*sources\.toml\n$/s,
  });
  t.match(await runHere(data, 'source', 'import', list), { out: /added 0, known already 1/ });
  const out = join(data, 'out.opml');
  t.match(await runHere(data, 'source', 'export', '--out', out), { code: 0, out: '' });
  t.match(readFileSync(out, 'utf8'), /xmlUrl="https:\/\/knots.example\/feed.xml"/);
  writeFileSync(join(data, 'sources.toml'), '[[blog]]\nslug = "x"\n');
  t.match(await runHere(data, 'source', 'list'), {
    code: 1,
    err: /sources.toml:1: blog\[0\]: needs/,
  });
});
