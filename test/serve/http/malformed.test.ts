/**
 * Requests at the edges of HTTP over raw sockets, against a server in a child process: a table of what
 * each server answers. Where the two differ, uWebSockets.js decides before our code sees the request.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { exchangeRaw, isFallback, PAGE } from './sample-service.js';

const target: ChildProcess = fork(fileURLToPath(new URL('attack-target.js', import.meta.url)), {
  execArgv: ['--expose-gc'],
});
const [{ port }] = (await once(target, 'message')) as [{ port: number }];
t.teardown(async () => {
  target.send('stop');
  await once(target, 'exit');
});

const PATH = '/api/v1/page';
const SOUND = `GET ${PATH} HTTP/1.1\r\nhost: x\r\n\r\n`;
/** The binary for Node.js 24 answers some requests with a page at once where that for 22 waits. */
const isNewer = !isFallback && Number(process.versions.modules) > 127;
/** Sockets open at once: more would make answers late. */
const AT_ONCE = 8;
/** uWebSockets.js waits for more, and closes the connection after some ten seconds. */
const NONE = 0;

/** A request with the status that each server answers it with. */
interface Case {
  name: string;
  bytes: string;
  uws: number;
  node: number;
  /** The refusal comes from uWebSockets.js itself, as a small HTML page. */
  plain?: boolean;
}

function get(name: string, lines: string[], uws: number, node = uws, plain = false): Case {
  const bytes = `${[`GET ${PATH} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`;
  return { name, bytes, uws, node, plain };
}

function chunked(name: string, lines: string[]): Case {
  const bytes = `GET ${PATH} HTTP/1.1\r\nhost: x\r\n${lines.join('\r\n')}\r\n\r\n0\r\n\r\n`;
  return { name, bytes, uws: 400, node: 400 };
}

function line(name: string, first: string, uws: number, node = uws, plain = true): Case {
  return { name, bytes: `${first}\r\nhost: x\r\n\r\n`, uws, node, plain };
}

const NOT_ASCII = `GET ${PATH}?q=\xe6\x8d\xb7 HTTP/1.1`;
const long = 'a'.repeat(100_000);
const many = Array.from({ length: 98 }, (_, at) => `x-${at}: 1`);

const REFUSED: readonly Case[] = [
  get('two lengths', ['host: x', 'content-length: 0', 'content-length: 5'], 400),
  get('the same length twice', ['host: x', 'content-length: 0', 'content-length: 0'], 400),
  get('lengths in a list', ['host: x', 'content-length: 0, 0'], 400, 400, true),
  get('a length that is a word', ['host: x', 'content-length: abc'], 400, 400, true),
  get('a length below zero', ['host: x', 'content-length: -1'], 400, 400, true),
  get('a length with a sign', ['host: x', 'content-length: +0'], 400, 400, true),
  get('an empty length', ['host: x', 'content-length: '], 400),
  get(
    'length and chunks',
    ['host: x', 'content-length: 5', 'transfer-encoding: chunked'],
    400,
    400,
    true,
  ),
  chunked('chunks twice', ['transfer-encoding: chunked', 'transfer-encoding: chunked']),
  chunked('another transfer encoding', ['transfer-encoding: identity']),
  get('two hosts', ['host: x', 'host: y'], 400),
  get('the same host twice', ['host: x', 'host: x'], 400),
  get('two hosts in two cases', ['Host: x', 'HOST: y'], 400),
  get('no host', ['x-a: 1'], 400, 400, true),
  get('no header at all', [], NONE, 400),
  get('a host with a path', ['host: x/y'], 400),
  get('a host with a user', ['host: a b'], 400),
  get('folding with a blank', ['host: x', 'x-a: 1', ' 2'], NONE, 400),
  get('folding with a tab', ['host: x', 'x-a: 1', '\t2'], NONE, 400),
  get('NUL in a value', ['host: x', 'x-a: 1\0'], NONE, 400),
  get('NUL in a name', ['host: x', 'x\0a: 1'], NONE, 400),
  get('CR in a value', ['host: x', 'x-a: 1\r2'], NONE, 400),
  get('CR in a name', ['host: x', 'x\ra: 1'], NONE, 400),
  get('LF in a value', ['host: x', 'x-a: 1\n2'], NONE, 400),
  get('a blank before the colon', ['host: x', 'x-a : 1'], NONE, 400),
  get('a header without a colon', ['host: x', 'xa'], NONE, 400),
  get('99 headers', ['host: x', ...many], 431, 431, true),
  get('a header of 100,000 characters', ['host: x', `x-a: ${long}`], 431, 431, true),
  line('an address of 100,000 characters', `GET ${PATH}?${long} HTTP/1.1`, 431),
  line('NUL in the path', `GET ${PATH}\0 HTTP/1.1`, 505, 400),
  line('CR in the path', `GET ${PATH}\r HTTP/1.1`, NONE, 400),
  line('tabs in the first line', `GET\t${PATH}\tHTTP/1.1`, 505, 400),
  line('HTTP/2.0', `GET ${PATH} HTTP/2.0`, 505),
  line('HTTP/1.2', `GET ${PATH} HTTP/1.2`, 505, 400),
  line('no version', `GET ${PATH}`, NONE, 505),
  line('an address of another kind', `GET ftp://x${PATH} HTTP/1.1`, 505, 400),
  line('no path', 'GET api HTTP/1.1', 505, 400),
  line('CONNECT', 'CONNECT x:80 HTTP/1.1', 505, 405),
  line('a method that is no word', `G(T ${PATH} HTTP/1.1`, 400, 400, false),
  {
    name: 'HTTP/2 at once',
    bytes: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    uws: 505,
    node: 400,
    plain: true,
  },
  {
    name: 'TLS',
    bytes: '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03',
    uws: 505,
    node: 400,
    plain: true,
  },
  {
    name: 'lines that end with LF',
    bytes: `GET ${PATH} HTTP/1.1\nhost: x\n\n`,
    uws: 505,
    node: 400,
    plain: true,
  },
];

const ANSWERED: readonly Case[] = [
  { name: 'a sound request', bytes: SOUND, uws: 200, node: 200 },
  get('an empty host', ['host: '], 200),
  get('a host with a port', ['host: [::1]:8802'], 200),
  get('an empty body', ['host: x', 'content-length: 0'], 200),
  get('98 headers', ['host: x', ...many.slice(1)], 200),
  get('an offer to upgrade', ['host: x', 'upgrade: h2c', 'connection: upgrade'], 200),
  get('an expectation that is not known', ['host: x', 'expect: x'], 200),
  line('HTTP/1.0', `GET ${PATH} HTTP/1.0`, 505, 200),
  {
    name: 'HTTP/1.0, no host',
    bytes: `GET ${PATH} HTTP/1.0\r\n\r\n`,
    uws: 505,
    node: 200,
    plain: true,
  },
  line('an absolute address', `GET http://x${PATH} HTTP/1.1`, 505, 200),
  line('an absolute address in capitals', `GET HTTPS://X:1${PATH} HTTP/1.1`, 505, 200),
  line('an absolute address without a path', 'GET http://x HTTP/1.1', 505, 404),
  line('OPTIONS *', 'OPTIONS * HTTP/1.1', 505, 405),
  line('an address that is not ASCII', NOT_ASCII, 200, 400),
];

function statuses(text: string): number[] {
  return [...text.matchAll(/(?:^|\n|\})HTTP\/1\.1 (\d{3}) /g)].map((match) => Number(match[1]));
}

const send = (bytes: string) => exchangeRaw(port, Buffer.from(bytes, 'latin1'), 100);

async function forEach(cases: readonly Case[], check: (one: Case) => Promise<void>): Promise<void> {
  for (let at = 0; at < cases.length; at += AT_ONCE) {
    await Promise.all(cases.slice(at, at + AT_ONCE).map(check));
  }
}

t.test('Each malformed request is refused and ends its connection', async (t) => {
  await forEach(REFUSED, async (one) => {
    const status = isFallback ? one.node : one.uws;
    const { text, closed } = await send(one.bytes);
    if (status === NONE && isNewer) t.match(statuses(text).join(), /^(400)?$/, one.name);
    else t.same(statuses(text), status === NONE ? [] : [status], one.name);
    if (status === NONE) return;
    t.ok(closed, `${one.name}: closed`);
    if (one.plain === true && !isFallback) return;
    if (isNewer && text.includes('<h1>')) return;
    const [head = '', body = ''] = text.split('\r\n\r\n');
    t.type(JSON.parse(body).error, 'string', `${one.name}: an error of the service`);
    t.match(head, /\r\naccess-control-allow-origin: \*/, `${one.name}: for every origin`);
  });
});

t.test(
  'What comes before a malformed request is answered, what comes after it is not',
  async (t) => {
    await forEach(REFUSED, async (one) => {
      const status = isFallback ? one.node : one.uws;
      const { text } = await send(SOUND + one.bytes + SOUND);
      if (status === NONE && isNewer) t.match(statuses(text).join(), /^200(,400)?$/, one.name);
      else t.same(statuses(text), status === NONE ? [200] : [200, status], one.name);
      t.equal(
        text.indexOf(PAGE.toString()),
        text.indexOf('\r\n\r\n') + 4,
        `${one.name}: a whole page`,
      );
    });
  },
);

t.test('A HEAD that is refused gets no body from the server of Node.js', async (t) => {
  // uWebSockets.js refuses a head that is too long before it knows the method, with a body of its own.
  const heads: [string, number][] = [
    [`HEAD ${PATH}?${long} HTTP/1.1\r\nhost: x\r\n\r\n`, 431],
    [`HEAD ${PATH} HTTP/1.1\r\nhost: x\r\nx-a: ${long}\r\n\r\n`, 431],
    [`HEAD ${PATH} HTTP/1.1\r\n${many.join('\r\n')}\r\nhost: x\r\n\r\n`, 431],
    [`${SOUND}HEAD ${PATH} HTTP/1.1\r\nhost: x\r\nx-a: 1\r2\r\n\r\n`, 400],
  ];
  for (const [bytes, status] of isFallback ? heads : heads.slice(0, 3)) {
    const { text, closed } = await send(bytes);
    t.equal(statuses(text).at(-1), status);
    t.ok(closed);
    if (!isFallback) continue;
    t.ok(text.endsWith('\r\n\r\n'), 'no body');
    t.match(text, /content-length: [1-9]\d+\r\nconnection: close/, 'whose length is told');
  }
});

t.test('An answer that takes its time goes out before the refusal behind it', async (t) => {
  const late = 'GET /api/v1/late?ms=60 HTTP/1.1\r\nhost: x\r\n\r\n';
  const { text } = await send(`${late}GET ${PATH} HTTP/1.1\r\nhost: x\r\nhost: y\r\n\r\n`);
  // uWebSockets.js ends a connection that sends more while an answer is computed.
  t.same(statuses(text), isFallback ? [200, 400] : isNewer ? [400] : []);
});

t.test('Unusual requests that are sound are answered', async (t) => {
  await forEach(ANSWERED, async (one) => {
    const { text } = await send(one.bytes);
    t.same(statuses(text), [isFallback ? one.node : one.uws], one.name);
  });
});

t.test('An address that the server of Node.js cannot read is told how to be written', async (t) => {
  const { text } = await send(`${NOT_ASCII}\r\nhost: x\r\n\r\n`);
  if (isFallback) t.match(text, 'what is not ASCII in it has to be percent-encoded');
  else t.same(statuses(text), [200]);
});

t.test('A connection is kept after sound requests, and the next one is answered', async (t) => {
  const { text, closed } = await send(SOUND.repeat(16));
  t.same(statuses(text), new Array(16).fill(200));
  t.notOk(closed);
});

t.test('The process lives', async (t) => {
  t.same([target.exitCode, target.signalCode], [null, null]);
});
