/**
 * Converts HTML into plain text and located links, in one pass and without a tree.
 *
 * Invariants: block elements are separated by line feeds, and other white space is collapsed, except in
 * `pre`; no content of scripts, styles and templates appears; every link is a canonical address; work is
 * linear in the input whatever it holds.
 * Bounds: after `HTML_UNITS_MAX` of input, `ELEMENTS_MAX` elements, or `DETAILS_MAX` attributes and closing
 * tags, the rest is not read. After `DEPTH_MAX` levels, the parser starts again without the open elements,
 * because its stack costs time for each level.
 */

import { Parser } from 'htmlparser2';
import { INGEST } from '../kernel/limits.js';
import type { LinkLocation, PostLink } from '../kernel/model/records.js';
import { cleanCut, cleanText, cutCodePoints } from '../kernel/text/text.js';
import { resolvedUrl } from '../kernel/text/url.js';
import { wordsOf } from '../kernel/words.js';

/** As long as the longest line of ingest. */
export const HTML_UNITS_MAX = 4 * 1024 * 1024;
/** Measured: pages with more are generated or hostile. */
export const DEPTH_MAX = 200;
export const ELEMENTS_MAX = 15_000;
/** Attributes and closing tags; a page of so many elements has about three for each of them. */
export const DETAILS_MAX = 10 * ELEMENTS_MAX;
/** Longest text of a link, in code points. */
export const ANCHOR_MAX = 200;

/** The content of HTML that a reader sees. */
interface ExtractedHtml {
  /** Plain text, at most `INGEST.bodyMax` code points. */
  text: string;
  /** In the order of the page, at most `INGEST.linksMax`. */
  links: PostLink[];
  /** True when there were more links. */
  linksTruncated: boolean;
}

type Attributes = Readonly<Record<string, string>>;

/** Elements whose content is no text of the page. */
export const DROPPED: ReadonlySet<string> = new Set(
  wordsOf(`
    audio canvas iframe noscript object script select style svg template textarea title video
  `),
);

/** Elements that begin and end a line. */
const BLOCKS = new Set(
  wordsOf(`
    address article aside blockquote body br caption center dd details dialog dir div dl dt
    fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li
    main menu nav ol p pre section summary table tbody tfoot thead tr ul
  `),
);

/** Elements whose content is separated from that of their neighbours by a space. */
const CELLS = new Set(['td', 'th']);

/** Extracts text and links; `baseUrl` is the address of the page. */
export function extractHtml(html: string, baseUrl: string): ExtractedHtml {
  const page = new PageReader(baseUrl);
  page.read(html.slice(0, HTML_UNITS_MAX));
  return page.result();
}

/** The text alone, of HTML or plain text. */
export function textOfHtml(html: string): string {
  return extractHtml(html, 'http://localhost/').text;
}

/** Folds the events of the parser. */
class PageReader {
  readonly #flow = new TextFlow(INGEST.bodyMax);
  readonly #links: PostLink[] = [];
  #linksTruncated = false;
  #baseUrl: string;
  #isBaseGiven = false;
  #elements = 0;
  #details = 0;

  /** Location of each open element; the last one is the present one. */
  #locations: LinkLocation[] = [];
  /** Depth of the outermost open dropped element; 0 outside of such elements. */
  #droppedDepth = 0;
  #preDepth = 0;
  #openLink: { url: string; location: LinkLocation; depth: number } | null = null;

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
  }

  read(html: string): void {
    parseHtml(html, {
      open: (name, attributes, stop) => {
        if (++this.#elements > ELEMENTS_MAX) stop('for good');
        else if (this.#locations.length >= DEPTH_MAX) stop('to restart');
        else this.#enter(name, attributes);
      },
      close: (name) => this.#close(name),
      text: (data) => {
        if (this.#droppedDepth === 0) this.#flow.add(data, this.#preDepth > 0);
      },
      detail: (stop) => {
        if (++this.#details > DETAILS_MAX) stop('for good');
      },
      end: () => this.#forgetNesting(),
    });
  }

  result(): ExtractedHtml {
    return {
      text: this.#flow.text(),
      links: this.#links,
      linksTruncated: this.#linksTruncated,
    };
  }

  #enter(name: string, attributes: Attributes): void {
    const around = this.#locations.at(-1) ?? 'body';
    this.#locations.push(landmarkOf(name, attributes) ?? around);
    if (this.#droppedDepth > 0) return;
    if (DROPPED.has(name)) this.#droppedDepth = this.#locations.length;
    else if (name === 'pre') this.#preDepth++;
    this.#breakAt(name);
    if (name === 'a') this.#openAnchor(attributes.href);
    if (name === 'base') this.#rebase(attributes.href);
  }

  #close(name: string): void {
    const depth = this.#locations.length;
    if (this.#openLink !== null && this.#openLink.depth === depth) this.#closeAnchor();
    this.#locations.pop();
    if (this.#droppedDepth === depth) this.#droppedDepth = 0;
    else if (this.#droppedDepth === 0) {
      if (name === 'pre') this.#preDepth--;
      this.#breakAt(name);
    }
  }

  #breakAt(name: string): void {
    if (BLOCKS.has(name)) this.#flow.breakLine();
    else if (CELLS.has(name)) this.#flow.breakWord();
  }

  #openAnchor(href: string | undefined): void {
    this.#closeAnchor();
    const address = href?.trim();
    // A link to a position in the same page is left out.
    if (!address || address.startsWith('#')) return;
    const url = resolvedUrl(address, this.#baseUrl);
    if (url === null) return;
    if (this.#links.length >= INGEST.linksMax) {
      this.#linksTruncated = true;
      return;
    }
    const depth = this.#locations.length;
    this.#openLink = { url, location: this.#locations.at(-1) ?? 'body', depth };
    this.#flow.startCopy(ANCHOR_MAX);
  }

  #closeAnchor(): void {
    if (this.#openLink === null) return;
    const { url, location } = this.#openLink;
    this.#openLink = null;
    this.#links.push({ url, anchor: cleanCut(this.#flow.endCopy(), 'line', ANCHOR_MAX), location });
  }

  /** Sets the base of links from the first `base` element. */
  #rebase(href: string | undefined): void {
    if (this.#isBaseGiven || href === undefined) return;
    this.#isBaseGiven = true;
    this.#baseUrl = resolvedUrl(href, this.#baseUrl) ?? this.#baseUrl;
  }

  #forgetNesting(): void {
    this.#closeAnchor();
    this.#locations = [];
    this.#droppedDepth = 0;
    this.#preDepth = 0;
  }
}

/** Ends reading: for good, or to go on at this element without the open ones. No part of its tag becomes text. */
type Stop = (how: 'for good' | 'to restart') => void;

/** Handlers of what `parseHtml` reads. After `stop`, none but `detail` is called until the parser starts again. */
interface HtmlHandlers {
  open(name: string, attributes: Attributes, stop: Stop): void;
  close(name: string): void;
  text(data: string): void;
  /** Called for each attribute and each closing tag, so that a bound of the work can count them. */
  detail(stop: Stop): void;
  /** The end, or a restart: no element is open any more. */
  end(): void;
}

/** Parses HTML, and starts again where a handler says so. */
export function parseHtml(html: string, on: HtmlHandlers): void {
  let rest = html;
  let stoppedAt = 0;
  while (stoppedAt < rest.length) {
    rest = rest.slice(stoppedAt);
    stoppedAt = Number.POSITIVE_INFINITY;
    let isStopped = false;
    const stop: Stop = (how) => {
      if (!isStopped && how === 'to restart') stoppedAt = parser.startIndex;
      isStopped = true;
      parser.pause();
    };
    const parser = new CountingParser({
      onopentag: (name, attributes) => {
        if (!isStopped) on.open(name, attributes, stop);
      },
      onclosetag: (name) => {
        if (!isStopped) on.close(name);
      },
      ontext: (data) => {
        if (!isStopped) on.text(data);
      },
    });
    parser.onDetail = () => on.detail(stop);
    parser.write(rest);
    if (!isStopped) parser.end();
    on.end();
  }
}

/**
 * A parser that reports each attribute and each closing tag. Its handlers do not see them one by one: an element may
 * have any number of attributes, and closing tags without an open element cause no event.
 */
class CountingParser extends Parser {
  onDetail: () => void = () => {};

  override onattribname(start: number, endIndex: number): void {
    this.onDetail();
    super.onattribname(start, endIndex);
  }

  override onclosetag(start: number, endIndex: number): void {
    this.onDetail();
    super.onclosetag(start, endIndex);
  }
}

/** White space of HTML, which collapses; other spaces are text. */
const COLLAPSIBLE = /[ \t\n\f\r]+/g;
const NEEDS_COLLAPSING = /[\t\n\f\r]| {2}/;
const SPACE = 0x20;

type Gap = '' | ' ' | '\n';

/**
 * Joins pieces of text as a browser would show them: white space is collapsed, and blocks begin and end lines.
 *
 * Invariants: the text never starts or ends in white space, and has at most twice `max` code units while it
 * grows. White space is added only when text follows it, so that no pattern ever has to search the joined
 * text again.
 */
class TextFlow {
  readonly #max: number;
  #text = '';
  #gap: Gap = '';
  /** Text added since `startCopy`, up to the bound given there. */
  #copy = '';
  #copyUnitsMax = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Adds text; `asIs` keeps its white space. */
  add(data: string, asIs: boolean): void {
    if (asIs) this.#append(data);
    else this.#addCollapsed(data);
  }

  breakWord(): void {
    if (this.#gap === '') this.#gap = ' ';
  }

  breakLine(): void {
    this.#gap = '\n';
  }

  /** Starts to copy added text, until the copy certainly has `max` code points. */
  startCopy(max: number): void {
    this.#copy = '';
    this.#copyUnitsMax = 2 * max;
  }

  /** Ends copying; the copy is not cut to `max`. */
  endCopy(): string {
    this.#copyUnitsMax = 0;
    return this.#copy;
  }

  /** All added text, clean, and cut to the maximum length. */
  text(): string {
    return cutCodePoints(cleanText(this.#text, 'body'), this.#max).trimEnd();
  }

  #addCollapsed(data: string): void {
    const text = NEEDS_COLLAPSING.test(data) ? data.replace(COLLAPSIBLE, ' ') : data;
    // After collapsing, U+0020 is the only white space at the ends.
    const start = text.charCodeAt(0) === SPACE ? 1 : 0;
    if (start === 1) this.breakWord();
    if (start === text.length) return;
    const end = text.charCodeAt(text.length - 1) === SPACE ? text.length - 1 : text.length;
    this.#append(start === 0 && end === text.length ? text : text.slice(start, end));
    if (end < text.length) this.breakWord();
  }

  #append(data: string): void {
    const gap = this.#gap;
    this.#gap = '';
    if (this.#copy.length < this.#copyUnitsMax) {
      this.#copy += gap + data.slice(0, this.#copyUnitsMax);
    }
    const unitsLeft = 2 * this.#max - this.#text.length;
    if (unitsLeft <= 0) return;
    if (this.#text !== '') this.#text += gap;
    this.#text += data.length > unitsLeft ? data.slice(0, unitsLeft) : data;
  }
}

const CONTAINERS = new Set(
  wordsOf('article aside dl div footer header nav ol section table td ul'),
);

/** Longer class names and ids are not examined. */
const NAMES_UNITS_MAX = 300;

/** A whole word at the start of a class: `sidebar-left` is one, `has-sidebar` is not. */
const COMMENT =
  /(?:^|\s)(?:comments?|comment-?list|respond|disqus|pingbacks?|trackbacks?|giscus|utterances)(?=$|[\s_-])/;
const BLOGROLL =
  /(?:^|\s)(?:blog-?roll|link-?roll|friend-?links?|friends-?links?|flinks?|webring)(?=$|[\s_-])/;
const SIDEBAR =
  /(?:^|\s)(?:(?:primary|secondary|left|right|main|site|page|blog)[_-])?(?:side-?bar|widgets?|navbar|navigation|menu|breadcrumbs?|related-?posts|share|sharing|social|tag-?cloud)(?=$|[\s_-])/;

const SIDEBAR_ROLES = new Set(['navigation', 'complementary', 'menu', 'banner', 'contentinfo']);

/**
 * The part of a page that an element opens: its body, a sidebar, a blogroll or its comments; null where the element
 * continues the part around it.
 *
 * Decision 29: the nearest landmark element, class or id decides, and everything else is body. Only elements that
 * hold other elements count, because highlighted program text marks its comments with the same words (`<span
 * class="comment">`). `className` and `id` take precedence over the element: an aside may be a blogroll.
 */
export function landmarkOf(
  element: string,
  attributes: Readonly<Record<string, string>>,
): LinkLocation | null {
  if (element === 'main') return 'body';
  if (!CONTAINERS.has(element)) return null;
  return namedLandmark(attributes) ?? (element === 'aside' || element === 'nav' ? 'sidebar' : null);
}

function namedLandmark(attributes: Readonly<Record<string, string>>): LinkLocation | null {
  const { class: className, id, role } = attributes;
  if (role !== undefined && SIDEBAR_ROLES.has(role)) return 'sidebar';
  if (className === undefined && id === undefined) return null;
  const names = `${className ?? ''} ${id ?? ''}`.slice(0, NAMES_UNITS_MAX).toLowerCase();
  if (COMMENT.test(names)) return 'comment';
  if (BLOGROLL.test(names)) return 'blogroll';
  return SIDEBAR.test(names) ? 'sidebar' : null;
}
