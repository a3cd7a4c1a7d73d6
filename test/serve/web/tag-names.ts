/** Tags whose names mean something to paths, queries and markup have pages, and links that lead there. */
import { Parser } from 'htmlparser2';
import t from 'tap';
import { startServer } from '../api/harness.js';

const NOW = '2026-03-10T04:00:30.000Z';
const NAMES = [
  ...['a/b', '/', '//', '.', '..', '...', '../..', './x', 'x/..', 'a\\b'],
  ...['50%', '%', '%2F', '%2e%2e', '%00', '%zz', '100%25'],
  ...['a?b', '?', 'a#b', '#', 'a&b=c', 'a=b', 'a+b', 'a b', 'a;b', 'a:b', '@x', "o'clock", '"x"'],
  ...['<b>', '颱風/豪雨', 'é', '🌀', 'index.html', 'x.xml', 'name'],
];

/** Where the links of a page lead, and its heading. */
function read(html: string): { hrefs: string[]; heading: string } {
  const hrefs: string[] = [];
  let heading = '';
  let isHeading = false;
  const parser = new Parser({
    onopentag: (name, { href }) => {
      if (name === 'a' && href !== undefined) hrefs.push(href);
      isHeading ||= name === 'h1';
    },
    ontext: (text) => {
      if (isHeading) heading += text;
    },
    onclosetag: (name) => {
      if (name === 'h1') isHeading = false;
    },
  });
  parser.end(html);
  return { hrefs, heading };
}

t.test('every name of a tag has a page, to which the page of its article leads', async (t) => {
  const { app, ingest } = await startServer(t, {
    now: NOW,
    records: [
      { kind: 'category', key: 'news', label: 'News' },
      { kind: 'media', media: 'gazette', title: 'Gazette', camp: 'other', categories: ['news'] },
    ],
  });
  const observedAt = new Date(Date.parse(NOW) - 60_000).toISOString();
  await ingest(
    NAMES.map((tag, at) => ({
      ...{ kind: 'news', media: 'gazette', url: `https://gazette.example/${at}`, title: `T${at}` },
      ...{ tags: [tag], publishedAt: observedAt, observedAt },
    })),
  );
  const get = (path: string): Promise<Response> =>
    fetch(`${app.newsUrl}${path}`, { headers: { accept: 'text/html' }, redirect: 'manual' });
  const list = await fetch(`${app.newsUrl}/api/v1/articles?limit=100`);
  const { articles } = (await list.json()) as { articles: { id: number; tags: string[] }[] };
  t.ok(articles.length > NAMES.length * 0.9, `${articles.length} articles`);
  for (const { id, tags } of articles) {
    const { hrefs } = read(await (await get(`/articles/${id}/`)).text());
    const link = hrefs.find((href) => /^\/tag\//.test(href));
    if (tags.length === 0) continue;
    const page = await get(link!);
    t.equal(page.status, 200, `${tags[0]} at ${link}`);
    t.equal(read(await page.text()).heading, tags[0], `${tags[0]} at ${link}`);
  }
  for (const path of ['/tag//', '/tag/%/', '/tag/%zz/', '/tag/%ff/', '/tag/a%2/', '/tag/../../']) {
    const { status } = await get(path);
    t.ok(status === 404 || status === 400 || status === 200, `${path} ${status}`);
  }
});
