/** Pages beside an API: paths, methods, forms, headers, cookies, on both servers. */
import { request as httpRequest } from 'node:http';
import t from 'tap';
import { ManualClock, systemMonotonic } from '../../../src/kernel/clock.js';
import { silentLogger } from '../../../src/kernel/logger.js';
import type { CreateServer } from '../../../src/serve/http/choose-server.js';
import { createNodeServer } from '../../../src/serve/http/node-server.js';
import { HTML_TYPE, type Reply } from '../../../src/serve/http/reply.js';
import { createService } from '../../../src/serve/http/service.js';
import { redirectReply, Site, type SiteRoute, withSite } from '../../../src/serve/http/site.js';
import { createUwsServer, loadUws } from '../../../src/serve/http/uws-server.js';
import { sampleOptions } from './sample-service.js';

const text = (body: string, status = 200): Reply => ({
  status,
  body: new TextEncoder().encode(body),
  contentType: HTML_TYPE,
});

const ROUTES: SiteRoute[] = [
  {
    path: '/page/{name}/',
    get: ({ params, cookies, query }) =>
      text(`${params.name} ${cookies.get('lang') ?? '-'} ${query.get('q') ?? '-'}`),
  },
  {
    path: '/form/',
    get: () => text('a form'),
    post: ({ form }) => text(`got ${form.get('word')}`),
  },
  { path: '/broken/', get: () => Promise.reject(new Error('a bug')) },
];

const servers: CreateServer[] = [createNodeServer];
try {
  await loadUws();
  servers.push(createUwsServer);
} catch {
  t.comment('no binary of uWebSockets.js for this machine');
}

for (const createServer of servers) {
  t.test(createServer.name, async (t) => {
    const accessed: string[] = [];
    const site = new Site({
      name: 'pages',
      routes: ROUTES,
      publicUrl: 'https://news.example',
      rateLimit: 60,
      trustedProxies: [],
      monotonic: systemMonotonic,
      logger: silentLogger,
      ready: () => true,
      access: ({ query }) => accessed.push(query),
      errorPage: ({ status, message }) => text(`error ${status}: ${message}`, status),
    });
    const { listener, refusal } = withSite(
      createService(sampleOptions(new ManualClock(1_000_000))),
      site,
    );
    const server = createServer({ host: '127.0.0.1', port: 0, listener, refusal });
    const { port } = await server.listen();
    t.teardown(() => server.close());
    const base = `http://127.0.0.1:${port}`;
    const get = (path: string, init: RequestInit = {}) =>
      fetch(`${base}${path}`, { redirect: 'manual', ...init });
    const post = (headers: Record<string, string>, body: string, path = '/form/') =>
      posted(port, path, headers, body);
    const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

    t.test('pages answer with strict headers, without CORS, and read cookies', async (t) => {
      const response = await get('/page/a%2Fb/?q=%E7%81%AB', {
        headers: { cookie: 'x=1; lang=en' },
      });
      t.equal(await response.text(), 'a/b en 火');
      const policy = response.headers.get('content-security-policy') ?? '';
      t.match(policy, "default-src 'none'");
      t.notMatch(policy, /unsafe|https?:|\*/);
      t.equal(response.headers.get('x-content-type-options'), 'nosniff');
      t.equal(response.headers.get('access-control-allow-origin'), null);
      const named = async (cookie: string) =>
        (await get('/page/a/', { headers: { cookie } })).text();
      t.equal(await named('theme=x,lang=en'), 'a - -', 'a comma is part of a value');
      t.equal(await named('theme=x, lang=en; y=1'), 'a - -');
      t.equal(await named('theme="x;lang=zh"; lang=en'), 'a zh" -', 'a quote ends at no semicolon');
      t.equal(await named('lang=en; lang=zh'), 'a en -', 'the first of two');
      t.equal(await named('__proto__=x; lang=%65n'), 'a %65n -');
    });

    t.test('the API keeps its answers, and browsers that are lost are helped', async (t) => {
      const api = await get('/api/v1/nowhere', { headers: { accept: 'text/html' } });
      t.equal(api.status, 404);
      t.match(api.headers.get('content-type'), 'application/json');
      t.equal(api.headers.get('access-control-allow-origin'), '*');
      const lost = await get('/nowhere', { headers: { accept: 'text/html' } });
      t.match(await lost.text(), /^error 404/);
      t.match((await get('/nowhere')).headers.get('content-type'), 'application/json');
    });

    t.test('what signs somebody in stands in no access log', async (t) => {
      await (await get('/page/a/?q=1&token=secret&Key=secret')).text();
      t.same(accessed.at(-1), 'q=1&token=…&Key=…');
    });

    t.test('an address without its final slash leads to the page, with its query', async (t) => {
      const response = await get('/page/x?q=1');
      t.equal(response.status, 301);
      t.equal(response.headers.get('location'), '/page/x/?q=1');
    });

    t.test('a redirection never leads to another host', async (t) => {
      for (const to of ['//evil.example', '/\\evil.example', 'https://evil.example', '']) {
        const [[, location]] = redirectReply(303, to).headers as [readonly [string, string]];
        t.equal(location, '/', to);
      }
    });

    t.test('methods that a page does not take are refused, with those that it does', async (t) => {
      const response = await get('/page/x/', { method: 'DELETE' });
      t.equal(response.status, 405);
      t.equal(response.headers.get('allow'), 'GET, HEAD');
      t.equal((await post({ ...FORM, origin: base }, 'word=x', '/page/x/')).status, 405);
      const put = await get('/form/', { method: 'PUT', body: 'x' });
      t.equal(put.headers.get('allow'), 'GET, HEAD, POST');
    });

    t.test('a form is taken from our own pages only', async (t) => {
      const own = { ...FORM, origin: 'https://news.example' };
      t.equal((await post(own, 'word=%E7%81%AB')).body, 'got 火');
      t.equal((await post({ ...FORM, origin: base }, 'word=x')).status, 200);
      t.equal((await post({ ...FORM, 'sec-fetch-site': 'same-origin' }, 'word=x')).status, 200);
      for (const headers of [
        { ...FORM, origin: 'https://evil.example' },
        { ...FORM, origin: 'null' },
        { ...FORM, 'sec-fetch-site': 'cross-site' },
        FORM,
      ]) {
        t.equal((await post(headers, 'word=x')).status, 403, JSON.stringify(headers));
      }
    });

    t.test('what is no form, or too long, is refused', async (t) => {
      const json = { 'content-type': 'application/json', origin: base };
      t.equal((await post(json, '{}')).status, 415);
      const long = await post({ ...FORM, origin: base }, `word=${'x'.repeat(70_000)}`);
      t.equal(long.status, 413);
    });

    t.test('a page that fails is an error page, and says nothing of the fault', async (t) => {
      const response = await get('/broken/');
      t.equal(response.status, 500);
      t.equal(await response.text(), 'error 500: internal error');
    });

    t.test('pages are counted, and HEAD has the headers of GET', async (t) => {
      const head = await get('/page/x/', { method: 'HEAD' });
      t.equal(head.headers.get('content-length'), '5');
      let last = 200;
      for (let count = 0; count < 61 && last !== 429; count += 1) {
        last = (await get('/page/x/')).status;
      }
      t.equal(last, 429);
    });
  });
}

/** `fetch` sets headers of its own that a hostile client would not. */
function posted(
  port: number,
  path: string,
  headers: Record<string, string>,
  body: string,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const req = httpRequest({ port, host: '127.0.0.1', path, method: 'POST', headers }, (res) => {
      let answer = '';
      res.setEncoding('utf8').on('data', (piece: string) => {
        answer += piece;
      });
      res.on('end', () => resolve({ status: res.statusCode!, body: answer }));
    });
    req.on('error', reject);
    req.end(body);
  });
}
