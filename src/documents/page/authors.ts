/**
 * The authors of a page, from its metadata or its byline.
 *
 * Names stay as they are written. A source with only an address, a handle or the name of the site is used
 * only where no better source exists.
 */

import { INGEST } from '../../kernel/limits.js';
import { cleanCut } from '../../kernel/text/text.js';
import { wordsOf } from '../../kernel/words.js';
import { metaValue, metaValues, type PageFacts } from './facts.js';
import { isNode, type JsonLd, publisherOf, resolved, textOf, valuesOf } from './json-ld.js';
import { elementsWhere, isInside, isMargin, lineOf, namesOf, type TreeElement } from './tree.js';

const META_NAMES = wordsOf(`
  author article:author article:author_name byl byline dc.creator dcterms.creator dcsext.author
  parsely-author sailthru.author citation_author rbauthors cxenseparse:author og:article:author
  twitter:data1
`);

const BYLINE =
  /[\s_-](?:byline|by-line|author|authors|author-?name|byline-?name|reporter|writer|journalist|post-?author|entry-author|article-?author|story-?author|p-author)[\s_-]/;
/** Parts of a byline block that are not the name. */
const NOT_NAME =
  /(?:bio|avatar|image|photo|box|more|social|about|info|desc|job|title|role|related|date|time|count|follow)[\s_-]/;
const LABEL =
  /^(?:by|written by|posted by|author|authors?|reported by|von|par|por|di|door|文|作者|記者|记者|撰文|撰文者|編輯)\s*[:：/／|｜]?\s+|^(?:文|作者|撰文|by)\s*[:：/／|｜]\s*/i;
const BYLINE_UNITS_MAX = 120;
const BYLINES_MAX = 10;

/** The authors, without repeats, in the order of the page. */
export function authorsOf(facts: PageFacts): string[] {
  const sources = [
    () => jsonAuthors(facts.jsonLd),
    () => facts.microdata.authors,
    () => metaAuthors(facts),
    () => linkedAuthors(facts),
    () => bylineAuthors(facts),
  ];
  const site = new Set(
    [publisherOf(facts.jsonLd), metaValue(facts.head.metas, 'og:site_name'), facts.host]
      .filter((name) => name !== null)
      .map((name) => name.toLowerCase()),
  );
  let fallback: string[] = [];
  for (const source of sources) {
    const names = cleaned(source());
    if (names.some((name) => !site.has(name.toLowerCase()))) return names;
    if (fallback.length === 0) fallback = names;
  }
  return fallback;
}

function cleaned(names: readonly string[]): string[] {
  const clean = names
    .map((name) => cleanCut(name.replace(/<[^<>]{0,200}>/g, ' '), 'line', INGEST.authorMax))
    .map((name) => name.replace(LABEL, '').replace(/^[\s,，、|｜]+|[\s,，、|｜]+$/g, ''))
    .filter(isName);
  return [...new Set(clean)].slice(0, INGEST.authorsMax);
}

/** Whether a text is a name, and no address, number, handle or placeholder. */
function isName(name: string): boolean {
  return (
    /\p{L}/u.test(name) &&
    !/^(?:https?:|www\.|\/|@|\{)/i.test(name) &&
    !/^(?:admin|administrator|author|authors|by|undefined|null|none|unknown|anonymous|facebook|twitter)$/i.test(
      name,
    )
  );
}

function jsonAuthors(jsonLd: JsonLd): string[] {
  const { article } = jsonLd;
  if (article === null) return [];
  const values = valuesOf(article.author);
  const people = values.length > 0 ? values : valuesOf(article.creator);
  return people.flatMap((value) => namesOfPerson(resolved(value, jsonLd)));
}

function namesOfPerson(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (!isNode(value)) return [];
  return valuesOf(value.name).flatMap((name) => textOf(name) ?? []);
}

function metaAuthors({ head }: PageFacts): string[] {
  for (const name of META_NAMES) {
    // This field of social cards may have any meaning, which its label gives.
    if (
      name === 'twitter:data1' &&
      !/by|author|作者/i.test(metaValue(head.metas, 'twitter:label1') ?? '')
    )
      continue;
    const values = metaValues(head.metas, name).filter(isName);
    if (values.length > 0) return values;
  }
  return [];
}

function linkedAuthors({ tree }: PageFacts): string[] {
  if (tree === null) return [];
  const isAuthorLink = (element: TreeElement) =>
    element.localName === 'a' &&
    ` ${element.getAttribute('rel') ?? ''} `.toLowerCase().includes(' author ') &&
    !isMargin(element);
  return elementsWhere(tree.body, isAuthorLink, BYLINES_MAX)
    .map((link) => lineOf(link, BYLINE_UNITS_MAX))
    .filter((text) => text !== '' && text.length < BYLINE_UNITS_MAX);
}

/** Texts of the first byline: the innermost element with such a name. */
function bylineAuthors({ tree }: PageFacts): string[] {
  if (tree === null) return [];
  const isByline = (element: TreeElement) => {
    const names = namesOf(element);
    return BYLINE.test(names) && !NOT_NAME.test(names) && !isMargin(element);
  };
  const bylines = elementsWhere(tree.body, isByline, BYLINES_MAX);
  const innermost = bylines.find(
    (one) => !bylines.some((other) => other !== one && isInside(other, one)),
  );
  if (innermost === undefined) return [];
  const text = lineOf(innermost, BYLINE_UNITS_MAX);
  return text.length < BYLINE_UNITS_MAX ? [text] : [];
}
