/**
 * Servers that are slow, endless, broken or lying: each costs no more than its limits.
 */
import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import {
  brotliCompressSync,
  constants,
  createGzip,
  deflateRawSync,
  deflateSync,
  gzipSync,
} from 'node:zlib';
import fc from 'fast-check';
import t from 'tap';
import { FETCH_LIMITS } from '../../../src/crawler/fetch/outcome.js';
import { fetcherFor, reasonOf, serve, serveBytes, serveRaw, textOf } from './loopback.js';

const HEAD = 'HTTP/1.1 200 OK\r\n';
/** Answers a request with a head, and then a little at a time. */
function drip(socket: Socket, head: string, drop: string, everyMs: number): void {
  socket.once('data', () => {
    socket.write(head);
    const timer = setInterval(() => socket.write(drop), everyMs);
    socket.once('close', () => clearInterval(timer));
  });
}

/** One limit is short at a time: a machine that is busy must not reach another before it. */
const LONG = { connectMs: 20_000, headersMs: 20_000, stallMs: 20_000, totalMs: 20_000 };

t.test('who does not answer, or not the whole head, is left', async (t) => {
  const silent = await serveRaw(t, () => {});
  const dripping = await serveRaw(t, (socket) => drip(socket, HEAD, 'a: b\r\n', 20));
  const fetcher = fetcherFor(t, { limits: { ...LONG, headersMs: 300 } });
  for (const { origin } of [silent, dripping]) {
    const outcome = await fetcher.fetch({ url: origin, purpose: 'feed' });
    t.match(outcome, { reason: 'timeout', message: /did not answer within 0\.3 s\.$/ });
    t.ok(outcome.elapsedMs < LONG.totalMs / 2, `${outcome.elapsedMs} ms`);
    t.equal(outcome.remoteAddress, '127.0.0.1');
  }
});

t.test('a body that drips or stops is left', async (t) => {
  for (const everyMs of [20, 100_000]) {
    const head = `${HEAD}Content-Length: 100000\r\n\r\n`;
    const site = await serveRaw(t, (socket) => drip(socket, head, 'x', everyMs));
    const outcome = await fetcherFor(t, { limits: { ...LONG, stallMs: 300 } }).fetch({
      url: site.origin,
      purpose: 'feed',
    });
    t.match(outcome, { reason: 'timeout', status: 200, message: /next to nothing within 0\.3 s/ });
    t.ok(outcome.elapsedMs < LONG.totalMs / 2, `${outcome.elapsedMs} ms`);
  }
});

t.test('a body that flows for too long ends with the time for everything', async (t) => {
  const site = await serveRaw(t, (socket) => drip(socket, `${HEAD}\r\n`, 'x'.repeat(500), 20));
  const limits = { ...LONG, totalMs: 1000 };
  const outcome = await fetcherFor(t, { limits }).fetch({ url: site.origin, purpose: 'feed' });
  t.match(outcome, { reason: 'timeout', message: /longer than 1 s in all/ });
});

t.test('redirects that each take their time share the time for everything', async (t) => {
  const site = await serve(t, (request, response) => {
    const next = `/${Number(request.url!.slice(1)) + 1}`;
    setTimeout(() => response.writeHead(302, { location: next }).end(), 700);
  });
  const limits = { ...LONG, totalMs: 3000 };
  const outcome = await fetcherFor(t, { limits }).fetch({
    url: `${site.origin}/1`,
    purpose: 'feed',
  });
  t.match(outcome, { reason: 'timeout', message: /in all/ });
  t.ok(outcome.hops.length >= 2 && outcome.hops.length <= 4, `${outcome.hops.length} hops`);
});

t.test('an endless body ends at its limit, and no connection stays', async (t) => {
  let isClosed = false;
  const site = await serveRaw(t, (socket) => {
    const chunk = Buffer.alloc(64 * 1024, 'x');
    const fill = (): void => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.once('data', () => {
      socket.write(`${HEAD}\r\n`);
      socket.on('drain', fill);
      fill();
    });
    socket.once('close', () => {
      isClosed = true;
    });
  });
  const outcome = await fetcherFor(t).fetch({ url: site.origin, purpose: 'icon' });
  t.match(outcome, { reason: 'too-large', message: /longer than 1048576 bytes/ });
  await new Promise((resolve) => setTimeout(resolve, 50));
  t.ok(isClosed);
});

t.test('a bomb costs no more than the limit', async (t) => {
  const zeros = Buffer.alloc(200 * 1024 * 1024);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
  const bombs: Record<string, [string, Uint8Array]> = {
    gzip: ['gzip', gzipSync(zeros)],
    brotli: ['br', brotliCompressSync(zeros, quality)],
    'gzip in gzip': ['gzip, gzip', gzipSync(gzipSync(zeros))],
  };
  const site = await serve(t, (request, response) => {
    const [encoding, bytes] = bombs[decodeURIComponent(request.url!.slice(1))]!;
    response.setHeader('content-encoding', encoding).end(bytes);
  });
  const fetcher = fetcherFor(t);
  for (const name of Object.keys(bombs)) {
    const before = process.memoryUsage();
    const url = `${site.origin}/${encodeURIComponent(name)}`;
    t.equal(reasonOf(await fetcher.fetch({ url, purpose: 'feed' })), 'too-large', name);
    const { arrayBuffers } = process.memoryUsage();
    const grownBytes = arrayBuffers - before.arrayBuffers;
    t.ok(grownBytes < 3 * FETCH_LIMITS.bytesMax.feed, `${name}: ${grownBytes} bytes`);
  }
});

t.test('a bomb in a sitemap file, too', async (t) => {
  const site = await serve(t, (_request, response) => {
    const gzip = createGzip();
    gzip.pipe(response);
    gzip.end(Buffer.alloc(10 * 1024 * 1024));
  });
  const limits = { bytesMax: { ...FETCH_LIMITS.bytesMax, sitemap: 1024 * 1024 } };
  const outcome = await fetcherFor(t, { limits }).fetch({ url: site.origin, purpose: 'sitemap' });
  t.equal(reasonOf(outcome), 'too-large');
});

t.test('many large bodies at once share one limit, and small ones pass', async (t) => {
  let isOpen = false;
  const site = await serve(t, (request, response) => {
    if (request.url === '/small') response.end('small');
    else {
      response.write(Buffer.alloc(300_000));
      const timer = setInterval(() => isOpen && response.end(Buffer.alloc(1000)), 10);
      response.once('close', () => clearInterval(timer));
    }
  });
  const limits = { inFlightBytesMax: 1_000_000, inFlightShareBytes: 100_000 };
  const fetcher = fetcherFor(t, { limits });
  const large = Array.from({ length: 8 }, () =>
    fetcher.fetch({ url: site.origin, purpose: 'page' }),
  );
  let ended = 0;
  for (const one of large) void one.then(() => ended++);
  for (let at = 0; at < 100 && ended < 5; at++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  t.equal(textOf(await fetcher.fetch({ url: `${site.origin}/small`, purpose: 'page' })), 'small');
  isOpen = true;
  const reasons = (await Promise.all(large)).map(reasonOf);
  t.equal(reasons.filter((reason) => reason === 'ok').length, 3);
  t.equal(reasons.filter((reason) => reason === 'too-large').length, 5);
  t.match(
    await fetcher.fetch({ url: site.origin, purpose: 'page' }),
    { kind: 'ok' },
    'counted back',
  );
});

t.test('encodings are undone one by one, up to two', async (t) => {
  const text = 'Ein Text. '.repeat(100);
  const bodies: Record<string, [string, Uint8Array]> = {
    a: ['GZIP', gzipSync(text)],
    b: ['x-gzip, identity', gzipSync(text)],
    c: ['deflate', deflateSync(text)],
    d: ['deflate', deflateRawSync(text)],
    e: ['br', brotliCompressSync(text)],
    f: ['gzip, br', brotliCompressSync(gzipSync(text))],
    g: ['identity', Buffer.from(text)],
    h: ['', Buffer.from(text)],
  };
  const site = await serve(t, (request, response) => {
    const [encoding, bytes] = bodies[request.url!.slice(1)]!;
    response.setHeader('content-encoding', encoding);
    // Byte by byte at first, so that no decoder may count on whole chunks.
    response.write(bytes.subarray(0, 1));
    setTimeout(() => response.write(bytes.subarray(1, 2)), 10);
    setTimeout(() => response.end(bytes.subarray(2)), 20);
  });
  const fetcher = fetcherFor(t);
  for (const name of Object.keys(bodies)) {
    t.equal(
      textOf(await fetcher.fetch({ url: `${site.origin}/${name}`, purpose: 'page' })),
      text,
      name,
    );
  }
});

t.test('what servers say of encodings that is not true costs nothing', async (t) => {
  const text = '<rss><channel><title>Ein Text</title></channel></rss>'.repeat(20);
  const plainText = Buffer.from(text);
  const packed = gzipSync(text);
  const named = Buffer.concat([
    Buffer.from([0x1f, 0x8b, 8, 8 + 16, 0, 0, 0, 0, 0, 3]),
    Buffer.from('feed.xml\0a comment\0'),
    packed.subarray(10),
  ]);
  const half = text.length / 2;
  const parts = [text.slice(0, half), text.slice(half)].map((part) => gzipSync(part));
  const bodies: Record<string, [string, Uint8Array]> = {
    charset: ['UTF-8', plainText],
    none: ['none', plainText],
    cloud: ['aws-chunked', plainText],
    'cloud and gzip': ['aws-chunked, gzip', packed],
    'plain, gzip said': ['gzip', plainText],
    'plain, brotli said': ['br', plainText],
    'plain, deflate said': ['deflate', plainText],
    'marked, brotli said': ['br', Buffer.from(`\ufeff${text}`)],
    'behind a member': ['gzip', Buffer.concat([packed, Buffer.from('<!-- cached -->')])],
    'zeros behind a member': ['gzip', Buffer.concat([packed, Buffer.alloc(512)])],
    'two members': ['gzip', Buffer.concat(parts)],
    'no trailer': ['gzip', packed.subarray(0, -8)],
    'half a trailer': ['gzip', packed.subarray(0, -3)],
    'name and comment': ['gzip', named],
    'a file, nothing said': ['', packed],
    'a file, identity said': ['identity', packed],
    'packed twice, said once': ['gzip', gzipSync(packed)],
    'gzip said of brotli in gzip': ['br, gzip', gzipSync(brotliCompressSync(text))],
  };
  const site = await serve(t, (request, response) => {
    const [, way, name] = request.url!.split('/');
    const [encoding, bytes] = bodies[decodeURIComponent(name!)]!;
    if (encoding !== '') response.setHeader('content-encoding', encoding);
    const at = way === 'bytes' ? 1 : way === 'end' ? bytes.length - 4 : bytes.length;
    response.write(bytes.subarray(0, at));
    setTimeout(() => response.end(bytes.subarray(at)), 5);
  });
  const fetcher = fetcherFor(t);
  for (const name of Object.keys(bodies)) {
    for (const way of ['bytes', 'end', 'whole']) {
      const url = `${site.origin}/${way}/${encodeURIComponent(name)}`;
      const read = textOf(await fetcher.fetch({ url, purpose: 'feed' }));
      t.equal(read.replace(/^\ufeff/, ''), text, `${name}, ${way}`);
    }
  }
});

t.test('a gzip answer that announces the length of its text is whole', async (t) => {
  const text = '<rss><channel><title>Ein Text</title></channel></rss>'.repeat(20);
  const packed = gzipSync(text);
  const site = await serveRaw(t, (socket) => {
    socket.once('data', (request) => {
      const bytes = request.includes('/cut') ? packed.subarray(0, -20) : packed;
      socket.write(`${HEAD}Content-Encoding: gzip\r\nContent-Length: ${text.length}\r\n\r\n`);
      socket.end(bytes);
    });
  });
  const fetcher = fetcherFor(t);
  t.equal(textOf(await fetcher.fetch({ url: site.origin, purpose: 'feed' })), text);
  const cut = await fetcher.fetch({ url: `${site.origin}/cut`, purpose: 'feed' });
  t.not(reasonOf(cut), 'ok', 'a connection that breaks before');
});

t.test('a broken, cut, unknown or triple encoding is told', async (t) => {
  const whole = gzipSync(randomBytes(100_000));
  const flipped = Buffer.from(whole);
  flipped[50_000]! ^= 0xff;
  const bodies: Record<string, [string, Uint8Array]> = {
    flipped: ['gzip', flipped],
    cut: ['gzip', whole.subarray(0, 60_000)],
    none: ['gzip', Buffer.from([0, ...Buffer.from('<rss></rss>')])],
    brotli: ['br', whole],
    unknown: ['zstd', whole],
    triple: ['gzip, gzip, gzip', whole],
    many: [Array(500).fill('gzip').join(), whole],
  };
  const site = await serve(t, (request, response) => {
    const [encoding, bytes] = bodies[request.url!.slice(1)]!;
    response.setHeader('content-encoding', encoding).end(bytes);
  });
  const fetcher = fetcherFor(t);
  for (const name of Object.keys(bodies)) {
    const outcome = await fetcher.fetch({ url: `${site.origin}/${name}`, purpose: 'page' });
    t.match(outcome, { reason: 'encoding', message: /^The .*\.$/ }, name);
  }
});

t.test('redirects in a circle and too many of them are told', async (t) => {
  const site = await serve(t, (request, response) => {
    const [, kind, number] = request.url!.split('/');
    const next = kind === 'circle' ? (Number(number) + 1) % 3 : Number(number) + 1;
    const location = kind === 'self' ? '/self/0#again' : `/${kind}/${next}`;
    if (kind === 'ten' && number === '10') response.end('there');
    else response.writeHead(301, { location }).end();
  });
  const fetcher = fetcherFor(t);
  const ask = (path: string, purpose: 'feed' | 'robots' = 'feed') =>
    fetcher.fetch({ url: `${site.origin}/${path}/0`, purpose });
  t.match(await ask('circle'), { reason: 'redirect-loop', hops: { length: 3 } });
  t.match(await ask('self'), { reason: 'redirect-loop', hops: { length: 1 } });
  t.match(await ask('on'), { reason: 'too-many-redirects', hops: { length: 11 } });
  t.match(await ask('on', 'robots'), { reason: 'too-many-redirects', hops: { length: 6 } });
  t.equal(textOf(await ask('ten')), 'there');
});

t.test('what is not HTTP, or lies about itself, is broken', async (t) => {
  const answers: [string, string][] = [
    ['broken', '<html>HTTP/0.9 needed no head</html>'],
    ['broken', '\u0000\u0001\u0002\u0003'],
    ['broken', ''],
    ['broken', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort'],
    ['broken', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    ['broken', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nab\r\n'],
    ['broken', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello'],
    ['broken', 'HTTP/1.1 2000 OK\r\n\r\n'],
    ['broken', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'],
    ['broken', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['too-large', `HTTP/1.1 200 OK\r\nX: ${'y'.repeat(40_000)}\r\n\r\n`],
    ['too-large', `HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(20_000)}\r\n`],
    ['broken', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n<rss><channel></channel>'],
    ['ok', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n<rss><channel></channel></rss>\n'],
    [
      'ok',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1e\r\n<rss><channel></channel></rss>\r\n',
    ],
    ['ok', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'],
    ['ok', 'HTTP/1.0 200\r\n\r\nold'],
    ['ok', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhello to the next answer'],
    ['ok', 'HTTP/1.1 204 No Content\r\n\r\n'],
    [
      'ok',
      'HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na',
    ],
  ];
  for (const [reason, bytes] of answers) {
    const site = await serveBytes(t, bytes);
    const outcome = await fetcherFor(t, { limits: LONG }).fetch({
      url: site.origin,
      purpose: 'feed',
    });
    t.equal(reasonOf(outcome), reason, JSON.stringify(bytes.slice(0, 60)));
    if (outcome.kind === 'failed') t.match(outcome.message, /^[^\u0000-\u001f]{10,300}\.$/);
  }
});

t.test('a connection that is reset in the middle is broken', async (t) => {
  const site = await serveRaw(t, (socket) => {
    socket.once('data', () => {
      socket.write(`${HEAD}Content-Length: 1000\r\n\r\nabc`);
      setTimeout(() => socket.resetAndDestroy(), 50);
    });
  });
  const outcome = await fetcherFor(t).fetch({ url: site.origin, purpose: 'feed' });
  t.match(outcome, { reason: 'broken', status: 200 });
});

t.test('bytes after an answer are not taken for the next one', async (t) => {
  const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n';
  const site = await serveRaw(t, (socket) => {
    socket.on('data', () => socket.write(`${answer}a${answer}b`));
  });
  const fetcher = fetcherFor(t);
  for (let at = 0; at < 3; at++) {
    t.equal(textOf(await fetcher.fetch({ url: site.origin, purpose: 'page' })), 'a');
  }
});

t.test('no answer, however odd, makes a fetch reject or last', async (t) => {
  let bytes: Uint8Array = Buffer.alloc(0);
  const site = await serveRaw(t, (socket) => {
    socket.once('data', () => socket.end(bytes));
  });
  const fetcher = fetcherFor(t, { limits: { ...LONG, headersMs: 300 } });
  const line = fc.constantFrom(
    'HTTP/1.1 200 OK\r\n',
    'HTTP/1.1 302 Found\r\n',
    'HTTP/1.1 304 Not Modified\r\n',
    'Content-Length: 5\r\n',
    'Content-Encoding: gzip\r\n',
    'Content-Encoding: deflate\r\n',
    'Transfer-Encoding: chunked\r\n',
    'Location: /a\r\n',
    'Location: //[::1]:1/\r\n',
    'Connection: close\r\n',
    '__proto__: x\r\n',
    '\r\n',
    '5\r\nhello\r\n',
    '0\r\n\r\n',
    ': \r\n',
  );
  const garbage = fc
    .uint8Array({ maxLength: 40 })
    .map((some) => Buffer.from(some).toString('latin1'));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(line, line, garbage), { maxLength: 12 }), async (parts) => {
      bytes = Buffer.from(parts.join(''), 'latin1');
      const outcome = await fetcher.fetch({ url: site.origin, purpose: 'sitemap' });
      return outcome.kind !== 'unchanged' && outcome.elapsedMs < LONG.totalMs / 2;
    }),
    { numRuns: 300 },
  );
});
