import type { IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import t from 'tap';
import {
  fetcherFor,
  listening,
  reasonOf,
  serve,
  serveRaw,
  textOf,
  USER_AGENT,
} from './loopback.js';

t.test('a document comes with its headers, its validators and its way', async (t) => {
  let asked: IncomingMessage | null = null;
  const site = await serve(t, (request, response) => {
    asked = request;
    response.setHeader('etag', '"one"').setHeader('last-modified', 'Thu, 01 Jan 2026 00:00:00 GMT');
    response.setHeader('set-cookie', 'a=b').setHeader('link', ['<a>', '<b>']);
    response.setHeader('content-type', 'application/rss+xml').end('<rss/>');
  });
  const outcome = await fetcherFor(t).fetch({ url: `${site.origin}/feed?a=b#c`, purpose: 'feed' });
  t.match(outcome, {
    kind: 'ok',
    url: `${site.origin}/feed?a=b`,
    status: 200,
    contentType: 'application/rss+xml',
    etag: '"one"',
    lastModified: 'Thu, 01 Jan 2026 00:00:00 GMT',
    hops: [{ url: `${site.origin}/feed?a=b`, status: 200, location: null }],
    movedTo: null,
    remoteAddress: '127.0.0.1',
    headers: { link: '<a>, <b>' },
    sent: { 'user-agent': USER_AGENT, 'accept-encoding': 'gzip, br, deflate' },
  });
  t.equal(textOf(outcome), '<rss/>');
  t.notOk('set-cookie' in outcome.headers);
  t.match(asked, { url: '/feed?a=b', method: 'GET', headers: { 'user-agent': USER_AGENT } });
});

t.test('validators are sent, and 304 is unchanged with the new ones', async (t) => {
  const site = await serve(t, (request, response) => {
    const isSame = request.headers['if-none-match'] === '"one"';
    response.writeHead(isSame ? 304 : 200, { etag: '"two"' }).end();
  });
  const fetcher = fetcherFor(t);
  const url = `${site.origin}/feed`;
  const same = await fetcher.fetch({ url, purpose: 'feed', etag: '"one"', lastModified: 'x' });
  t.match(same, { kind: 'unchanged', status: 304, etag: '"two"', lastModified: null });
  t.match(same.sent, { 'if-none-match': '"one"', 'if-modified-since': 'x' });
  const other = await fetcher.fetch({ url, purpose: 'feed', etag: '"other"' });
  t.match(other, { kind: 'ok', etag: '"two"' });
  const odd = await fetcher.fetch({ url, purpose: 'feed', etag: '"one"\r\nx: y' });
  t.match(odd, { kind: 'ok' }, 'a validator that is no header value is not sent');
});

t.test('a time that has not come is no validator', async (t) => {
  const asked: unknown[] = [];
  const site = await serve(t, (request, response) => {
    asked.push(request.headers['if-modified-since']);
    response.end('x');
  });
  const fetcher = fetcherFor(t);
  const times = ['Wed, 31 Dec 2025 08:00:00 GMT', 'Sat, 16 Nov 2041 19:11:00 GMT', 'yesterday'];
  for (const lastModified of times) {
    await fetcher.fetch({ url: site.origin, purpose: 'feed', lastModified });
  }
  t.same(asked, [times[0], undefined, 'yesterday']);
});

t.test('304 to a request that asked for everything is a fault of the server', async (t) => {
  const site = await serve(t, (_request, response) => response.writeHead(304).end());
  const outcome = await fetcherFor(t).fetch({ url: site.origin, purpose: 'feed' });
  t.match(outcome, { kind: 'failed', reason: 'server-error', status: 304 });
});

t.test('a status has its reason, and Retry-After its time', async (t) => {
  const site = await serve(t, (request, response) => {
    const [, status, wait] = request.url!.split('/');
    if (wait) response.setHeader('retry-after', decodeURIComponent(wait));
    response.writeHead(Number(status)).end('body');
  });
  const fetcher = fetcherFor(t);
  const ask = (path: string) => fetcher.fetch({ url: `${site.origin}/${path}`, purpose: 'page' });
  const reasons: Record<number, string> = {
    200: 'ok',
    202: 'ok',
    204: 'ok',
    206: 'server-error',
    226: 'server-error',
    300: 'server-error',
    302: 'server-error',
    400: 'client-error',
    401: 'blocked',
    403: 'blocked',
    404: 'not-found',
    407: 'blocked',
    410: 'gone',
    418: 'client-error',
    429: 'rate-limited',
    451: 'blocked',
    500: 'server-error',
    503: 'server-error',
    599: 'server-error',
  };
  for (const [status, reason] of Object.entries(reasons)) {
    const outcome = await ask(status);
    t.equal(reasonOf(outcome), reason, status);
    if (outcome.kind !== 'failed') continue;
    t.match(outcome.message, new RegExp(`^http://127.* answered ${status}: .*\\.$`));
    t.equal(outcome.retryAfterMs, null);
  }
  const waits: [string, number | null][] = [
    ['120', 120_000],
    ['0', 0],
    ['99999999', 7 * 86_400_000],
    ['Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
    ['Fri, 01 Jan 2100 00:00:00 GMT', 7 * 86_400_000],
    ['soon', null],
    ['-5', null],
    ['1e3', null],
  ];
  for (const [wait, retryAfterMs] of waits) {
    const path = `429/${encodeURIComponent(wait)}`;
    t.match(await ask(path), { reason: 'rate-limited', retryAfterMs }, wait);
  }
  t.match(await ask('503/60'), { reason: 'rate-limited', retryAfterMs: 60_000 });
});

t.test('redirects are followed, with validators, and a permanent move is told', async (t) => {
  const ways: Record<string, [number, string]> = {
    '/old': [301, '/older'],
    '/older': [308, '/for-now#part'],
    '/for-now': [302, '/again'],
    '/again': [301, '/feed?caf%C3%A9'],
    '/temporary': [307, '/old'],
  };
  const validators: unknown[] = [];
  const site = await serve(t, (request, response) => {
    const way = ways[request.url!];
    validators.push(request.headers['if-none-match']);
    if (way) response.writeHead(way[0], { location: way[1] }).end('moved');
    else response.end(request.url);
  });
  const fetcher = fetcherFor(t);
  const ask = (path: string) =>
    fetcher.fetch({ url: site.origin + path, purpose: 'feed', etag: '"a"' });
  const moved = await ask('/old');
  t.equal(textOf(moved), '/feed?caf%C3%A9');
  t.equal(moved.movedTo, `${site.origin}/for-now`, 'the end of the leading permanent ones');
  t.same(
    moved.hops.map(({ status, location }) => [status, location?.slice(site.origin.length)]),
    [
      [301, '/older'],
      [308, '/for-now'],
      [302, '/again'],
      [301, '/feed?caf%C3%A9'],
      [200, undefined],
    ],
  );
  t.same(new Set(validators), new Set(['"a"']));
  t.equal((await ask('/temporary')).movedTo, null);
});

t.test(
  'a Location beyond ASCII is read as UTF-8, and an unreadable one is a bad address',
  async (t) => {
    const site = await serve(t, (request, response) => {
      if (request.url === '/a') {
        response.socket!.end(
          Buffer.from('HTTP/1.1 302 Found\r\nLocation: /新聞\r\nConnection: close\r\n\r\n'),
        );
      } else if (request.url === '/b') response.writeHead(302, { location: 'http://[' }).end();
      else response.end(request.url);
    });
    const fetcher = fetcherFor(t);
    const ask = (path: string) => fetcher.fetch({ url: site.origin + path, purpose: 'page' });
    t.equal(textOf(await ask('/a')), encodeURI('/新聞'));
    t.match(await ask('/b'), { reason: 'bad-address', status: 302 });
  },
);

t.test('a form is posted, and sent on only where the method stays', async (t) => {
  const site = await serve(t, async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    if (request.url === '/same') response.writeHead(307, { location: '/hub' }).end();
    else if (request.url === '/other') response.writeHead(302, { location: '/hub' }).end();
    else
      response.writeHead(202).end(`${request.method} ${request.headers['content-type']} ${body}`);
  });
  const fetcher = fetcherFor(t);
  const post = (path: string) =>
    fetcher.fetch({ url: site.origin + path, purpose: 'hub', form: { 'hub.mode': 'a b&c' } });
  const posted = 'POST application/x-www-form-urlencoded hub.mode=a+b%26c';
  t.equal(textOf(await post('/hub')), posted);
  t.equal(textOf(await post('/same')), posted);
  t.match(await post('/other'), { reason: 'server-error', status: 302 });
});

t.test('a connection serves the next request, and a stale one is replaced', async (t) => {
  let answers = 0;
  const site = await serveRaw(t, (socket) => {
    let served = 0;
    socket.on('data', () => {
      // The third request on a connection finds it closed.
      if (++served > 2) socket.destroy();
      else socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n${answers++ % 10}`);
    });
  });
  const fetcher = fetcherFor(t);
  for (let at = 0; at < 6; at++) {
    t.equal(textOf(await fetcher.fetch({ url: site.origin, purpose: 'page' })), String(at));
  }
  t.equal(site.connections, 3);
});

t.test('a user agent that is no header value is refused at the start', async (t) => {
  for (const userAgent of ['', 'Tagwire\r\nx: y', 'Tagwire/0 (\u65b0)']) {
    t.throws(() => fetcherFor(t, { userAgent }), { code: 'CONFIG_INVALID' });
  }
});

t.test('many requests on one connection leave nothing behind', async (t) => {
  const warnings: Error[] = [];
  const note = (warning: Error): number => warnings.push(warning);
  process.on('warning', note);
  t.teardown(() => process.off('warning', note));
  const site = await serve(t, (_request, response) => response.end('a'));
  const fetcher = fetcherFor(t);
  for (let at = 0; at < 50; at++) await fetcher.fetch({ url: site.origin, purpose: 'page' });
  t.equal(site.connections, 1);
  t.same(warnings, []);
});

t.test('an idle connection ends by itself', async (t) => {
  let closed = 0;
  const site = await serveRaw(t, (socket) => {
    socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'));
    socket.once('close', () => closed++);
  });
  const fetcher = fetcherFor(t, { limits: { idleMs: 500 } });
  await fetcher.fetch({ url: site.origin, purpose: 'page' });
  t.equal(closed, 0);
  for (let at = 0; at < 40 && closed === 0; at++) await new Promise((go) => setTimeout(go, 100));
  t.equal(closed, 1);
});

t.test('only so many connections stay open', async (t) => {
  const ports = await Promise.all([1, 2, 3].map(() => serve(t, (_, response) => response.end())));
  const fetcher = fetcherFor(t, { limits: { idleConnectionsMax: 2 } });
  for (const { origin } of [...ports, ...ports.toReversed()]) {
    await fetcher.fetch({ url: origin, purpose: 'page' });
  }
  t.same(
    ports.map(({ connections }) => connections),
    [2, 1, 1],
  );
});

t.test('a fetch can be stopped while it connects, waits, reads, and before', async (t) => {
  const slow = await serveRaw(t, (socket) => {
    socket.once('data', (data) => {
      if (String(data).includes('/body')) {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n1');
      }
    });
  });
  const never = new Promise<string[]>(() => {});
  const fetcher = fetcherFor(t, { resolve: () => never });
  for (const url of [`${slow.origin}/head`, `${slow.origin}/body`, 'http://feeds.example/']) {
    const controller = new AbortController();
    const outcome = fetcher.fetch({ url, purpose: 'page', signal: controller.signal });
    setTimeout(() => controller.abort(), 100);
    t.equal(reasonOf(await outcome), 'aborted', url);
  }
  const signal = AbortSignal.abort();
  t.equal(reasonOf(await fetcher.fetch({ url: slow.origin, purpose: 'page', signal })), 'aborted');
});

t.test('one signal stops many fetches, without a warning', async (t) => {
  const warnings: Error[] = [];
  const note = (warning: Error): number => warnings.push(warning);
  process.on('warning', note);
  t.teardown(() => process.off('warning', note));
  const site = await serveRaw(t, () => {});
  const fetcher = fetcherFor(t);
  const controller = new AbortController();
  const { signal } = controller;
  const all = Array.from({ length: 30 }, () =>
    fetcher.fetch({ url: site.origin, purpose: 'page', signal }),
  );
  await new Promise((resolve) => setTimeout(resolve, 50));
  controller.abort();
  t.same(new Set((await Promise.all(all)).map(reasonOf)), new Set(['aborted']));
  t.same(warnings, []);
});

t.test('closing stops what is under way and refuses what comes later', async (t) => {
  const site = await serveRaw(t, () => {});
  const fetcher = fetcherFor(t);
  const outcome = fetcher.fetch({ url: site.origin, purpose: 'page' });
  await new Promise((resolve) => setTimeout(resolve, 50));
  await fetcher.close();
  t.equal(reasonOf(await outcome), 'aborted');
  t.equal(reasonOf(await fetcher.fetch({ url: site.origin, purpose: 'page' })), 'aborted');
});

t.test('no server, no name and a broken resolver have their reasons', async (t) => {
  const site = await listening(t, (await import('node:net')).createServer());
  const gone = site.origin.replace(/:\d+$/, ':1025');
  t.match(await fetcherFor(t).fetch({ url: gone, purpose: 'page' }), {
    reason: 'connect',
    message: /^No connection to 127.0.0.1:1025 could be made \(ECONNREFUSED\)\.$/,
    status: 0,
    remoteAddress: null,
  });
  const nobody = fetcherFor(t, { resolve: async () => [] });
  t.equal(reasonOf(await nobody.fetch({ url: 'http://a.example/', purpose: 'page' })), 'dns');
  const failing = fetcherFor(t, { resolve: () => Promise.reject(new Error('server failure')) });
  t.equal(reasonOf(await failing.fetch({ url: 'http://a.example/', purpose: 'page' })), 'dns');
});

t.test('of several addresses the next is tried where one does not answer', async (t) => {
  const site = await serve(t, (_request, response) => response.end('here'));
  const fetcher = fetcherFor(t, { resolve: async () => ['::1', '127.0.0.9', '127.0.0.1'] });
  const url = `http://a.example:${site.port}/`;
  t.match(await fetcher.fetch({ url, purpose: 'page' }), {
    kind: 'ok',
    remoteAddress: '127.0.0.1',
  });
});

t.test('a sitemap that is a gzip file is unpacked, and no other document is', async (t) => {
  const packed = gzipSync('<urlset/>');
  const site = await serve(t, (request, response) => {
    if (request.url === '/both')
      response.setHeader('content-encoding', 'gzip').end(gzipSync(packed));
    else response.end(packed);
  });
  const fetcher = fetcherFor(t);
  const ask = (path: string, purpose: 'sitemap' | 'icon') =>
    fetcher.fetch({ url: site.origin + path, purpose });
  t.equal(textOf(await ask('/one', 'sitemap')), '<urlset/>');
  t.equal(textOf(await ask('/both', 'sitemap')), '<urlset/>');
  t.equal(textOf(await ask('/one', 'icon')), packed.toString());
});
