/** Answers that lead on in odd ways, and feeds behind statuses that deny them. */
import t from 'tap';
import { fetcherFor, serve, serveRaw, textOf } from './loopback.js';

const FEED =
  '<rss version="2.0"><channel><title>Ebb</title><item><title>Flood</title></item></channel></rss>';

t.test('a Location is read as browsers read it', async (t) => {
  const heads: Record<string, string> = {
    '/spaces': 'Location:    /end   ',
    '/tab': 'Location: \t/end',
    '/up': 'Location: ../../end',
    '/query': 'Location: ?end',
    '/backslash': 'Location: \\end',
    '/fragment': 'Location: /end#comments',
    '/pipe': 'Location: /end?a=b|c d',
    '/percent': 'Location: /end?100%',
    '/twice': 'Location: /end\r\nLocation: /end',
    '/capitals': 'LOCATION: HTTP://HOST/end',
    '/one-slash': 'Location: http:/HOST/end',
    '/no-scheme': 'Location: //HOST/end',
    '/utf8': 'Location: /end?größe',
  };
  const site = await serveRaw(t, (socket) => {
    socket.once('data', (bytes) => {
      const path = String(bytes).split(' ')[1]!;
      const head = heads[path]?.replace('HOST', `127.0.0.1:${site.port}`);
      const rest = 'Content-Length: 0\r\nConnection: close\r\n\r\n';
      socket.end(
        head === undefined || path.includes('end')
          ? `HTTP/1.1 200 OK\r\nContent-Length: 3\r\nConnection: close\r\n\r\nend`
          : `HTTP/1.1 302 Found\r\n${head}\r\n${rest}`,
      );
    });
  });
  const fetcher = fetcherFor(t);
  for (const path of Object.keys(heads)) {
    const read = await fetcher.fetch({ url: site.origin + path, purpose: 'page' });
    t.equal(textOf(read), 'end', `${path}: ${read.kind === 'failed' ? read.message : read.url}`);
  }
});

t.test('a short document with an immediate Refresh header leads on', async (t) => {
  const leading: Record<string, [refresh: string, body: string]> = {
    empty: ['0; url=/feed', ''],
    'no blank': ['0;url=/feed', ''],
    quoted: ['0; URL="/feed"', ''],
    'a second or two': ['2; url=/feed', '<html><body>One moment.</body></html>'],
    comma: ['0, /feed', ' \n'],
    bare: ['0; /feed', '<html></html>'],
  };
  const staying: Record<string, [refresh: string, body: string]> = {
    'a feed': ['0; url=/other', FEED],
    'a page of some length': ['0; url=/other', `<p>${'The tide is out. '.repeat(200)}</p>`],
    'much later': ['300; url=/other', '<p>Page</p>'],
    'no address': ['1', '<p>Page</p>'],
  };
  const answers = { ...leading, ...staying };
  const site = await serve(t, (request, response) => {
    const [refresh, body] = answers[decodeURIComponent(request.url!.slice(1))] ?? ['', FEED];
    if (refresh !== '') response.setHeader('refresh', refresh);
    response.end(body);
  });
  const fetcher = fetcherFor(t);
  const ask = (name: string) =>
    fetcher.fetch({ url: `${site.origin}/${encodeURIComponent(name)}`, purpose: 'feed' });
  for (const name of Object.keys(leading)) {
    const read = await ask(name);
    t.equal(textOf(read), FEED, name);
    t.equal(read.movedTo, null, 'for now');
  }
  for (const [name, [, body]] of Object.entries(staying)) {
    t.equal(textOf(await ask(name)), body, name);
  }
});

t.test('a Refresh header to the page itself ends in no circle', async (t) => {
  const site = await serve(t, (request, response) => {
    const isKnown = request.headers.cookie === 'seen=1';
    if (request.url === '/cookie' && !isKnown) response.setHeader('set-cookie', 'seen=1');
    if (request.url === '/page' || !isKnown) response.setHeader('refresh', `0; url=${request.url}`);
    response.end(isKnown ? FEED : '');
  });
  const fetcher = fetcherFor(t);
  const ask = (path: string) => fetcher.fetch({ url: site.origin + path, purpose: 'feed' });
  t.equal(textOf(await ask('/page')), '', 'the page is what it is');
  t.equal(textOf(await ask('/cookie')), FEED, 'a cookie makes it another request');
});

t.test('a feed with entries is read behind 404 and 500, and nothing else is', async (t) => {
  const json = '{"version":"https://jsonfeed.org/version/1.1","title":"Ebb","items":[{"id":"1"}]}';
  const atom =
    '<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>Flood</title></entry></feed>';
  const empty = '<rss version="2.0"><channel><title>Nothing here</title></channel></rss>';
  const answers: Record<string, [status: number, type: string, body: string, reason?: string]> = {
    rss: [404, 'application/rss+xml', FEED],
    xml: [404, 'text/xml; charset=utf-8', FEED],
    atom: [500, 'application/atom+xml', atom],
    json: [404, 'application/feed+json', json],
    'no entries': [404, 'application/rss+xml', empty, 'not-found'],
    'a page': [404, 'text/html', '<h1>404</h1>', 'not-found'],
    'a fault of a store': [
      404,
      'application/xml',
      '<Error><Code>NoSuchKey</Code></Error>',
      'not-found',
    ],
    gone: [410, 'application/rss+xml', FEED, 'gone'],
    forbidden: [403, 'application/rss+xml', FEED, 'blocked'],
    busy: [503, 'application/rss+xml', FEED, 'server-error'],
  };
  const site = await serve(t, (request, response) => {
    const [status, type, body] = answers[decodeURIComponent(request.url!.slice(1))]!;
    response.writeHead(status, { 'content-type': type }).end(body);
  });
  const fetcher = fetcherFor(t);
  for (const [name, [, , body, reason]] of Object.entries(answers)) {
    const url = `${site.origin}/${encodeURIComponent(name)}`;
    t.equal(textOf(await fetcher.fetch({ url, purpose: 'feed' })), reason ?? body, name);
  }
  const page = await fetcher.fetch({ url: `${site.origin}/rss`, purpose: 'page' });
  t.equal(textOf(page), 'not-found', 'a page with this status is none');
});
