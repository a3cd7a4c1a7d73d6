/**
 * The surroundings of an article on its page: menus, related articles, comments, advertisements.
 *
 * Invariants: none of it belongs to the article. Related articles, the most read, the counter and the
 * advertisements change with the visit; everything else stays.
 */
import { derive, Random } from '../random.js';
import type { SiteArticle, SiteView } from './content.js';
import { listUrl } from './head.js';
import { anchor, html } from './markup.js';
import { seedOf } from './style.js';
import { wordsOf } from './words.js';

/** Number of newest articles among which other articles are chosen. */
const POOL = 60;
const RELATED = 4;
const MOST_READ = 8;
const RECENT = 8;
const SECTIONS_MAX = 8;
const COMMENTS_MAX = 4;
const VIEWS_MAX = 90_000;

/** Random numbers for this visit to this page. */
function visiting(view: SiteView, key: string, part: number): Random {
  return new Random(derive(seedOf(key), view.visit, part));
}

/** `count` other articles of the site. */
function others(
  view: SiteView,
  article: SiteArticle | null,
  count: number,
  part: number,
): SiteArticle[] {
  const random = visiting(view, article?.url ?? view.owner.key, part);
  const pool = view.content.newest(POOL).filter((other) => other.url !== article?.url);
  return random.shuffle([...pool]).slice(0, count);
}

function listOf(articles: readonly { url: string; title: string }[]): string {
  return `<ul>${articles.map(({ url, title }) => `<li>${anchor(url, title)}</li>`).join('')}</ul>`;
}

export function menu(view: SiteView): string {
  const { owner, style, content } = view;
  const words = wordsOf(owner.language);
  const sections = new Set<string>();
  for (const { section } of content.newest(POOL)) {
    if (section !== null && sections.size < SECTIONS_MAX) sections.add(section);
  }
  const links = [
    anchor(owner.home, words.home),
    anchor(`${owner.home}list`, words.newest),
    ...[...sections].sort().map((name) => anchor(listUrl(view.owner, 'section', name), name)),
    ...(style.portal ? [anchor(`${owner.home}topics`, words.topics)] : []),
    ...(style.portal ? [anchor(`${owner.home}features`, words.features)] : []),
  ];
  return `<nav class="menu"><ul>${links.map((link) => `<li>${link}</li>`).join('')}</ul></nav>`;
}

export function banner(view: SiteView): string {
  return `<header class="site-header"><a class="logo" href="${html(view.owner.home)}">${html(view.owner.title)}</a></header>`;
}

export function breadcrumbs(view: SiteView, article: SiteArticle): string {
  const words = wordsOf(view.owner.language);
  const { section } = article;
  const crumbs = [anchor(view.owner.home, words.home)];
  if (section !== null) {
    const property = view.style.metadata === 'microdata' ? ' itemprop="articleSection"' : '';
    crumbs.push(
      `<span${property}>${anchor(listUrl(view.owner, 'section', section), section)}</span>`,
    );
  }
  return `<div class="breadcrumb">${crumbs.join(' › ')}</div>`;
}

export function shareButtons(view: SiteView, article: SiteArticle): string {
  const words = wordsOf(view.owner.language);
  const target = encodeURIComponent(article.url);
  const links = ['social.example/share', 'chat.example/send'].map((place) =>
    anchor(`https://${place}?url=${target}`, words.share, ' rel="nofollow"'),
  );
  return `<div class="share">${links.join('')}</div>`;
}

export function tagList(view: SiteView, article: SiteArticle): string {
  if (article.tags.length === 0) return '';
  const links = article.tags.map((tag) =>
    anchor(listUrl(view.owner, 'tag', tag), tag, ' rel="tag"'),
  );
  return `<div class="tag-cloud">${wordsOf(view.owner.language).tags}: ${links.join(' ')}</div>`;
}

export function related(view: SiteView, article: SiteArticle): string {
  const words = wordsOf(view.owner.language);
  const list = listOf(others(view, article, RELATED, 1));
  return `<section class="related-posts"><h3>${words.related}</h3>${list}</section>`;
}

export function mostRead(view: SiteView): string {
  const words = wordsOf(view.owner.language);
  const list = listOf(others(view, null, MOST_READ, 2)).replaceAll('ul>', 'ol>');
  return `<aside class="sidebar hot"><h3>${words.mostRead}</h3>${list}</aside>`;
}

/** Recent posts, friends, an invitation to subscribe. */
export function blogSidebar(view: SiteView): string {
  const words = wordsOf(view.owner.language);
  const recent = listOf(view.content.newest(RECENT));
  return `<aside class="sidebar widget-area"><h3>${words.sidebar}</h3>${recent}<p class="newsletter">${words.subscribe}</p></aside>`;
}

export function blogroll({ owner }: SiteView): string {
  if (owner.friends.length === 0) return '';
  const links = owner.friends.map(({ name, url }) => `<li>${anchor(url, name)}</li>`);
  return `<div class="blogroll"><h3>${wordsOf(owner.language).blogroll}</h3><ul>${links.join('')}</ul></div>`;
}

/** Comments, which depend on the article alone. Some of them advertise the writer's own blog. */
export function comments({ owner }: SiteView, article: SiteArticle): string {
  const words = wordsOf(owner.language);
  const random = new Random(derive(seedOf(article.url), 3));
  const entries = Array.from({ length: random.below(COMMENTS_MAX + 1) }, () => {
    const friend =
      owner.friends.length > 0 && random.chance(50) ? random.pick(owner.friends) : null;
    const name = random.pick(words.names);
    const writer = friend === null ? html(name) : anchor(friend.url, name, ' rel="nofollow"');
    return `<li class="comment"><b>${writer}</b><p>${html(random.pick(words.remarks))}</p></li>`;
  });
  return `<section id="comments" class="comments"><h3>${words.comments} (${entries.length})</h3><ol class="comment-list">${entries.join('')}</ol></section>`;
}

/** Most advertisements are an empty element that a script fills. */
export function advertisement(view: SiteView, place: number): string {
  const random = visiting(view, view.owner.key, 10 + place);
  const slot = `<ins class="adsbygoogle" data-ad-slot="${random.below(1e6)}"></ins><script>(window.ads=window.ads||[]).push({})</script>`;
  if (random.chance(60)) return `<div class="ad-break">${slot}</div>`;
  const words = wordsOf(view.owner.language);
  const text = html(random.pick(words.advertisements));
  return `<div class="ad-break"><small>${words.advertisement}</small><a href="https://ads.example/${random.below(1e6)}" rel="sponsored">${text}</a></div>`;
}

export function counter(view: SiteView, article: SiteArticle): string {
  const words = wordsOf(view.owner.language);
  const views = 1 + (seedOf(article.url) % VIEWS_MAX) + view.visit;
  return `<span class="views">${words.views}: ${views}</span>`;
}

export function footer({ owner }: SiteView): string {
  const words = wordsOf(owner.language);
  const links = [
    anchor(`${owner.home}about`, words.about),
    anchor(`${owner.home}contact`, words.contact),
  ];
  return `<footer class="site-footer"><p>© ${html(owner.title)} ${words.rights}</p><p>${links.join(' | ')}</p></footer>`;
}
