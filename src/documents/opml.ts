/**
 * Reads and writes OPML: lists of feeds, at any depth.
 *
 * Real lists are often not well-formed: readable parts are read, and elements that are no outlines with an address
 * are skipped. Work is linear in the input. A parser with a stack of open elements is not used, because its stack
 * costs time for each level, and outlines may nest without a limit.
 */

import { Tokenizer } from 'htmlparser2';
import { INGEST } from '../kernel/limits.js';
import { escapeQuoted, escapeText } from '../kernel/markup.js';
import { cleanCut, cleanText } from '../kernel/text/text.js';

/** Deeper outlines are read as if they were at this depth. */
const DEPTH_MAX = 50;
const OUTLINE_TEXT_MAX = 200;
const ATTRIBUTES = new Set(['title', 'text', 'xmlurl', 'htmlurl', 'type', 'url']);
/** Units of an attribute that are read: an address, with space for characters that cleaning removes. */
const ATTRIBUTE_UNITS_MAX = 4 * INGEST.urlMax;

/** An outline with an address, unchecked. */
export interface Outline {
  title: string;
  feedUrl: string | null;
  siteUrl: string | null;
  /** Title of its group; empty at the top. */
  group: string;
}

/** Every outline with an address, in the order of the list. */
export function readOpml(xml: string): Outline[] {
  return new OutlineReader(xml).read();
}

class OutlineReader {
  readonly #xml: string;
  readonly #outlines: Outline[] = [];
  readonly #groups: string[] = [];
  #depth = 0;
  #isOutline = false;
  #attributes = new Map<string, string>();
  /** The attribute that is being read; empty for an ignored one. */
  #name = '';
  #value = '';

  constructor(xml: string) {
    this.#xml = xml;
  }

  read(): Outline[] {
    const nothing = (): void => {};
    const tokenizer = new Tokenizer(
      { xmlMode: true, decodeEntities: true },
      {
        onopentagname: (start, end) => this.#startTag(start, end),
        onattribname: (start, end) => this.#startAttribute(start, end),
        onattribdata: (start, end) => this.#addValue(this.#xml.slice(start, end)),
        onattribentity: (codePoint) => this.#addValue(String.fromCodePoint(codePoint)),
        onattribend: () => this.#endAttribute(),
        onopentagend: () => this.#endTag(true),
        onselfclosingtag: () => this.#endTag(false),
        onclosetag: (start, end) => this.#close(start, end),
        oncdata: nothing,
        oncomment: nothing,
        ondeclaration: nothing,
        onend: nothing,
        onprocessinginstruction: nothing,
        ontext: nothing,
        ontextentity: nothing,
      },
    );
    tokenizer.write(this.#xml);
    tokenizer.end();
    return this.#outlines;
  }

  #startTag(start: number, end: number): void {
    this.#isOutline = this.#isOutlineName(start, end);
    this.#attributes.clear();
  }

  #isOutlineName(start: number, end: number): boolean {
    return end - start === 'outline'.length && this.#lower(start, end) === 'outline';
  }

  #lower(start: number, end: number): string {
    return this.#xml.slice(start, end).toLowerCase();
  }

  #startAttribute(start: number, end: number): void {
    const name = this.#isOutline && end - start <= 'htmlurl'.length ? this.#lower(start, end) : '';
    this.#name = ATTRIBUTES.has(name) ? name : '';
    this.#value = '';
  }

  #addValue(text: string): void {
    if (this.#name !== '' && this.#value.length < ATTRIBUTE_UNITS_MAX) this.#value += text;
  }

  #endAttribute(): void {
    if (this.#name !== '' && !this.#attributes.has(this.#name)) {
      this.#attributes.set(this.#name, this.#value.slice(0, ATTRIBUTE_UNITS_MAX));
    }
    this.#name = '';
  }

  #endTag(isOpen: boolean): void {
    if (!this.#isOutline) return;
    this.#isOutline = false;
    const title = this.#title();
    const feedUrl = this.#address('xmlurl');
    const isLink = this.#attributes.get('type')?.trim().toLowerCase() === 'link';
    const siteUrl = this.#address('htmlurl') ?? (isLink ? this.#address('url') : null);
    const group = this.#groups[Math.min(this.#depth, DEPTH_MAX) - 1] ?? '';
    if (feedUrl !== null || siteUrl !== null)
      this.#outlines.push({ title, feedUrl, siteUrl, group });
    if (!isOpen) return;
    if (this.#depth < DEPTH_MAX) this.#groups[this.#depth] = feedUrl === null ? title : group;
    this.#depth++;
  }

  #close(start: number, end: number): void {
    if (this.#depth > 0 && this.#isOutlineName(start, end)) this.#depth--;
  }

  #title(): string {
    const line = (name: string): string =>
      cleanCut(this.#attributes.get(name) ?? '', 'line', OUTLINE_TEXT_MAX);
    return line('title') || line('text');
  }

  /** An address; null for one that is too long. */
  #address(name: string): string | null {
    const address = cleanText(this.#attributes.get(name) ?? '', 'line');
    return address === '' || address.length > INGEST.urlMax ? null : address;
  }
}

interface OpmlList {
  title: string;
  outlines: readonly Outline[];
}

/**
 * Writes OPML that every feed reader accepts, and that `readOpml` reads back.
 *
 * Outlines of one group come together, groups in the order of their first outline. Characters that XML
 * forbids are left out, and so are outlines without an address.
 */
export function writeOpml({ title, outlines }: OpmlList): string {
  const groups = new Map<string, string[]>();
  for (const outline of outlines) {
    if (outline.feedUrl === null && outline.siteUrl === null) continue;
    const group = lineOf(outline.group);
    const lines = groups.get(group) ?? [];
    lines.push(outlineTag(outline));
    groups.set(group, lines);
  }
  const body = [...groups].flatMap(([group, lines]) => groupLines(group, lines));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<opml version="2.0">',
    `  <head><title>${escapeText(lineOf(title))}</title></head>`,
    '  <body>',
    ...body.map((line) => `    ${line}`),
    '  </body>',
    '</opml>',
    '',
  ].join('\n');
}

function groupLines(group: string, lines: readonly string[]): string[] {
  if (group === '') return [...lines];
  const name = quoted(group);
  return [
    `<outline text=${name} title=${name}>`,
    ...lines.map((line) => `  ${line}`),
    '</outline>',
  ];
}

/** An outline of a feed, or of a link to the site where there is no feed. */
function outlineTag({ title, feedUrl, siteUrl }: Outline): string {
  const name = quoted(lineOf(title));
  const names = `text=${name} title=${name}`;
  if (feedUrl === null)
    return `<outline type="link" ${names} url=${quoted(clean(siteUrl ?? ''))}/>`;
  const site = siteUrl === null ? '' : ` htmlUrl=${quoted(clean(siteUrl))}`;
  return `<outline type="rss" ${names} xmlUrl=${quoted(clean(feedUrl))}${site}/>`;
}

function lineOf(text: string): string {
  return cleanCut(clean(text), 'line', OUTLINE_TEXT_MAX);
}

/** The text without control characters, and without the two other characters that XML forbids. */
function clean(text: string): string {
  return cleanText(text.replace(/[\ufffe\uffff]/g, ''), 'line');
}

function quoted(text: string): string {
  return `"${escapeQuoted(text)}"`;
}
