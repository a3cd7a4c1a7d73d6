/**
 * Hostile records in every field that can reach a page: nothing of them becomes markup, a script or an
 * address that runs something; and what is hidden is in no page once that is acknowledged.
 */
import { Parser } from 'htmlparser2';
import t from 'tap';
import { startServer } from '../api/harness.js';

const NOW = '2026-03-10T04:00:30.000Z';

const PAYLOADS = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'><svg onload=alert(1)>",
  '</title><script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '<!--<script>',
  ']]><script>alert(1)</script>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '{{constructor.constructor("alert(1)")()}}',
  '<a href="javascript:alert(1)">x</a>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '" autofocus onfocus=alert(1) x="',
  '<math><mtext><style><img src onerror=alert(1)></style>',
  '\u2028<script>alert(1)</script>',
  '<base href="https://evil.example/">',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<form action="javascript:alert(1)"><button>',
  '<style>@import "https://evil.example/x.css"</style>',
  '\u0000<script>alert(1)</script>',
  '\uff1cscript\uff1ealert(1)\uff1c/script\uff1e',
];

/** Every text of a record of news that people may see; each carries the payload. */
function records(payload: string, at: number): object[] {
  const time = new Date(Date.parse(NOW) - (at + 5) * 60_000).toISOString();
  const story = `${payload} ${'共同的一段文字,說的是同一件事。'.repeat(20)}`;
  return ['sunrise', 'harbour'].map((media, side) => ({
    kind: 'news',
    media,
    url: `https://${media}.example/${at}?x="><script>alert(1)</script>`,
    title: `${payload} 標題`,
    description: `${payload} 摘要`,
    tags: [payload.slice(0, 40), '共同'],
    authors: [payload.slice(0, 40)],
    section: payload.slice(0, 40),
    body: `${story} ${side}`,
    bodySource: payload.slice(0, 40),
    publishedAt: time,
    observedAt: time,
  }));
}

const MEDIA = ['sunrise', 'harbour'].map((media, at) => ({
  ...{ kind: 'media', media, categories: ['news'], camp: at === 0 ? 'blue' : 'green' },
  title: `${PAYLOADS[at]} 報`,
  country: PAYLOADS[2],
  icon: 'https://sunrise.example/icon.svg',
}));

const SCRIPTS = /^\/assets\/[\w.-]+\.js$/;
const ADDRESSES = new Set(['href', 'src', 'action', 'formaction', 'xlink:href', 'srcdoc', 'data']);
const FORBIDDEN = new Set(['iframe', 'object', 'embed', 'base', 'style', 'math', 'img', 'animate']);

/** What of a page would run, or leads where it must not. */
function faultsOf(html: string): string[] {
  const faults: string[] = [];
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (FORBIDDEN.has(name)) faults.push(`<${name}>`);
      if (name === 'meta' && 'http-equiv' in attributes) faults.push('<meta http-equiv>');
      if (name === 'script') {
        const isData = attributes.type === 'application/ld+json' && attributes.src === undefined;
        if (!isData && !SCRIPTS.test(attributes.src ?? '')) faults.push('<script>');
      }
      for (const [attribute, value] of Object.entries(attributes)) {
        if (attribute.startsWith('on') || attribute === 'style') faults.push(attribute);
        if (ADDRESSES.has(attribute) && !/^(\/(?!\/)|https?:|#)/.test(value)) {
          faults.push(`${attribute}=${value}`);
        }
      }
    },
  });
  parser.end(html);
  return faults;
}

t.test('the check finds what it looks for', async (t) => {
  for (const html of [
    '<script>alert(1)</script>',
    '<a href="javascript:alert(1)">',
    '<svg onload=alert(1)>',
    '<base href=x>',
    '<p style="x">',
    '<script src="https://evil.example/x.js"></script>',
  ]) {
    t.not(faultsOf(html).length, 0, html);
  }
});

t.test('hostile records stay text on every page, and hidden ones leave', async (t) => {
  const server = await startServer(t, {
    now: NOW,
    records: [{ kind: 'category', key: 'news', label: PAYLOADS[0] }, ...MEDIA],
  });
  const summary = await server.ingest(PAYLOADS.flatMap(records));
  t.ok(summary.accepted >= PAYLOADS.length, `${summary.accepted} were taken`);
  const { app } = server;
  const api = async <T>(path: string): Promise<T> =>
    (await (await fetch(`${app.newsUrl}${path}`)).json()) as T;
  const { articles } = await api<{
    articles: { id: number; title: string; tags: string[]; media: string; url: string }[];
  }>('/api/v1/articles?limit=200');
  const { journalists } = await api<{ journalists: { name: string }[] }>('/api/v1/journalists');
  const names = new Set([...articles.flatMap(({ tags }) => tags), ...PAYLOADS]);
  const paths = [
    ...['/', '/tags/', '/articles/', '/similarity/', '/journalists/', '/topics/'],
    ...['/media/', '/media/sunrise/', '/media/harbour/', '/stats/'],
    ...articles.map(({ id }) => `/articles/${id}/`),
    ...[...names].map((tag) => `/tag/${encodeURIComponent(tag)}/`),
    ...journalists.map(({ name }) => `/journalists/${encodeURIComponent(name)}/`),
    ...PAYLOADS.flatMap((payload) => [
      `/articles/?q=${encodeURIComponent(payload)}&tag=${encodeURIComponent(payload)}`,
      `/similarity/?q=${encodeURIComponent(payload)}&node=${encodeURIComponent(payload)}`,
      `/?at=${encodeURIComponent(payload)}`,
      `/tags/?category=${encodeURIComponent(payload)}&order=${encodeURIComponent(payload)}`,
      `/media/${encodeURIComponent(payload)}/?lang=${encodeURIComponent(payload)}`,
      `/journalists/${encodeURIComponent(payload)}/`,
      `/eve/${encodeURIComponent(payload)}/`,
      `/${encodeURIComponent(payload)}/`,
    ]),
  ];
  for (const path of paths) {
    const response = await fetch(`${app.newsUrl}${path}`, { headers: { accept: 'text/html' } });
    const html = await response.text();
    const faults = response.headers.get('content-type')?.startsWith('text/html')
      ? faultsOf(html)
      : ['no page'];
    if (response.status >= 500) faults.push(`status ${response.status}`);
    if (path === '/' && response.status === 503) continue;
    t.same(faults, [], path);
  }

  const [hidden] = articles;
  const page = async (): Promise<string> =>
    (await fetch(`${app.newsUrl}/articles/`, { headers: { accept: 'text/html' } })).text();
  t.match(await page(), `/articles/${hidden!.id}/`);
  await server.ingest([{ kind: 'hide', target: 'news', key: hidden!.url }]);
  t.notMatch(await page(), `/articles/${hidden!.id}/`);
  const gone = await fetch(`${app.newsUrl}/articles/${hidden!.id}/`, {
    headers: { accept: 'text/html' },
  });
  t.equal(gone.status, 404);
});

t.test('an empty store says on every page what to do next', async (t) => {
  const { app } = await startServer(t, { now: NOW });
  for (const path of ['/', '/tags/', '/articles/', '/similarity/', '/journalists/', '/stats/']) {
    const response = await fetch(`${app.newsUrl}${path}?lang=en`);
    t.equal(response.status, 200, path);
    t.match(await response.text(), /tagwire ingest/, path);
  }
  t.match(await (await fetch(`${app.newsUrl}/robots.txt`)).text(), /Sitemap: /);
  t.match(await (await fetch(`${app.newsUrl}/llms.txt`)).text(), /openapi\.json/);
  const feed = (await (await fetch(`${app.newsUrl}/feeds/events.json`)).json()) as object;
  t.match(feed, { version: 'https://jsonfeed.org/version/1.1', items: [] });
});
