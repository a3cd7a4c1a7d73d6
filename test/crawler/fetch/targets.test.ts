import t from 'tap';
import { createAddressRules, parseTarget } from '../../../src/crawler/fetch/addresses.js';
import { FetchFault } from '../../../src/crawler/fetch/outcome.js';

const rules = createAddressRules([]);

function reasonFor(address: string): string {
  try {
    return parseTarget(address, rules).href;
  } catch (thrown) {
    return thrown instanceof FetchFault ? thrown.reason : 'thrown';
  }
}

t.test('an address of the web is a target, without its fragment', async (t) => {
  t.equal(reasonFor('HTTP://Feeds.Example:80/a b?c=d#e'), 'http://feeds.example/a%20b?c=d');
  t.equal(reasonFor('https://8.8.8.8:8443/'), 'https://8.8.8.8:8443/');
  const base = new URL('https://feeds.example/a/b');
  t.equal(parseTarget('../c', rules, base).href, 'https://feeds.example/c');
});

t.test(
  'other schemes, credentials, ports of other protocols and long addresses are refused',
  async (t) => {
    const bad = [
      '',
      'feeds.example',
      'ftp://feeds.example/',
      'file:///etc/passwd',
      'data:text/plain,a',
    ];
    bad.push('javascript:alert(1)', 'http://user@feeds.example/', 'http://:secret@feeds.example/');
    bad.push('http://feeds.example:22/', 'http://feeds.example:25/', 'http://feeds.example:6667/');
    bad.push('http://feeds.example:0/', 'http://256.1.1.1/', 'http://[::1', 'http:///');
    bad.push(
      `http://feeds.example/${'a'.repeat(5000)}`,
      `http://feeds.example/${'é'.repeat(1000)}`,
    );
    for (const address of bad) t.equal(reasonFor(address), 'bad-address', address.slice(0, 60));
  },
);

t.test('every way to write a private address is one', async (t) => {
  const hosts = [
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
  ];
  hosts.push('0x7f.0.0.0x1', '017700000001', '127.0.0.1.', '0', '0.0.0.0', '[::]', '[::1]');
  hosts.push('[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[64:ff9b::7f00:1]');
  hosts.push('[::127.0.0.1]', '[fe80::1]', '169.254.169.254', '[::ffff:a9fe:a9fe]', '0xa9fea9fe');
  hosts.push(
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
    '%31%32%37.0.0.1',
    '10.0.0.1',
    '192.168.0.1',
    '3232235521',
  );
  for (const host of hosts) t.equal(reasonFor(`http://${host}/`), 'private-address', host);
});

t.test(
  'messages show no credentials, no control characters and no endless addresses',
  async (t) => {
    for (const address of ['http://me:secret@feeds.example/', `\u0007${'x'.repeat(9000)}`]) {
      try {
        parseTarget(address, rules);
        t.fail('is refused');
      } catch (thrown) {
        const { message } = thrown as Error;
        t.notMatch(message, /secret|[\u0000-\u001f]/);
        t.ok(message.length < 300 && message.endsWith('.'), message);
      }
    }
  },
);
