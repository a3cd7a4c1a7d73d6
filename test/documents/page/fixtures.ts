/**
 * Invented pages in the manner of the systems that publish news and blogs.
 *
 * Every template puts the same article between menus, sidebars, related stories, comments and ads
 * in its own markup. What stands around the article comes from a seed, so that a page can be
 * visited twice with other surroundings.
 */
export interface Article {
  title: string;
  author: string;
  date: string;
  paragraphs: readonly string[];
}

export interface Template {
  name: string;
  page(article: Article, around: Around): string;
}

/** What changes from visit to visit. */
export interface Around {
  word(): string;
  sentence(): string;
  count(): number;
}

const LATIN =
  'river market council bridge winter garden harbour station window letter engine island village paper morning measure signal concert kitchen teacher forest ticket harvest museum'.split(
    ' ',
  );
const HAN = [...'河市會橋冬園港站窗信機島村紙晨量號樂廚師林票收館山路水城風雨光電車船書畫米茶'];

/** A generator of texts in a language, the same for the same seed. */
export function aroundOf(seed: number, language: 'en' | 'zh'): Around {
  let state = (seed * 2654435761 + 12345) >>> 0;
  const next = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const word = (): string =>
    language === 'en'
      ? LATIN[next(LATIN.length)]!
      : Array.from({ length: 2 + next(2) }, () => HAN[next(HAN.length)]!).join('');
  const words = (count: number): string =>
    Array.from({ length: count }, word).join(language === 'en' ? ' ' : '');
  const sentence = (): string => {
    if (language === 'zh') return `${words(4 + next(4))}，${words(4 + next(6))}。`;
    const text = `${words(6 + next(6))}, ${words(4 + next(8))}.`;
    return text[0]!.toUpperCase() + text.slice(1);
  };
  return { word, sentence, count: () => next(1000) };
}

/** An article of so many paragraphs. */
export function articleOf(seed: number, language: 'en' | 'zh', paragraphs: number): Article {
  const around = aroundOf(seed, language);
  const space = language === 'en' ? ' ' : '';
  return {
    title: [1, 2, 3, 4, 5].map(() => around.word()).join(space),
    author: language === 'en' ? 'Ada Quillfeather' : '林測試',
    date: '2024-03-05T08:30:00+08:00',
    paragraphs: Array.from({ length: paragraphs }, () =>
      [1, 2, 3].map(() => around.sentence()).join(space),
    ),
  };
}

const times = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join('\n');

export const menu = (around: Around): string =>
  `<nav><ul>${times(8, (at) => `<li><a href="/section-${at}">${around.word()}</a></li>`)}</ul></nav>`;

export const links = (around: Around, count: number): string =>
  times(count, () => `<li><a href="/story/${around.count()}">${around.sentence()}</a></li>`);

export const related = (around: Around): string =>
  `<div class="related-posts"><h3>Related</h3><ul>${links(around, 5)}</ul></div>`;

export const comments = (around: Around): string =>
  `<div id="comments" class="comments-area"><h3>${around.count()} Comments</h3><ol class="comment-list">${times(
    12,
    () =>
      `<li class="comment"><div class="comment-author">${around.word()}</div><div class="comment-content"><p>${around.sentence()} ${around.sentence()} ${around.sentence()}</p></div></li>`,
  )}</ol></div>`;

const ad = (around: Around): string =>
  `<div class="ad-slot" id="div-gpt-ad-${around.count()}"><a href="https://ads.example/${around.count()}">${around.sentence()}</a></div>`;

export const share = (around: Around): string =>
  `<div class="share-buttons"><a href="https://social.example/share">Share</a> <span>${around.count()}</span> <a href="https://chat.example/send">Tweet</a></div>`;

const paragraphs = (article: Article, between: string[] = []): string =>
  article.paragraphs.map((text, at) => `<p>${text}</p>${between[at] ?? ''}`).join('\n');

export const shell = (head: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8">${head}</head><body>${body}</body></html>`;

export const sidebar = (around: Around): string =>
  `<div id="sidebar" class="widget-area"><section class="widget"><h2>Recent</h2><ul>${links(around, 10)}</ul></section><section class="widget"><p>${around.sentence()} ${around.sentence()}</p></section></div>`;

const footer = (around: Around): string =>
  `<footer><p>© 2024 Example Press. ${around.sentence()}</p></footer>`;

export const TEMPLATES: readonly Template[] = [
  {
    name: 'wordpress',
    page: (article, around) =>
      shell(
        `<title>${article.title} &#8211; The Example</title><meta property="og:title" content="${article.title}"><meta property="og:site_name" content="The Example"><meta property="article:published_time" content="${article.date}">`,
        `<div id="page" class="site">${menu(around)}<div id="content" class="site-content"><main id="main"><article class="post type-post tag-${around.count()} category-news"><header class="entry-header"><h1 class="entry-title">${article.title}</h1><div class="entry-meta">Posted on <time class="entry-date" datetime="${article.date}">March 5, 2024</time> by <span class="author vcard"><a rel="author" href="/author/ada">${article.author}</a></span></div></header><div class="entry-content">${paragraphs(article, [ad(around)])}<div class="sharedaddy">${share(around)}</div>${related(around)}</div><footer class="entry-footer">Tagged <a rel="tag" href="/tag/x">${around.word()}</a></footer></article>${comments(around)}</main></div>${sidebar(around)}${footer(around)}</div>`,
      ),
  },
  {
    name: 'elementor',
    page: (article, around) =>
      shell(
        `<title>${article.title}</title>`,
        `${menu(around)}<div class="elementor elementor-1">${`<div class="elementor-widget elementor-widget-heading"><h1>${article.title}</h1></div>`}${article.paragraphs
          .map(
            (text) =>
              `<div class="elementor-element elementor-widget elementor-widget-text-editor"><div class="elementor-widget-container"><p>${text}</p></div></div>`,
          )
          .join('')}</div>${related(around)}${footer(around)}`,
      ),
  },
  {
    name: 'blogger',
    page: (article, around) =>
      shell(
        `<title>The Example: ${article.title}</title>`,
        `<div class="content"><div class="tabs-outer">${menu(around)}</div><div class="column-center-inner"><div class="post hentry"><h3 class="post-title entry-title">${article.title}</h3><div class="post-body entry-content">${article.paragraphs.join('<br><br>')}</div><div class="post-footer">Posted by ${article.author} at <abbr class="published" title="${article.date}">8:30</abbr> ${share(around)}</div></div>${comments(around)}</div><div class="column-right-inner"><aside>${sidebar(around)}</aside></div></div>`,
      ),
  },
  {
    name: 'divs and breaks',
    page: (article, around) =>
      shell(
        `<title>${article.title}_Example News</title>`,
        `<div class="top">${menu(around)}</div><div class="wrap"><div class="left"><h1>${article.title}</h1><div class="info"><span>2024-03-05 08:30</span> <span>${article.author}</span></div><div class="text" id="zoom">${article.paragraphs.map((text) => `　　${text}`).join('<br/>')}</div></div><div class="right"><ul>${links(around, 20)}</ul></div></div>${footer(around)}`,
      ),
  },
  {
    name: 'table',
    page: (article, around) =>
      shell(
        `<title>${article.title}</title>`,
        `<table width="100%"><tr><td colspan="2">${menu(around)}</td></tr><tr><td width="20%" class="menu"><ul>${links(around, 15)}</ul></td><td><h1>${article.title}</h1>${paragraphs(article)}</td></tr></table>`,
      ),
  },
  {
    name: 'microdata',
    page: (article, around) =>
      shell(
        `<title>${article.title} | Example Daily</title>`,
        `${menu(around)}<div itemscope itemtype="https://schema.org/NewsArticle"><h1 itemprop="headline">${article.title}</h1><meta itemprop="datePublished" content="${article.date}"><span itemprop="author" itemscope itemtype="https://schema.org/Person"><span itemprop="name">${article.author}</span></span><div itemprop="articleBody">${paragraphs(article, [ad(around), related(around)])}</div></div><div class="most-read"><ol>${links(around, 10)}</ol></div>${comments(around)}`,
      ),
  },
  {
    name: 'news in Chinese',
    page: (article, around) =>
      shell(
        `<title>${article.title} | 政治 | 範例新聞網</title><meta property="og:title" content="${article.title} | 政治 | 範例新聞網"><meta property="og:site_name" content="範例新聞網">`,
        `<header>${menu(around)}</header><div class="container"><section class="article-content__wrapper"><h1 class="article-content__title">${article.title}</h1><div class="article-content__subinfo"><time class="article-content__time">2024-03-05 08:30</time><span class="article-content__author">範例報 / 記者<a href="/reporter/1">${article.author}</a>／台北即時報導</span></div><section class="article-content__editor">${paragraphs(article, ['<figure><img src="/p.jpg"><figcaption>圖為示意圖。圖／記者攝影</figcaption></figure>', ad(around)])}<p>延伸閱讀：</p><ul>${links(around, 3)}</ul></section></section><section class="story-list__recommend"><h2>你可能也想看</h2>${times(6, () => `<div class="story-list__text"><h3><a href="/news/${around.count()}">${around.sentence()}</a></h3><p>${around.sentence()}${around.sentence()}</p></div>`)}</section></div>${footer(around)}`,
      ),
  },
  {
    name: 'related lines in Chinese',
    page: (article, around) =>
      shell(
        `<title>${article.title} - 範例電視</title>`,
        `${menu(around)}<div id="contentarea"><h1>${article.title}</h1><div class="date">2024/03/05 08:30</div><article><div id="newscontent">${paragraphs(article)}<p><strong>更多新聞：</strong></p><p><a href="/n/${around.count()}">${around.sentence()}</a></p><p><a href="/n/${around.count()}">${around.sentence()}</a></p></div></article><div class="hot"><h4>熱門新聞</h4><ul>${links(around, 12)}</ul></div></div>`,
      ),
  },
  {
    name: 'static site',
    page: (article, around) =>
      shell(
        `<title>${article.title} · notes</title>`,
        `<header class="site-header"><a href="/">notes</a>${menu(around)}</header><main><article class="h-entry"><h1 class="p-name">${article.title}</h1><p class="post-meta"><time class="dt-published" datetime="${article.date}">5 March 2024</time></p><div class="e-content">${paragraphs(article, ['<pre><code><span class="comment"># a comment</span>\nrun --all</code></pre>'])}<section class="footnotes"><ol><li id="fn1">See <a href="https://other.example/source">this</a>. <a href="#r1">↩</a></li></ol></section></div></article></main><aside class="blogroll"><a href="https://friend.example/">friend</a></aside>`,
      ),
  },
  {
    name: 'no hints at all',
    page: (article, around) =>
      shell(
        `<title>${article.title}</title>`,
        `<div><div>${menu(around)}</div><div><div><h2>${article.title}</h2>${paragraphs(article)}</div><div><ul>${links(around, 12)}</ul></div></div></div>`,
      ),
  },
  {
    name: 'components',
    page: (article, around) =>
      shell(
        `<title>${article.title}</title><meta property="og:title" content="${article.title}">`,
        `<div id="__next"><div class="css-1abc">${menu(around)}</div><main class="css-2def"><div class="css-3x"><h1 class="css-h">${article.title}</h1>${article.paragraphs.map((text) => `<div class="css-4y"><div class="css-5z"><p class="css-p">${text}</p></div></div>`).join('')}</div><div class="css-6r">${times(6, () => `<a href="/s/${around.count()}"><h3>${around.sentence()}</h3></a>`)}</div></main></div>`,
      ),
  },
];
