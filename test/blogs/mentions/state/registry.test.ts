import { createHash } from 'node:crypto';
import t from 'tap';
import { MENTIONS_RESOLVED_FROM } from '../../../../src/blogs/mentions/codec.js';
import { prefixOf, splitUrl } from '../../../../src/blogs/mentions/state/address.js';
import {
  ANY_SEGMENT,
  Families,
  Registry,
  UNKNOWN_HOST,
  UNRESOLVED,
} from '../../../../src/blogs/mentions/state/registry.js';

class Desk {
  readonly families = new Families();
  readonly registry = new Registry(this.families);

  /**
   * Registers a blog, whose number is also its id; returns the hosts where something changed, with
   * a slash where only the pages below one segment are concerned.
   */
  set(blog: number, places: string[], isShown = true): string[] {
    const prefixes = places.map((place) => prefixOf(place)!);
    const changed = this.registry.set(blog, prefixes, blog, isShown);
    return [...changed]
      .map(({ family, mark }) => this.families.nameOf(family) + (mark === ANY_SEGMENT ? '' : '/'))
      .sort();
  }

  ownerOf(url: string): number {
    const { code, family, rest } = splitUrl(url)!;
    return this.registry.ownerOf(this.families.numberOf(family), code, rest);
  }
}

t.test('the longest registered host and path prefix wins', async (t) => {
  const desk = new Desk();
  desk.set(1, ['https://a.example/']);
  desk.set(2, ['https://a.example/two/']);
  desk.set(3, ['https://a.example/two/three/four/']);
  t.equal(desk.ownerOf('https://a.example/'), 1);
  t.equal(desk.ownerOf('https://a.example/x/y'), 1);
  t.equal(desk.ownerOf('https://a.example/two'), 2);
  t.equal(desk.ownerOf('https://a.example/two/three'), 2);
  t.equal(desk.ownerOf('https://a.example/two/three/four/five/six'), 3);
});

t.test('a prefix ends at the border of a path segment', async (t) => {
  const desk = new Desk();
  desk.set(1, ['a.example/me']);
  t.equal(desk.ownerOf('https://a.example/me'), 1);
  t.equal(desk.ownerOf('https://a.example/me/'), 1);
  t.equal(desk.ownerOf('https://a.example/me?x'), 1);
  t.equal(desk.ownerOf('https://a.example/mew'), UNRESOLVED);
  t.equal(desk.ownerOf('https://a.example/me.html'), UNRESOLVED);
});

t.test('a known host with a path of nobody is unresolved, an unknown host is not', async (t) => {
  const desk = new Desk();
  desk.set(1, ['a.example/me']);
  t.equal(desk.ownerOf('https://a.example/you/'), UNRESOLVED);
  t.equal(desk.ownerOf('https://a.example/'), UNRESOLVED);
  t.equal(desk.ownerOf('https://b.example/me/'), UNKNOWN_HOST);
  t.equal(desk.ownerOf('https://sub.a.example/me/'), UNKNOWN_HOST);
  desk.set(1, []);
  t.equal(desk.ownerOf('https://a.example/you/'), UNKNOWN_HOST, 'the host is forgotten');
});

t.test('a phone host stands for the host without the label until it is registered', async (t) => {
  const desk = new Desk();
  desk.set(1, ['a.example']);
  t.equal(desk.ownerOf('https://m.a.example/x'), 1);
  t.same(desk.set(2, ['m.a.example']), ['a.example']);
  t.equal(desk.ownerOf('https://m.a.example/x'), 2);
  t.equal(desk.ownerOf('https://mobile.a.example/x'), 1);
  desk.set(2, []);
  t.equal(desk.ownerOf('https://m.a.example/x'), 1);
});

t.test('of several claims to one prefix that of the oldest shown blog counts', async (t) => {
  const desk = new Desk();
  t.same(desk.set(2, ['a.example']), ['a.example']);
  t.same(desk.set(3, ['a.example']), [], 'nothing changes hands');
  t.same(desk.set(1, ['a.example'], false), [], 'a hidden one comes last');
  t.equal(desk.ownerOf('https://a.example/'), 2);
  t.same(desk.set(2, ['a.example'], false), ['a.example']);
  t.equal(desk.ownerOf('https://a.example/'), 3);
  t.same(desk.set(3, ['b.example']), ['a.example', 'b.example']);
  t.equal(desk.ownerOf('https://a.example/'), 1, 'a hidden blog keeps what nobody else claims');
});

t.test('only what a claim concerns is looked at again', async (t) => {
  const desk = new Desk();
  t.same(desk.set(1, ['a.example/one']), ['a.example'], 'the host was not known');
  t.same(desk.set(2, ['a.example/two/deep']), ['a.example/'], 'one segment');
  t.same(desk.set(2, ['a.example/two/deep', 'a.example/three']), ['a.example/']);
  t.same(desk.set(3, ['a.example/%E9%83%A8']), ['a.example'], 'escapes have no mark');
  t.same(desk.set(4, ['a.example']), ['a.example']);
  t.same(desk.set(4, []), ['a.example']);
  t.same(desk.set(2, []), ['a.example/', 'a.example/']);
  t.same([desk.set(3, []), desk.set(1, [])], [['a.example'], ['a.example']]);
  t.same(desk.set(1, ['m.a.example/one']), ['a.example'], 'a phone host of its own');
});

t.test('one host with thousands of blogs costs a few look-ups', async (t) => {
  const desk = new Desk();
  for (let blog = 1; blog <= 3000; blog++) desk.set(blog, [`https://a.example/@user-${blog}/`]);
  t.equal(desk.ownerOf('https://a.example/@user-2999/post'), 2999);
  t.equal(desk.ownerOf('https://a.example/@user-29999/post'), UNRESOLVED);
});

t.test('rules that snapshots rest on do not change under one number', async (t) => {
  const desk = new Desk();
  const places = [
    'a.example',
    'b.example/one',
    'm.b.example/two',
    'c.example:8080/',
    'me.tumblr.com',
  ];
  for (const [at, place] of places.entries()) desk.set(at + 1, [place, `old.example/${at}`]);
  const hosts = [
    'a.example',
    'b.example',
    'c.example:8080',
    'tumblr.com',
    'old.example',
    'x.example',
  ];
  const labels = ['', 'www.', 'WWW.', 'm.', 'mobile.', 'amp.', 'wap.', 'www.m.', 'me.', 'sub.'];
  const paths = [
    '',
    '/',
    '/one',
    '/One/',
    '//one//x',
    '/%6fne/',
    '/two?one',
    '/0/',
    '/3/index.html',
    '/%2e%2e/1',
  ];
  const found = hosts.flatMap((host) =>
    labels.flatMap((label) =>
      paths.flatMap((path) =>
        ['http', 'https'].map((scheme) => desk.ownerOf(`${scheme}://${label}${host}${path}`)),
      ),
    ),
  );
  const digest = createHash('sha256').update(found.join(' ')).digest('hex').slice(0, 16);
  t.same(
    { format: MENTIONS_RESOLVED_FROM, digest },
    { format: 2, digest: '856df75ec1392534' },
    'raise MENTIONS_RESOLVED_FROM and MENTIONS_VERSION when an address leads elsewhere than before',
  );
});
