/**
 * Reads the HTML page of an article: its metadata, its text, its links and its feeds.
 *
 * The page is parsed once. A page that exceeds the bounds of a tree is still read for its metadata, which often holds
 * the text as well. Metadata is read and links are marked before the search for the text, which changes the tree.
 * Invariants: nothing on a page is executed or fetched. Every exception of a parser becomes a fault. The text does
 * not depend on the page around the article, as far as the markup delimits the article.
 */
import { INGEST } from '../kernel/limits.js';
import { cutCodePoints, isLongerThan } from '../kernel/text/text.js';
import { decodeDocument } from './charset.js';
import { mannerBy } from './date-manner.js';
import type {
  DocumentFault,
  Genre,
  PageBodyState,
  PageDocument,
  RawDocument,
  ReadingRules,
} from './documents.js';
import { faultOf, OVERFLOWS, refusal } from './fault.js';
import { authorsOf } from './page/authors.js';
import { bodyOf, metadataText, type PageBody, type PageReading } from './page/body.js';
import { datesOf } from './page/dates.js';
import { factsOf, metaValue, type PageFacts } from './page/facts.js';
import { iconOf, imageOf } from './page/image.js';
import {
  descriptionOf,
  genreOf,
  keywordsOf,
  languageOf,
  sectionOf,
  siteNameOf,
} from './page/labels.js';
import {
  canonicalOf,
  feedsOf,
  hubOf,
  locatedLinks,
  markLinks,
  nextPageOf,
  type PageLinks,
  refreshOf,
} from './page/links.js';
import { scanPage } from './page/scan.js';
import { titleOf } from './page/title.js';
import { removeAll, toldBy } from './page/told.js';
import { elementsWhere, type Tree, type TreeElement } from './page/tree.js';
import { signsOf, type Wall, wallOf } from './page/wall.js';

export interface PageOptions {
  /** Zone of times that name none. */
  zoneOffsetMs: number;
  rules?: ReadingRules | undefined;
  /** The way in which the page is read; by default the page itself decides whether it is a post. */
  genre?: Genre | undefined;
}

/** Fewest code points of a text. Decision 23. */
const BODY_MIN = 100;
/** Reads a page, or returns the fault. */
export function readPage(raw: RawDocument, options: PageOptions): PageDocument | DocumentFault {
  if (raw.bytes.length === 0) return faultOf('empty', 'The page is empty.');
  try {
    const { text, charset } = decodeDocument(raw, 'html', options.rules?.charset);
    return refusal(raw, text) ?? parsedPage(text, charset, raw.url, options);
  } catch (error) {
    return faultOf('broken', `The page cannot be read: ${String(error).slice(0, 200)}`);
  }
}

function parsedPage(
  html: string,
  charset: string,
  url: string,
  { zoneOffsetMs, genre, rules }: PageOptions,
): PageDocument | DocumentFault {
  const scan = scanPage(html, { allAttributes: rules?.page !== undefined });
  const { page: rule } = rules ?? {};
  if (scan.tree !== null && rule?.remove !== undefined) removeAll(scan.tree, rule.remove);
  const said = factsOf(scan, url, zoneOffsetMs);
  const facts = { ...said, dates: mannerBy(rules, languageOf(said)) };
  const told = scan.tree === null ? {} : toldBy(rule, scan.tree, facts);
  const title = told.title ?? titleOf(facts);
  const metadata = { ...metadataOf(facts, title), ...told };
  const common = { kind: 'page', charset, ...metadata } as const;
  if (scan.tree !== null) {
    const reading = { title, genre: genre ?? genreOf(facts), rule };
    return { ...common, ...contentOf(scan.tree, facts, reading) };
  }
  const body = metadataText(facts);
  const reason = scan.overflow ?? 'too-large';
  if (body === null || title === null) return faultOf(reason, OVERFLOWS[reason]);
  return { ...common, title, ...stateOf(body, null), links: [], linksTruncated: true };
}

/** Whether the markup says that the page is an article, and not a list or a page about the site. */
function isMarkedArticle(facts: PageFacts): boolean {
  const { jsonLd, microdata, head, tree } = facts;
  const isNamed = metaValue(head.metas, 'og:type')?.toLowerCase() === 'article';
  if (isNamed || jsonLd.isArticleType || microdata.headline !== null) return true;
  if (genreOf(facts) === 'post') return true;
  return tree !== null && elementsWhere(tree.body, isHeadOfArticle, 1).length > 0;
}

function isHeadOfArticle(element: TreeElement): boolean {
  if (element.localName !== 'h1') return false;
  for (let at = element.parentNode; at !== null; at = at.parentNode)
    if (at.localName === 'article') return true;
  return false;
}

function metadataOf(facts: PageFacts, title: string | null) {
  return {
    canonicalUrl: canonicalOf(facts),
    description: descriptionOf(facts),
    authors: authorsOf(facts),
    ...datesOf(facts),
    section: sectionOf(facts, title),
    image: imageOf(facts),
    ...keywordsOf(facts),
    isMarkedArticle: isMarkedArticle(facts),
    language: languageOf(facts),
    siteName: siteNameOf(facts),
    feeds: feedsOf(facts),
    iconUrl: iconOf(facts),
    hubUrl: hubOf(facts),
    refreshUrl: refreshOf(facts),
    nextUrl: nextPageOf(facts),
  };
}

/** Title, text and links; the tree is changed and must not be used afterwards. */
function contentOf(tree: Tree, facts: PageFacts, reading: PageReading) {
  const { title } = reading;
  const links = markLinks(tree.body, facts.baseUrl);
  const signs = signsOf(tree, facts, title);
  const { body, html } = bodyOf(tree, facts, reading);
  const wall = wallOf(signs, body?.text ?? '');
  const state = stateOf(body, wall);
  const shownTitle = wall === 'error' ? null : title;
  return { title: shownTitle, ...state, ...linksOf(links, state.body === null ? null : html) };
}

function linksOf(links: PageLinks, html: string | null) {
  return { links: locatedLinks(links, html), linksTruncated: links.truncated };
}

function stateOf(
  found: PageBody | null,
  wall: Wall | null,
): { body: string | null; bodyState: PageBodyState; bodySource: string | null } {
  if (wall !== null || found === null) {
    const isBlocked = wall !== null && wall !== 'error';
    return { body: null, bodyState: isBlocked ? 'blocked' : 'missing', bodySource: null };
  }
  const isOk = isLongerThan(found.text, BODY_MIN - 1);
  const body = cutCodePoints(found.text, INGEST.bodyMax).trimEnd();
  return { body, bodyState: isOk ? 'ok' : 'short', bodySource: found.source };
}
