/** Records over HTTP: who may send, what may be sent, and what is answered. */
import '../../engine/actor/threads-here.js';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import t from 'tap';
import { systemClock } from '../../../src/kernel/clock.js';
import { Accounts } from '../../../src/store/accounts/accounts.js';
import { openAdmin } from '../admin-client.js';

const CATEGORY = '{"kind":"category","key":"news","label":"News"}\n';
const MEDIA = '{"kind":"media","media":"gazette","title":"Gazette","categories":["news"]}\n';
const NEWS =
  '{"kind":"news","media":"gazette","url":"https://gazette.example/1","title":"Bridge"}\n';
const SOUND = { accepted: 3, updated: 0, unchanged: 0, rejected: 0, rejects: [], warnings: [] };

/** One server for all: each test sends articles of its own. */
const { data, adminUrl, token, post, listed } = await openAdmin(t);

t.test('records are stored and counted as by the command', async (t) => {
  const first = await post(CATEGORY + MEDIA + NEWS);
  t.equal(first.status, 200);
  t.strictSame(await first.json(), SOUND);
  t.strictSame(await listed(), ['Bridge']);

  const packed = await post(gzipSync(CATEGORY + MEDIA + NEWS), { 'content-encoding': 'gzip' });
  t.strictSame(await packed.json(), { ...SOUND, accepted: 0, unchanged: 3 });
  const unsaid = await post(gzipSync(CATEGORY + MEDIA + NEWS));
  t.strictSame(await unsaid.json(), { ...SOUND, accepted: 0, unchanged: 3 }, 'told by content');
  t.strictSame(await (await post('')).json(), { ...SOUND, accepted: 0 }, 'an empty body');

  const mixed = await post(
    `${NEWS.replace('Bridge', 'Bridge opens')}\n{"kind":"news"}\nnonsense\n`,
  );
  t.equal(mixed.status, 200);
  t.strictSame(await mixed.json(), {
    accepted: 0,
    updated: 1,
    unchanged: 0,
    rejected: 2,
    rejects: [
      { line: 3, reason: 'media: is required, but absent' },
      {
        line: 4,
        reason: 'invalid JSON: expected a value at column 1, got something else',
      },
    ],
    warnings: [],
  });
});

t.test('fields that mean nothing are told once, with the line', async (t) => {
  const wrong = NEWS.replace('/1', '/2').replace('"title"', '"publishdAt":"x","title"');
  const answer = await post(CATEGORY + MEDIA + wrong + wrong.replace('/2', '/3'));
  t.match(await answer.json(), {
    accepted: 2,
    unchanged: 2,
    warnings: [
      { line: 3, warning: 'news.publishdAt: unknown field, ignored; did you mean publishedAt?' },
    ],
  });
});

t.test('batches of a long body are numbered through', async (t) => {
  const padding = 'x'.repeat(2000);
  const lines = Array.from({ length: 1500 }, (_, at) =>
    JSON.stringify({
      kind: at % 500 === 499 ? 'nothing' : 'news',
      media: 'gazette',
      url: `https://gazette.example/long/${at}`,
      title: `Article ${at}`,
      body: padding,
    }),
  );
  const answer = (await (await post(lines.join('\n'))).json()) as {
    accepted: number;
    rejects: { line: number }[];
  };
  t.equal(answer.accepted, 1497);
  t.strictSame(
    answer.rejects.map(({ line }) => line),
    [500, 1000, 1500],
  );
});

t.test('what is no NDJSON is refused with its reason', async (t) => {
  const told = async (body: string | Buffer, headers: object): Promise<[number, string]> => {
    const response = await post(body, headers as Record<string, string>);
    return [response.status, ((await response.json()) as { error: string }).error];
  };
  t.match(await told(CATEGORY, { 'content-type': 'application/json' }), [
    415,
    /curl: -H 'content-type: application.x-ndjson'/,
  ]);
  t.match(await told(CATEGORY, { 'content-encoding': 'br' }), [415, /gzip or identity/]);
  t.match(await told(CATEGORY, { 'content-encoding': 'gzip' }), [400, /breaks off/]);
  const cut = gzipSync(CATEGORY).subarray(0, 30);
  t.match(await told(cut, { 'content-encoding': 'gzip' }), [400, /breaks off/]);
  t.equal((await fetch(`${adminUrl}/ingest`)).status, 405);
});

t.test('a body that is too large is refused before it is read, also a packed one', async (t) => {
  const socket = connect(Number(new URL(adminUrl).port), '127.0.0.1');
  socket.write(
    `POST /ingest HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-length: 300000000\r\n\r\n`,
  );
  t.match(await text(socket), /^HTTP\/1\.1 413 .*at most 268435456 bytes/s);
  const asHost = async (host: string): Promise<string> => {
    const asking = connect(Number(new URL(adminUrl).port), '127.0.0.1');
    asking.write(`GET /livez HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
    return (await text(asking)).slice(9, 12);
  };
  t.equal(await asHost('evil.example'), '421', 'a name that was made to lead here');
  for (const host of ['localhost:8803', '10.0.0.7', '[::1]:8803', 'tagwire']) {
    t.equal(await asHost(host), '200', host);
  }
  const bomb = gzipSync(Buffer.alloc(269_000_000, ' '), { level: 1 });
  t.equal((await post(bomb, { 'content-encoding': 'gzip' })).status, 413);
  for (const line of ['\n', '1\n']) {
    const lines = gzipSync(line.repeat(250_001));
    const refused = await post(lines, { 'content-encoding': 'gzip' });
    t.equal(refused.status, 413);
    t.match(await refused.json(), { error: /at most 250000 lines/ });
  }
});

t.test('a sender that goes away leaves whole lines and a server that answers', async (t) => {
  const socket = connect(Number(new URL(adminUrl).port), '127.0.0.1');
  socket.write(
    `POST /ingest HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-length: 1000\r\n\r\n${CATEGORY}`,
    () => socket.destroy(),
  );
  const after = await post(CATEGORY + MEDIA);
  t.equal(after.status, 200);
});

t.test('only a token in force opens the door', async (t) => {
  const statusOf = async (authorization: string): Promise<number> =>
    (await post(CATEGORY, { authorization })).status;
  t.equal(await statusOf(''), 401);
  t.equal(await statusOf('Bearer nonsense'), 401);
  t.equal(await statusOf(`Basic ${token}`), 401);
  t.equal(await statusOf(`Bearer ingest_${'A'.repeat(43)}`), 401);
  const refused = await post(CATEGORY, { authorization: '' });
  t.match(refused.headers.get('www-authenticate'), /^Bearer/);
  t.match(await refused.json(), { error: /tagwire token create/ });
  t.equal(await statusOf(`Bearer ${token}`), 200);

  const accounts = Accounts.open(data, systemClock);
  t.strictSame(
    accounts.tokens().map(({ id, name }) => [id, name]),
    [[1, 'test']],
  );
  const { text: fresh } = await accounts.createToken('fresh');
  t.equal(await statusOf(`Bearer ${fresh}`), 200, 'one that was made this moment, too');
  await accounts.revokeToken(1);
  await t.rejects(accounts.revokeToken(1), /there is no token 1/);
  while ((await statusOf(`Bearer ${token}`)) !== 401) await sleep(50);
  t.pass('one that is revoked, no more');
  t.equal((await accounts.createToken('again')).token.id, 3, 'ids are not used again');
  t.notMatch(JSON.stringify(accounts.tokens()), /ingest_/);
});
