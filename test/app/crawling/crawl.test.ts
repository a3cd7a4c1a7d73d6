import t from 'tap';
import { createHubServer } from '../../../src/app/crawling/crawl.js';
import { closeServer, openServer } from '../../../src/app/ports.js';
import type { HubRequest } from '../../../src/crawler/protocol.js';

t.test('what hubs send arrives with token, query, signature and body', async (t) => {
  const asked: HubRequest[] = [];
  const server = createHubServer(async (request) => {
    asked.push(request);
    return { status: 200, body: 'challenge' };
  });
  const url = `http://127.0.0.1:${await openServer(server, '127.0.0.1', 0)}/websub`;
  t.teardown(() => closeServer(server));
  const answer = await fetch(`${url}/some-token?hub.mode=subscribe&hub.challenge=challenge`);
  t.equal(await answer.text(), 'challenge');
  await fetch(`${url}/other`, {
    method: 'POST',
    body: 'a feed',
    headers: { 'x-hub-signature': 'sha1=00' },
  });
  t.match(asked, [
    { method: 'GET', token: 'some-token', query: 'hub.mode=subscribe&hub.challenge=challenge' },
    { method: 'POST', token: 'other', query: '', signature: 'sha1=00' },
  ]);
  t.equal(new TextDecoder().decode(asked[1]!.body), 'a feed');
});

t.test('a body without end is refused', async (t) => {
  const server = createHubServer(async () => ({ status: 200, body: '' }));
  const url = `http://127.0.0.1:${await openServer(server, '127.0.0.1', 0)}/websub/x`;
  t.teardown(() => closeServer(server));
  const body = new Uint8Array(5 * 1024 * 1024);
  const status = await fetch(url, { method: 'POST', body }).then(
    (answer) => answer.status,
    () => 'cut off',
  );
  t.ok(status === 413 || status === 'cut off', `${status}`);
});

t.test('a port that is taken is said', async (t) => {
  const answer = async () => ({ status: 200, body: '' });
  const first = createHubServer(answer);
  const port = await openServer(first, '127.0.0.1', 0);
  t.teardown(() => closeServer(first));
  const second = createHubServer(answer);
  await t.rejects(openServer(second, '127.0.0.1', port), { code: 'PORT_UNAVAILABLE' });
});
