/** Which blogs a list of feeds names. */
import t from 'tap';
import { blogsOfList } from '../../src/app/pages-backend.js';

const BLOGS = [
  { slug: 'tea', sourceUrl: 'https://tea.example/' },
  { slug: 'inner', sourceUrl: 'https://tea.example/inner/' },
  { slug: 'ann', sourceUrl: 'http://www.shared.example/@ann' },
  { slug: 'nowhere', sourceUrl: null },
  { slug: 'rice', sourceUrl: 'https://rice.example' },
];

/** An API that lists the blogs two at a time; `asked` notes what it was asked for. */
function api(asked: string[] = [], failsAt = Number.POSITIVE_INFINITY) {
  return async (target: string) => {
    asked.push(target);
    const at = Number(/cursor=(\d+)/.exec(target)?.[1] ?? 0);
    if (at >= failsAt) return { status: 503, code: 'unavailable' as const, etag: '', body: null };
    const next = at + 2 < BLOGS.length ? String(at + 2) : null;
    const text = JSON.stringify({ items: BLOGS.slice(at, at + 2), nextCursor: next });
    return { status: 200, code: '' as const, etag: '', body: new TextEncoder().encode(text) };
  };
}

t.test('an outline names a blog by its site, or by where its feed lies', async (t) => {
  const opml = `<opml><body>
    <outline text="By site" htmlUrl="http://www.tea.example" xmlUrl="https://feeds.example/1"/>
    <outline text="The nearest" xmlUrl="https://tea.example/inner/feed.xml"/>
    <outline text="Below a home" xmlUrl="https://shared.example/@ann/rss?x=1"/>
    <outline text="Of a neighbour" xmlUrl="https://shared.example/@bob/rss"/>
    <outline text="Again" htmlUrl="https://tea.example/"/>
    <outline text="Unknown" xmlUrl="https://else.example/feed"/></body></opml>`;
  t.strictSame(await blogsOfList(opml, api()), { blogs: ['tea', 'inner', 'ann'], unknown: 2 });
});

t.test('addresses may stand on lines', async (t) => {
  const lines = 'https://rice.example/feed\r\n\n  tea.example \nnothing';
  t.strictSame(await blogsOfList(lines, api()), { blogs: ['rice', 'tea'], unknown: 1 });
});

t.test('what is no list names nothing, whatever it is', async (t) => {
  const hostile = [
    ...['', ' ', '<', '<opml', '\u0000', '<outline/>', 'javascript:alert(1)', 'data:text/html,x'],
    '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><outline xmlUrl="&b;"/>',
    '<outline xmlUrl="javascript:alert(1)" htmlUrl="data:text/html,x"/>',
    '<outline xmlUrl="/../../"/><outline htmlUrl="//"/>',
    '<outline xmlUrl="https://evil.example/#https://tea.example/"/>',
  ];
  for (const text of hostile) {
    t.strictSame((await blogsOfList(text, api())).blogs, [], text);
  }
  const asked: string[] = [];
  await blogsOfList('<opml/>', api(asked));
  t.strictSame(asked, [], 'and nothing is asked for it');
});

t.test('a list without end is read so far, and a failing API gives what it gave', async (t) => {
  const open = '<outline text="G"><outline xmlUrl="https://else.example/"></b>'.repeat(50_000);
  const { blogs, unknown } = await blogsOfList(
    `${open}<outline xmlUrl="https://tea.example/"/>`,
    api(),
  );
  t.strictSame([blogs, unknown], [[], 2000]);
  const both = 'https://rice.example/ https://tea.example/';
  t.strictSame(await blogsOfList(both, api([], 2)), { blogs: ['tea'], unknown: 1 });
});
