/** How the operator of a source has it asked. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import type { FetchAccess } from '../../../src/crawler/fetch/outcome.js';
import { fetcherFor, serve, textOf } from './loopback.js';

function accessOf(origin: string, more: Partial<FetchAccess>): FetchAccess {
  const plain = { headers: {}, cookies: null, userAgent: null, basicAuth: null, proxy: null };
  return { hosts: [new URL(origin).host], ...plain, insecureTls: false, ...more };
}

t.test('headers, cookies and passwords go to the hosts of the source and no other', async (t) => {
  const other = await serve(t, (request, response) => {
    response.end(JSON.stringify(request.headers));
  });
  const site = await serve(t, (request, response) => {
    if (request.url === '/away') response.writeHead(302, { location: other.origin }).end();
    else response.end(JSON.stringify(request.headers));
  });
  const folder = mkdtempSync(join(tmpdir(), 'tagwire-login-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'login');
  writeFileSync(path, 'ann:over the sea\n');
  const access = accessOf(site.origin, {
    headers: { 'accept-language': 'de' },
    ...{ cookies: 'consent=yes', userAgent: 'Reader/1', basicAuth: `file:${path}` },
  });
  const fetcher = fetcherFor(t);
  const ask = (url: string) => fetcher.fetch({ url: site.origin + url, purpose: 'feed', access });
  const own = await ask('/feed');
  t.match(JSON.parse(textOf(own)), {
    ...{ 'accept-language': 'de', cookie: 'consent=yes', 'user-agent': 'Reader/1' },
    authorization: `Basic ${Buffer.from('ann:over the sea').toString('base64')}`,
  });
  t.match(own.sent, { authorization: `(from file:${path})`, cookie: 'consent=yes' });
  t.notMatch(JSON.stringify(own), 'over the sea', 'the password is told to nobody else');
  const led = JSON.parse(textOf(await ask('/away')));
  t.equal(led['user-agent'], 'Reader/1');
  t.equal(led['accept-language'], '*', 'what everybody is told');
  for (const name of ['cookie', 'authorization']) t.notOk(led[name], name);
  rmSync(path);
  t.match(await ask('/feed'), { kind: 'failed', reason: 'blocked', message: `file:${path}` });
});

t.test('cookies live for one fetch, through a redirect to the address itself', async (t) => {
  const site = await serve(t, (request, response) => {
    if (/seen=1/.test(request.headers.cookie ?? '')) response.end('in');
    else {
      const cookie = request.url === '/lost' ? [] : ['seen=1; Path=/', 'bad cookie'];
      response.writeHead(302, { location: request.url!, 'set-cookie': cookie }).end();
    }
  });
  const fetcher = fetcherFor(t);
  const ask = async (path: string) =>
    textOf(await fetcher.fetch({ url: site.origin + path, purpose: 'page' }));
  t.equal(await ask('/'), 'in');
  t.equal(await ask('/lost'), 'redirect-loop');
});

t.test('a 304 that nobody asked for is asked for again, past caches', async (t) => {
  const site = await serve(t, (request, response) => {
    if (request.headers['cache-control'] === 'no-cache') response.end('whole');
    else response.writeHead(304).end();
  });
  t.equal(textOf(await fetcherFor(t).fetch({ url: site.origin, purpose: 'feed' })), 'whole');
});
