/**
 * Hostile records in every field that can reach a page: nothing of them becomes markup, a script or an
 * address that runs something; and what is hidden is in no page once that is acknowledged.
 */
import '../../engine/actor/threads-here.js';
import t from 'tap';
import { times } from '../../all.js';
import { startServer } from '../api/harness.js';
import { startBrowser, skip as withoutBrowser } from './browser.js';
import {
  ELEMENTS_OF,
  faultsOf,
  faultsOfElements,
  HOSTILE_SAMPLE,
  HOSTILE_TEXTS,
  MARK,
  SENT_TEXTS,
} from './hostile-texts.js';

/** Pages that a browser parses too. */
const BROWSER_PAGES = times(100, 250);
const PARSED_AT_ONCE = 10;
/** Requests at once: a page waits for its thread, not for the next page. */
const CALLERS = 6;

const NOW = '2026-03-10T04:00:30.000Z';

/** Every text of a record of news that people may see; each carries the payload. */
function records(payload: string, at: number): object[] {
  const time = new Date(Date.parse(NOW) - (at + 5) * 60_000).toISOString();
  const story = `${payload} ${'共同的一段文字,說的是同一件事。'.repeat(20)}`;
  return ['sunrise', 'harbour'].map((media, side) => ({
    kind: 'news',
    media,
    url: `https://${media}.example/${at}?x=${payload}`,
    title: `${payload} 標題`,
    description: `${payload} 摘要`,
    tags: [payload.slice(0, 60), '共同'],
    authors: [payload.slice(0, 60)],
    section: payload.slice(0, 60),
    body: `${story} ${side}`,
    bodySource: payload.slice(0, 60),
    publishedAt: time,
    observedAt: time,
  }));
}

const MEDIA = ['sunrise', 'harbour'].map((media, at) => ({
  ...{ kind: 'media', media, categories: ['news'], camp: at === 0 ? 'blue' : 'green' },
  title: `${HOSTILE_TEXTS[at]} 報`,
  country: HOSTILE_TEXTS[2],
  icon: 'https://sunrise.example/icon.svg',
}));

async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values();
  const caller = async (): Promise<void> => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
}

t.test('there are more than two hundred texts, and each names itself', async (t) => {
  t.ok(new Set(HOSTILE_TEXTS).size > 200, `${new Set(HOSTILE_TEXTS).size}`);
  t.same(
    HOSTILE_TEXTS.filter((text) => !text.includes(MARK)),
    [],
  );
});

t.test('the check finds what it looks for', async (t) => {
  for (const html of [
    '<script>alert(1)</script>',
    '<a href="javascript:alert(1)">',
    '<svg onload=alert(1)>',
    '<base href=x>',
    '<p style="x">',
    `<p class="${MARK}">`,
    `<p ${MARK}>`,
    '<a href="//evil.example/">',
    '<img src="https://evil.example/x.png">',
    '<form action="data:text/html,x">',
    '<script src="https://evil.example/x.js"></script>',
  ]) {
    t.not(faultsOf(html).length, 0, html);
  }
});

t.test('hostile records stay text on every page, and hidden ones leave', async (t) => {
  const server = await startServer(t, {
    now: NOW,
    records: [{ kind: 'category', key: 'news', label: SENT_TEXTS[0] }, ...MEDIA],
  });
  const summary = await server.ingest(SENT_TEXTS.flatMap(records));
  t.ok(summary.accepted >= SENT_TEXTS.length, `${summary.accepted} were taken`);
  const { app } = server;
  const api = async <T>(path: string): Promise<T> =>
    (await (await fetch(`${app.newsUrl}${path}`)).json()) as T;
  type Articles = { articles: { id: number; title: string; tags: string[]; url: string }[] };
  const middle = new Date(Date.parse(NOW) - (5 + SENT_TEXTS.length / 2) * 60_000).toISOString();
  const halves = await Promise.all(
    [`since=${middle}`, `until=${middle}`].map((half) =>
      api<Articles>(`/api/v1/articles?media=sunrise&limit=200&${half}`),
    ),
  );
  const articles = halves.flatMap((half) => half.articles);
  t.ok(articles.length >= SENT_TEXTS.length - 2, `${articles.length} have a page`);
  const { journalists } = await api<{ journalists: { name: string }[] }>('/api/v1/journalists');
  const names = new Set([...articles.flatMap(({ tags }) => tags), ...SENT_TEXTS]);
  const paths = [
    ...['/', '/tags/', '/articles/', '/similarity/', '/journalists/', '/topics/'],
    ...['/media/', '/media/sunrise/', '/media/harbour/', '/stats/'],
    ...articles.map(({ id }) => `/articles/${id}/`),
    ...[...names].map((tag) => `/tag/${encodeURIComponent(tag)}/`),
    ...journalists.map(({ name }) => `/journalists/${encodeURIComponent(name)}/`),
    ...SENT_TEXTS.map(encodeURIComponent).flatMap((text) => [
      `/articles/?q=${text}&tag=${text}`,
      `/similarity/?q=${text}&node=${text}`,
    ]),
    ...HOSTILE_SAMPLE.map(encodeURIComponent).flatMap((text) => [
      `/articles/?since=${text}&until=${text}&camp=${text}`,
      `/?at=${text}`,
      `/tags/?category=${text}&order=${text}`,
      `/media/${text}/?lang=${text}&scheme=${text}`,
      `/journalists/${text}/`,
      `/eve/${text}/`,
      `/${text}/`,
    ]),
  ];
  const pages: { path: string; html: string }[] = [];
  await inTurns(paths, async (path) => {
    const response = await fetch(`${app.newsUrl}${path}`, { headers: { accept: 'text/html' } });
    const html = await response.text();
    const isPage = response.headers.get('content-type')?.startsWith('text/html') === true;
    const faults = isPage ? faultsOf(html) : ['no page'];
    if (response.status >= 500) faults.push(`status ${response.status}`);
    t.same(faults, [], path);
    pages.push({ path, html });
  });

  await t.test('and in the parser of a browser', { skip: withoutBrowser }, async (t) => {
    const browser = await startBrowser();
    t.teardown(() => browser.close());
    const tab = await browser.newPage();
    const every = Math.ceil(pages.length / BROWSER_PAGES);
    const some = pages.filter((_, at) => at % every === 0);
    for (let at = 0; at < some.length; at += PARSED_AT_ONCE) {
      const batch = some.slice(at, at + PARSED_AT_ONCE);
      const documents = (await tab.evaluate(
        `(${ELEMENTS_OF})(${JSON.stringify(batch.map(({ html }) => html))})`,
      )) as Parameters<typeof faultsOfElements>[0][];
      for (const [place, elements] of documents.entries()) {
        t.same(faultsOfElements(elements), [], batch[place]!.path);
      }
    }
    const ran: string[] = [];
    tab.on('dialog', (dialog) => {
      ran.push(dialog.message());
      void dialog.dismiss();
    });
    tab.on('request', (request) => {
      if (!request.url().startsWith(app.newsUrl)) ran.push(request.url());
    });
    for (const path of ['/', '/tags/', '/articles/', `/articles/${articles[0]!.id}/`, '/media/']) {
      await tab.goto(`${app.newsUrl}${path}`, { waitUntil: 'load' });
      t.same(ran, [], path);
    }
  });

  const [hidden] = articles;
  const page = async (): Promise<string> =>
    (await fetch(`${app.newsUrl}/articles/`, { headers: { accept: 'text/html' } })).text();
  t.match(await page(), `/articles/${hidden!.id}/`);
  await server.ingest([{ kind: 'hide', target: 'news', key: hidden!.url }]);
  t.notMatch(await page(), `/articles/${hidden!.id}/`);
  const gone = await fetch(`${app.newsUrl}/articles/${hidden!.id}/`, {
    headers: { accept: 'text/html' },
  });
  t.equal(gone.status, 410);
  t.equal((await fetch(`${app.newsUrl}/articles/999999999/`)).status, 404);
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
