/** The server below the pipeline: opening, counting, bounds, and closing. */
import { once } from 'node:events';
import net from 'node:net';
import t from 'tap';
import { HeaderBlock } from '../../../src/serve/http/header-block.js';
import type {
  HttpServerOptions,
  Listener,
  OutgoingResponse,
} from '../../../src/serve/http/server.js';
import { createSampleServer, exchangeRaw, isFallback, requestText } from './sample-service.js';

const BLOCK = new HeaderBlock([['content-type', 'text/plain']], 0);
const HUGE = new Uint8Array(16 * 1024 * 1024).fill(97);
const hello: Listener = (_req, res) => res.send('200 OK', BLOCK, Buffer.from('hello'), false);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** Waits until a count is what it should be, or says what it stayed. */
async function settles(
  t: Tap & { equal(a: number, b: number): boolean },
  countOf: () => number,
  count: number,
) {
  for (let at = 0; at < 1000 && countOf() !== count; at++) await pause(10);
  t.equal(countOf(), count);
}

async function serverFor(test: Tap, listener: Listener, changes: Partial<HttpServerOptions> = {}) {
  const server = createSampleServer({ host: '127.0.0.1', port: 0, listener, ...changes });
  const { port } = await server.listen();
  test.teardown(() => server.close());
  return { server, port, url: `http://127.0.0.1:${port}/` };
}
type Tap = { teardown(handler: () => Promise<void>): void };

async function connect(port: number, bytes = ''): Promise<net.Socket> {
  const socket = net.connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  if (bytes !== '') socket.write(bytes);
  return socket;
}

t.test('A port that is taken is said to be', async (t) => {
  const { port } = await serverFor(t, hello);
  const second = createSampleServer({ host: '127.0.0.1', port, listener: hello });
  await t.rejects(second.listen(), { code: 'PORT_UNAVAILABLE' });
  await second.close();
});

t.test('Requests are given as they came', async (t) => {
  const seen: unknown[] = [];
  const { port } = await serverFor(t, (req, res) => {
    const { method, path, rawQuery } = req;
    seen.push([method, path, rawQuery, req.header('x-a'), req.headers('x-a'), req.header('x-b')]);
    seen.push([...req.remoteAddress()].slice(-4));
    hello(req, res);
  });
  // Node's own parser takes no method that it does not know.
  const method = isFallback ? 'PATCH' : 'get';
  await exchangeRaw(port, requestText(`${method} /a%20b?x=1?&y`, 'X-A: 1', 'x-a: 2'));
  await exchangeRaw(port, requestText('GET /'));
  t.same(seen, [
    [method, '/a%20b', 'x=1?&y', '1', '1,2', ''],
    [127, 0, 0, 1],
    ['GET', '/', '', '', '', ''],
    [127, 0, 0, 1],
  ]);
});

t.test('Each client has its own address, also while several are connected', async (t) => {
  const { port } = await serverFor(t, (req, res) =>
    res.send('200 OK', BLOCK, Buffer.from([...req.remoteAddress()].slice(-4).join('.')), false),
  );
  const ask = async (localAddress: string) => {
    const socket = net.connect({ port, host: '127.0.0.1', localAddress });
    socket.write(requestText('GET /'));
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    return { socket, address: chunk.toString().split('\r\n\r\n')[1] };
  };
  const sockets: net.Socket[] = [];
  for (const address of ['127.0.0.1', '127.0.0.1', '127.0.0.2', '127.0.0.1', '127.0.0.3']) {
    const answer = await ask(address);
    t.equal(answer.address, address);
    sockets.push(answer.socket);
  }
  for (const socket of sockets) socket.destroy();
  await pause(30);
  const again = await ask('127.0.0.4');
  t.equal(again.address, '127.0.0.4');
  again.socket.destroy();
});

t.test('A body is copied before send returns, now and later', async (t) => {
  const scratch = new Uint8Array(HUGE.length);
  const { url } = await serverFor(t, (req, res) => {
    const answer = () => {
      scratch.fill(98);
      res.send('200 OK', BLOCK, scratch, false);
      scratch.fill(99);
    };
    if (req.path === '/later') setImmediate(answer);
    else answer();
  });
  for (const path of ['', 'later']) {
    const body = new Uint8Array(await (await fetch(url + path)).arrayBuffer());
    t.ok(body.length === HUGE.length && body.every((byte) => byte === 98), path);
  }
});

t.test('Connections are counted, and those beyond the bound are closed', async (t) => {
  const { server, port } = await serverFor(t, hello, { connectionsMax: 3 });
  const sockets = [await connect(port), await connect(port), await connect(port)];
  await settles(t, () => server.openConnections, 3);
  t.same(await exchangeRaw(port, requestText('GET /')), { text: '', closed: true });
  for (const socket of sockets) socket.destroy();
  await settles(t, () => server.openConnections, 0);
  t.match((await exchangeRaw(port, requestText('GET /'))).text, /hello$/);
});

t.test('An answer that nobody takes ends its connection after a while', async (t) => {
  const huge: Listener = (_req, res) => res.send('200 OK', BLOCK, HUGE, false);
  const { server, port } = await serverFor(t, huge, { stallMs: 1000 });
  const socket = await connect(port, requestText('GET /'));
  socket.pause();
  await settles(t, () => server.inFlight, 1);
  await settles(t, () => server.inFlight, 0);
  t.equal(server.openConnections, 0);
  socket.destroy();
});

t.test('Answers that wait are bounded together', async (t) => {
  const huge: Listener = (_req, res) => res.send('200 OK', BLOCK, HUGE, false);
  const { server, port } = await serverFor(t, huge, { pendingBytesMax: 2 * HUGE.length });
  const sockets: net.Socket[] = [];
  for (let index = 0; index < 5; index++) {
    const socket = await connect(port, requestText('GET /'));
    socket.pause();
    sockets.push(socket);
    await pause(20);
  }
  t.ok(server.inFlight >= 1 && server.inFlight <= 3, `${server.inFlight} wait`);
  for (const socket of sockets) socket.destroy();
  await settles(t, () => server.inFlight, 0);
});

t.test('A client that leaves is seen, and a late answer to it does nothing', async (t) => {
  const owed: OutgoingResponse[] = [];
  const { server, port } = await serverFor(t, (_req, res) => void owed.push(res));
  const socket = await connect(port, requestText('GET /'));
  await settles(t, () => server.inFlight, 1);
  t.equal(owed[0]?.aborted, false);
  socket.destroy();
  await settles(t, () => server.inFlight, 0);
  t.equal(owed[0]?.aborted, true);
  owed[0]?.send('200 OK', BLOCK, HUGE, false);
  t.equal(server.inFlight, 0);
});

t.test('Closing waits for answers under way and takes no new connections', async (t) => {
  const { server, port, url } = await serverFor(t, (_req, res) => {
    setTimeout(() => res.send('200 OK', BLOCK, Buffer.from('late'), false), 100);
  });
  const answer = fetch(url).then((response) => response.text());
  while (server.inFlight === 0) await pause(5);
  const closed = server.close();
  t.match(await exchangeRaw(port, requestText('GET /')), { text: '', closed: true });
  t.equal(await answer, 'late');
  await closed;
  t.equal(server.openConnections, 0);
});
