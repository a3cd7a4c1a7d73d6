import fc from 'fast-check';
import t from 'tap';
import { parseLooseJson } from '../../../src/documents/page/json-ld.js';
import { isoOf, jsonLd, PAGE_URL, pageOf, pageWith, ZONE_OFFSET_MS } from './reading.js';

t.test('JSON-LD is found in graphs, lists and other nodes, with references', async (t) => {
  const article = {
    '@type': ['NewsArticle'],
    headline: 'The bridge opens',
    datePublished: '2024-03-05T08:30:00+08:00',
    dateModified: '2024-03-05T10:00:00+08:00',
    author: [{ '@id': '#ada' }, { '@type': 'Person', name: 'Bo Finch' }],
    articleSection: ['City', 'Traffic'],
    image: { '@type': 'ImageObject', url: '/images/bridge.jpg' },
    keywords: 'bridge, river',
    publisher: { '@type': 'Organization', name: 'The Site' },
    inLanguage: 'en-GB',
  };
  const ada = { '@type': 'Person', '@id': '#ada', name: 'Ada Quill' };
  const shapes = [
    {
      '@context': 'https://schema.org',
      '@graph': [{ '@type': 'WebSite', name: 'x' }, ada, article],
    },
    [ada, article],
    { '@type': 'WebPage', name: 'x', mainEntity: article, about: ada },
  ];
  for (const shape of shapes) {
    const page = pageWith(jsonLd(shape));
    t.equal(page.title, 'The bridge opens');
    t.same(page.authors, ['Ada Quill', 'Bo Finch']);
    t.equal(isoOf(page.published), '2024-03-05T00:30:00.000Z');
    t.equal(isoOf(page.modified), '2024-03-05T02:00:00.000Z');
    t.equal(page.section, 'City');
    t.equal(page.image, 'https://www.site.example/images/bridge.jpg');
    t.same(page.keywords, ['bridge', 'river']);
    t.equal(page.siteName, 'The Site');
    t.equal(page.language, 'en-GB');
  }
});

t.test('every usual type of article counts, and the one that the page is about wins', async (t) => {
  for (const type of [
    'Article',
    'NewsArticle',
    'BlogPosting',
    'ReportageNewsArticle',
    'AnalysisNewsArticle',
    'LiveBlogPosting',
    'Report',
    'http://schema.org/NewsArticle',
  ]) {
    t.equal(pageWith(jsonLd({ '@type': type, headline: `A ${type}` })).title, `A ${type}`);
  }
  const about = { '@type': 'NewsArticle', headline: 'This one', url: PAGE_URL };
  const other = { '@type': 'NewsArticle', headline: 'Another', url: 'https://www.site.example/x' };
  t.equal(pageWith(jsonLd([other, about])).title, 'This one');
  t.equal(pageWith(jsonLd([about, other])).title, 'This one');
});

t.test('JSON-LD that is not quite JSON is mended', async (t) => {
  const broken = [
    '{"@type":"Article","headline":"Two\nlines",}',
    '/* note */ {"@type":"Article", // why\n "headline":"Two lines"}',
    '<!-- {"@type":"Article","headline":"Two\tlines"} -->',
    '//<![CDATA[\n{"@type":"Article","headline":"Two\\q lines","x":[1,2,],};\n//]]>',
  ];
  for (const script of broken) {
    const { title } = pageWith(`<script type="application/ld+json">${script}</script>`);
    t.match(title, /^Two\\?q? lines$/, script);
  }
  t.equal(pageWith('<script type="application/ld+json">{"@type":</script>').title, null);
});

t.test('property: JSON is parsed as it is, with comments and stray commas as well', async () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const object = { value };
      t.same(parseLooseJson(JSON.stringify(object)), JSON.parse(JSON.stringify(object)));
      const spoiled = JSON.stringify(object, null, 1).replace(
        /\n\s*([}\]])/g,
        ', /* "] */ // }\n$1',
      );
      t.same(
        parseLooseJson(spoiled.replace(/([[{]), \/\*/g, '$1 /*')),
        JSON.parse(JSON.stringify(object)),
      );
    }),
    { seed: 1, numRuns: 300 },
  );
});

t.test('a title loses the name of its site where the page says what it is', async (t) => {
  const cases: [head: string, body: string, title: string][] = [
    ['<title>Rain - The Site</title><meta property="og:site_name" content="The Site">', '', 'Rain'],
    ['<title>雨來了｜範例報</title><meta property="og:site_name" content="範例報">', '', '雨來了'],
    ['<title>Rain | Weather | The Site</title>', '<h1>Rain</h1>', 'Rain'],
    [
      '<title>The Site: Rain at last</title>',
      '<h3 class="post-title">Rain at last</h3>',
      'Rain at last',
    ],
    ['<title>Rain - a short history</title>', '', 'Rain - a short history'],
    ['<title>Rain &amp; wind -- site.example</title>', '', 'Rain & wind'],
    [
      '<meta property="og:title" content="Rain | SITE"><meta property="og:site_name" content="Site">',
      '',
      'Rain',
    ],
    [
      '<title>The Site</title><meta property="og:site_name" content="The Site">',
      '<h1>Rain</h1>',
      'Rain',
    ],
    ['<title>Rain</title><svg><title>Icon</title></svg>', '', 'Rain'],
    ['', '<h1 class="site-logo">The Site</h1><h1>Rain <em>today</em></h1>', 'Rain today'],
  ];
  for (const [head, body, title] of cases) t.equal(pageWith(head, body).title, title, head);
  t.equal(pageWith('', '<p>nothing</p>').title, null);
});

t.test('dates come from metadata, from what is shown and last from the address', async (t) => {
  const second = '2024-03-05T00:30:00.000Z';
  const heads = [
    '<meta property="article:published_time" content="2024-03-05T08:30:00+08:00">',
    '<meta name="pubdate" content="2024-03-05 08:30">',
    '<meta name="DC.date.issued" content="2024-03-05T08:30">',
    '<meta name="date" content="Tue, 05 Mar 2024 00:30:00 GMT">',
    '<meta itemprop="datePublished" content="2024-03-05T08:30:00+0800">',
    `<meta name="parsely-page" content='{"pub_date": "2024-03-05T00:30:00Z"}'>`,
    jsonLd({ '@type': 'Article', datePublished: 1_709_598_600 }),
  ];
  for (const head of heads) t.equal(isoOf(pageWith(head).published), second, head);
  const bodies = [
    '<h1>x</h1><time datetime="2024-03-05T08:30:00+08:00">Tuesday</time>',
    '<h1>x</h1><div class="info">2024-03-05 08:30　記者</div>',
    '<h1>x</h1><p>2024年3月5日 08:30</p>',
    '<h1>x</h1><span class="date">March 5, 2024 at 8:30 am</span>',
    '<abbr class="published" title="2024-03-05T08:30:00+08:00">today</abbr>',
    '<nav><time datetime="2020-01-01T00:00:00Z">old</time></nav><time datetime="2024-03-05T08:30:00+08:00">x</time>',
  ];
  for (const body of bodies) t.equal(isoOf(pageWith('', body).published), second, body);
  for (const path of [
    '/2024/03/05/rain',
    '/news/20240305/1',
    '/a/202403050012.aspx',
    '/2024-3-5/x',
  ]) {
    const { published } = pageWith('', '', `https://www.site.example${path}`);
    t.same(published, { atMs: Date.parse('2024-03-04T16:00:00Z'), precision: 'day' }, path);
  }
  t.equal(pageWith('', '', 'https://www.site.example/news/1234567890').published, null);
});

t.test('a source that knows only the day gives way to the time of that day', async (t) => {
  const day = jsonLd({ '@type': 'Article', datePublished: '2024-03-05' });
  const body = '<h1>x</h1><time datetime="2024-03-05T08:30:00+08:00">x</time>';
  t.equal(pageWith(day, body).published?.precision, 'second');
  const other = '<h1>x</h1><time datetime="2024-04-09T08:30:00+08:00">x</time>';
  t.equal(pageWith(day, other).published?.precision, 'day');
});

t.test('dates far ahead stay, absurd ones do not', async (t) => {
  const at = (date: string) =>
    isoOf(pageWith(`<meta property="article:published_time" content="${date}">`).published);
  t.equal(at('2090-01-01T00:00:00Z'), '2090-01-01T00:00:00.000Z');
  t.equal(at('0001-01-01T00:00:00Z'), null);
  t.equal(at('9999-12-31T00:00:00Z'), null);
});

t.test('authors are names, from the best source that has any', async (t) => {
  const cases: [html: string, authors: string[]][] = [
    [
      '<meta name="author" content="Ada Quill"><meta name="author" content="Bo Finch">',
      ['Ada Quill', 'Bo Finch'],
    ],
    [
      '<meta property="article:author" content="https://social.example/ada"><meta name="byl" content="By Ada Quill">',
      ['Ada Quill'],
    ],
    [
      '<meta name="author" content="The Site"><meta property="og:site_name" content="The Site"><body><a rel="author" href="/a">Ada Quill</a>',
      ['Ada Quill'],
    ],
    [
      '<body><div class="byline">By <span class="author-name">Ada Quill</span></div>',
      ['Ada Quill'],
    ],
    ['<body><div class="comments"><span class="author">Troll</span></div>', []],
    [
      '<body><span itemprop="author" itemscope><span itemprop="name">林測試</span></span>',
      ['林測試'],
    ],
    ['<body><div class="reporter">記者林測試／台北報導</div>', ['記者林測試／台北報導']],
    ['<meta name="author" content="admin">', []],
  ];
  for (const [html, authors] of cases) t.same(pageOf(html).authors, authors, html);
});

t.test('pictures are absolute and no logos; the largest sensible icon wins', async (t) => {
  const image = (html: string) => pageWith(html).image;
  t.equal(
    image('<meta property="og:image" content="//cdn.example/a.jpg">'),
    'https://cdn.example/a.jpg',
  );
  t.equal(
    image('<base href="/deep/"><meta name="twitter:image" content="a.jpg">'),
    'https://www.site.example/deep/a.jpg',
  );
  t.equal(
    image(
      '<meta property="og:image" content="/static/logo.png"><meta name="twitter:image" content="/a.jpg">',
    ),
    'https://www.site.example/a.jpg',
  );
  const late = [
    '<img data-echo="/a.jpg" src="/img/spacer.gif">',
    '<img src="/loading.gif" data-hi-res-src="/a.jpg">',
    '<img data-image="/a.jpg" src="">',
    '<img data-lazy-src="/a.jpg" src="data:image/svg+xml,x">',
    '<img src="/placeholder.png" data-srcset="/a.jpg 400w, /b.jpg 1200w">',
    '<picture><source data-srcset="/a.webp 1200w"><img src="data:x" data-src="/a.jpg"></picture>',
    '<amp-img src="/a.jpg" width="800" height="400"></amp-img>',
    '<div style="background-image:url(/a.jpg)"></div>',
    '<noscript><img src="/a.jpg"></noscript>',
    '<noscript><img src="https://count.example/tr?id=1"></noscript><img data-bg="/a.jpg">',
  ];
  for (const html of late) {
    const { image: found } = pageWith('', `<article><h1>A</h1>${html}</article>`);
    t.equal(found, 'https://www.site.example/a.jpg', html);
  }
  t.equal(image('<meta property="og:image" content="/pixel.gif">'), null);
  const icon = (html: string) => pageWith(html).iconUrl;
  t.equal(
    icon(
      '<link rel="shortcut icon" href="/favicon.ico"><link rel="icon" sizes="192x192" href="/i192.png"><link rel="icon" sizes="2048x2048" href="/huge.png">',
    ),
    'https://www.site.example/i192.png',
  );
  t.equal(icon('<link rel="mask-icon" href="/mask.svg">'), null);
});

t.test('a canonical address counts on the same site and for an article only', async (t) => {
  const canonical = (head: string, url = PAGE_URL) => pageWith(head, '', url).canonicalUrl;
  const link = (href: string) => `<link rel="canonical" href="${href}">`;
  t.equal(canonical(link('/news/12345?utm_source=x')), PAGE_URL);
  t.equal(canonical(link('https://m.site.example/news/9')), 'https://m.site.example/news/9');
  t.equal(canonical(link('https://other.example/news/9')), null);
  t.equal(
    canonical(`${link('https://other.example/9')}<meta property="og:url" content="/news/8">`),
    'https://www.site.example/news/8',
  );
  for (const path of ['/', '/index.html', '/tag/rain', '/category/news/', '/author/ada']) {
    t.equal(canonical(link(path)), null, path);
  }
  t.equal(canonical(link('/'), 'https://www.site.example/'), 'https://www.site.example/');
  t.equal(canonical(link('http://127.0.0.1:8001/a'), 'http://127.0.0.1:8002/b'), null);
  t.equal(
    canonical(link('http://127.0.0.1:8002/a'), 'http://127.0.0.1:8002/b'),
    'http://127.0.0.1:8002/a',
  );
});

t.test('an immediate refresh leads on, a slow one or one to itself does not', async (t) => {
  const refresh = (content: string) =>
    pageWith(`<meta http-equiv="Refresh" content="${content}">`).refreshUrl;
  t.equal(refresh('0; url=/new'), 'https://www.site.example/new');
  t.equal(refresh("0;URL='https://other.example/x'"), 'https://other.example/x');
  t.equal(refresh('600; url=/new'), null);
  t.equal(refresh('0'), null);
  t.equal(refresh(`0; url=${PAGE_URL}`), null);
  t.equal(
    pageWith('<noscript><meta http-equiv="refresh" content="0; url=/no"></noscript>').refreshUrl,
    null,
  );
});

t.test('a page that shows nothing leads where its script leads', async (t) => {
  const onward = (script: string, body = '') =>
    pageWith(`<script>${script}</script>`, body).refreshUrl;
  t.equal(onward('window.location.href="/on"'), 'https://www.site.example/on');
  t.equal(onward("location.replace('/on')"), 'https://www.site.example/on');
  t.equal(onward('window.location = "/on"', 'A text'), null);
});

t.test('an element of the change may show the publication before it', async (t) => {
  const time = (text: string) =>
    pageWith(
      '',
      `<h1>A</h1><time itemprop="dateModified" datetime="2026-05-07T19:20:00+02:00">${text}</time>`,
    );
  const page = time('06/05/2026 01:57 | Actualizado a 07/05/2026 19:20');
  t.equal(isoOf(page.modified), '2026-05-07T17:20:00.000Z');
  t.equal(isoOf(time('13/04/2026 01:57 | Updated 7 May').published), '2026-04-12T17:57:00.000Z');
});

t.test('section, keywords, description, language and name of the site', async (t) => {
  const page = pageWith(
    '<meta name="news_keywords" content="雨、風；雪"><meta name="keywords" content="x"><meta name="description" content="It rained."><meta property="og:locale" content="zh_TW"><meta property="og:site_name" content="The Site">',
    '<div class="breadcrumb"><a href="/">首頁</a> &gt; <a href="/w">Weather</a></div>',
  );
  t.same(page.keywords, ['雨', '風', '雪']);
  t.equal(page.description, 'It rained.');
  t.equal(page.language, 'zh-TW');
  t.equal(page.siteName, 'The Site');
  t.equal(page.section, 'Weather');
  t.equal(pageWith('<meta property="article:section" content="City">').section, 'City');
});

t.test('feeds are those that the page names, then those that it links', async (t) => {
  const page = pageWith(
    '<link rel="alternate" type="application/rss+xml" title="All" href="/feed/"><link rel="alternate" type="application/atom+xml" href="/atom.xml"><link rel="alternate" type="application/json" href="/wp-json/wp/v2/posts/1"><link rel="alternate" hreflang="en" href="/en"><link rel="alternate stylesheet" type="text/css" href="/x.css"><link rel="hub" href="https://hub.example/">',
    '<a href="/rss.xml">RSS</a><a href="/feed/">again</a><a href="https://feeds.host.example/site">Feed</a><a href="/feedback">Write</a><a href="https://other.example/feed">no</a>',
  );
  t.same(page.feeds, [
    { url: 'https://www.site.example/feed/', title: 'All', type: 'application/rss+xml' },
    { url: 'https://www.site.example/atom.xml', title: '', type: 'application/atom+xml' },
    { url: 'https://www.site.example/rss.xml', title: 'RSS', type: '' },
    { url: 'https://feeds.host.example/site', title: 'Feed', type: '' },
  ]);
  t.equal(page.hubUrl, 'https://hub.example/');
});

t.test('a crumb that is the headline or the page itself is no section', async (t) => {
  const crumbs = (...items: { name: string; item?: string }[]) =>
    jsonLd({ '@type': 'BreadcrumbList', itemListElement: items });
  const title = '<title>河水漲到橋邊　村民上山 - 範例</title><h1>河水漲到橋邊　村民上山</h1>';
  const home = { name: '首頁', item: 'https://www.site.example/' };
  const own = { name: '河水漲到橋邊 村民上山' };
  t.equal(pageWith(`${title}${crumbs(home, own)}`).section, null);
  t.equal(pageWith(`${title}${crumbs(home, { name: '生活' }, own)}`).section, '生活');
  const other = { name: '村民上山避水', item: PAGE_URL };
  t.equal(pageWith(`${title}${crumbs(home, { name: '生活' }, other)}`).section, '生活');
  t.equal(pageWith(`${title}${crumbs(home, { name: '河水' })}`).section, '河水');
});

t.test('words in angle brackets and signs beside headings', async (t) => {
  const of = (head: string, body = '') => pageWith(head, body).title;
  t.equal(of('<meta property="og:title" content="A list of Box&lt;T&gt;">'), 'A list of Box<T>');
  t.equal(of('<meta property="og:title" content="A &lt;i&gt;list&lt;/i&gt;">'), 'A list');
  const signed = '<h1>A list of rivers <a href="#a">¶</a></h1>';
  t.equal(of('<title>A list of rivers – Notes</title>', signed), 'A list of rivers');
  const named = '<h1><a href="/">Notes</a></h1><h2>A list of rivers</h2>';
  t.equal(of('<title>A list of rivers – Notes</title>', named), 'A list of rivers');
  const colon = '<h1>river.rs: a list</h1><h1>A list</h1>';
  t.equal(of('<title>river.rs: a list</title>', colon), 'river.rs: a list');
});

t.test('the date that a page shows is read in its own language', async (t) => {
  const shown: [string, string, string | null][] = [
    ['es', 'Publicado el 3 de febrero de 2026 a las 10:30 h', '2026-02-03T10:30:00.000Z'],
    ['', 'Veröffentlicht am 3. Februar 2026, 10:30 Uhr', '2026-02-03T10:30:00.000Z'],
    ['th', 'เผยแพร่ 3 ก.พ. 2569 10:30 น.', '2026-02-03T10:30:00.000Z'],
    ['ar', 'نشر في: ٣ فبراير ٢٠٢٦ ١٠:٣٠ م', '2026-02-03T22:30:00.000Z'],
    ['', '۱۴ بهمن ۱۴۰۴ - ۱۰:۳۰', '2026-02-03T10:30:00.000Z'],
    ['', 'Опубликовано 3 февраля 2026 г., 10:30', '2026-02-03T10:30:00.000Z'],
    ['pt-BR', '03/04/2026 10h30 - Atualizado em 06/04/2026 11h00', '2026-04-03T10:30:00.000Z'],
    ['en-US', '03/04/2026', '2026-03-04T00:00:00.000Z'],
    ['', '03/04/2026', null],
    ['', 'Top 10 filmes 2025', null],
  ];
  for (const [language, text, expected] of shown) {
    const head =
      language === '' ? '' : `<meta http-equiv="content-language" content="${language}">`;
    const page = pageOf(`<head>${head}</head><body><h1>A headline</h1><p class="date">${text}</p>`);
    const local = page.published && { atMs: page.published.atMs + ZONE_OFFSET_MS };
    t.equal(isoOf(local), expected, `${language} ${text}`);
  }
});

t.test(
  'a page that names no picture has the one that it shows, although it comes late',
  async (t) => {
    const gif = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';
    const shown: [string, string | null][] = [
      [`<img src="${gif}" data-src="/late.jpg">`, 'late.jpg'],
      [`<img src="${gif}" data-lazy-src="/late.jpg" width="800">`, 'late.jpg'],
      [`<img src="/placeholder.png" data-original="/late.jpg">`, 'late.jpg'],
      [`<img data-srcset="/late.jpg 400w, /large.jpg 800w">`, 'late.jpg'],
      [`<picture><source srcset="/x.webp"><img src="/late.jpg"></picture>`, 'late.jpg'],
      [`<img src="/portrait.jpg" width="48"><img src="/late.jpg" width="640">`, 'late.jpg'],
      [`<img src="/logo.png">`, null],
      [`<img src="${gif}">`, null],
    ];
    for (const [html, name] of shown) {
      const page = pageWith(
        '',
        `<img src="/top.jpg"><article><h1>A</h1><figure>${html}</figure></article>`,
      );
      t.equal(page.image, name === null ? null : `https://www.site.example/${name}`, html);
    }
  },
);

t.test('whether keywords are those of the article or of every page is told', async (t) => {
  const general = pageWith('<meta name="keywords" content="news, world">');
  t.match(general, { keywords: ['news', 'world'], hasGeneralKeywords: true });
  const both =
    '<meta name="keywords" content="news"><meta property="article:tag" content="bridge">';
  t.match(pageWith(both), { keywords: ['bridge'], hasGeneralKeywords: false });
});
