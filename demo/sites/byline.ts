/**
 * Authors and time of an article on its page.
 *
 * Invariants: names are shown unchanged, in one element each.
 */
import type { SiteArticle, SiteView } from './content.js';
import { machineTime } from './head.js';
import { html } from './markup.js';
import { dateText, shownTime } from './stamps.js';
import { wordsOf } from './words.js';

/** Names and time in one line. */
export function bylineOf(view: SiteView, article: SiteArticle): string {
  const names = namesOf(view, article);
  const time = timeOf(view, article);
  return [names, time].filter((part) => part !== '').join(' ');
}

function namesOf({ owner, style }: SiteView, { authors }: SiteArticle): string {
  if (authors.length === 0) return '';
  const names = authors.map((name) => {
    if (style.metadata === 'microdata') {
      return `<span itemprop="author" itemscope itemtype="https://schema.org/Person"><span itemprop="name">${html(name)}</span></span>`;
    }
    if (style.metadata === 'bare')
      return `<a rel="author" href="${html(owner.home)}about">${html(name)}</a>`;
    return `<span>${html(name)}</span>`;
  });
  return `<span class="author">${names.join('、')}</span>`;
}

function timeOf(view: SiteView, article: SiteArticle): string {
  const { publishedMs, precision } = article;
  const { zoneOffsetMs, language } = view.owner;
  const machine = machineTime(view, article);
  if (publishedMs === null || machine === null) return '';
  const shown =
    precision === 'day'
      ? dateText(publishedMs, zoneOffsetMs).replaceAll('-', '/')
      : shownTime(publishedMs, zoneOffsetMs);
  if (view.style.metadata === 'bare') {
    // Such sites write times without a zone, for readers of their own country.
    if (view.style.theme === 'tables') {
      return `<span class="date">${wordsOf(language).published}: ${shown}</span>`;
    }
    return `<time datetime="${machine}">${shown}</time>`;
  }
  const property = view.style.metadata === 'microdata' ? ' itemprop="datePublished"' : '';
  return `<time${property} datetime="${machine}">${shown}</time>`;
}
