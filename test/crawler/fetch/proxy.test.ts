/** Sources that are fetched by way of a proxy. */
import { createServer as createHttp, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import t from 'tap';
import { createAddressRules } from '../../../src/crawler/fetch/addresses.js';
import type { FetchAccess } from '../../../src/crawler/fetch/outcome.js';
import {
  type Cleaning,
  fetcherFor,
  listening,
  type Site,
  serve,
  serveRaw,
  textOf,
} from './loopback.js';

/** Nothing here is public: the rules of these tests open what stands for the web. */
const WEB = '127.0.0.2';
const rules = createAddressRules([WEB]);

function accessOf(proxy: string): FetchAccess {
  const plain = { headers: {}, cookies: null, userAgent: null, basicAuth: null };
  return { hosts: ['site.example'], ...plain, insecureTls: false, proxy };
}

interface Proxy extends Site {
  /** What it was asked to connect to, with what it was told of who asks. */
  asked: string[];
}

/** A proxy of HTTP that connects to the web of this test wherever it is asked to. */
async function httpProxy(t: Cleaning, status = 200): Promise<Proxy> {
  const asked: string[] = [];
  const server = createHttp((_, response) => response.writeHead(405).end());
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    asked.push([request.url, request.headers['proxy-authorization']].join(' '));
    socket.on('error', () => {});
    if (status !== 200) return void socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
    const [host = '', port] = request.url!.split(':');
    joined(socket, connect(Number(port), host), () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
  });
  return Object.assign(await listening(t, server), { asked });
}

/** A proxy of SOCKS5 (RFC 1928), with name and password (RFC 1929) where it wants them. */
async function socksProxy(t: Cleaning, login: string | null = null): Promise<Proxy> {
  const asked: string[] = [];
  const site = await serveRaw(t, (socket) => {
    let step: 'method' | 'login' | 'connect' = 'method';
    socket.on('data', function onData(bytes) {
      if (step === 'method') {
        step = login === null ? 'connect' : 'login';
        socket.write(Uint8Array.of(5, login === null ? 0 : 2));
      } else if (step === 'login') {
        const name = bytes.subarray(2, 2 + bytes[1]!).toString();
        const word = bytes.subarray(3 + bytes[1]!).toString();
        step = 'connect';
        socket.write(Uint8Array.of(1, `${name}:${word}` === login ? 0 : 1));
      } else {
        socket.off('data', onData);
        const host = [...bytes.subarray(4, 8)].join('.');
        const port = bytes.readUInt16BE(8);
        asked.push(`${bytes[3]} ${host}:${port}`);
        joined(socket, connect(port, host), () =>
          socket.write(Buffer.from('05000001000000000000', 'hex')),
        );
      }
    });
  });
  return Object.assign(site, { asked });
}

function joined(socket: Socket, target: Socket, onOpen: () => void): void {
  target.on('error', () => socket.destroy());
  target.once('connect', () => {
    onOpen();
    socket.pipe(target).pipe(socket);
  });
}

/** A site of the test's web, whose name the proxy is not told. */
async function siteOf(t: Cleaning) {
  const site = await serve(
    t,
    (request, response) => {
      if (request.url === '/inside')
        response.writeHead(302, { location: 'http://127.0.0.3/' }).end();
      else response.end(`${request.headers.host} ${request.headers['proxy-authorization'] ?? '-'}`);
    },
    WEB,
  );
  return { url: `http://site.example:${site.port}`, port: site.port };
}

t.test('a proxy is asked for the address that was checked, by http and socks5', async (t) => {
  const { url, port } = await siteOf(t);
  const fetcher = fetcherFor(t, { rules, resolve: async () => [WEB] });
  const web = await httpProxy(t);
  const socks = await socksProxy(t);
  for (const proxy of [web.origin, `socks5://127.0.0.1:${socks.port}`]) {
    const outcome = await fetcher.fetch({ url, purpose: 'feed', access: accessOf(proxy) });
    t.equal(textOf(outcome), `site.example:${port} -`, proxy);
    t.equal(outcome.remoteAddress, WEB);
  }
  t.strictSame(web.asked, [`${WEB}:${port} `]);
  t.strictSame(socks.asked, [`1 ${WEB}:${port}`]);
  await fetcher.fetch({ url, purpose: 'feed' });
  t.equal(web.connections + socks.connections, 2, 'whoever names no proxy goes by none');
});

t.test('name and password come from where they are kept, and are told to nobody', async (t) => {
  const { url, port } = await siteOf(t);
  const web = await httpProxy(t);
  const socks = await socksProxy(t, 'ann:over the sea');
  const fetcher = fetcherFor(t, { rules, resolve: async () => [WEB] });
  t.teardown(() => delete process.env.PROXY_OF_TEST);
  for (const proxy of [web.origin, `socks5://127.0.0.1:${socks.port}`]) {
    process.env.PROXY_OF_TEST = proxy.replace('://', '://ann:over%20the%20sea@');
    const access = accessOf('env:PROXY_OF_TEST');
    const outcome = await fetcher.fetch({ url, purpose: 'feed', access });
    t.equal(textOf(outcome), `site.example:${port} -`, proxy);
    t.notMatch(JSON.stringify(outcome), /over/);
  }
  const pair = Buffer.from('ann:over the sea').toString('base64');
  t.strictSame(web.asked, [`${WEB}:${port} Basic ${pair}`]);
  process.env.PROXY_OF_TEST = `socks5://ann:guessed@127.0.0.1:${socks.port}`;
  const refused = await fetcherFor(t, { rules, resolve: async () => [WEB] }).fetch({
    ...{ url, purpose: 'feed', access: accessOf('env:PROXY_OF_TEST') },
  });
  t.match(refused, { kind: 'failed', reason: 'connect' });
  t.match(JSON.stringify(refused), /the proxy 127\.0\.0\.1:\d+/);
  t.notMatch(JSON.stringify(refused), /guessed/);
  for (const [kept, expected] of [
    ['ftp://127.0.0.1:1', /is no address of a proxy/],
    [undefined, /is not there/],
  ] as const) {
    if (kept === undefined) delete process.env.PROXY_OF_TEST;
    else process.env.PROXY_OF_TEST = kept;
    const outcome = await fetcher.fetch({
      url,
      purpose: 'feed',
      access: accessOf('env:PROXY_OF_TEST'),
    });
    t.match(outcome, { kind: 'failed', reason: 'blocked', message: expected });
  }
});

t.test('no proxy is asked for what may not be fetched', async (t) => {
  const { url } = await siteOf(t);
  const web = await httpProxy(t);
  let name = '127.0.0.3';
  const fetcher = fetcherFor(t, { rules, resolve: async () => [name] });
  const ask = (url: string) =>
    fetcher.fetch({ url, purpose: 'feed', access: accessOf(web.origin) });
  for (const inside of ['http://inside.example/', 'http://10.0.0.1/', 'http://[::1]/']) {
    t.match(await ask(inside), { kind: 'failed', reason: 'private-address' }, inside);
  }
  t.equal(web.connections, 0);
  name = WEB;
  t.match(
    await ask(`${url}/inside`),
    { kind: 'failed', reason: 'private-address' },
    'nor by redirect',
  );
  t.equal(web.asked.length, 1);
});

t.test('what a proxy refuses is told with its name', async (t) => {
  const { url } = await siteOf(t);
  const web = await httpProxy(t, 407);
  const mute = await serveRaw(t, () => {});
  const closed = await serveRaw(t, (socket) => socket.end());
  const options = { rules, resolve: async () => [WEB] };
  const patient = fetcherFor(t, { ...options, limits: { connectMs: 20_000 } });
  const hasty = fetcherFor(t, { ...options, limits: { connectMs: 300 } });
  for (const [proxy, expected] of [
    [web.origin, { reason: 'connect', message: /the proxy 127.*: it answered 407/ }],
    [closed.origin, { reason: 'connect', message: /the proxy 127.*: ECONNRESET/ }],
    [`socks5://127.0.0.1:${closed.port}`, { reason: 'connect', message: /the proxy 127/ }],
    ['http://127.0.0.1:1', { reason: 'connect', message: /the proxy 127.0.0.1:1: ECONNREFUSED/ }],
    [mute.origin, { reason: 'timeout' }],
    [mute.origin.replace('http', 'https'), {}],
    [`socks5://127.0.0.1:${mute.port}`, {}],
  ] as const) {
    const fetcher = proxy.endsWith(`:${mute.port}`) ? hasty : patient;
    const outcome = await fetcher.fetch({ url, purpose: 'feed', access: accessOf(proxy) });
    t.match(outcome, { kind: 'failed', ...expected }, proxy);
  }
});
