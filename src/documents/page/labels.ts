/** Section, keywords, description, language, site name and genre of a page. */

import { INGEST } from '../../kernel/limits.js';
import { cleanCut } from '../../kernel/text/text.js';
import type { Genre, PageDocument } from '../documents.js';
import { distinct } from '../feed-draft.js';
import { metaValue, metaValues, type PageFacts } from './facts.js';
import {
  isNode,
  type JsonNode,
  publisherOf,
  resolved,
  textOf,
  typesOf,
  valuesOf,
} from './json-ld.js';
import { childrenOf, elementsWhere, isMargin, lineOf, namesOf, type TreeElement } from './tree.js';

/** Separators of keyword lists, CJK ones too. */
const LIST_SEPARATOR = /[,，、;；|｜\n]/;
const CRUMBS = /[\s_-](?:breadcrumbs?|crumbs?|bread)[\s_-]|breadcrumb/;
const HOME =
  /^(?:home|首頁|首页|トップ|ホーム|홈|inicio|startseite|accueil|最新|.{0,10}(?:首頁|首页))$/i;
/** Fewest letters of a crumb that counts as a truncated headline. */
const CUT_HEADLINE_MIN = 6;
/** Tag links of one article. */
const TAG_LINKS_MAX = 50;

/** The section; `title` is the headline, which may also be the last crumb. */
export function sectionOf(facts: PageFacts, title: string | null): string | null {
  const { article } = facts.jsonLd;
  const candidates = [
    ...valuesOf(article?.articleSection).map(textOf),
    metaValue(
      facts.head.metas,
      'article:section',
      'og:article:section',
      'section',
      'parsely-section',
      'category',
    ),
    facts.microdata.section,
    jsonCrumb(facts, title),
    shownCrumb(facts, title),
  ];
  for (const candidate of candidates) {
    const section = cleanCut(candidate ?? '', 'line', INGEST.nameMax);
    if (section !== '') return section;
  }
  return null;
}

/** The innermost crumb that is neither the front page nor the article. */
function jsonCrumb({ jsonLd, head, url }: PageFacts, title: string | null): string | null {
  const list = jsonLd.nodes.find((node) => typesOf(node).includes('breadcrumblist'));
  if (list === undefined) return null;
  const names = valuesOf(list.itemListElement)
    .filter(isNode)
    .filter((item) => addressOf(item) !== url)
    .map((item) => textOf(item.name) ?? nameOf(resolved(item.item, jsonLd)))
    .filter((name) => name !== null);
  return lastCrumb(names, [title, head.title]);
}

/** The address of a crumb: the last one is often the page itself. */
function addressOf({ item }: JsonNode): string | null {
  return textOf(isNode(item) ? (item['@id'] ?? item.url) : item);
}

function nameOf(value: unknown): string | null {
  return isNode(value) ? textOf((value as JsonNode).name) : null;
}

function shownCrumb({ tree, head }: PageFacts, title: string | null): string | null {
  if (tree === null) return null;
  const isCrumbs = (element: TreeElement) =>
    CRUMBS.test(namesOf(element)) || element.getAttribute('aria-label') === 'breadcrumb';
  const [crumbs] = elementsWhere(tree.body, isCrumbs, 1);
  if (crumbs === undefined) return null;
  const links = elementsWhere(crumbs, (element) => element.localName === 'a', 10);
  return lastCrumb(
    links.map((link) => lineOf(link, INGEST.nameMax)),
    [title, head.title],
  );
}

function lastCrumb(names: readonly string[], titles: readonly (string | null)[]): string | null {
  const headlines = titles.map((title) => keyOf(title ?? '')).filter((key) => key !== '');
  const isHeadline = (name: string): boolean => {
    const key = keyOf(name);
    return headlines.some((headline) => isBeginning(key, headline));
  };
  const sections = names
    .map((name) => name.trim())
    .filter((name) => name !== '' && name.length < 40 && !HOME.test(name) && !isHeadline(name));
  return sections.at(-1) ?? null;
}

/** Whether a crumb is the headline or its beginning; a short word may be the section that the headline begins with. */
function isBeginning(key: string, headline: string): boolean {
  return headline === key || (key.length >= CUT_HEADLINE_MIN && headline.startsWith(key));
}

function keyOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Keywords and tags without repeats, at most `INGEST.tagsMax`; the article's own, or else the page's. */
export function keywordsOf(
  facts: PageFacts,
): Pick<PageDocument, 'keywords' | 'hasGeneralKeywords'> {
  const { metas } = facts.head;
  const { article } = facts.jsonLd;
  const lists = [
    () => metaValues(metas, 'news_keywords'),
    () => metaValues(metas, 'article:tag', 'og:article:tag'),
    () => valuesOf(article?.keywords).flatMap((value) => keywordText(value)),
    () => metaValues(metas, 'parsely-tags', 'sailthru.tags'),
    () => facts.microdata.keywords,
    () => aboutOf(facts),
    () => tagLinks(facts),
  ];
  for (const list of lists) {
    const keywords = split(list());
    if (keywords.length > 0) return { keywords, hasGeneralKeywords: false };
  }
  return { keywords: split(metaValues(metas, 'keywords')), hasGeneralKeywords: true };
}

/** The subjects in the article's metadata, without its site. */
function aboutOf(facts: PageFacts): string[] {
  const site = siteNameOf(facts);
  return valuesOf(facts.jsonLd.article?.about).flatMap((value) => {
    const name = nameOf(resolved(value, facts.jsonLd));
    return name === null || name === site ? [] : [name];
  });
}

function keywordText(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return isNode(value) ? [textOf(value.name) ?? ''] : [];
}

function split(lists: readonly string[]): string[] {
  const keywords = lists
    .flatMap((list) => list.slice(0, 20_000).split(LIST_SEPARATOR))
    .map((keyword) =>
      cleanCut(
        keyword.replace(/^(?:tag|keyword|topic):|^["'#\s]+|["'\s]+$/g, ''),
        'line',
        INGEST.nameMax,
      ),
    )
    .filter((keyword) => keyword !== '' && !/^[\w.]+:/.test(keyword));
  return distinct(keywords).slice(0, INGEST.tagsMax);
}

function tagLinks({ tree }: PageFacts): string[] {
  if (tree === null) return [];
  const isTag = (element: TreeElement) => {
    if (element.localName !== 'a') return false;
    const rel = ` ${element.getAttribute('rel') ?? ''} `.toLowerCase();
    return rel.includes(' tag ') && !rel.includes(' category ') && !isMargin(element);
  };
  const marked = elementsWhere(tree.body, isTag, TAG_LINKS_MAX);
  const links = marked.length > 0 ? marked : namedTagLinks(tree.body);
  return links
    .map((link) => lineOf(link, INGEST.nameMax))
    .filter((text) => text.length < 2 * INGEST.tagMax);
}

/** Links in the first element whose class names tags. */
function namedTagLinks(body: TreeElement): TreeElement[] {
  const isTags = (element: TreeElement) =>
    /[\s_-](?:tags|tag-list|taglist|post-tags|entry-tags|article-tags|keywords?)[\s_]/.test(
      namesOf(element),
    ) &&
    childrenOf(element).length > 0 &&
    !isMargin(element);
  const [tags] = elementsWhere(body, isTags, 1);
  if (tags === undefined) return [];
  return elementsWhere(tags, (element) => element.localName === 'a', TAG_LINKS_MAX);
}

export function descriptionOf(facts: PageFacts): string | null {
  const { metas } = facts.head;
  const { article } = facts.jsonLd;
  const candidates = [
    metaValue(metas, 'og:description'),
    metaValue(metas, 'description'),
    metaValue(metas, 'twitter:description'),
    textOf(article?.description),
    metaValue(metas, 'dc.description', 'dcterms.abstract', 'sailthru.description'),
  ];
  for (const candidate of candidates) {
    const description = cleanCut(candidate ?? '', 'line', 2 * INGEST.descriptionMax);
    if (description !== '') return description;
  }
  return null;
}

/** The page's language tag, where it has the form of one. */
export function languageOf({ head, jsonLd }: PageFacts): string | null {
  const candidates = [
    head.language,
    metaValue(head.metas, 'content-language', 'language', 'dc.language'),
    head.metas.find((meta) => meta['http-equiv']?.toLowerCase() === 'content-language')?.content,
    textOf(jsonLd.article?.inLanguage),
    metaValue(head.metas, 'og:locale'),
  ];
  for (const candidate of candidates) {
    const tag = candidate?.trim().replaceAll('_', '-') ?? '';
    if (/^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/i.test(tag)) return tag;
  }
  return null;
}

export function siteNameOf({ head, jsonLd }: PageFacts): string | null {
  const name =
    metaValue(head.metas, 'og:site_name') ??
    publisherOf(jsonLd) ??
    metaValue(head.metas, 'application-name', 'apple-mobile-web-app-title');
  return cleanCut(name ?? '', 'line', INGEST.nameMax) || null;
}

/** Microformat classes around a post. */
const ENTRY = /\s(?:h-entry|h-as-article)\s/;

/**
 * Distinguishes a post of a blog from news by the page's metadata and markup.
 *
 * Only marks that blog systems write for posts count: many of these systems publish news as well, so neither
 * the name of the system nor the address of the page decides.
 */
export function genreOf({ jsonLd, tree }: PageFacts): Genre {
  const { article } = jsonLd;
  if (article !== null && jsonLd.isArticleType) {
    return typesOf(article).includes('blogposting') ? 'post' : 'news';
  }
  if (tree === null) return 'news';
  return elementsWhere(tree.body, isPost, 1).length > 0 ? 'post' : 'news';
}

function isPost(element: TreeElement): boolean {
  const type = element.getAttribute('itemtype') ?? '';
  return type.endsWith('/BlogPosting') || ENTRY.test(namesOf(element));
}
