import t from 'tap';
import { INGEST } from '../../../src/kernel/limits.js';
import { articleOf } from './fixtures.js';
import { pageOf } from './reading.js';

const prose = articleOf(2, 'en', 4).paragraphs;

function locationsOf(html: string): Record<string, string> {
  const { links } = pageOf(html);
  return Object.fromEntries(links.map(({ url, location }) => [new URL(url).pathname, location]));
}

t.test('each link stands in the article or in the margin that holds it', async (t) => {
  const html = `<body><a href="/logo">x</a><nav><a href="/menu">m</a></nav>
    <article><h1>t</h1><p>${prose[0]} <a href="/inside">in</a></p><p>${prose[1]}</p><p>${prose[2]}</p>
    <section class="footnotes"><ol><li>See <a href="/note">n</a></li></ol></section>
    <div class="related-posts"><a href="/related">r</a></div></article>
    <div id="comments"><p><a href="/comment">c</a></p></div>
    <div class="sidebar"><a href="/side">s</a><div class="blogroll"><a href="/friend">f</a></div></div>
    <footer><a href="/imprint">i</a></footer></body>`;
  t.same(locationsOf(html), {
    '/logo': 'sidebar',
    '/menu': 'sidebar',
    '/inside': 'body',
    '/note': 'body',
    '/related': 'sidebar',
    '/comment': 'comment',
    '/side': 'sidebar',
    '/friend': 'blogroll',
    '/imprint': 'sidebar',
  });
});

t.test('links are canonical, resolved against the base, with the text that shows', async (t) => {
  const html = `<base href="/deep/"><article><p>${prose[0]} <a href="one?utm_source=x#part"> <b>One</b> more </a> <a href="#here">no</a> <a href="mailto:a@b.example">no</a> <a href="javascript:go()">no</a></p></article>`;
  t.same(pageOf(html).links, [
    { url: 'https://www.site.example/deep/one', anchor: 'One more', location: 'body' },
  ]);
});

t.test('there are at most so many, and the page says that there were more', async (t) => {
  const anchors = Array.from(
    { length: INGEST.linksMax + 1 },
    (_, at) => `<a href="/l/${at}">x</a> `,
  );
  const page = pageOf(`<div class="list">${anchors.join('')}</div>`);
  t.equal(page.links.length, INGEST.linksMax);
  t.ok(page.linksTruncated);
  t.notOk(pageOf(anchors.slice(1).join('')).linksTruncated);
});

t.test('a page without an article still has its links', async (t) => {
  t.same(locationsOf('<ul class="menu"><li><a href="/a">A</a></li></ul>'), { '/a': 'sidebar' });
});
