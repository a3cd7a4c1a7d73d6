/**
 * Answers that break the rules of HTTP/1.1 in ways that browsers forgive are read as browsers read them.
 */
import fc from 'fast-check';
import t from 'tap';
import { lenientHead } from '../../../src/crawler/fetch/lenient-head.js';
import { fetcherFor, reasonOf, serveBytes, serveRaw, textOf } from './loopback.js';

const OK = 'HTTP/1.1 200 OK\r\n';
const END = 'Content-Length: 5\r\n\r\nhello';
const CHUNKS = '\r\n\r\n5\r\nhello\r\n0\r\n\r\n';

/** What is forgiven, and a header of it where one says that the value was understood. */
const FORGIVEN: Readonly<Record<string, [answer: string, type?: string]>> = {
  'a folded value': [
    `${OK}Content-Type: text/xml;\r\n charset=utf-8\r\n${END}`,
    'text/xml; charset=utf-8',
  ],
  'a value folded by a tab': [`${OK}Content-Type: text/xml;\r\n\t  a=b\r\n${END}`, 'text/xml; a=b'],
  'a fold before any header': [`${OK} X: y\r\nContent-Type: a/b\r\n${END}`, 'a/b'],
  'a blank before the colon': [`${OK}Content-Type : a/b\r\n${END}`, 'a/b'],
  'a blank before the colon of the length': [`${OK}Content-Length : 5\r\n\r\nhello and more`],
  'a length told twice': [`${OK}Content-Length: 5\r\n${END} and more`],
  'a length told twice in one line': [`${OK}Content-Length: 5, 5\r\n\r\nhello and more`],
  'a length and chunks': [`${OK}Content-Length: 50\r\nTransfer-Encoding: chunked${CHUNKS}`],
  'chunks and a length': [`${OK}Transfer-Encoding: chunked\r\nContent-Length: 50${CHUNKS}`],
  'lengths that differ, and chunks': [
    `${OK}Content-Length: 5\r\nContent-Length: 6\r\nTransfer-Encoding: chunked${CHUNKS}`,
  ],
  'a transfer encoding that is none': [`${OK}Transfer-Encoding: UTF-8\r\n${END} and more`],
  'a length that is no number': [`${OK}Content-Length: unknown\r\n\r\nhello`],
  'a length below zero': [`${OK}Content-Length: -1\r\n\r\nhello`],
  'an empty length': [`${OK}Content-Length:\r\n\r\nhello`],
  'lines that end without a carriage return': [
    'HTTP/1.1 200 OK\nContent-Type: a/b\nContent-Length: 5\n\nhello',
    'a/b',
  ],
  'a line that is no header': [
    `${OK}PHP Warning  in /var/www\r\nContent-Type: a/b\r\n${END}`,
    'a/b',
  ],
  'a name with blanks': [`${OK}X Powered By: x\r\nContent-Type: a/b\r\n${END}`, 'a/b'],
  'a name beyond ASCII': [`${OK}Gr\u00fcezi: x\r\nContent-Type: a/b\r\n${END}`, 'a/b'],
  'a control character': [`${OK}Content-Type: a/b;\u0000c=d\r\n${END}`, 'a/b; c=d'],
  'two blanks before the status': [`HTTP/1.1  200 OK\r\n${END}`],
  'another version': [`HTTP/1.2 200 OK\r\n${END}`],
  'small letters': [`http/1.1 200 ok\r\n${END}`],
  'what radio servers say': [`ICY 200 OK\r\n${END}`],
  'stray bytes before the status': [`\ufeffHTTP/1.1 200 OK\r\n${END}`],
  'an interim answer that nobody asked for': [`HTTP/1.1 100 Continue\r\n\r\n${OK}${END}`],
};

for (const [name, [answer, type]] of Object.entries(FORGIVEN)) {
  t.test(`${name} is read`, async (t) => {
    const site = await serveBytes(
      t,
      Buffer.from(answer, answer.includes('\ufeff') ? 'utf8' : 'latin1'),
    );
    const outcome = await fetcherFor(t).fetch({ url: site.origin, purpose: 'feed' });
    t.equal(textOf(outcome), 'hello', outcome.kind === 'failed' ? outcome.message : '');
    t.equal(outcome.status, 200);
    if (type !== undefined) t.equal(outcome.headers['content-type'], type);
  });
}

t.test('lengths that differ are refused, as browsers refuse them', async (t) => {
  const site = await serveBytes(t, `${OK}Content-Length: 4\r\n${END}`);
  const outcome = await fetcherFor(t).fetch({ url: site.origin, purpose: 'feed' });
  t.match(outcome, { reason: 'broken', message: /lengths that differ/ });
});

t.test('such a server is asked twice the first time, and once from then on', async (t) => {
  const site = await serveBytes(t, `${OK}X : y\r\n${END}`);
  const fetcher = fetcherFor(t);
  for (const connections of [2, 3, 4]) {
    t.equal(textOf(await fetcher.fetch({ url: site.origin, purpose: 'page' })), 'hello');
    t.equal(site.connections, connections);
  }
});

t.test('what is no HTTP is asked for twice and no more', async (t) => {
  const site = await serveBytes(t, '<html>no head</html>');
  const outcome = await fetcherFor(t).fetch({ url: site.origin, purpose: 'page' });
  t.match(outcome, { reason: 'broken', message: /is not HTTP/ });
  t.equal(site.connections, 2);
});

t.test('a form is not sent twice', async (t) => {
  const site = await serveBytes(t, `${OK}X : y\r\n${END}`);
  const outcome = await fetcherFor(t).fetch({ url: site.origin, purpose: 'hub', form: { a: 'b' } });
  t.equal(reasonOf(outcome), 'broken');
  t.equal(site.connections, 1);
});

t.test('the second time the address is looked at again', async (t) => {
  const site = await serveBytes(t, `${OK}X : y\r\n${END}`);
  const answers = ['127.0.0.1', '10.0.0.1'];
  const fetcher = fetcherFor(t, { resolve: async () => [answers.shift()!] });
  const url = `http://site.example:${site.port}`;
  t.equal(reasonOf(await fetcher.fetch({ url, purpose: 'feed' })), 'private-address');
});

t.test('a head that comes byte by byte, and a long body behind it, are read whole', async (t) => {
  const body = 'x'.repeat(3_000_000);
  const head = `HTTP/1.1 103 Early Hints\r\nA : b\r\n\r\n${OK}A : b\r\nContent-Length: ${body.length}\r\n\r\n`;
  const site = await serveRaw(t, (socket) => {
    socket.setNoDelay(true);
    socket.once('data', async () => {
      for (const letter of head) {
        socket.write(letter);
        await new Promise(setImmediate);
      }
      socket.end(body);
    });
  });
  const outcome = await fetcherFor(t).fetch({ url: site.origin, purpose: 'feed' });
  t.ok(textOf(outcome) === body, reasonOf(outcome));
});

t.test('a head without end is too large the second time, too', async (t) => {
  const site = await serveBytes(t, `${OK}A : b\r\n${'a: b\r\n'.repeat(20_000)}`);
  const outcome = await fetcherFor(t).fetch({ url: site.origin, purpose: 'feed' });
  t.match(reasonOf(outcome), /^(too-large|broken)$/);
});

t.test('whatever stands in a head, what is passed on is strict', (t) => {
  const piece = fc.constantFrom('A', 'a: b', ':', ' ', '\t', '\r\n', '\n', '\r', '\u0000', 'é');
  const heads = fc
    .array(piece, { maxLength: 30 })
    .map((pieces) => `${OK}${pieces.join('')}\r\n\r\n`);
  fc.assert(
    fc.property(heads, (head) => {
      const { text } = lenientHead(head)!;
      t.match(text, /^HTTP\/1\.1 200 [^\r\n]*\r\n([a-z-]+: [\t\x20-\x7e\x80-\xff]*\r\n)*\r\n$/);
      t.equal(lenientHead(text)!.text, text, 'and is read as it stands');
    }),
    { numRuns: 500 },
  );
  t.end();
});
