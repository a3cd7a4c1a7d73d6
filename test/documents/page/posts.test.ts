import t from 'tap';
import type { Genre, PageDocument } from '../../../src/documents/documents.js';
import { textOfHtml } from '../../../src/documents/html.js';
import { readPage } from '../../../src/documents/page.js';
import { BLOG_THEMES } from './blog-themes.js';
import { aroundOf, articleOf } from './fixtures.js';
import { jsonLd, rawOf } from './reading.js';

const bare = (text: string | null): string => (text ?? '').replace(/\s+/g, '');
const TEXT = articleOf(21, 'en', 6);
const [first = '', ...rest] = TEXT.paragraphs.map((text) => `<p>${text}</p>`);

/** What writers put between their paragraphs. */
const PARTS = [
  '<h2 id="related-work">Related work</h2><p>None.</p>',
  '<h3>Advertisement</h3><p>A word about towers.</p>',
  '<ul><li><a href="/a">The first river</a></li><li><a href="/b">The second river</a></li></ul>',
  '<table><tr><th>Bridge</th><th>Height</th></tr><tr><td>East</td><td>12</td></tr></table>',
  '<pre><code>print();\nread more\n<span class="comment">// ads</span></code></pre>',
  '<p>Update: see <a href="/c">the second part</a>.</p>',
  '<p><a href="/d">Click here to read the whole report</a></p>',
  '<blockquote><p>So it was.</p><footer>A ferryman</footer></blockquote>',
  '<aside><p>A remark beside the text.</p></aside>',
  '<figure><img src="/a.jpg"><figcaption>The harbour.</figcaption></figure>',
  '<p>So <span class="formula"><span aria-hidden="true">x = 1</span></span> holds.</p>',
  '<ol class="footnotes"><li id="fn-most-popular"><p>The most popular one.</p></li></ol>',
  '<p>Follow us on the river.</p>',
];

const POST = {
  title: 'A bridge of two rivers',
  author: 'Ada Quill',
  date: '2024-03-05T08:30:00Z',
  html: [first, ...PARTS.flatMap((part, at) => [part, rest[at % rest.length]])].join('\n'),
};

function postOf(html: string, genre: Genre | null = 'post'): PageDocument {
  const page = readPage(rawOf(html), { zoneOffsetMs: 0, genre: genre ?? undefined });
  if (page.kind === 'fault') throw new Error(page.message);
  return page;
}

t.test('a post is read as it was written, in every theme and at every visit', async (t) => {
  for (const { name, page } of BLOG_THEMES) {
    for (const visit of [1, 2, 3]) {
      const { body, title } = postOf(page(POST, aroundOf(visit, 'en')));
      t.equal(bare(body), bare(textOfHtml(POST.html)), `${name}, visit ${visit}`);
      t.equal(title, POST.title, name);
    }
  }
});

t.test('a page that calls itself a post is read as one', async (t) => {
  const content = `<div class="entry-content">${POST.html}</div>`;
  const posts = [
    `${jsonLd({ '@type': 'BlogPosting', headline: POST.title })}${content}`,
    `<article class="h-entry">${content}</article>`,
    `<article itemscope itemtype="https://schema.org/BlogPosting">${content}</article>`,
  ];
  const whole = bare(textOfHtml(POST.html));
  for (const html of posts) {
    t.equal(bare(postOf(html, null).body), whole, html.slice(0, 60));
  }
  const story = `${jsonLd({ '@type': 'NewsArticle', headline: POST.title })}${content}`;
  t.not(bare(postOf(story, null).body), whole, 'a story is cleaned');
});

t.test('what systems put into the text of a post goes', async (t) => {
  const debris = [
    '<nav class="toc"><ul><li><a href="#a">One</a></li></ul></nav>',
    '<div class="sharedaddy"><h3>Share this:</h3><a href="/s">Here</a></div>',
    '<p><a href="/s">Tweet</a></p>',
    '<div class="jp-relatedposts"><p>Another post about rivers and bridges</p></div>',
    '<div class="author-bio"><p>Ada Quill writes about rivers.</p></div>',
    '<p>Advertisement</p>',
    '<form class="signup"><p>Get letters.</p><input></form>',
    '<h2>A part<a class="anchor" aria-hidden="true" href="#x">link</a></h2>',
  ];
  for (const piece of debris) {
    const html = `<h1>${POST.title}</h1><div class="entry-content">${first}${piece}${rest.join('')}</div>`;
    const wanted = bare(TEXT.paragraphs.join(''));
    t.equal(bare(postOf(html).body).replace('Apart', ''), wanted, piece);
  }
});

t.test('a headline stands once; what a writer repeats stays', async (t) => {
  const heading = `<h1>${POST.title}</h1>`;
  const text = `<p>${'It rained. '.repeat(30)}</p>`;
  const of = (html: string) => postOf(`<title>${POST.title}</title>${html}`).body?.split('\n')[0];
  t.match(of(`<article>${heading}<p>March 5, 2024</p>${text}</article>`), /^It rained/);
  t.equal(of(`${heading}<div class="entry-content">${heading}${text}</div>`), POST.title);
  const own = '<p>Written June 14, 2017</p>';
  t.equal(of(`${heading}<div class="entry-content">${own}${text}</div>`), 'Written June 14, 2017');
});

t.test('calls in news go where they are short or links, and stay in a text', async (t) => {
  const story = articleOf(23, 'zh', 5).paragraphs;
  const of = (last: string) =>
    postOf(
      `<div class="article-body">${story.map((text) => `<p>${text}</p>`).join('')}<p>${last}</p></div>`,
      'news',
    ).body;
  const long = `看更多河川報導：${'雨從清晨下到夜裡，河水漲到橋邊，'.repeat(4)}`;
  t.equal(of(long), [...story, long].join('\n'));
  t.equal(of(`<a href="/a">${long}</a>`), story.join('\n'));
  t.equal(of('看更多河川報導'), story.join('\n'));
});

t.test('headings and tables inside of news stay', async (t) => {
  const [one, two, ...more] = articleOf(25, 'en', 6).paragraphs.map((text) => `<p>${text}</p>`);
  const table = '<table><tr><td>East</td><td>12</td></tr></table>';
  const html = `<div class="article-body">${one}${two}<h3>Heights</h3>${table}${more.join('')}</div>`;
  t.match(postOf(html, 'news').body, /\nHeights\nEast 12\n/);
});
