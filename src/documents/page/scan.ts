/**
 * Reads a page once: counts its elements, collects the facts of its head, and builds its tree.
 *
 * Invariants: work is linear in the input. The tree holds no scripts, styles and comments, and is null where the page
 * exceeds a bound (`overflow` names it). The facts of the head are collected up to the end of the page in any case,
 * because many pages have them there.
 * The parser's stack costs time for each level: after `DEPTH_MAX` it starts again without the open elements.
 */

import { wordsOf } from '../../kernel/words.js';
import {
  DEPTH_MAX,
  DETAILS_MAX,
  DROPPED as DROPPED_ANYWHERE,
  ELEMENTS_MAX,
  HTML_UNITS_MAX,
  parseHtml,
} from '../html.js';
import { emptyTree, type Tree, type TreeElement } from './tree.js';

/** Elements that are read for the facts of the head, without a tree. */
const TAGS_MAX = 20 * ELEMENTS_MAX;
/** Far more `meta` or `link` elements than pages have. */
const META_MAX = 500;
/** More than the longest article with its markup. */
const JSON_LD_UNITS_MAX = 1024 * 1024;
const TITLE_UNITS_MAX = 2000;
const NOSCRIPT_UNITS_MAX = 2000;
const ATTRIBUTE_UNITS_MAX = 8192;

export type Overflow = 'too-deep' | 'too-many-elements' | 'too-large';

/** A `meta` or `link` element: its attributes. */
export type Attributes = Readonly<Record<string, string>>;

/** The metadata of a page. */
export interface PageHead {
  metas: Attributes[];
  links: Attributes[];
  jsonLd: string[];
  /** Content of the first `title`. */
  title: string;
  language: string | null;
  base: string | null;
  /** The content for browsers without scripts. */
  noscript: string;
  /** The beginning of its scripts. */
  script: string;
  /** Pictures in `noscript`. */
  noscriptImages: string[];
}

export interface Scan {
  head: PageHead;
  tree: Tree | null;
  overflow: Overflow | null;
  elements: number;
}

export interface ScanOptions {
  /** Whether every attribute is kept, for selectors; otherwise only those that reading a page needs. */
  allAttributes: boolean;
}

/** Elements without text of an article, including controls. */
const DROPPED = new Set([...DROPPED_ANYWHERE, 'button', 'datalist', 'embed']);

/** Elements that the tree already has, or that have no content. */
const TRANSPARENT = new Set(['html', 'head', 'body', 'base', 'meta', 'link', 'frameset', 'wbr']);

const KEPT_ATTRIBUTES = new Set(
  wordsOf(`
    aria-hidden aria-label class content data-author data-date data-lazy data-lazy-src
    data-original data-src data-srcset data-testid data-timestamp datetime height hidden href id itemprop itemscope itemtype name
    property pubdate rel role src srcset title type typeof value width
  `),
);

/** Addresses of pictures, which lazy-loading scripts have in attributes of any name. */
const PICTURE = /^\s*(?!data:)[^\s<>"'{}]{1,1500}\.(?:jpe?g|png|webp|avif|gif)(?:[?#,\s]|$)/i;
const BACKGROUND = /background(?:-image)?\s*:[^;]{0,200}url\(\s*["']?([^"')]{1,1500})/i;
const SCRIPT_UNITS_MAX = 2000;
const NOSCRIPT_IMAGES_MAX = 5;

const HIDDEN_STYLE = /(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;

export function scanPage(html: string, options: ScanOptions): Scan {
  const reader = new Scanner(options);
  return reader.read(html);
}

class Scanner {
  readonly #allAttributes: boolean;
  readonly #head: PageHead = {
    metas: [],
    links: [],
    jsonLd: [],
    title: '',
    language: null,
    base: null,
    noscript: '',
    script: '',
    noscriptImages: [],
  };
  #tree: Tree | null = emptyTree();
  #overflow: Overflow | null = null;
  #elements = 0;
  #details = 0;
  #jsonLdUnits = 0;
  /** For each open element the tree's element that takes its content. */
  #open: (TreeElement | null)[] = [];
  /** Depth of the outermost open dropped element; 0 outside of such elements. */
  #droppedDepth = 0;
  #dropped = '';
  #isJsonLd = false;
  #titleSeen = false;
  #text = '';

  constructor({ allAttributes }: ScanOptions) {
    this.#allAttributes = allAttributes;
  }

  read(html: string): Scan {
    if (html.length > HTML_UNITS_MAX) this.#giveUp('too-large');
    parseHtml(html.slice(0, HTML_UNITS_MAX), {
      open: (name, attributes, stop) => {
        if (++this.#elements > ELEMENTS_MAX) this.#giveUp('too-many-elements');
        if (this.#elements > TAGS_MAX) stop('for good');
        if (this.#open.length >= DEPTH_MAX) {
          this.#giveUp('too-deep');
          stop('to restart');
        } else this.#enter(name, attributes);
      },
      close: () => this.#closeTag(),
      text: (data) => this.#addText(data),
      detail: (stop) => {
        if (++this.#details <= DETAILS_MAX) return;
        this.#giveUp('too-many-elements');
        stop('for good');
      },
      end: () => {
        this.#flushText();
        this.#open = [];
        this.#droppedDepth = 0;
      },
    });
    const { title } = this.#head;
    this.#head.title = title.replace(/[ \t\n\f\r\u00a0]+/g, ' ').trim();
    return {
      head: this.#head,
      tree: this.#tree,
      overflow: this.#overflow,
      elements: this.#elements,
    };
  }

  #enter(name: string, attributes: Attributes): void {
    const around = this.#parent();
    if (this.#droppedDepth > 0) {
      this.#open.push(around);
      if (this.#dropped === 'noscript' && name === 'img') this.#noteImage(attributes.src ?? '');
    } else if (DROPPED.has(name) && !this.#isShadowRoot(name, attributes)) {
      this.#open.push(around);
      this.#droppedDepth = this.#open.length;
      this.#startDropped(name, attributes);
    } else {
      this.#noteFact(name, attributes);
      this.#open.push(this.#build(around, name, attributes));
    }
  }

  #noteImage(src: string): void {
    const { noscriptImages } = this.#head;
    // A picture without a file ending is a tracker.
    if (noscriptImages.length < NOSCRIPT_IMAGES_MAX && PICTURE.test(src)) noscriptImages.push(src);
  }

  /** Whether an element is a shadow root, whose content is shown in its place. */
  #isShadowRoot(name: string, attributes: Attributes): boolean {
    return name === 'template' && attributes.shadowrootmode !== undefined;
  }

  #startDropped(name: string, attributes: Attributes): void {
    this.#dropped = name;
    const { type = '' } = attributes;
    this.#isJsonLd = name === 'script' && /^\s*application\/ld\+json\b/i.test(type);
    if (this.#isJsonLd && this.#jsonLdUnits < JSON_LD_UNITS_MAX) this.#head.jsonLd.push('');
  }

  #noteFact(name: string, attributes: Attributes): void {
    const head = this.#head;
    if (name === 'meta' && head.metas.length < META_MAX) head.metas.push(attributes);
    else if (name === 'link' && head.links.length < META_MAX) head.links.push(attributes);
    else if (name === 'base') head.base ??= attributes.href ?? null;
    else if (name === 'html') head.language ??= attributes.lang || attributes['xml:lang'] || null;
  }

  #build(around: TreeElement | null, name: string, attributes: Attributes): TreeElement | null {
    const tree = this.#tree;
    if (tree === null || around === null) return null;
    if (name === 'meta' || name === 'link') this.#buildFact(tree, around, name, attributes);
    // The tree already has these two; selectors may need their attributes.
    if (name === 'html') this.#copyAttributes(tree.documentElement, attributes);
    if (name === 'body') this.#copyAttributes(tree.body, attributes);
    if (TRANSPARENT.has(name) || name === 'template') return around;
    if (name === 'a') return this.#buildAnchor(tree, around, attributes);
    return this.#append(tree, around, name, attributes);
  }

  /**
   * Adds a link, and ends an open one. A mere target is not added to the tree. Both are often left unclosed, and
   * would make a link of all that follows.
   */
  #buildAnchor(tree: Tree, around: TreeElement, attributes: Attributes): TreeElement {
    if (attributes.href === undefined && !this.#allAttributes) return around;
    this.#flushText();
    const at = this.#open.findLastIndex((element) => element?.localName === 'a');
    const outer = this.#open[at];
    if (outer === undefined || outer === null) return this.#append(tree, around, 'a', attributes);
    const parent = outer.parentNode ?? around;
    for (let up = at; up < this.#open.length && this.#open[up] === outer; up++) {
      this.#open[up] = parent;
    }
    return this.#append(tree, around === outer ? parent : around, 'a', attributes);
  }

  #append(tree: Tree, around: TreeElement, name: string, attributes: Attributes): TreeElement {
    this.#flushText();
    const element = tree.createElement(name);
    this.#copyAttributes(element, attributes);
    around.appendChild(element);
    return element;
  }

  /** Adds `meta` and `link` elements with microdata. */
  #buildFact(tree: Tree, around: TreeElement, name: string, attributes: Attributes): void {
    if (attributes.itemprop !== undefined || this.#allAttributes) {
      this.#append(tree, around, name, attributes);
    }
  }

  #copyAttributes(element: TreeElement, attributes: Attributes): void {
    for (const name in attributes) {
      const value = attributes[name]!;
      if (value.length > ATTRIBUTE_UNITS_MAX) continue;
      if (this.#allAttributes || KEPT_ATTRIBUTES.has(name)) element.setAttribute(name, value);
      else if (name.startsWith('data-') && PICTURE.test(value)) setLazy(element, value);
      else if (name === 'style') {
        if (HIDDEN_STYLE.test(value)) element.setAttribute('hidden', '');
        const [, background] = BACKGROUND.exec(value) ?? [];
        if (background !== undefined) setLazy(element, background);
      }
    }
  }

  #closeTag(): void {
    const depth = this.#open.length;
    if (this.#droppedDepth === 0) this.#flushText();
    this.#open.pop();
    if (this.#droppedDepth !== depth) return;
    this.#droppedDepth = 0;
    this.#isJsonLd = false;
    if (this.#dropped === 'title' && this.#head.title.trim() !== '') this.#titleSeen = true;
  }

  #addText(data: string): void {
    if (this.#droppedDepth === 0) this.#text += data;
    else if (this.#isJsonLd) this.#addJsonLd(data);
    else if (this.#dropped === 'title' && !this.#titleSeen) {
      this.#head.title = (this.#head.title + data).slice(0, TITLE_UNITS_MAX);
    } else if (this.#dropped === 'script' && this.#head.script.length < SCRIPT_UNITS_MAX) {
      this.#head.script += data.slice(0, SCRIPT_UNITS_MAX);
    } else if (this.#dropped === 'noscript' && this.#head.noscript.length < NOSCRIPT_UNITS_MAX) {
      this.#head.noscript += data.slice(0, NOSCRIPT_UNITS_MAX);
    }
  }

  #addJsonLd(data: string): void {
    this.#jsonLdUnits += data.length;
    if (this.#jsonLdUnits > JSON_LD_UNITS_MAX) return;
    const { jsonLd } = this.#head;
    jsonLd[jsonLd.length - 1] += data;
  }

  #flushText(): void {
    const text = this.#text;
    if (text === '') return;
    this.#text = '';
    const parent = this.#parent();
    if (this.#tree !== null && parent !== null) {
      parent.appendChild(this.#tree.createTextNode(text));
    }
  }

  #parent(): TreeElement | null {
    return this.#open.length > 0 ? this.#open.at(-1)! : (this.#tree?.body ?? null);
  }

  #giveUp(reason: Overflow): void {
    this.#overflow ??= reason;
    this.#tree = null;
    this.#text = '';
  }
}

function setLazy(element: TreeElement, address: string): void {
  if (!element.hasAttribute('data-lazy')) element.setAttribute('data-lazy', address);
}
