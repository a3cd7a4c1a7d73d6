/**
 * The headline of a page, and the name of its site.
 *
 * A `title` element may hold the name of the site before or after a separator. The name is removed only where
 * another part of the page shows that it is the site's name, or that the rest is the headline.
 */
import { cleanText } from '../../kernel/text/text.js';
import { withoutLeftEntities } from '../feed-text.js';
import { absoluteUrl, metaValue, type PageFacts } from './facts.js';
import { isKindName, textOf as jsonText, publisherOf } from './json-ld.js';
import { elementsWhere, lineOf, namesOf, type TreeElement } from './tree.js';

const HEADINGS = new Set(['h2', 'h3']);
/** Names of headlines that are no headings of the first rank. */
const TITLED =
  /[\s_-](?:(?:entry|post|article|story|news)[_-]?(?:title|headline)|headline|p-name)[\s_-]/;
/** Separators between a headline and the name of a site. */
const SEPARATOR = /\s*(?:[|｜│∣‖»›•·]|\s-{1,3}\s|\s[–—―:：~～/]\s|\s[–—―]|::|：：|_)\s*/g;
/** Markup inside headlines; other words in angle brackets are text. */
const INLINE_TAG =
  /<\/?(?:a|abbr|b|big|br|cite|code|del|div|em|font|h[1-6]|i|ins|mark|p|q|s|small|span|strong|sub|sup|tt|u|wbr)(?:\s[^<>]{0,200})?\/?>/gi;
/** The text of a link to the heading itself. */
const HEADING_SIGN = /\s[#§¶🔗⚓]$/u;
const HEADINGS_MAX = 20;
const LOGOS_MAX = 3;
const LOGO_UNITS_MAX = 60;
/** Longer than any headline; a longer heading holds other content. */
const HEADLINE_UNITS_MAX = 500;
/** Fewest letters of a headline that is recognised by its repetition in `title`. */
const SAME_MIN = 3;

/** The headline, or null. */
export function titleOf(facts: PageFacts): string | null {
  const site = siteNamesOf(facts);
  const headings = headingsOf(facts);
  const candidates = [
    jsonText(facts.jsonLd.isArticleType ? facts.jsonLd.article?.headline : null),
    metaValue(facts.head.metas, 'og:title', 'twitter:title'),
    facts.microdata.headline,
    metaValue(
      facts.head.metas,
      'parsely-title',
      'sailthru.title',
      'dc.title',
      'dcterms.title',
      'citation_title',
    ),
    titledHeading(headings, facts.head.title),
    facts.head.title,
    headings[0] ?? null,
  ];
  const raw =
    candidates.find((text) => text !== null && isHeadline(text, site)) ??
    candidates.find((text) => text !== null && keyOf(text) !== '') ??
    null;
  return raw === null ? null : withoutSite(plain(raw), site, headings, facts.head.title);
}

function plain(text: string): string {
  return cleanText(withoutLeftEntities(text.replace(INLINE_TAG, '')), 'line');
}

function isHeadline(text: string, site: readonly string[]): boolean {
  const key = keyOf(text);
  return key !== '' && !site.includes(key);
}

/** Names of the site that a title may hold, as keys. */
function siteNamesOf(facts: PageFacts): string[] {
  const names = [
    metaValue(facts.head.metas, 'og:site_name'),
    metaValue(facts.head.metas, 'application-name'),
    metaValue(facts.head.metas, 'apple-mobile-web-app-title'),
    publisherOf(facts.jsonLd),
    ...logosOf(facts),
    facts.host,
    facts.host.replace(/^www\./, ''),
    facts.host.replace(/^www\./, '').replace(/\.[a-z.]+$/, ''),
  ];
  return names.flatMap((name) => (name === null ? [] : [keyOf(name)])).filter((key) => key !== '');
}

/** The texts of the first headings of the first rank. */
function headingsOf({ tree, baseUrl }: PageFacts): string[] {
  if (tree === null) return [];
  const isHeading = (element: TreeElement) =>
    !isLogo(element, baseUrl) &&
    (element.localName === 'h1' ||
      (HEADINGS.has(element.localName) && TITLED.test(namesOf(element))));
  return elementsWhere(tree.body, isHeading, HEADINGS_MAX)
    .map((heading) => lineOf(heading, HEADLINE_UNITS_MAX).replace(HEADING_SIGN, ''))
    .filter((text) => text !== '');
}

/** Whether a heading is the name of the site: it has such a class, or links to the front page. */
function isLogo(heading: TreeElement, baseUrl: string): boolean {
  if (/[\s_-]logo|site-(?:title|name|branding)/.test(namesOf(heading))) return true;
  if (heading.localName !== 'h1') return false;
  const [link] = elementsWhere(heading, ({ localName }) => localName === 'a', 1);
  const address = absoluteUrl(link?.getAttribute('href'), baseUrl);
  return address !== null && new URL(address).pathname === '/' && baseUrl !== address;
}

/** Names of the site in headings of the first rank. */
function logosOf({ tree, baseUrl }: PageFacts): string[] {
  if (tree === null) return [];
  return elementsWhere(tree.body, (element) => isLogo(element, baseUrl), LOGOS_MAX)
    .map((logo) => lineOf(logo, LOGO_UNITS_MAX))
    .filter((text) => text.length < LOGO_UNITS_MAX);
}

/** The heading that `title` repeats, or null. */
function titledHeading(headings: readonly string[], title: string): string | null {
  const whole = keyOf(title);
  const repeated = headings.filter((text) => {
    const key = keyOf(text);
    return key.length >= SAME_MIN && whole.includes(key);
  });
  return repeated.sort((a, b) => b.length - a.length)[0] ?? null;
}

/** The title without parts at its ends that name the site. */
function withoutSite(
  title: string,
  site: readonly string[],
  headings: readonly string[],
  whole: string,
): string {
  let text = title;
  for (let round = 0; round < 4; round++) {
    const shorter = withoutEnd(text, site, headings, whole);
    if (shorter === null) break;
    text = shorter;
  }
  return text;
}

function withoutEnd(
  text: string,
  site: readonly string[],
  headings: readonly string[],
  whole: string,
): string | null {
  const separators = [...text.matchAll(SEPARATOR)];
  const last = separators.at(-1);
  const first = separators[0];
  if (last === undefined || first === undefined) return afterColon(text, headings);
  const head = text.slice(0, last.index).trim();
  const tail = text.slice(last.index + last[0].length).trim();
  if (head !== '' && isExtra(tail, head, site, headings, whole)) return head;
  const start = text.slice(0, first.index).trim();
  const rest = text.slice(first.index + first[0].length).trim();
  if (rest !== '' && start !== '' && isSite(start, site)) return rest;
  return afterColon(text, headings);
}

/** The headline after a blog's name and a colon, or null. */
function afterColon(text: string, headings: readonly string[]): string | null {
  const colon = text.indexOf(': ');
  const rest = colon < 0 ? '' : text.slice(colon + 2).trim();
  const keys = new Set(headings.map(keyOf));
  return keys.has(keyOf(rest)) && rest !== '' && !keys.has(keyOf(text)) ? rest : null;
}

/** Whether the part after the last separator does not belong to the headline. */
function isExtra(
  tail: string,
  head: string,
  site: readonly string[],
  headings: readonly string[],
  whole: string,
): boolean {
  if (isSite(tail, site)) return true;
  const key = keyOf(head);
  const hasHeading = headings.some((heading) => keyOf(heading) === key);
  if (hasHeading) return true;
  // A name of a section or kind of page may be between the headline and the name of the site.
  return isKindName(tail) && keyOf(whole).startsWith(key);
}

function isSite(text: string, site: readonly string[]): boolean {
  const key = keyOf(text);
  return key !== '' && site.some((name) => name === key || (key.length >= 4 && isNear(name, key)));
}

/** Whether two names are variants of one site's name: `Daily`, `Daily News`, `daily.example`. */
function isNear(name: string, key: string): boolean {
  if (name.length < 4) return false;
  return (name.startsWith(key) || key.startsWith(name)) && Math.abs(name.length - key.length) <= 12;
}

/** Letters and digits only, in one case. */
function keyOf(text: string): string {
  return text
    .slice(0, HEADLINE_UNITS_MAX)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}
