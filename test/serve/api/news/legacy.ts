import t from 'tap';
import { legacyPathsOf, legacyReply } from '../../../../src/serve/api/news/legacy.js';
import { startServer } from '../harness.js';
import { CATALOG, NOW } from './fixture.js';

const { app } = await startServer(t, { now: NOW, records: CATALOG });

async function replacementOf(path: string): Promise<string> {
  const response = await fetch(`${app.newsUrl}${path}`);
  if (response.status !== 410) return `status ${response.status}`;
  return ((await response.json()) as { replacement: string }).replacement;
}

t.test('old paths are gone, and say what took their place', async (t) => {
  const response = await fetch(`${app.newsUrl}/api/ranking.php?cat=news&n=10`);
  t.equal(response.status, 410);
  t.match(response.headers.get('content-type'), 'application/json');
  t.equal(response.headers.get('cache-control'), 'no-store');
  t.equal(response.headers.get('access-control-allow-origin'), '*');
  t.ok(response.headers.get('x-ratelimit-limit'), 'they count as every request does');
  t.same(await response.json(), {
    error:
      'this path of the former site is gone; ask /api/v1/ranking?category=news&limit=10 instead',
    replacement: '/api/v1/ranking?category=news&limit=10',
  });
});

t.test('paths are translated with their parameters', async (t) => {
  const pairs = {
    '/api/tag.php?tag=%E5%8F%B0%E7%81%A3&hours=24':
      '/api/v1/tags/%E5%8F%B0%E7%81%A3/articles?hours=24',
    '/api/tag.php?name=A%2FB+C': '/api/v1/tags/A%2FB%20C/articles',
    '/api/tag.php': '/api/v1/ranking',
    '/api/event.php?id=12': '/api/v1/events/threads/12',
    '/api/event.php?pk=12&id=7': '/api/v1/events/threads/7',
    '/api/events.php?at=2026-03-01T00%3A00%3A00Z': '/api/v1/events?at=2026-03-01T00%3A00%3A00Z',
    '/api/articles.php?q=%E6%8D%B7%E9%81%8B&media=a,b':
      '/api/v1/articles?q=%E6%8D%B7%E9%81%8B&media=a%2Cb',
    '/api/similarity.php?hours=48': '/api/v1/similarity?hours=48',
    '/api/topics.php': '/api/v1/topics',
    '/api/media.php': '/api/v1/media',
    '/api/media.php?code=sunrise': '/api/v1/media/sunrise',
    '/api/media-stats.php': '/api/v1/media-stats',
    '/api/Media_Stats.php': '/api/v1/media-stats',
  };
  for (const [old, now] of Object.entries(pairs)) t.equal(await replacementOf(old), now, old);
});

t.test('what cannot be translated is left out', async (t) => {
  t.equal(
    await replacementOf('/api/ranking.php?x=1&cat=&n=%ff&limit=5&limit=6'),
    '/api/v1/ranking?limit=5',
  );
  t.equal(await replacementOf('/api/ranking.php?&=&a&%'), '/api/v1/ranking');
  t.equal(await replacementOf('/api/media.php?code=..'), '/api/v1/media', 'dots lead elsewhere');
  t.equal(
    await replacementOf('/api/tag.php?tag=%22%3Cscript%3E'),
    '/api/v1/tags/%22%3Cscript%3E/articles',
  );
});

t.test('unknown names point to the index', async (t) => {
  for (const path of [
    '/api/nothing.php',
    '/api/.php',
    '/api/a/b.php',
    '/api/v1/old.php',
    '/api/constructor.php',
  ])
    t.equal(await replacementOf(path), '/api/v1', path);
});

t.test('other paths are not old ones', async (t) => {
  for (const path of [
    '/api/ranking',
    '/ranking.php',
    '/api/ranking.php/',
    '/api/ranking.PHP',
    '/apiranking.php',
  ])
    t.equal(await replacementOf(path), 'status 404', path);
});

t.test('methods and bodies are treated as everywhere', async (t) => {
  const ask = (init: RequestInit) => fetch(`${app.newsUrl}/api/ranking.php`, init);
  const head = await ask({ method: 'HEAD' });
  t.equal(head.status, 410);
  t.equal(await head.text(), '');
  const post = await ask({ method: 'POST', body: 'x' });
  t.equal(post.status, 405);
  t.equal(post.headers.get('allow'), 'GET, HEAD');
});

t.test('old paths stand in no document', async (t) => {
  const document = (await (await fetch(`${app.newsUrl}/api/v1/openapi.json`)).json()) as {
    paths: object;
  };
  t.notOk(Object.keys(document.paths).some((path) => path.includes('php')));
});

t.test('rules that make no sense are refused by name', async (t) => {
  const rules = (successor: unknown) => () => legacyPathsOf({ paths: { old: successor } });
  t.throws(() => legacyPathsOf(null), { code: 'CONFIG_INVALID' });
  t.throws(() => legacyPathsOf({ paths: [] }), { code: 'CONFIG_INVALID' });
  for (const successor of [
    'x',
    {},
    { to: 'https://elsewhere.example/' },
    { to: '/api/v2' },
    { to: '/api/v1/tags/{tag}' },
    { to: '/api/v1/tags/{tag}', params: { tag: ['tag'] } },
    { to: '/api/v1/tags/{tag}', params: { tag: 'tag' }, without: '/api/v1' },
    { to: '/api/v1', query: { limit: [1] } },
    { to: '/api/v1', query: [] },
    { to: '/api/v1/x/{a}', params: { a: ['a'] }, without: '/elsewhere' },
  ]) {
    t.throws(rules(successor), { message: /"old"/ }, JSON.stringify(successor));
  }
  t.equal(legacyReply(legacyPathsOf({ paths: {} }), '/api/v1/articles', ''), null);
});
