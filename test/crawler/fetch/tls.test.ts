/**
 * Certificates, made at the time of the test where openssl is there to make them.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { fetcherFor, listening, reasonOf, serve, serveRaw } from './loopback.js';

const folder = mkdtempSync(join(tmpdir(), 'tagwire-tls-'));
t.teardown(() => rmSync(folder, { recursive: true, force: true }));

interface Certificate {
  key: string;
  cert: string;
}

/** A certificate that is signed by itself; null where there is no openssl. */
function certificateFor(name: string, days: number): Certificate | null {
  const [key, cert] = ['key', 'cert'].map((part) => join(folder, `${name}.${days}.${part}`));
  const args = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  args.push(
    '-nodes',
    '-keyout',
    key!,
    '-out',
    cert!,
    '-subj',
    `/CN=${name}`,
    '-days',
    String(days),
  );
  args.push('-addext', `subjectAltName=DNS:${name},IP:127.0.0.1`);
  try {
    execFileSync('openssl', args, { stdio: 'ignore' });
    return { key: readFileSync(key!, 'utf8'), cert: readFileSync(cert!, 'utf8') };
  } catch {
    return null;
  }
}

const good = certificateFor('feeds.example', 2);
const skip = good === null ? 'openssl is missing or cannot make certificates' : false;

t.test('a certificate that is trusted and made out to the name is good', { skip }, async (t) => {
  const site = await listening(
    t,
    createServer(good!, (request, response) => response.end(request.headers.host)),
  );
  const fetcher = fetcherFor(t, { certificates: good!.cert });
  for (const host of ['feeds.example', '127.0.0.1']) {
    const url = `https://${host}:${site.port}/`;
    t.match(await fetcher.fetch({ url, purpose: 'feed' }), {
      kind: 'ok',
      remoteAddress: '127.0.0.1',
    });
  }
  t.equal(site.connections, 2);
});

t.test(
  'one for another name, signed by itself or expired is told, and nothing is sent',
  { skip },
  async (t) => {
    let requests = 0;
    const site = await listening(
      t,
      createServer(good!, (_request, response) => {
        requests++;
        response.end();
      }),
    );
    const ask = (host: string, certificates?: string) =>
      fetcherFor(t, certificates === undefined ? {} : { certificates }).fetch({
        url: `https://${host}:${site.port}/`,
        purpose: 'feed',
      });
    t.match(await ask('other.example', good!.cert), { reason: 'tls', message: /another name/ });
    t.match(await ask('feeds.example'), { reason: 'tls', message: /signed only by itself/ });
    t.equal(requests, 0);
  },
);

t.test('an expired certificate is told', async (t) => {
  const expired = certificateFor('feeds.example', -1);
  if (expired === null) {
    t.pass('this openssl makes no expired certificates');
    return;
  }
  const site = await listening(
    t,
    createServer(expired, (_request, response) => response.end()),
  );
  const fetcher = fetcherFor(t, { certificates: expired.cert });
  const outcome = await fetcher.fetch({
    url: `https://feeds.example:${site.port}/`,
    purpose: 'feed',
  });
  t.match(outcome, { reason: 'tls', message: /has expired/ });
});

t.test('a server that speaks no TLS, or ends the handshake, or never answers it', async (t) => {
  const plain = await serve(t, (_request, response) => response.end());
  const ending = await serveRaw(t, (socket) => socket.once('data', () => socket.destroy()));
  const silent = await serveRaw(t, () => {});
  const ask = ({ port }: { port: number }, connectMs = 20_000) =>
    fetcherFor(t, { limits: { connectMs } }).fetch({
      url: `https://feeds.example:${port}/`,
      purpose: 'feed',
    });
  t.match(await ask(plain), { reason: 'tls', message: /does not speak TLS|handshake failed/ });
  t.match(await ask(ending), { reason: 'tls', message: /handshake failed/ });
  t.match(await ask(silent, 300), { reason: 'timeout', message: /did not take the connection/ });
});

t.test(
  'a step from https to http is followed, but not remembered as a move',
  { skip },
  async (t) => {
    const plain = await serve(t, (_request, response) => response.end('open'));
    const site = await listening(
      t,
      createServer(good!, (_request, response) =>
        response.writeHead(301, { location: `${plain.origin}/` }).end(),
      ),
    );
    const fetcher = fetcherFor(t, { certificates: good!.cert });
    const outcome = await fetcher.fetch({
      url: `https://127.0.0.1:${site.port}/`,
      purpose: 'feed',
    });
    t.equal(reasonOf(outcome), 'ok');
    t.equal(outcome.movedTo, null);
    t.match(outcome.hops[0], { status: 301, location: `${plain.origin}/` });
  },
);

t.test('TLS goes through a proxy that speaks TLS itself', { skip }, async (t) => {
  const site = await listening(
    t,
    createServer(good!, (request, response) => response.end(request.headers.host)),
  );
  const asked: string[] = [];
  const server = createServer(good!);
  server.on('connect', (request, socket) => {
    asked.push(request.url!);
    const target = connect(site.port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(target).pipe(socket);
    });
    for (const end of [socket, target]) end.on('error', () => {});
  });
  const proxy = await listening(t, server);
  const url = `https://feeds.example:${site.port}/`;
  const plain = { headers: {}, cookies: null, userAgent: null, basicAuth: null };
  const ask = (certificates?: string) =>
    fetcherFor(t, certificates === undefined ? {} : { certificates }).fetch({
      ...{ url, purpose: 'feed' },
      access: {
        ...{ hosts: ['feeds.example'], ...plain, insecureTls: true },
        proxy: `https://127.0.0.1:${proxy.port}`,
      },
    });
  t.match(await ask(good!.cert), { kind: 'ok', remoteAddress: '127.0.0.1' });
  t.strictSame(asked, [`127.0.0.1:${site.port}`]);
  const untrusted = await ask();
  t.equal(
    reasonOf(untrusted),
    'tls',
    'the certificate of the proxy counts whatever the source says',
  );
  t.match(untrusted, { message: `127.0.0.1:${proxy.port}` });
});
