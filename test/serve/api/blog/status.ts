import t from 'tap';
import { ManualClock } from '../../../../src/kernel/clock.js';
import type { BlogSources } from '../../../../src/serve/api/blog/sources.js';
import { statusRoute } from '../../../../src/serve/api/blog/status.js';
import type { Reply } from '../../../../src/serve/http/reply.js';
import { startServer } from '../harness.js';
import { BLOGS, NOW } from './fixture.js';

t.test('the status page is HTML for browsers and JSON for programs', async (t) => {
  const flags = { blogPublicUrl: 'https://blogs.example', newsPublicUrl: 'https://news.example' };
  const { getBlog, app } = await startServer(t, {
    ticksByHand: true,
    now: NOW,
    records: BLOGS,
    flags,
  });
  const json = await getBlog('/api/status', { headers: { accept: 'application/json' } });
  t.equal(json.headers.get('cache-control'), 'no-store');
  t.match(json.headers.get('content-type'), /^application\/json/);
  const body = (await json.json()) as {
    status: string;
    updatedAt: string;
    endpoints: { path: string }[];
  };
  t.match(body, { status: 'ok', updatedAt: NOW, version: /^\d+\.\d+/ });
  const document = (await (await getBlog('/api/v1/openapi.json')).json()) as { paths: object };
  t.strictSame(body.endpoints.map(({ path }) => path).sort(), Object.keys(document.paths).sort());
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  const page = await fetch(`${app.blogUrl}/api/status`, {
    headers: { accept: browser, 'accept-language': 'en', cookie: 'lang=zh; scheme=dark' },
  });
  t.match(page.headers.get('content-type'), /^text\/html/);
  t.equal(page.headers.get('cache-control'), 'no-store');
  t.equal(page.headers.get('access-control-allow-origin'), '*', 'as every answer of the service');
  t.equal(
    page.headers.get('x-ratelimit-limit'),
    json.headers.get('x-ratelimit-limit'),
    'and counted with them',
  );
  const left = (answer: Response) => Number(answer.headers.get('x-ratelimit-remaining'));
  t.ok(left(page) < left(json));
  t.match(page.headers.get('content-security-policy'), "default-src 'none'");
  const text = await page.text();
  t.match(text, /<h1>Status<\/h1>/, 'in the frame of all pages');
  t.match(text, /The data can be reached/, 'as the browser asks for: no cookie is read');
  t.match(text, /data-scheme="auto"/);
  t.match(text, /\/api\/v1\/blogs\/\{slug\}/);
  t.notMatch(text, /127\.0\.0\.1/, 'no host is told');
  for (const accept of [
    '*/*',
    '',
    'application/json, text/html',
    'text/html;q=0.5, application/json',
  ]) {
    const any = await getBlog('/api/status', { headers: { accept } });
    t.match(any.headers.get('content-type'), /^application\/json/, accept);
  }
  t.equal((await getBlog('/api/status?x=1')).status, 400);
  t.equal((await getBlog('/api/status', { method: 'POST' })).status, 405);
});

/** The status as of now, with a check that the test decides on. */
function statusOf(isAvailable: () => Promise<boolean>) {
  const monotonic = new ManualClock(1000);
  const sources = { clock: new ManualClock(0), monotonic, version: '1.0.0', isAvailable };
  const { handle } = statusRoute(sources as unknown as BlogSources, []);
  const raw = {
    query: '',
    path: '/api/status',
    ifNoneMatch: '',
    acceptEncoding: '',
    accept: '',
    lastEventId: '',
    client: '',
  };
  const ask = async (): Promise<string> => {
    const reply: Reply = await handle({ query: {}, params: {}, raw });
    return (JSON.parse(Buffer.from(reply.body).toString()) as { status: string }).status;
  };
  return { monotonic, ask };
}

t.test('a check counts for five seconds and not a millisecond longer', async (t) => {
  let checks = 0;
  let isAvailable = true;
  const { monotonic, ask } = statusOf(async () => {
    checks += 1;
    return isAvailable;
  });
  t.strictSame(await Promise.all([ask(), ask(), ask()]), ['ok', 'ok', 'ok']);
  t.equal(checks, 1, 'callers share a check');
  isAvailable = false;
  monotonic.advance(4999);
  t.equal(await ask(), 'ok');
  monotonic.advance(1);
  t.equal(await ask(), 'degraded');
  t.equal(checks, 2);
});

t.test('a check that fails or does not end means degraded', async (t) => {
  t.equal(await statusOf(() => Promise.reject(new Error('gone'))).ask(), 'degraded');
  t.equal(await statusOf(() => new Promise(() => undefined)).ask(), 'degraded');
});
