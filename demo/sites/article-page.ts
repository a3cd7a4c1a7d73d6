/**
 * The page of an article, in the layout of its site.
 *
 * Invariants: every layout contains title, byline and the whole text once, in this order; the rest is
 * surroundings. Layouts differ as those of real sites do: in the frame of the text, in whether its
 * paragraphs are elements, in what is between them.
 */
import { piecesOf } from './article-text.js';
import { bylineOf } from './byline.js';
import type { SiteArticle, SiteView, Theme } from './content.js';
import { articleHead } from './head.js';
import { html } from './markup.js';
import {
  advertisement,
  banner,
  blogroll,
  blogSidebar,
  breadcrumbs,
  comments,
  counter,
  footer,
  menu,
  mostRead,
  related,
  shareButtons,
  tagList,
} from './surroundings.js';

type Layout = (view: SiteView, article: SiteArticle) => string;

const LAYOUTS: Readonly<Record<Theme, Layout>> = { portal, cards, tables, wide, journal, notebook };

const PARAGRAPHS_BEFORE_AD = 3;

export function articlePage(view: SiteView, article: SiteArticle): string {
  const layout = LAYOUTS[view.style.theme];
  return `${articleHead(view, article)}${layout(view, article)}\n</body>\n</html>\n`;
}

/** Microdata attributes of elements; empty on other sites. */
function property(view: SiteView, name: string): string {
  return view.style.metadata === 'microdata' ? ` itemprop="${name}"` : '';
}

function scope(view: SiteView): string {
  if (view.style.metadata !== 'microdata') return '';
  const type = view.owner.kind === 'blog' ? 'BlogPosting' : 'NewsArticle';
  return ` itemscope itemtype="https://schema.org/${type}"`;
}

function heading(view: SiteView, article: SiteArticle): string {
  return `<h1${property(view, 'headline')}>${html(article.title)}</h1>`;
}

function picture({ image }: SiteArticle): string {
  return image === null
    ? ''
    : `<figure><img src="${html(image)}" alt="" width="800" height="450"></figure>`;
}

/** Paragraphs as elements, with advertisements between them. */
function flow(view: SiteView, article: SiteArticle, hasAds: boolean): string {
  const pieces = piecesOf(article);
  if (article.html !== null) return pieces.join('');
  const parts = pieces.map((piece) => `<p>${piece}</p>`);
  if (hasAds && parts.length > PARAGRAPHS_BEFORE_AD) {
    parts.splice(PARAGRAPHS_BEFORE_AD, 0, advertisement(view, 1));
  }
  return parts.join('\n');
}

function portal(view: SiteView, article: SiteArticle): string {
  return `${banner(view)}${menu(view)}
<div class="wrapper"><div class="central-content">
<article class="story"${scope(view)}>
${breadcrumbs(view, article)}
${heading(view, article)}
<div class="article-info">${bylineOf(view, article)} ${counter(view, article)}</div>
${picture(article)}
<div class="paragraph"${property(view, 'articleBody')}>${flow(view, article, true)}</div>
${tagList(view, article)}${shareButtons(view, article)}
</article>
${related(view, article)}
${comments(view, article)}
</div>${mostRead(view)}${advertisement(view, 2)}</div>
${footer(view)}`;
}

function cards(view: SiteView, article: SiteArticle): string {
  return `${menu(view)}${banner(view)}
<main><article${scope(view)}>
${breadcrumbs(view, article)}
<header>${heading(view, article)}<p class="byline">${bylineOf(view, article)}</p></header>
${shareButtons(view, article)}${picture(article)}
<div class="article-body"${property(view, 'articleBody')}>${flow(view, article, false)}</div>
<div class="article-foot">${tagList(view, article)}</div>
</article></main>
<div class="recommendations">${related(view, article)}</div>
${mostRead(view)}${comments(view, article)}${advertisement(view, 3)}${footer(view)}`;
}

/** The layout of sites of twenty years ago: tables, and line breaks in place of paragraphs. */
function tables(view: SiteView, article: SiteArticle): string {
  const text = article.html ?? piecesOf(article).join('<br><br>\n');
  return `<table width="100%"><tr><td colspan="3">${banner(view)}</td></tr><tr>
<td id="menu-left" width="140">${menu(view)}${advertisement(view, 1)}</td>
<td class="main-cell"${scope(view)}>
${breadcrumbs(view, article)}
${heading(view, article)}
<div class="info">${bylineOf(view, article)}</div>
${picture(article)}
<div class="news-text"${property(view, 'articleBody')}>${text}</div>
${shareButtons(view, article)}${tagList(view, article)}${related(view, article)}
</td>
<td id="sidebar-right" width="200">${mostRead(view)}</td>
</tr></table>
${footer(view)}`;
}

function wide(view: SiteView, article: SiteArticle): string {
  const lead =
    article.description === null ? '' : `<p class="summary">${html(article.description)}</p>`;
  return `${banner(view)}${menu(view)}
<div class="page"${scope(view)}>
<section class="hero">${breadcrumbs(view, article)}${heading(view, article)}${lead}</section>
<div class="story-grid"><aside class="sidebar tools">${shareButtons(view, article)}</aside>
<div class="story-content">
<div class="credit">${bylineOf(view, article)}</div>${picture(article)}
<section class="story-text"${property(view, 'articleBody')}>${flow(view, article, true)}</section>
</div></div></div>
${tagList(view, article)}${related(view, article)}${mostRead(view)}${comments(view, article)}
${footer(view)}`;
}

function journal(view: SiteView, article: SiteArticle): string {
  return `${banner(view)}${menu(view)}
<div id="content"><article class="post hentry"${scope(view)}>
<h1 class="entry-title"${property(view, 'headline')}>${html(article.title)}</h1>
<div class="entry-meta">${bylineOf(view, article)}</div>
<div class="entry-content"${property(view, 'articleBody')}>${flow(view, article, false)}</div>
${tagList(view, article)}${shareButtons(view, article)}
</article>
${related(view, article)}${comments(view, article)}</div>
${blogSidebar(view)}${blogroll(view)}${footer(view)}`;
}

function notebook(view: SiteView, article: SiteArticle): string {
  return `<nav class="navigation"><a href="${html(view.owner.home)}">${html(view.owner.title)}</a></nav>
<main${scope(view)}>
${heading(view, article)}
<p class="meta">${bylineOf(view, article)}</p>
<article${property(view, 'articleBody')}>${flow(view, article, false)}</article>
</main>
${tagList(view, article)}${comments(view, article)}${blogroll(view)}${footer(view)}`;
}
