import { createSocket } from 'node:dgram';
import t from 'tap';
import { createResolver, type Resolve } from '../../../src/crawler/fetch/dial.js';
import type { Cleaning } from './loopback.js';

const A = 1;
const AAAA = 28;
const NO_SUCH_NAME = 3;
const SERVER_FAILURE = 2;

interface Answer {
  type: number;
  bytes: number[];
}

/** A name server that knows one name, fails for another, and has never heard of the rest. */
async function nameServer(t: Cleaning): Promise<string> {
  const socket = createSocket('udp4');
  t.teardown(() => socket.close());
  socket.on('message', (query, { port, address }) => {
    const end = query.indexOf(0, 12) + 5;
    const type = query.readUInt16BE(end - 4);
    const name = query.subarray(13, 13 + query[12]!).toString();
    const known: Answer[] = [
      { type: A, bytes: [192, 0, 2, 7] },
      { type: AAAA, bytes: [0x20, 1, 0xd, 0xb8, ...Array(11).fill(0), 9] },
    ];
    const answers = name === 'known' ? known.filter((answer) => answer.type === type) : [];
    const code = name === 'known' ? 0 : name === 'failing' ? SERVER_FAILURE : NO_SUCH_NAME;
    const header = [
      ...query.subarray(0, 2),
      0x81,
      0x80 | code,
      0,
      1,
      0,
      answers.length,
      0,
      0,
      0,
      0,
    ];
    const records = answers.flatMap(({ type, bytes }) => {
      return [0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, bytes.length, ...bytes];
    });
    socket.send(Buffer.from([...header, ...query.subarray(12, end), ...records]), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return `127.0.0.1:${socket.address().port}`;
}

t.test('the addresses of both kinds are found without asking the system', async (t) => {
  const lookup: Resolve = () => Promise.reject(new Error('asked'));
  const resolve = createResolver({ servers: [await nameServer(t)], lookup });
  t.same(await resolve('known.example'), ['192.0.2.7', '2001:db8::9']);
});

t.test('the system is asked for names that no server knows, a few at once', async (t) => {
  let now = 0;
  let most = 0;
  const lookup: Resolve = async (name) => {
    most = Math.max(most, ++now);
    await new Promise((resolve) => setTimeout(resolve, 20));
    now--;
    if (name === 'bad.example') throw new Error('unknown');
    return ['10.0.0.1'];
  };
  const resolve = createResolver({ servers: [await nameServer(t)], lookup });
  const names = ['a.example', 'b.example', 'bad.example', 'c.example', 'd.example'];
  const answers = await Promise.allSettled(names.map((name) => resolve(name)));
  t.same(
    answers.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
  );
  t.equal(most, 2);
});

t.test('where the name server fails the system is not asked', async (t) => {
  let asked = 0;
  const lookup: Resolve = async () => {
    asked++;
    return [];
  };
  const resolve = createResolver({ servers: [await nameServer(t)], lookup });
  await t.rejects(resolve('failing.example'), { code: 'ESERVFAIL' });
  t.equal(asked, 0);
});
