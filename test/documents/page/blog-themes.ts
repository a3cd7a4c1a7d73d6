/**
 * Invented themes of blogs: the markup that the systems for blogs put around the HTML of a post.
 *
 * Each theme frames the same post. What stands around and inside of the frame comes from a seed.
 */
import { type Around, comments, links, menu, related, share, shell, sidebar } from './fixtures.js';

/** A post; all but `html` is plain and escaped. */
export interface Post {
  title: string;
  author: string;
  date: string;
  html: string;
}

export interface BlogTheme {
  name: string;
  page(post: Post, around: Around): string;
}

const author = ({ author }: Post, around: Around): string =>
  `<div class="author-box"><img src="/me.jpg" alt=""><h4>About ${author}</h4><p>${around.sentence()} ${around.sentence()}</p></div>`;

const neighbours = (around: Around): string =>
  `<nav class="post-navigation"><a rel="prev" href="/p/${around.count()}">Previous: ${around.sentence()}</a> <a rel="next" href="/p/${around.count()}">Next: ${around.sentence()}</a></nav>`;

const letter = (around: Around): string =>
  `<div class="subscribe-form"><h3>Subscribe</h3><p>${around.sentence()}</p><form><input type="email"><button>Go</button></form></div>`;

const footer = (around: Around): string =>
  `<footer class="site-footer"><p>© 2024 ${around.word()}. ${around.sentence()}</p></footer>`;

const head = ({ title, author }: Post): string =>
  `<title>${title} – Notes</title><meta name="author" content="${author}">`;

const tags = (around: Around): string =>
  `<div class="post-tags">Tags: <a rel="tag" href="/t/a">${around.word()}</a>, <a rel="tag" href="/t/b">${around.word()}</a></div>`;

export const BLOG_THEMES: readonly BlogTheme[] = [
  {
    name: 'blocks',
    page: (post, around) =>
      shell(
        head(post),
        `<div class="wp-site-blocks"><header class="wp-block-template-part">${menu(around)}</header><main class="wp-block-group is-layout-flow"><h1 class="wp-block-post-title">${post.title}</h1><div class="wp-block-post-date"><time datetime="${post.date}">March 5, 2024</time></div><div class="entry-content wp-block-post-content is-layout-constrained">${post.html}<div class="sharedaddy sd-sharing-enabled"><h3 class="sd-title">Share this:</h3>${share(around)}</div><div id="jp-relatedposts" class="jp-relatedposts"><h3><em>Related</em></h3><ul>${links(around, 3)}</ul></div></div>${comments(around)}</main>${footer(around)}</div>`,
      ),
  },
  {
    name: 'classic',
    page: (post, around) =>
      shell(
        head(post),
        `<div id="page"><div id="header"><h1><a href="/">Notes</a></h1></div><div id="content" class="narrowcolumn"><div class="post" id="post-${around.count()}"><h2>${post.title}</h2><small>March 5th, 2024</small><div class="entry">${post.html}<p class="postmetadata">Posted in <a href="/c" rel="category tag">Notes</a> | <a href="#respond">${around.count()} Comments</a></p></div></div>${comments(around)}</div>${sidebar(around)}</div>`,
      ),
  },
  {
    name: 'publishing',
    page: (post, around) =>
      shell(
        head(post),
        `<div class="viewport">${menu(around)}<main class="gh-main"><article class="gh-article post tag-notes"><header class="gh-article-header gh-canvas"><a class="gh-article-tag" href="/tag/n">Notes</a><h1 class="gh-article-title">${post.title}</h1><p class="gh-article-excerpt">${around.sentence()}</p><div class="gh-article-meta"><h4 class="gh-article-author-name">${post.author}</h4><time datetime="${post.date}">05 Mar 2024</time> <span>${around.count()} min read</span></div></header><section class="gh-content gh-canvas">${post.html}</section></article>${letter(around)}<section class="gh-read-next">${related(around)}</section></main></div>`,
      ),
  },
  {
    name: 'generated, small',
    page: (post, around) =>
      shell(
        head(post),
        `<header class="site-header"><a class="site-title" href="/">Notes</a>${menu(around)}</header><main class="page-content"><div class="wrapper"><article class="post h-entry" itemscope itemtype="http://schema.org/BlogPosting"><header class="post-header"><h1 class="post-title p-name" itemprop="name headline">${post.title}</h1><p class="post-meta"><time class="dt-published" datetime="${post.date}" itemprop="datePublished">Mar 5, 2024</time></p></header><div class="post-content e-content" itemprop="articleBody">${post.html}</div><a class="u-url" href="/p" hidden></a></article></div></main>${footer(around)}`,
      ),
  },
  {
    name: 'generated, papers',
    page: (post, around) =>
      shell(
        head(post),
        `<header class="header"><nav class="nav">${menu(around)}</nav></header><main class="main"><article class="post-single"><header class="post-header"><div class="breadcrumbs"><a href="/">Home</a> » <a href="/posts">Posts</a></div><h1 class="post-title">${post.title}</h1><div class="post-meta"><span>March 5, 2024</span> · 4 min · ${post.author}</div></header><div class="toc"><details><summary>Table of Contents</summary><ul>${links(around, 4)}</ul></details></div><div class="post-content">${post.html}</div><footer class="post-footer">${tags(around)}<nav class="paginav"><a href="/a">« ${around.sentence()}</a></nav></footer></article></main>${footer(around)}`,
      ),
  },
  {
    name: 'gadgets',
    page: (post, around) =>
      shell(
        `<title>Notes: ${post.title}</title>`,
        `<div class="content-outer"><div class="main-inner"><div class="date-outer"><h2 class="date-header"><span>Tuesday, March 5, 2024</span></h2><div class="post hentry uncustomized-post-template"><h3 class="post-title entry-title">${post.title}</h3><div class="post-header"></div><div class="post-body entry-content" id="post-body-${around.count()}">${post.html}<div style="clear: both;"></div></div><div class="post-footer"><span class="post-author vcard">Posted by ${post.author}</span> <abbr class="published" title="${post.date}">8:30 AM</abbr>${share(around)}</div></div>${comments(around)}</div></div>${sidebar(around)}</div>`,
      ),
  },
  {
    name: 'letters',
    page: (post, around) =>
      shell(
        head(post),
        `<div class="main-menu">${menu(around)}</div><div class="single-post-container"><article class="typography newsletter-post post"><div class="post-header"><h1 class="post-title published">${post.title}</h1><h3 class="subtitle">${around.sentence()}</h3><div class="byline-wrapper"><a href="/@ada">${post.author}</a><div>Mar 05, 2024</div></div>${share(around)}</div><div class="available-content"><div class="body markup">${post.html}</div></div>${letter(around)}</article>${comments(around)}</div>`,
      ),
  },
  {
    name: 'main alone',
    page: (post, around) =>
      shell(
        head(post),
        `<header>${menu(around)}</header><main><h1>${post.title}</h1><p class="meta">${post.author}, <time datetime="${post.date}">2024-03-05</time></p>${post.html}${neighbours(around)}</main>${footer(around)}`,
      ),
  },
  {
    name: 'article alone',
    page: (post, around) =>
      shell(
        head(post),
        `<nav>${menu(around)}</nav><article><header><h1>${post.title}</h1><time datetime="${post.date}">5 March 2024</time></header>${post.html}${tags(around)}${author(post, around)}</article><aside>${sidebar(around)}</aside>`,
      ),
  },
  {
    name: 'utility classes',
    page: (post, around) =>
      shell(
        head(post),
        `<div id="__next"><header class="flex items-center">${menu(around)}</header><div class="mx-auto max-w-3xl px-4"><article><div class="xl:divide-y"><header class="pt-6"><dl><dt class="sr-only">Published on</dt><dd><time datetime="${post.date}">Tuesday, March 5, 2024</time></dd></dl><h1 class="text-3xl font-extrabold">${post.title}</h1></header><div class="prose dark:prose-invert max-w-none">${post.html}</div><div class="pt-6 text-sm"><a href="https://social.example/discuss">Discuss</a></div><footer>${neighbours(around)}</footer></div></article></div></div>`,
      ),
  },
  {
    name: 'inside the text',
    page: (post, around) =>
      shell(
        head(post),
        `${menu(around)}<div class="container"><h1 class="title">${post.title}</h1><div class="article-content"><div class="entry-meta">By ${post.author} on March 5, 2024</div><div class="ez-toc-container"><p>Contents</p><ul>${links(around, 4)}</ul></div>${post.html}${share(around)}${tags(around)}${author(post, around)}${related(around)}${letter(around)}${neighbours(around)}</div>${comments(around)}</div>`,
      ),
  },
  {
    name: 'book',
    page: (post, around) =>
      shell(
        head(post),
        `<div class="book-sidebar">${menu(around)}</div><main><div class="md-content"><article class="md-content__inner md-typeset"><h1 id="t">${post.title}<a class="headerlink" href="#t" aria-hidden="true">¶</a></h1>${post.html}</article></div></main>${footer(around)}`,
      ),
  },
  {
    name: 'plain',
    page: (post, around) =>
      shell(
        head(post),
        `<div id="top"><a href="/">Notes</a> | <a href="/about">About</a></div><h1>${post.title}</h1><div class="x">${post.html}</div><hr><p>© ${around.word()}</p>`,
      ),
  },
];
