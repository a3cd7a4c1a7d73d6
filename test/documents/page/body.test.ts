import t from 'tap';
import { aroundOf, articleOf, TEMPLATES } from './fixtures.js';
import { jsonLd, pageOf, pageWith } from './reading.js';

const bare = (text: string): string => text.replace(/\s+/g, '');
/** What some templates put between the paragraphs on purpose. */
const extras = (text: string): string =>
  bare(text).replace('#acommentrun--all', '').replace('Seethis.↩', '');

t.test('the text is the paragraphs, whatever system has made the page', async (t) => {
  for (const { name, page } of TEMPLATES) {
    for (const language of ['en', 'zh'] as const) {
      for (const paragraphs of [2, 4, 12]) {
        const article = articleOf(7, language, paragraphs);
        const { body, bodyState, title } = pageOf(page(article, aroundOf(1, language)));
        const what = `${name}, ${language}, ${paragraphs} paragraphs`;
        t.equal(extras(body ?? ''), bare(article.paragraphs.join('')), what);
        t.equal(bodyState, 'ok', what);
        t.equal(title, article.title, what);
      }
    }
  }
});

t.test('the text stays when everything around it changes', async (t) => {
  for (const { name, page } of TEMPLATES) {
    for (const language of ['en', 'zh'] as const) {
      const article = articleOf(11, language, 5);
      const visits = Array.from({ length: 8 }, (_, visit) =>
        pageOf(page(article, aroundOf(1000 + visit, language))),
      );
      t.equal(new Set(visits.map(({ body }) => body)).size, 1, `${name}, ${language}`);
    }
  }
});

t.test('paragraphs are separated by line feeds', async (t) => {
  const article = articleOf(3, 'en', 3);
  const html = `<article>${article.paragraphs.map((text) => `<p>${text}</p>`).join('')}</article>`;
  t.equal(pageOf(html).body, article.paragraphs.join('\n'));
});

const LONG = articleOf(5, 'en', 6);
const wrapped = LONG.paragraphs.map((text) => `<p>${text}</p>`);
const inArticle = (...parts: string[]): string =>
  `<body><h1>${LONG.title}</h1><article>${parts.join('\n')}</article></body>`;

t.test('debris inside an article goes', async (t) => {
  const [first, second, ...rest] = wrapped as [string, string, ...string[]];
  const debris = [
    '<div class="share-bar"><a href="/x">Share</a> on everything that is there</div>',
    '<form class="newsletter"><p>Get our letter every day, with the best of all we have.</p><input></form>',
    '<p>Advertisement</p>',
    '<div class="post_meta">Filed by the desk, and read by many people every day.</div>',
    '<div class="article__tags--bottom"><div class="tags">rain, wind, and weather of all kinds</div></div>',
    '<p>Read more:</p><ul><li><a href="/a">Another story about rivers</a></li><li><a href="/b">And one</a></li></ul>',
    '<p>延伸閱讀</p><p><a href="/a">另一則新聞的標題在這裡</a></p>',
    '<aside><p>Ada Quill writes about rivers, and about bridges, and about harbours.</p></aside>',
    '<figure><img src="a.jpg"><figcaption>A bridge, seen from the harbour, on a morning.</figcaption></figure>',
    '<script>document.write("<p>no</p>")</script><style>p{}</style><!-- no -->',
    '<div style="display: none"><p>A hidden sentence, which nobody shall read here.</p></div>',
    '<div aria-hidden="true">counter 123</div>',
  ];
  for (const piece of debris) {
    const { body } = pageOf(inArticle(first, piece, second, ...rest));
    t.equal(body, LONG.paragraphs.join('\n'), piece);
  }
});

t.test(
  'headline, byline and date before a text go, rights and tags behind it as well',
  async (t) => {
    const head = `<h2>${LONG.title}</h2><p>By Ada Quill</p><p>March 5, 2024</p>`;
    const tail = '<p>© 2024 The Site. All rights reserved</p><p>Tags: <a href="/t">rain</a></p>';
    const html = `<body><div class="post-body">${head}${wrapped.join('')}${tail}</div></body>`;
    t.equal(pageOf(`<title>${LONG.title}</title>${html}`).body, LONG.paragraphs.join('\n'));
  },
);

t.test('what looks like debris and is the article stays', async (t) => {
  const all = LONG.paragraphs.join('\n');
  for (const names of ['share-content', 'paywall', 'article related', 'no-sidebar', 'popup-text']) {
    t.equal(pageOf(`<div class="${names}">${wrapped.join('')}</div>`).body, all, names);
  }
  const code = '<pre><code><span class="comment">// kept</span> let ad;</code></pre>';
  t.match(pageOf(inArticle(...wrapped, code)).body, /\/\/ kept let ad;/);
  const first = `<p>On June 5, 2020, it rained.</p>`;
  t.match(pageOf(inArticle(first, ...wrapped)).body, /^On June 5, 2020, it rained\.\n/);
});

t.test('comments longer than the article are not the article', async (t) => {
  const comments = Array.from(
    { length: 60 },
    (_, at) =>
      `<li class="comment"><p>${aroundOf(at, 'en').sentence()} I think, and so on.</p></li>`,
  );
  const html = `<div class="x">${wrapped.slice(0, 2).join('')}</div><div id="comments"><ol>${comments.join('')}</ol></div>`;
  t.equal(pageOf(html).body, LONG.paragraphs.slice(0, 2).join('\n'));
});

t.test('a text in the metadata counts where the page shows less or something else', async (t) => {
  const articleBody = LONG.paragraphs.join('\n\n');
  const script = jsonLd({ '@type': 'NewsArticle', headline: LONG.title, articleBody });
  const teaser = pageWith(script, `<article>${wrapped[0]}</article>`);
  t.equal(teaser.body, LONG.paragraphs.join('\n'));
  t.equal(teaser.bodySource, 'json-ld');
  const whole = pageWith(script, `<article>${wrapped.join('')}</article>`);
  t.equal(whole.bodySource, 'readability');
  const cut = jsonLd({
    '@type': 'Article',
    headline: 'x',
    articleBody: `${articleBody.slice(0, 300)}…`,
  });
  t.equal(pageWith(cut, `<article>${wrapped.join('')}</article>`).bodySource, 'readability');
  const marked = pageWith('', `<div itemprop="articleBody">${wrapped.join('')}</div>`);
  t.equal(marked.bodySource, 'microdata');
});

t.test('markup inside the metadata is no text', async (t) => {
  const articleBody = LONG.paragraphs.map((text) => `<p>${text}</p>`).join('');
  const { body } = pageWith(jsonLd({ '@type': 'NewsArticle', headline: 'x', articleBody }));
  t.equal(body, LONG.paragraphs.join('\n'));
});

t.test('metadata that is cut with an entity is the beginning of what the page shows', async (t) => {
  const shown = LONG.paragraphs.map((text) => `<p>${text}</p>`).join('');
  const start = LONG.paragraphs.join(' ').slice(0, 320);
  for (const end of ['&hellip;', '&#8230;', ' [&#x2026;]', '&mldr;']) {
    const articleBody = `${start.replaceAll("'", '&apos;')}${end}`;
    const script = jsonLd({ '@type': 'NewsArticle', headline: LONG.title, articleBody });
    const { body } = pageWith(script, `<article><h1>${LONG.title}</h1>${shown}</article>`);
    t.equal(body, LONG.paragraphs.join('\n'), end);
  }
});

t.test('a text of 100 code points is ok, below it is short', async (t) => {
  const of = (count: number) => pageOf(`<article><p>${'雨'.repeat(count)}</p></article>`);
  t.equal(of(100).bodyState, 'ok');
  t.equal(of(99).bodyState, 'short');
  t.equal(of(99).body, '雨'.repeat(99));
});

t.test('a page without text is missing its body', async (t) => {
  t.equal(
    pageOf('<title>x</title><nav><a href="/a">One of the sections of this site</a></nav>')
      .bodyState,
    'missing',
  );
  const menu = Array.from({ length: 40 }, (_, at) => `<li><a href="/${at}">Section ${at}</a></li>`);
  t.equal(pageOf(`<ul>${menu.join('')}</ul>`).body, null);
});

t.test('walls are blocked', async (t) => {
  const walls = [
    '<title>Just a moment...</title><h1>www.site.example</h1><p>Checking if the connection is secure, which takes a few seconds.</p>',
    '<title>The Site</title><body><noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div>',
    '<title>Sign in - The Site</title><h1>Sign in</h1><form><p>Please sign in to go on reading what we have written for you today.</p><input type="password"></form>',
    '<title>會員登入</title><h1>會員登入</h1><form><input type="password"></form><p>請先登入會員，才能繼續閱讀本站的全部文章與內容。</p>',
    `${jsonLd({ '@type': 'NewsArticle', headline: 'x', isAccessibleForFree: false, datePublished: '2024-03-05' })}<article>${wrapped[0]}</article>`,
    `${jsonLd({ '@type': 'NewsArticle', headline: 'x', isAccessibleForFree: 'False' })}<article>${wrapped[0]}</article>`,
  ];
  for (const html of walls) {
    const { bodyState, body } = pageOf(html);
    t.equal(bodyState, 'blocked', html.slice(0, 60));
    t.equal(body, null);
  }
  const paid = jsonLd({ '@type': 'NewsArticle', headline: 'x', isAccessibleForFree: false });
  const whole = articleOf(9, 'en', 12).paragraphs.map((text) => `<p>${text}</p>`);
  t.equal(
    pageOf(`${paid}<article>${whole.join('')}</article>`).bodyState,
    'ok',
    'a whole text is no teaser',
  );
});

t.test('an error page has neither title nor body', async (t) => {
  for (const head of [
    '404 Not Found',
    'Page not found | The Site',
    '找不到網頁',
    '您要找的頁面不存在',
  ]) {
    const page = pageOf(
      `<title>${head}</title><h1>${head}</h1><p>The address may be wrong, or what stood here has moved elsewhere.</p>`,
    );
    t.equal(page.bodyState, 'missing', head);
    t.equal(page.title, null, head);
  }
  const story = pageOf(
    `<meta property="article:published_time" content="2024-03-05T00:00:00Z"><title>404 days of rain</title><article>${wrapped.join('')}</article>`,
  );
  t.equal(story.title, '404 days of rain');
});

t.test('oddities of markup leave the text readable', async (t) => {
  const all = LONG.paragraphs.join('\n');
  const odd = [
    `<a name="top"><div class="x">${wrapped.join('')}</div>`,
    `<html><head></head><html><body class="y"><body>${inArticle(...wrapped)}`,
    `<div><template><p>no</p></template>${inArticle(...wrapped)}</div>`,
    `<x-story><template shadowrootmode="open"><article>${wrapped.join('')}</article></template></x-story>`,
    inArticle('<![CDATA[ <p>no</p> ]]>', ...wrapped),
    inArticle(LONG.paragraphs.map((text) => `<p>${text}`).join('')),
    `<form id="aspnetForm"><div>${wrapped.join('')}</div></form>`,
    `<noscript><img src="a.jpg"></noscript>${inArticle(...wrapped)}`,
    `<main hidden>${wrapped.join('')}</main>`,
  ];
  for (const html of odd) t.equal(pageOf(html).body, all, html.slice(0, 60));
});

t.test('names that builders of components make are hints, too', async (t) => {
  const teasers = Array.from(
    { length: 12 },
    (_, at) =>
      `<div class="card"><h3><a href="/${at}">Story ${at}</a></h3><p>${aroundOf(at, 'en').sentence()} ${aroundOf(at + 50, 'en').sentence()}</p></div>`,
  );
  for (const name of [
    'ArticleBody_body__3xKd1',
    'styles_articleBody__x1',
    'c-article-body',
    'story_content_wrapper',
  ]) {
    const html = `<div class="grid">${teasers.join('')}</div><div class="${name}">${wrapped.join('')}</div>`;
    t.equal(pageOf(html).body, LONG.paragraphs.join('\n'), name);
  }
});

t.test('a story about errors or walls is no wall', async (t) => {
  for (const title of [
    'Sorry, we need to talk',
    'Access denied: how a bridge was closed',
    '抱歉，我們遲到了',
    'Just a moment in winter',
  ]) {
    const page = pageOf(`<title>${title}</title><h1>${title}</h1><div>${wrapped.join('')}</div>`);
    t.equal(page.bodyState, 'ok', title);
    t.equal(page.title, title);
  }
});

t.test('ids that are made of the words of a heading say nothing', async (t) => {
  const parts = [
    '<h2 id="related-work">Related work</h2>',
    '<section id="extra-share"><h3>Extra share</h3><p>A paragraph of this section, with enough words to be one.</p></section>',
  ];
  const { body } = pageOf(inArticle(...wrapped.slice(0, 3), ...parts, ...wrapped.slice(3)));
  t.match(body, /\nRelated work\nExtra share\nA paragraph of this section/);
});

t.test('teasers that have more prose than a short article are not the article', async (t) => {
  const short =
    '<div class="article-content__editor"><p>雨從清晨下到夜裡，河水漲到橋邊，村裡的人都到山上的廟裡躲雨，等到天亮才回家，幸好沒有人受傷。</p></div>';
  const teasers = Array.from({ length: 8 }, (_, at) => {
    const around = aroundOf(at, 'zh');
    return `<div class="story-list__text"><h3><a href="/${at}">${around.sentence()}</a></h3><p>${around.sentence()}${around.sentence()}</p></div>`;
  });
  const html = `<h1>雨</h1>${short}<section class="story-list__recommend">${teasers.join('')}</section>`;
  t.match(pageOf(html).body, /^雨從清晨[^\n]*受傷。$/);
});

const caption = (number: number): string =>
  `Slide ${number}: a crew member coils a rope while the gate closes behind the last car of the morning.`;
const slides = (slide: (text: string) => string): string =>
  [1, 2, 3, 4, 5].map((number) => slide(caption(number))).join('');

t.test('the captions of a slide show are the article', async (t) => {
  const shows = {
    figures: `<article><h1>Ferry</h1><p>Five pictures of a day at the ferry, which our photographer took in the cold.</p>${slides((text) => `<figure class="slide"><img src="/1.jpg"><figcaption>${text}</figcaption></figure>`)}</article>`,
    gallery: `<article><h1>Ferry</h1><div class="gallery">${slides((text) => `<div class="gallery-item"><img src="/1.jpg"><div class="caption">${text}</div></div>`)}</div></article>`,
    list: `<main><h1>Ferry</h1><ul class="slideshow">${slides((text) => `<li class="slide"><img src="/1.jpg"><p>${text}</p></li>`)}</ul></main>`,
    swiper: `<main><h1>Ferry</h1><div class="swiper-wrapper">${slides((text) => `<div class="swiper-slide"><img src="/1.jpg"><div class="slide-text">${text}</div></div>`)}</div></main>`,
    carousel: `<main><article><h1>Ferry</h1><div class="carousel-inner">${slides((text) => `<div class="carousel-item"><img src="/1.jpg"><div class="carousel-caption"><p>${text}</p></div></div>`)}</div></article></main>`,
  };
  for (const [name, html] of Object.entries(shows)) {
    const { body } = pageOf(`<title>Ferry</title>${html}`);
    for (const number of [1, 5]) t.equal(body?.split(caption(number)).length, 2, name);
  }
});

t.test('the next page of an article has its own address with the next number', async (t) => {
  const own = 'https://www.site.example/2026/ferry';
  const next = (head: string, body: string, url = own): string | null | undefined =>
    pageOf(`<head><title>Ferry</title>${head}</head><h1>Ferry</h1>${body}`, url).nextUrl;
  const link = (href: string, more = 'rel="next"'): string => `<a ${more} href="${href}">2</a>`;
  t.equal(next('<link rel="next" href="?page=2">', ''), `${own}?page=2`);
  t.equal(next('', link('/2026/ferry/2')), `${own}/2`);
  t.equal(next('', link(`${own}/page/3/`), `${own}/page/2/`), `${own}/page/3/`);
  t.equal(next('', link('ferry_2.html'), `${own}.html`), `${own}_2.html`);
  t.equal(next('', link('ferry-3.html'), `${own}-2.html`), `${own}-3.html`);
  const pager = `<div class="page-links">1 ${link('/2026/ferry/2/', '')} ${link('/2026/ferry/3/', '')}</div>`;
  t.equal(next('', pager), `${own}/2/`);
  t.equal(next('<link rel="next" href="/2026/other">', link('/2026/next-story')), null);
  t.equal(next('', link('?page=3')), null, 'not the next one');
  t.equal(next('', link('?page=2', '')), null, 'no pager');
  t.equal(next('', `<div id="comments">${link('?page=2')}</div>`), null, 'of the comments');
  t.equal(next('', link('https://other.example/2026/ferry/2')), null, 'elsewhere');
});
