/** Headers as bytes, negotiation, routing, compressed forms. */
import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import t from 'tap';
import { HeaderBlocks } from '../../../src/serve/http/header-block.js';
import {
  chooseCoding,
  createCompressedForms,
  matchesEtag,
} from '../../../src/serve/http/packing.js';
import { Router } from '../../../src/serve/http/router.js';

t.test('A block is made once, and its digits and entity tag are patched', async (t) => {
  const blocks = new HeaderBlocks();
  const block = blocks.get('a/b', 'no-store', true, true, 'br', 4);
  t.equal(blocks.get('a/b', 'no-store', true, true, 'br', 4), block);
  t.not(blocks.get('a/b', 'no-store', true, true, 'br', 5), block);
  block.patchQuota(240, 9, 7);
  block.patchEtag('abcd');
  const first = Object.fromEntries(block.entries());
  t.match(first, {
    'content-type': 'a/b',
    'x-ratelimit-limit': '240',
    'x-ratelimit-remaining': '9',
    'x-ratelimit-reset': '7',
    etag: '"abcd"',
    vary: 'accept-encoding',
    'content-encoding': 'br',
  });
  block.patchQuota(9_999_999, 9_999_998, 60);
  block.patchQuota(60, 0, 1);
  t.match(Object.fromEntries(block.entries()), {
    'x-ratelimit-limit': '60',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': '1',
  });
});

t.test('Nothing from outside breaks out of a header line', async (t) => {
  const blocks = new HeaderBlocks();
  t.throws(() => blocks.get('a/b\r\nset-cookie: x', 'no-store', true, false, '', 0));
  t.throws(() =>
    blocks.ending([['location', '/\r\n\r\n<script>']]).get('a/b', 'x', true, false, '', 0),
  );
  t.throws(() => blocks.ending([['a b', 'x']]).get('a/b', 'x', true, false, '', 0));
  const block = blocks.get('a/b', 'no-store', true, false, '', 2);
  t.throws(() => block.patchEtag('\r\n'));
  t.throws(() => block.patchEtag('\r\n'), 'nor the second time');
  t.throws(() => block.patchEtag('台灣'));
});

t.test('The coding follows the weights of the client', async (t) => {
  const choose = chooseCoding;
  t.equal(choose(''), '');
  t.equal(choose('gzip, deflate, br'), 'br');
  t.equal(choose('gzip, br;q=0.5'), 'gzip');
  t.equal(choose('br;q=0, gzip;q=0'), '');
  t.equal(choose('*'), 'br');
  t.equal(choose('*;q=0.1, br;q=0'), 'gzip');
  t.equal(choose('identity, gzip;q=0.5'), '');
  t.equal(choose('BR'), 'br');
  t.equal(choose('BR'), 'br', 'asked again');
});

t.test('Entity tags compare weakly and whole', async (t) => {
  for (const list of ['"a1"', 'W/"a1"', '*', ' * ', '"x","a1"', '"x" , W/"a1", "y"'])
    t.ok(matchesEtag(list, 'a1'), list);
  for (const list of ['a1', '"a"', '"a11"', '"x""a1"', 'X/"a1"', '', '"A1"'])
    t.notOk(matchesEtag(list, 'a1'), list);
});

t.test('Literal segments win, parameters are whole and never empty', async (t) => {
  const router = new Router<string>();
  for (const path of [
    '/a',
    '/a/{x}',
    '/a/{x}/c',
    '/a/b/{y}',
    '/feeds/{tag}.xml',
    '/feeds/{any}',
    '/blogs/{slug}/',
  ]) {
    router.add(path, path);
  }
  const find = (path: string) => {
    const match = router.match(path);
    return match === null ? null : [match.target, ...match.rawParams];
  };
  t.equal(router.fixed('/a'), '/a');
  t.equal(router.fixed('/a/'), undefined);
  t.same(find('/a/b'), ['/a/{x}', 'b']);
  t.same(find('/a/b/c'), ['/a/b/{y}', 'c']);
  t.same(find('/a/d/c'), ['/a/{x}/c', 'd']);
  t.same(find('/feeds/台.xml'), ['/feeds/{tag}.xml', '台']);
  t.same(find('/feeds/.xml'), ['/feeds/{any}', '.xml']);
  t.same(find('/blogs/x/'), ['/blogs/{slug}/', 'x']);
  t.same(find('/blogs/x'), null);
  t.same(find('/a/'), null);
  t.same(find('/a/x/'), null);
  t.same(find(`/a${'/x'.repeat(40)}`), null);
  t.throws(() => router.add('/a', 'again'));
});

t.test('Compressed forms give the same bytes back', async (t) => {
  const body = Buffer.from('{"a":1},'.repeat(500));
  const forms = createCompressedForms(body);
  const first = forms.of('br');
  t.equal(forms.of('br'), first, 'made once for all who wait');
  t.ok(brotliDecompressSync((await first)!).equals(body));
  t.ok(gunzipSync((await forms.of('gzip'))!).equals(body));
  t.equal(forms.of('br'), await first, 'and then at hand');
  t.equal(createCompressedForms(Buffer.from('{}')).of('gzip'), null);
  const random = createCompressedForms(randomBytes(1000));
  t.equal(await random.of('br'), null, 'a form that is not smaller is of no use');
});
