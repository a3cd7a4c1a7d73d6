import fc from 'fast-check';
import t from 'tap';
import { createAddressRules } from '../../../src/crawler/fetch/addresses.js';

const rules = createAddressRules([]);

/** First and last address of every IPv4 block that is not public (IANA's special registry). */
const PRIVATE_V4: [string, string][] = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '239.255.255.255'],
  ['240.0.0.0', '255.255.255.255'],
];

const numberOf = (address: string): number =>
  address.split('.').reduce((number, part) => number * 256 + Number(part), 0);
const dotted = (number: number): string =>
  [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join('.');
const inHex = (number: number): string =>
  `${(number >>> 16).toString(16)}:${(number & 0xffff).toString(16)}`;

const privateV4 = fc
  .constantFrom(...PRIVATE_V4)
  .chain(([from, to]) => fc.integer({ min: numberOf(from), max: numberOf(to) }));

t.test('public addresses are allowed', async (t) => {
  const open = ['8.8.8.8', '1.1.1.1', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0'];
  open.push('128.0.0.0', '172.15.255.255', '172.32.0.0', '192.167.255.255', '223.255.255.255');
  open.push(
    '2606:4700::1111',
    '2a00:1450::1',
    '2400:cb00::5',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
  );
  for (const address of open) t.ok(rules.allows(address), address);
});

t.test('whatever is not a public address is refused', async (t) => {
  const closed = ['::', '::1', '::7f00:1', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'fc00::1'];
  closed.push('fd12:3456::1', 'ff02::1', '2001:db8::1', '3fff::1', '2001::1', '2002:7f00:1::');
  closed.push('2002:808:808::1', '64:ff9b::7f00:1', '64:ff9b::a9fe:a9fe', '64:ff9b:1::808:808');
  closed.push('::ffff:0:127.0.0.1', '100::1', '2001:2::1', '2001:10::1', '5f00::1', '4000::1');
  closed.push('2a00:1450::5efe:a00:1', '2a00:1450::200:5efe:7f00:1', '1::1', '8000::1');
  closed.push('', 'localhost', 'feeds.example', '127.1', '0177.0.0.1', '2130706433', '0x7f.1');
  for (const address of closed) t.notOk(rules.allows(address), address);
});

t.test('an address is as public as the IPv4 address that it stands for', async () => {
  fc.assert(
    fc.property(privateV4, (number) => {
      const forms = [dotted(number), `::ffff:${dotted(number)}`, `::ffff:${inHex(number)}`];
      forms.push(`::${inHex(number)}`, `64:ff9b::${inHex(number)}`, `64:ff9b::${dotted(number)}`);
      forms.push(`0:0:0:0:0:FFFF:${inHex(number).toUpperCase()}`, `2002:${inHex(number)}::1`);
      return forms.every((form) => !rules.allows(form));
    }),
    { numRuns: 2000 },
  );
});

t.test('of all IPv4 addresses those outside the special blocks are public', async () => {
  // Relays of multicast and sinks of reverse queries: public by allocation, but no web.
  const rare = ['192.175.48.', '192.31.196.', '192.52.193.'];
  const blocks = PRIVATE_V4.map(([from, to]) => [numberOf(from), numberOf(to)] as const);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffff_ffff }), (number) => {
      const isSpecial = blocks.some(([from, to]) => number >= from && number <= to);
      const address = dotted(number);
      if (rare.some((prefix) => address.startsWith(prefix))) return true;
      return rules.allows(address) === !isSpecial;
    }),
    { numRuns: 5000 },
  );
});

t.test('named ranges open themselves and nothing else', async (t) => {
  const opened = createAddressRules(['127.0.0.0/8', ' ::1/128', '10.1.2.3', 'fd00:aa::/32']);
  for (const address of ['127.0.0.1', '127.9.9.9', '::ffff:127.0.0.1', '::1', '10.1.2.3']) {
    t.ok(opened.allows(address), address);
  }
  t.ok(opened.allows('fd00:aa:1::1'));
  for (const address of ['10.1.2.4', '::2', 'fd00:ab::1', '64:ff9b::7f00:1', '::7f00:1']) {
    t.notOk(opened.allows(address), address);
  }
});

t.test('what is no range is named', async (t) => {
  for (const text of [
    '',
    'localhost',
    '127.0.0.0/33',
    '::1/129',
    '10/8',
    '10.0.0.0/8/8',
    '1.2.3.4/x',
  ]) {
    t.throws(
      () => createAddressRules([text]),
      { code: 'CONFIG_INVALID', message: /crawlAllow/ },
      text,
    );
  }
  t.throws(() => createAddressRules(['0177.0.0.1/8']), { code: 'CONFIG_INVALID' });
});
