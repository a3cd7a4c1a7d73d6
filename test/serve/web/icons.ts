/** Hosted icons: their addresses in every answer that has them, and what the address gives. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { startServer } from '../api/harness.js';

const NOW = '2026-03-10T04:00:30.000Z';
const HASH = '00112233445566aa';
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const SUNRISE = { kind: 'media', media: 'sunrise', title: 'Sunrise' };
const GARDEN = {
  kind: 'blog',
  slug: 'garden',
  name: 'Garden',
  sourceUrl: 'https://garden.example/',
};

t.test('an icon that is hosted stands in every answer about its media and its blog', async (t) => {
  const data = mkdtempSync(join(tmpdir(), 'tagwire-icons-'));
  t.teardown(() => rmSync(data, { recursive: true, force: true }));
  const blogPublicUrl = 'https://blogs.example';
  const flags = { data, blogPublicUrl, newsPublicUrl: 'https://news.example/' };
  const server = await startServer(t, { now: NOW, flags });
  const own = 'https://sunrise.example/icon.svg';
  await server.ingest([
    { ...SUNRISE, icon: own },
    GARDEN,
    { ...GARDEN, slug: 'yard', name: 'Yard', sourceUrl: 'https://yard.example/' },
    post('garden', '<a href="https://yard.example/1">yard</a>'),
    post('yard', '<a href="https://garden.example/1">garden</a>'),
  ]);
  const json = async (base: 'get' | 'getBlog', path: string) => (await server[base](path)).json();
  t.match(await json('get', '/api/v1/media'), { sunrise: { icon: own } }, 'not hosted yet');
  t.match(await json('getBlog', '/api/v1/blogs/garden'), { blog: { iconUrl: null } });

  await server.ingest([
    { ...SUNRISE, iconHash: HASH },
    { ...GARDEN, iconHash: HASH },
  ]);
  const iconUrl = `${blogPublicUrl}/icons/${HASH}.png`;
  t.match(await json('get', '/api/v1/media'), {
    sunrise: { icon: `https://news.example/icons/${HASH}.png` },
  });
  t.match(await json('getBlog', '/api/v1/blogs/garden'), { blog: { iconUrl } });
  const { items } = (await json('getBlog', '/api/v1/articles')) as {
    items: { blogSlug: string; iconUrl: string | null }[];
  };
  t.same(
    new Map(items.map((item) => [item.blogSlug, item.iconUrl])),
    new Map([
      ['yard', null],
      ['garden', iconUrl],
    ]),
  );
  const { nodes } = (await json('getBlog', '/api/v1/relations?hours=168')) as {
    nodes: { slug: string; iconUrl: string | null }[];
  };
  t.equal(nodes.find(({ slug }) => slug === 'garden')?.iconUrl, iconUrl);

  await server.ingest([{ ...GARDEN, iconHash: null }]);
  t.match(await json('getBlog', '/api/v1/blogs/garden'), { blog: { iconUrl: null } });
});

t.test('an icon is a PNG for ever, and no other file can be asked for', async (t) => {
  const data = mkdtempSync(join(tmpdir(), 'tagwire-icons-'));
  t.teardown(() => rmSync(data, { recursive: true, force: true }));
  const { app } = await startServer(t, { now: NOW, flags: { data } });
  const folder = join(data, 'crawler', 'icons');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${HASH}.png`), PNG);
  writeFileSync(join(folder, 'secret.png'), 'x');
  for (const base of [app.newsUrl, app.blogUrl]) {
    const response = await fetch(`${base}/icons/${HASH}.png`);
    t.equal(response.status, 200);
    t.match(Object.fromEntries(response.headers), {
      'content-type': 'image/png',
      'cache-control': /immutable/,
      'x-content-type-options': 'nosniff',
      'content-security-policy': /default-src 'none'/,
    });
    t.same(Buffer.from(await response.arrayBuffer()), PNG);
    for (const name of ['secret', 'ffffffffffffffff', '..%2F..%2Flock', HASH.toUpperCase()]) {
      t.equal((await fetch(`${base}/icons/${name}.png`)).status, 404, name);
    }
  }
});

t.test('a record that names an icon by anything else is refused', async (t) => {
  const server = await startServer(t, { now: NOW });
  for (const iconHash of ['../../lock', 'abc', HASH.toUpperCase(), 7]) {
    const { rejects } = await server.ingest([{ ...GARDEN, iconHash }]);
    t.match(rejects, [{ reason: /iconHash/ }], String(iconHash));
  }
});

function post(blog: string, html: string): object {
  const time = '2026-03-10T03:00:00.000Z';
  return {
    ...{ kind: 'post', blog, url: `https://${blog}.example/1`, title: 'A post', html },
    ...{ publishedAt: time, observedAt: time },
  };
}
