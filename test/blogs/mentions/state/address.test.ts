import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import {
  joinUrl,
  mobileOf,
  pathOf,
  prefixOf,
  splitUrl,
} from '../../../../src/blogs/mentions/state/address.js';

/** `family path`, with the phone label's number where there is one; null for no address. */
function placeOf(url: string): string | null {
  const split = splitUrl(url);
  if (split === null) return null;
  const { code, family, rest } = split;
  const mobile = mobileOf(code, rest);
  return `${family}${pathOf(code, rest)}${mobile === 0 ? '' : ` ${mobile}`}`;
}

function registered(text: string): string | null {
  const prefix = prefixOf(text);
  if (prefix === null) return null;
  const { family, path, mobile } = prefix;
  return `${family}${path}${mobile === 0 ? '' : ` ${mobile}`}`;
}

t.test('forms of one address are one place', async (t) => {
  const forms = [
    'https://blog.example/a/b',
    'http://blog.example/a/b',
    'https://www.blog.example/a/b',
    'https://WWW.Blog.Example/a/b',
    'https://blog.example:443/a/b',
    'http://blog.example:80/a/b',
    'http://blog.example:443/a/b',
    'https://blog.example./a/b',
    'https://blog.example/a/b/',
    'https://blog.example//a///b/',
    'https://blog.example/a/b?utm_source=x',
    'https://blog.example/a/b?page=2',
    'https://blog.example/a/b#part',
    'https://blog.example/a/b/?utm_medium=y#part',
    'https://someone:secret@blog.example/a/b',
    'https://blog.example/%61/%62',
    'https://blog.example/x/../a/./b',
    'https:\\\\blog.example\\a\\b',
    '  https://blog.example/a/b  ',
  ];
  for (const form of forms) t.equal(placeOf(form), 'blog.example/a/b', form);
});

t.test('IDN and punycode are one, and so are escapes in both cases', async (t) => {
  t.equal(placeOf('https://例え.example/'), placeOf('https://xn--r8jz45g.example'));
  t.equal(registered('例え.example'), placeOf('https://xn--r8jz45g.example/'));
  t.equal(placeOf('https://a.example/%e9%83%a8/'), placeOf('https://a.example/部'));
  t.equal(placeOf('https://a.example/%7Eme/'), placeOf('https://a.example/~me'));
});

t.test('different places stay different', async (t) => {
  const places = [
    'https://blog.example/a',
    'https://blog.example/A',
    'https://blog.example/a%2Fb',
    'https://blog.example/a/b',
    'https://other.blog.example/a',
    'https://blog.example:8080/a',
    'https://blog.example@evil.example/a',
    'https://m.blog.example/a',
    'https://mobile.blog.example/a',
  ].map(placeOf);
  t.equal(new Set(places).size, places.length);
  t.equal(placeOf('https://blog.example@evil.example/a'), 'evil.example/a');
});

t.test('a label for phones is told apart, except where subdomains are people', async (t) => {
  t.equal(placeOf('https://m.blog.example/a'), 'blog.example/a 1');
  t.equal(placeOf('https://www.m.blog.example/a'), 'blog.example/a 1');
  t.equal(placeOf('https://amp.blog.example/a'), 'blog.example/a 3');
  t.equal(placeOf('https://m.github.io/a'), 'm.github.io/a');
  t.equal(placeOf('https://m.blogspot.com/'), 'm.blogspot.com');
  t.equal(placeOf('https://m.example/'), 'm.example', 'a host of its own');
  t.equal(placeOf('https://www.example/'), 'www.example');
  t.equal(placeOf('https://medium.example/'), 'medium.example', 'only whole labels');
});

t.test('what is no address of the web is nothing', async (t) => {
  const strangers = [
    '',
    ' ',
    'blog.example/a',
    '/a/b',
    '//blog.example/a',
    'mailto:me@blog.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'ftp://blog.example/',
    'http://',
    'http:///',
    'http://[::1',
    'http://a b/',
    'http://a.example:99999/',
    'http://%00/',
    'http://256.256.256.256/',
    'http://xn--/',
    `https://blog.example/${'x'.repeat(5000)}`,
    'https://\ud800.example/',
  ];
  for (const stranger of strangers) t.equal(placeOf(stranger), null, stranger.slice(0, 40));
});

t.test('addresses of every kind have a place', async (t) => {
  t.equal(placeOf('http://[::1]:8080/a'), '[::1]:8080/a');
  t.equal(placeOf('http://0x7f.1/'), '127.0.0.1');
  t.equal(placeOf('http://localhost/x'), 'localhost/x');
  t.equal(placeOf('https://my_blog.example/'), 'my_blog.example');
});

t.test('a home page or an alias registers its host and path', async (t) => {
  t.equal(registered('https://www.blog.example/'), 'blog.example');
  t.equal(registered('blog.example'), 'blog.example');
  t.equal(registered('Blog.Example/me/'), 'blog.example/me');
  t.equal(registered('//blog.example/me'), 'blog.example/me');
  t.equal(registered('blog.example:443'), 'blog.example');
  t.equal(registered('blog.example:8080/x'), 'blog.example:8080/x');
  t.equal(registered('https://blog.example/me/index.html'), 'blog.example/me');
  t.equal(registered('https://blog.example/index.php?lang=zh'), 'blog.example');
  t.equal(registered('https://blog.example/me.html'), 'blog.example/me.html');
  t.equal(registered('m.blog.example'), 'blog.example 1');
  for (const text of ['', '   ', '///', 'mailto:me@blog.example', 'http://', 'a b', '\0']) {
    t.equal(registered(text), null, JSON.stringify(text));
  }
});

t.test('taking an address apart loses nothing', async (t) => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
      const split = splitUrl(url);
      return split === null ? url.length > 4096 : joinUrl(split) === url;
    }),
  );
  for (const url of ['https://www.m.a.example/x?y=1', 'HTTP://A.example', 'http://[::1]/']) {
    t.equal(joinUrl(splitUrl(url)!), url);
  }
});

t.test('no text makes it throw', async (t) => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl()), fc.nat(9), (text, cut) => {
      for (const one of [text, `http://${text}`, `https://a.example/${text.slice(cut)}`]) {
        placeOf(one);
        registered(one);
      }
    }),
    { numRuns: 500 },
  );
  t.pass('nothing thrown');
});

const data = process.env.TAGWIRE_TEST_DATA;
t.test(
  'every URL of the WHATWG list has a place exactly where the standard sees a web address',
  { skip: data === undefined ? 'TAGWIRE_TEST_DATA is not set' : false },
  async (t) => {
    const file = join(data!, 'sitemaps', 'url-utils', 'wpt-urltestdata.json');
    const cases = JSON.parse(readFileSync(file, 'utf8')) as (
      | string
      | { input: string; base: string | null; href?: string }
    )[];
    let places = 0;
    for (const one of cases) {
      if (typeof one === 'string') continue;
      registered(one.input);
      placeOf(one.input);
      if (one.href === undefined) continue;
      const isWeb = /^https?:\/\/./.test(one.href) && URL.canParse(one.href);
      t.equal(placeOf(one.href) !== null, isWeb, one.href);
      if (isWeb) places += 1;
    }
    t.ok(places > 100, `${places} addresses`);
  },
);
