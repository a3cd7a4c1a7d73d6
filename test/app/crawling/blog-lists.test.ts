/** Lists of blogs in every form that people share, and the codes that candidates get. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { candidatesOf, readBlogList } from '../../../src/app/crawling/blog-lists.js';
import { blogOf } from '../../blogs/directory/records.js';

function read(text: string, fileName = 'list.txt') {
  return readBlogList(text, fileName);
}

t.test('OPML is read, nested, badly formed, with feeds in both places', async (t) => {
  const xml = `\ufeff<?xml version="1.0"?><OPML><body><outline text="Group">
    <outline type="rss" text="A &lt;b&gt;" xmlUrl="https://a.example/rss.xml" htmlUrl="https://a.example/rss.xml"/>
    <outline title="B" text="ignored" XMLURL="https://b.example/x/feed" HTMLURL="https://b.example/x"/>
    </outline><outline type="link" text="C" url="https://c.example/"><outline text="no address"/>
    <outline text="D" xmlUrl="nonsense"/>`;
  t.strictSame(read(xml), {
    blogs: [
      {
        name: 'A <b>',
        siteUrl: 'https://a.example/',
        feedUrl: 'https://a.example/rss.xml',
        category: 'Group',
      },
      {
        name: 'B',
        siteUrl: 'https://b.example/x',
        feedUrl: 'https://b.example/x/feed',
        category: 'Group',
      },
      { name: 'C', siteUrl: 'https://c.example/', feedUrl: null, category: '' },
    ],
    unusable: 1,
  });
});

t.test('CSV is read with and without headings, with commas that nobody quoted', async (t) => {
  const csv = [
    'Introduction, Address, RSS feed, tags',
    'Plain, https://plain.example, https://plain.example/atom.xml, life; sea',
    'Commas, many, of them, https://commas.example, , sea',
    '"Quoted, ""well""", https://quoted.example/, https://quoted.example/feed,',
    'No address, , , x',
  ].join('\r\n');
  const { blogs, unusable } = read(csv, 'list.CSV');
  t.equal(unusable, 1);
  t.strictSame(
    blogs.map(({ name, siteUrl, feedUrl, category }) => [name, siteUrl, feedUrl, category]),
    [
      ['Plain', 'https://plain.example/', 'https://plain.example/atom.xml', 'life'],
      ['Commas, many, of them', 'https://commas.example/', null, 'sea'],
      ['Quoted, "well"', 'https://quoted.example/', 'https://quoted.example/feed', ''],
    ],
  );
  t.match(read('Bare,https://bare.example/\n', 'x.csv').blogs, [
    { name: 'Bare', siteUrl: 'https://bare.example/' },
  ]);
  t.match(
    read('"Two\nlines",https://two.example/\nThe "small" one,https://one.example/', 'y.csv'),
    {
      blogs: [{ name: 'Two lines' }, { name: 'The "small" one' }],
    },
  );
  t.match(read('"Open,https://open.example/\nNext,https://next.example/', 'z.csv').blogs, [
    { name: '"Open' },
    { name: 'Next' },
  ]);
});

t.test('planet configurations, text and Markdown are read', async (t) => {
  const ini =
    '[Planet]\nname = Planet\nlink = http://planet.example/\n\n[https://ann.example/feeds/all.atom.xml]\nname = Ann\n[https://medium.com/feed/@bob]\nname=Bob\n';
  t.match(read(ini, 'config.ini').blogs, [
    { name: 'Ann', siteUrl: 'https://ann.example/' },
    { name: 'Bob', siteUrl: 'https://medium.com/@bob/', feedUrl: 'https://medium.com/feed/@bob' },
  ]);
  const text =
    '# comment\nhttps://eve.example/blog/feed_rss_created.xml # Eve\nhttps://fay.example/\nnot an address\n- [Gus](https://gus.example/ "t") and [Hal](https://hal.example)\n';
  t.match(read(text).blogs, [
    { name: 'eve.example', siteUrl: 'https://eve.example/blog/', feedUrl: /feed_rss/ },
    { name: 'fay.example', siteUrl: 'https://fay.example/', feedUrl: null },
    { name: 'Gus', siteUrl: 'https://gus.example/' },
    { name: 'Hal', siteUrl: 'https://hal.example/' },
  ]);
});

t.test('the home page of a feed is guessed where its address tells', async (t) => {
  const cases: [string, string][] = [
    ['https://a.example/feed', 'https://a.example/'],
    ['https://a.example/index.xml', 'https://a.example/'],
    ['https://a.example/~ann/rss2.php', 'https://a.example/~ann/'],
    ['https://a.blogspot.example/feeds/posts/default', 'https://a.blogspot.example/'],
    ['https://a.blogspot.example/feeds/posts/default/-/python', 'https://a.blogspot.example/'],
    ['https://a.example/blog/posts_feed', 'https://a.example/blog/'],
    ['https://a.example/?feed=rss2', 'https://a.example/'],
    ['https://a.example/notes.rss', 'https://a.example/notes.rss'],
    ['https://feeds.feedburner.com/ann', 'https://feeds.feedburner.com/ann'],
    ['https://a.example/blog', 'https://a.example/blog'],
  ];
  for (const [feed, home] of cases) t.equal(read(feed).blogs[0]?.siteUrl, home, feed);
});

t.test('codes follow from addresses, are unique, and leave what is registered alone', async (t) => {
  const listed = (siteUrl: string) => ({ name: 'x', siteUrl, feedUrl: null, category: '' });
  const slugs = (sites: string[], registered: ReturnType<typeof blogOf>[] = []): string[] =>
    candidatesOf(sites.map(listed), registered).records.map(({ slug }) => slug);
  t.strictSame(
    slugs(['https://www.Ann.example/', 'http://ann.example', 'https://ann.example/blog/']),
    ['ann-example', 'ann-example-blog'],
  );
  const [first, second] = slugs(['https://a-b.example/', 'https://a.b.example/']);
  t.equal(first, 'a-b-example');
  t.match(second, /^a-b-example-[0-9a-f]{8}$/);
  t.strictSame(
    slugs(['https://ann.example'], [blogOf(1, { sourceUrl: 'http://www.ann.example/' })]),
    [],
  );
  t.strictSame(slugs(['https://old.example'], [blogOf(1, { aliases: ['old.example'] })]), []);
  t.match(
    slugs(['https://ann.example'], [blogOf(1, { slug: 'ann-example' })])[0],
    /^ann-example-[0-9a-f]{8}$/,
  );
  t.match(
    slugs([`https://${'long-'.repeat(11)}x.example/${'path/'.repeat(20)}`])[0],
    /^.{1,55}-[0-9a-f]{8}$/,
  );
});

t.test('importing twice adds nothing, whatever is listed', async () => {
  const site = fc
    .tuple(
      fc.constantFrom('http', 'https'),
      fc.constantFrom('', 'www.'),
      fc.constantFrom('a.b', 'a-b', 'c'),
      fc.constantFrom('', '/', '/x', '/x/', '/~y', '/é'),
    )
    .map(([scheme, www, host, path]) => new URL(`${scheme}://${www}${host}.example${path}`).href);
  fc.assert(
    fc.property(
      fc.array(site, { maxLength: 20 }),
      fc.array(site, { maxLength: 20 }),
      (one, other) => {
        const listed = (sites: string[]) =>
          sites.map((siteUrl) => ({ name: 'x', siteUrl, feedUrl: null, category: '' }));
        const { records } = candidatesOf(listed(one), []);
        const registered = records.map(({ slug, sourceUrl }, at) =>
          blogOf(at, { slug, sourceUrl, verified: true }),
        );
        const again = candidatesOf(listed([...other, ...one]), registered).records;
        const all = [...registered, ...again].map(({ slug }) => slug);
        const third = candidatesOf(listed([...one, ...other]), [
          ...registered,
          ...again.map(({ slug, sourceUrl }, at) => blogOf(100 + at, { slug, sourceUrl })),
        ]);
        const sound = all.every((slug) => /^[A-Za-z0-9_.-]{1,64}$/.test(slug));
        return new Set(all).size === all.length && sound && third.records.length === 0;
      },
    ),
  );
});

t.test('anything at all is read without an error', async () => {
  const piece = fc.constantFrom(
    '<outline ',
    'xmlUrl="http://a.b/',
    '">',
    '</',
    '"',
    ',',
    '\n',
    '[http://a.b]',
    '](',
    'https://x.example/',
    '<opml>',
    '\u0000',
    '=',
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 40 }),
      fc.constantFrom('a.opml', 'a.csv', 'a.txt'),
      (pieces, name) => {
        const { blogs } = read(pieces.join(''), name);
        return candidatesOf(blogs, []).records.length <= blogs.length;
      },
    ),
  );
});

const realData = process.env.TAGWIRE_TEST_DATA;

t.test(
  'real lists give candidates',
  { skip: realData === undefined && 'TAGWIRE_TEST_DATA names no folder with real lists' },
  async (t) => {
    const folder = join(realData!, 'blog-lists');
    const files = (readdirSync(folder, { recursive: true }) as string[])
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).isFile() && /\.(opml|csv|ini|txt|md)$/.test(path))
      .filter((path) => basename(path) !== 'SOURCE.txt');
    t.ok(files.length >= 6);
    const all = files.map((path) => readBlogList(readFileSync(path, 'utf8'), basename(path)));
    all.forEach(({ blogs, unusable }, at) => {
      t.ok(blogs.length > 20, `${basename(files[at]!)}: ${blogs.length} blogs`);
      t.ok(unusable <= blogs.length / 50, `${unusable} without an address`);
    });
    const { records } = candidatesOf(
      all.flatMap(({ blogs }) => blogs),
      [],
    );
    t.equal(new Set(records.map(({ slug }) => slug)).size, records.length, 'codes are unique');
    t.comment(`${records.length} candidates`);
  },
);
