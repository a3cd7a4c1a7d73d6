/** Hostile and slow clients against a server in a child process: it must outlive all of them. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import t from 'tap';
import { exchangeRaw, LARGE, PAGE, requestText } from './sample-service.js';

interface Health {
  inFlight: number;
  openConnections: number;
  /** Resident with uWebSockets.js, whose memory is its own; live heap with node:http. */
  bytes: number;
}

const target: ChildProcess = fork(fileURLToPath(new URL('attack-target.js', import.meta.url)), {
  execArgv: ['--expose-gc'],
});
const [{ port }] = (await once(target, 'message')) as [{ port: number }];
t.teardown(async () => {
  target.send('stop');
  await once(target, 'exit');
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function health(): Promise<Health> {
  target.send('health');
  return ((await once(target, 'message')) as [Health])[0];
}

/**
 * The process lives, has no open answer as soon as it has seen that clients left, and answers: before
 * that, a request may meet the bound on what waits for slow readers.
 */
async function checkAlive(test: Pick<typeof t, 'equal'>) {
  test.equal(target.exitCode, null, 'the process lives');
  test.equal(target.signalCode, null, 'and was not aborted');
  // Asked once more, it might find a request that only now came in, of a client that has left.
  let { inFlight } = await health();
  for (let tries = 0; tries < 100 && inFlight > 0; tries++) {
    await pause(20);
    ({ inFlight } = await health());
  }
  test.equal(inFlight, 0);
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/page`);
  test.equal((await response.arrayBuffer()).byteLength, PAGE.length);
}

/** Opens connections that send and never read; gives the means to drop them. */
async function openDeafClients(count: number, bytes: string): Promise<() => void> {
  const sockets = await Promise.all(
    Array.from({ length: count }, async () => {
      const socket = net.connect(port, '127.0.0.1');
      socket.pause();
      socket.on('error', () => {});
      await once(socket, 'connect');
      socket.write(bytes);
      return socket;
    }),
  );
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}

t.test('Floods of HEAD and 304, alone and pipelined', async (t) => {
  const head = ['page', 'late', 'large', 'nothing', 'throws'].map((path) =>
    requestText(`HEAD /api/v1/${path}`),
  );
  const unchanged = requestText('GET /api/v1/page', 'if-none-match: "abcdefgh"');
  for (const one of [...head, unchanged]) {
    t.match((await exchangeRaw(port, one)).text, /^HTTP\/1\.1 [2345]\d\d /);
    await exchangeRaw(port, one.repeat(50));
  }
  const many = `${head[0]}${unchanged}`.repeat(100);
  await Promise.all(Array.from({ length: 50 }, () => exchangeRaw(port, many)));
  await checkAlive(t);
});

t.test('Clients that pipeline pages and never read cost bounded memory', async (t) => {
  const before = await health();
  for (const line of [
    'GET /api/v1/page',
    'GET /api/v1/late',
    'GET /api/v1/nothing',
    'HEAD /api/v1/page',
  ]) {
    const drop = await openDeafClients(250, requestText(line).repeat(200));
    await pause(300);
    const during = await health();
    t.ok(during.bytes - before.bytes < 150e6, `${line}: ${during.bytes} bytes`);
    drop();
    await pause(50);
  }
  await checkAlive(t);
});

t.test('Clients that leave while their answer is computed', async (t) => {
  const drop = await openDeafClients(200, requestText('GET /api/v1/late?ms=50'));
  await pause(20);
  drop();
  const later = await openDeafClients(100, requestText('GET /api/v1/large'));
  await pause(100);
  later();
  await checkAlive(t);
});

t.test('A slow honest reader gets every byte', async (t) => {
  for (const path of ['/api/v1/large', '/api/v1/large?late=1']) {
    const socket = net.connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    let bytes = 0;
    socket.write(requestText(`GET ${path}`));
    socket.pause();
    await pause(100);
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      bytes += chunk.length;
      socket.pause();
      setImmediate(() => socket.resume());
    });
    socket.resume();
    while (bytes < LARGE.length) await pause(10);
    await pause(20);
    socket.destroy();
    const all = Buffer.concat(chunks);
    t.ok(all.subarray(all.indexOf('\r\n\r\n') + 4).equals(LARGE), path);
  }
  await checkAlive(t);
});

t.test('Bodies, two transfer encodings and torn requests', async (t) => {
  const bytes = [
    `${requestText('POST /api/v1/echo', 'content-length: 5')}hello`,
    `${requestText('POST /api/v1/echo', 'transfer-encoding: chunked')}5\r\nhello\r\n0\r\n\r\n`,
    `${requestText('GET /api/v1/page', 'transfer-encoding: chunked', 'transfer-encoding: identity')}0\r\n\r\n`,
    `${requestText('GET /api/v1/echo', 'content-length: 1000000')}abc`,
    `${requestText('GET /api/v1/echo', 'content-length: 1', 'content-length: 9')}abc`,
    'GET /api/v1/echo HTTP/1.1\r\nhost:',
    requestText('CONNECT x:80'),
    requestText('OPTIONS *'),
  ];
  for (const one of bytes) {
    const { text } = await exchangeRaw(port, one, 60);
    t.notMatch(text, /^HTTP\/1\.1 2/, one.slice(0, 60));
    await exchangeRaw(port, one.repeat(20), 60);
  }
  await checkAlive(t);
});

t.test('Random bytes', async (t) => {
  const token = fc.constantFrom(
    'GET ',
    'HEAD ',
    '/api/v1/page',
    '?',
    ' HTTP/1.1',
    '\r\n',
    'host: x',
    ':',
    '\0',
    '%',
    '\r',
    '\n',
    'content-length: 3',
  );
  const bytes = fc.array(fc.oneof(token, fc.string({ maxLength: 5 })), { maxLength: 25 });
  const samples = fc.sample(bytes, { numRuns: 300, seed: 7 });
  for (let index = 0; index < samples.length; index += 50) {
    const some = samples.slice(index, index + 50);
    await Promise.all(some.map((one) => exchangeRaw(port, one.join(''), 30)));
  }
  await checkAlive(t);
});
