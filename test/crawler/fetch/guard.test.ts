/**
 * Addresses that nobody may make the crawler connect to: in every way in, no connection is made.
 */
import { connect } from 'node:net';
import fc from 'fast-check';
import t from 'tap';
import { createAddressRules } from '../../../src/crawler/fetch/addresses.js';
import type { FetchPurpose } from '../../../src/crawler/fetch/outcome.js';
import { type Cleaning, fetcherFor, reasonOf, serve } from './loopback.js';

const PURPOSES: FetchPurpose[] = ['feed', 'page', 'sitemap', 'icon', 'robots', 'hub'];
const HOSTS_MIN = 200;

const hex = (number: number): string => number.toString(16);
const octal = (number: number): string => `0${number.toString(8)}`;

/** Ways to write an IPv4 address in a URL. */
function formsOf([a, b, c, d]: readonly [number, number, number, number]): string[] {
  const number = ((a * 256 + b) * 256 + c) * 256 + d;
  const high = hex(a * 256 + b);
  const low = hex(c * 256 + d);
  return [
    `${a}.${b}.${c}.${d}`,
    `${a}.${b}.${c}.${d}.`,
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    String(number),
    `0x${hex(number)}`,
    `0${number.toString(8)}`,
    [a, b, c, d].map((part) => `0x${hex(part)}`).join('.'),
    [a, b, c, d].map(octal).join('.'),
    [a, b, c, d].join('。'),
    `[::ffff:${a}.${b}.${c}.${d}]`,
    `[::ffff:${high}:${low}]`,
    `[::${a}.${b}.${c}.${d}]`,
    `[64:ff9b::${high}:${low}]`,
    `[64:ff9b:1::${high}:${low}]`,
    `[2002:${high}:${low}::1]`,
    `[2001:0:${high}:${low}::1]`,
    `[2a00:1450::5efe:${high}:${low}]`,
  ];
}

const BASES: [number, number, number, number][] = [
  [127, 0, 0, 1],
  [127, 255, 0, 9],
  [10, 1, 2, 3],
  [172, 16, 0, 1],
  [172, 31, 255, 254],
  [192, 168, 1, 1],
  [169, 254, 169, 254],
  [100, 64, 0, 1],
  [0, 0, 0, 0],
  [198, 18, 0, 1],
  [224, 0, 0, 1],
  [255, 255, 255, 255],
];
const IPV6 = [
  '[::]',
  '[::1]',
  '[fe80::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[ff02::1]',
  '[fec0::1]',
];
IPV6.push('[2001:db8::1]', '[100::1]', '[4000::1]');

const hosts = [...BASES.flatMap(formsOf), ...IPV6];

/** A fetcher that may connect to 127.0.0.2 only, and tells of every socket that it opens elsewhere. */
function guarded(t: Cleaning, resolve: (name: string) => Promise<string[]>) {
  const opened: string[] = [];
  const fetcher = fetcherFor(t, {
    rules: createAddressRules(['127.0.0.2/32']),
    resolve,
    openSocket: (port, host) => {
      if (host !== '127.0.0.2') opened.push(host);
      return connect({ port, host });
    },
  });
  return { fetcher, opened };
}

/** The address of a site on 127.0.0.2 that redirects to whatever its query says. */
async function serveDoor(t: Cleaning): Promise<string> {
  const door = await serve(
    t,
    (request, response) => {
      const to = new URL(request.url!, 'http://door.example').searchParams.get('to')!;
      response.writeHead(302, { location: Buffer.from(to).toString('latin1') }).end();
    },
    '127.0.0.2',
  );
  return door.origin;
}

t.test('no way in leads to an address that is not public', async (t) => {
  t.ok(hosts.length >= HOSTS_MIN, `${hosts.length} hosts`);
  const victim = await serve(t, (_request, response) => response.end('secret'));
  const { fetcher, opened } = guarded(t, async () => ['127.0.0.1']);
  for (const host of hosts) {
    const url = `http://${host}:${victim.port}/`;
    const outcomes = await Promise.all(PURPOSES.map((purpose) => fetcher.fetch({ url, purpose })));
    t.same(new Set(outcomes.map(reasonOf)), new Set(['private-address']), host);
  }
  t.same(opened, []);
  t.equal(victim.connections, 0);
});

t.test('no redirect leads to an address that is not public', async (t) => {
  const victim = await serve(t, (_request, response) => response.end('secret'));
  const door = await serveDoor(t);
  const { fetcher, opened } = guarded(t, async () => ['127.0.0.1']);
  for (const host of [...hosts, 'localhost', 'inside.example', 'LOCALHOST.', 'a.localhost']) {
    for (const scheme of ['http', 'https']) {
      const target = encodeURIComponent(`${scheme}://${host}:${victim.port}/`);
      const outcome = await fetcher.fetch({ url: `${door}/?to=${target}`, purpose: 'page' });
      t.match(outcome, { reason: 'private-address', hops: { length: 1 } }, `${scheme} ${host}`);
    }
  }
  t.same(opened, []);
  t.equal(victim.connections, 0);
});

t.test('no name leads to an address that is not public', async (t) => {
  const victim = await serve(t, (_request, response) => response.end('secret'));
  const addresses = ['127.0.0.1', '::1', '::ffff:127.0.0.1', '169.254.169.254', '64:ff9b::7f00:1'];
  for (const address of addresses) {
    const { fetcher, opened } = guarded(t, async () => [address]);
    const url = `http://feeds.example:${victim.port}/`;
    for (const purpose of PURPOSES) {
      t.equal(reasonOf(await fetcher.fetch({ url, purpose })), 'private-address', address);
    }
    t.same(opened, []);
  }
  const strange = guarded(t, async () => ['localhost', '127.1', '', 'fe80::1%lo']);
  const outcome = await strange.fetcher.fetch({ url: 'http://a.example/', purpose: 'page' });
  t.equal(reasonOf(outcome), 'private-address', 'a resolver that answers with a zone');
  t.same(strange.opened, []);
  t.equal(victim.connections, 0);
});

t.test('a name that resolves to something else the second time is not asked twice', async (t) => {
  const victim = await serve(t, (_request, response) => response.end('secret'));
  const door = await serveDoor(t);
  const port = new URL(door).port;
  let asked = 0;
  const { fetcher, opened } = guarded(t, async () =>
    asked++ === 0 ? ['127.0.0.2'] : ['127.0.0.1'],
  );
  const again = encodeURIComponent(`http://rebound.example:${victim.port}/`);
  const url = `http://rebound.example:${port}/?to=${again}`;
  t.match(await fetcher.fetch({ url, purpose: 'feed' }), {
    reason: 'private-address',
    hops: { length: 1 },
  });
  t.equal(asked, 2, 'once for each connection');
  t.same(opened, []);
  t.equal(victim.connections, 0);
});

t.test('of the addresses of a name only those that are allowed are tried', async (t) => {
  const door = await serveDoor(t);
  const { fetcher, opened } = guarded(t, async () => ['127.0.0.1', '10.0.0.1', '127.0.0.2', '::1']);
  const url = `http://feeds.example:${new URL(door).port}/?to=`;
  t.match(await fetcher.fetch({ url, purpose: 'feed' }), {
    remoteAddress: '127.0.0.2',
    status: 302,
  });
  t.same(opened, []);
});

t.test('a socket that is connected to something else than was asked sends nothing', async (t) => {
  let bytes = 0;
  const victim = await serve(t, (_request, response) => {
    bytes++;
    response.end('secret');
  });
  const fetcher = fetcherFor(t, {
    rules: createAddressRules([]),
    resolve: async () => ['8.8.8.8'],
    openSocket: () => connect({ port: victim.port, host: '127.0.0.1' }),
  });
  const outcome = await fetcher.fetch({ url: 'http://feeds.example/', purpose: 'feed' });
  t.match(outcome, { reason: 'private-address', message: /127\.0\.0\.1/ });
  t.equal(bytes, 0);
});

t.test(
  'whatever hosts are made of numbers, no socket is opened to a private address',
  async (t) => {
    const rules = createAddressRules([]);
    const opened: string[] = [];
    const fetcher = fetcherFor(t, {
      rules,
      resolve: async () => [],
      openSocket: (_port, host) => {
        opened.push(host);
        return connect({ port: 1, host: '127.0.0.1' });
      },
    });
    const number = fc.oneof(
      fc.constantFrom(0, 10, 127, 169, 172, 192, 254, 255),
      fc.integer({ min: 0, max: 0xffff_ffff }),
    );
    const part = fc.oneof(
      number.map(String),
      number.map(octal),
      number.map((n) => `0x${hex(n)}`),
    );
    const v4 = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('.'));
    const group = fc.oneof(
      fc.constantFrom('0', 'ffff', '64', 'ff9b', '7f00', '1', ''),
      number.map(hex),
    );
    const v6 = fc
      .array(group, { minLength: 2, maxLength: 9 })
      .map((groups) => `[${groups.join(':')}]`);
    await fc.assert(
      fc.asyncProperty(fc.oneof(v4, v6), fc.constantFrom(...PURPOSES), async (host, purpose) => {
        opened.length = 0;
        const outcome = await fetcher.fetch({ url: `http://${host}/`, purpose });
        return outcome.kind === 'failed' && opened.every((address) => rules.allows(address));
      }),
      { numRuns: 2000 },
    );
  },
);
