/**
 * Pages that list articles: the home page, pages of lists, sections and tags.
 *
 * Invariants: every list of a theme has the same markup, which `listRuleOf` describes.
 */
import type { SiteArticle, SiteStyle, SiteView } from './content.js';
import { documentHead, machineTime } from './head.js';
import { anchor, html } from './markup.js';
import { dateText, shownTime } from './stamps.js';
import {
  advertisement,
  banner,
  blogroll,
  blogSidebar,
  footer,
  menu,
  mostRead,
} from './surroundings.js';
import { wordsOf } from './words.js';

const HOME_ITEMS = 24;
const PAGE_ITEMS = 20;
/** Number of newest articles among which the lists of sections and tags choose. */
const FILTERED_POOL = 400;

/** CSS selectors for reading the lists of a site. */
export function listRuleOf({ theme }: SiteStyle): {
  item: string;
  link: string;
  title: string;
  date: string;
  next: string;
} {
  if (theme === 'tables') {
    return {
      item: 'table.list tr.row',
      link: 'td.headline a',
      title: 'td.headline a',
      date: 'td.date',
      next: 'a.next',
    };
  }
  return {
    item: 'ul.news-list li.item',
    link: 'a.title',
    title: 'a.title',
    date: 'time@datetime',
    next: 'a.next',
  };
}

export function homePage(view: SiteView): string {
  return listPage(view, view.owner.title, view.content.newest(HOME_ITEMS), null);
}

/** Page `number`, from 1, of the list of all articles. */
export function newestPage(view: SiteView, number: number): string {
  const { owner, content } = view;
  const skipped = (number - 1) * PAGE_ITEMS;
  const hasNext = skipped + PAGE_ITEMS < content.count;
  const nextUrl = hasNext ? `${owner.home}list?page=${number + 1}` : null;
  const title = `${wordsOf(owner.language).newest} | ${owner.title}`;
  return listPage(view, title, content.newest(PAGE_ITEMS, skipped), nextUrl);
}

export function sectionPage(view: SiteView, section: string): string {
  return filtered(view, section, (article) => article.section === section);
}

export function tagPage(view: SiteView, tag: string): string {
  return filtered(view, tag, ({ tags }) => tags.includes(tag));
}

function filtered(
  view: SiteView,
  name: string,
  accepts: (article: SiteArticle) => boolean,
): string {
  const articles = view.content.newest(FILTERED_POOL).filter(accepts).slice(0, PAGE_ITEMS);
  return listPage(view, `${name} | ${view.owner.title}`, articles, null);
}

function listPage(
  view: SiteView,
  title: string,
  articles: readonly SiteArticle[],
  nextUrl: string | null,
): string {
  const { owner } = view;
  const words = wordsOf(owner.language);
  const next = nextUrl === null ? '' : anchor(nextUrl, words.next, ' class="next"');
  const beside = owner.kind === 'blog' ? blogSidebar(view) + blogroll(view) : mostRead(view);
  return `${documentHead(view, title, [])}${banner(view)}${menu(view)}
<main><h2>${html(words.newest)}</h2>
${view.style.theme === 'tables' ? rows(view, articles) : items(view, articles)}
${next}</main>
${advertisement(view, 4)}${beside}${footer(view)}
</body>
</html>
`;
}

function items(view: SiteView, articles: readonly SiteArticle[]): string {
  const entries = articles.map((article) => {
    const machine = machineTime(view, article);
    const time =
      machine === null ? '' : `<time datetime="${machine}">${shownOf(view, article)}</time>`;
    const summary = article.description === null ? '' : `<p>${html(article.description)}</p>`;
    return `<li class="item">${anchor(article.url, article.title, ' class="title"')}${time}${summary}</li>`;
  });
  return `<ul class="news-list">\n${entries.join('\n')}\n</ul>`;
}

function rows(view: SiteView, articles: readonly SiteArticle[]): string {
  const entries = articles.map(
    (article) =>
      `<tr class="row"><td class="headline">${anchor(article.url, article.title)}</td><td class="date">${shownOf(view, article)}</td></tr>`,
  );
  return `<table class="list">\n${entries.join('\n')}\n</table>`;
}

function shownOf({ owner }: SiteView, { publishedMs, precision }: SiteArticle): string {
  if (publishedMs === null) return '';
  return precision === 'day'
    ? dateText(publishedMs, owner.zoneOffsetMs)
    : shownTime(publishedMs, owner.zoneOffsetMs);
}

/** A page of one sentence. */
export function notePage(view: SiteView, sentence: string): string {
  return `${documentHead(view, view.owner.title, [])}${banner(view)}${menu(view)}
<main><p>${html(sentence)}</p></main>${footer(view)}
</body>
</html>
`;
}
