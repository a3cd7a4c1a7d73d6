/**
 * Parses the XML of a feed, however broken, and hands over one entry at a time.
 *
 * Parsing begins at the first element that is the root of a feed and ends with the text. Text before the root is
 * skipped (warnings of a server). Unclosed elements end with their parent. An element that the end of the text has
 * truncated is left out, because it may be an address.
 *
 *   stack of open elements      rss > channel > item > description > p > b
 *   role of each of them        transparent .. | entry | field       | inline markup
 *
 * Invariants: linear in the text; one entry in memory beside the head; entities are the five of XML and numbers, so
 * that nothing can expand.
 * Bounds: see `FEED_BOUNDS`.
 */

import { Parser } from 'htmlparser2';
import { escapeText } from '../kernel/markup.js';
import { wordsOf } from '../kernel/words.js';
import { addressOn, resolvedBase } from './address.js';
import type { DocumentFault } from './documents.js';
import {
  EMPTY_SCOPE,
  type FeedNode,
  localName,
  nameIn,
  type Scope,
  scopeWithin,
  VOID_ELEMENTS,
  withoutControls,
} from './feed-node.js';

export type XmlFormat = 'rss' | 'atom' | 'rdf';

const FEED_BOUNDS = {
  /** Deepest real feeds nest about ten levels. */
  depthMax: 100,
  /** Levels of markup inside a field, where each unclosed tag counts as one. */
  inlineDepthMax: 1000,
  /** A feed of 100,000 entries of twenty elements. */
  elementsMax: 2_000_000,
  /** Nodes of one entry, or of the head; further nodes are left out. */
  nodesMax: 2000,
  /** Cached names of elements. */
  namesMax: 1000,
  /** Units between two checks for faults: the parser itself cannot be stopped. */
  chunkUnits: 16 * 1024,
} as const;

/** Callbacks of reading a feed. */
export interface FeedEvents {
  entry(node: FeedNode): void;
}

export interface FeedHead {
  format: XmlFormat;
  node: FeedNode;
}

const ROOTS: Readonly<Record<string, XmlFormat>> = {
  rss: 'rss',
  channel: 'rss',
  rdf: 'rdf',
  feed: 'atom',
};

/** Elements whose children are elements. */
const CONTAINERS = new Set(
  wordsOf(`
    author contributor image items skipdays skiphours textinput atom:author atom:contributor
    atom:source itunes:category itunes:owner media:content media:group rdf:seq
  `),
);

type Role = 'transparent' | 'node' | 'entry' | 'field' | 'inline';

/** An open element. */
interface Frame {
  role: Role;
  /** The node that collects text and children. */
  node: FeedNode;
  scope: Scope;
  base: string | null;
  language: string | null;
  /** End tag of inline markup. */
  endTag: string;
}

/** The properties that an element passes on to its children. */
type Context = Pick<Frame, 'scope' | 'base' | 'language'>;

/** Parses a feed of XML; null where the text has no root of a feed. */
export function readFeedTree(
  text: string,
  url: string,
  events: FeedEvents,
): FeedHead | DocumentFault | null {
  const reader = new TreeReader(url, events);
  return reader.read(text);
}

class TreeReader {
  readonly #url: string;
  readonly #events: FeedEvents;
  readonly #stack: Frame[] = [];
  #head: FeedHead | null = null;
  #entry: FeedNode | null = null;
  #fault: DocumentFault | null = null;
  #elements = 0;
  #nodes = 0;
  #inlineDepth = 0;
  #isEnding = false;
  readonly #names = new Map<string, string>();
  #namesScope: Scope = EMPTY_SCOPE;

  constructor(url: string, events: FeedEvents) {
    this.#url = url;
    this.#events = events;
  }

  read(text: string): FeedHead | DocumentFault | null {
    const parser = new Parser(
      {
        onopentag: (tag, attributes) => this.#open(tag, attributes),
        onclosetag: (_, isImplied) => this.#close(isImplied),
        ontext: (data) => this.#text(data),
      },
      { xmlMode: true, decodeEntities: true },
    );
    for (let at = 0; at < text.length && this.#fault === null; at += FEED_BOUNDS.chunkUnits) {
      parser.write(text.slice(at, at + FEED_BOUNDS.chunkUnits));
    }
    this.#isEnding = true;
    if (this.#fault === null) parser.end();
    if (this.#fault === null && this.#entry !== null) this.#endEntry();
    return this.#fault ?? this.#head;
  }

  #open(tag: string, attributes: Record<string, string>): void {
    if (this.#fault !== null || !this.#count()) return;
    const around = this.#stack.at(-1);
    if (this.#isRoot(tag)) this.#openRoot(tag, attributes);
    else if (around === undefined || this.#head === null) this.#stack.push(outsideFrame());
    else this.#openWithin(around, tag, attributes, this.#head.format);
  }

  /** Whether an element is the root: the first with such a name, at any depth. */
  #isRoot(tag: string): boolean {
    return this.#head === null && Object.hasOwn(ROOTS, localName(tag));
  }

  #count(): boolean {
    if (++this.#elements > FEED_BOUNDS.elementsMax) {
      this.#fail('too-many-elements', 'The feed has more elements than are read.');
    } else if (
      this.#stack.length - this.#inlineDepth >= FEED_BOUNDS.depthMax ||
      this.#inlineDepth >= FEED_BOUNDS.inlineDepthMax
    ) {
      this.#fail('too-deep', 'The feed nests elements deeper than is read.');
    }
    return this.#fault === null;
  }

  #fail(reason: DocumentFault['reason'], message: string): void {
    this.#fault = { kind: 'fault', reason, message };
  }

  #openRoot(tag: string, attributes: Record<string, string>): void {
    const context = this.#contextIn(outsideFrame(), attributes, true);
    const node = newNode('head', attributes, context.base, context.language);
    this.#head = { format: ROOTS[localName(tag)]!, node };
    this.#stack.push(frameOf('transparent', node, context));
  }

  #openWithin(
    around: Frame,
    tag: string,
    attributes: Record<string, string>,
    format: XmlFormat,
  ): void {
    const context = this.#contextIn(around, attributes);
    const name = this.#nameOf(context.scope, tag, format);
    if (name === 'item' || name === 'entry') this.#openEntry(name, attributes, context);
    else if (around.role === 'field' || around.role === 'inline') {
      this.#openInline(around, tag, attributes, context);
    } else if (name === 'channel') this.#openChannel(attributes, context);
    else this.#openNode(around, name, attributes, context);
  }

  /** Begins an entry, and ends an open one: entries do not nest. */
  #openEntry(name: string, attributes: Record<string, string>, context: Context): void {
    if (this.#entry !== null) this.#endEntry();
    this.#nodes = 0;
    this.#entry = newNode(name, attributes, context.base, context.language);
    this.#stack.push(frameOf('entry', this.#entry, context));
  }

  /** The channel is no level of its own: its fields are those of the feed. */
  #openChannel(attributes: Record<string, string>, context: Context): void {
    const { node } = this.#head!;
    node.base ??= context.base;
    node.language ??= context.language;
    // RDF names the feed in the channel's attributes; those of the root are only declarations.
    node.attributes = attributes;
    this.#stack.push(frameOf('transparent', node, context));
  }

  #openNode(
    around: Frame,
    name: string,
    attributes: Record<string, string>,
    context: Context,
  ): void {
    const node = newNode(name, attributes, context.base, context.language);
    if (++this.#nodes <= FEED_BOUNDS.nodesMax) around.node.children.push(node);
    const isContainer = CONTAINERS.has(name) || this.#isAtomSource(name);
    this.#stack.push(frameOf(isContainer ? 'node' : 'field', node, context));
  }

  #isAtomSource(name: string): boolean {
    return name === 'source' && this.#head?.format === 'atom';
  }

  #openInline(
    around: Frame,
    tag: string,
    attributes: Record<string, string>,
    context: Context,
  ): void {
    const { node } = around;
    const name = localName(tag);
    const written = `<${name}${attributesOf(attributes, context.base)}>`;
    node.markup = (node.markup ?? escapeText(node.text)) + written;
    node.text += written;
    if (around.role === 'field') node.elements++;
    this.#inlineDepth++;
    const endTag = VOID_ELEMENTS.has(name) ? '' : `</${name}>`;
    this.#stack.push(frameOf('inline', node, context, endTag));
  }

  #close(isImplied: boolean): void {
    if (this.#fault !== null) return;
    const frame = this.#stack.pop();
    if (frame === undefined) return;
    const { role, node, endTag } = frame;
    if (role === 'inline') {
      this.#inlineDepth--;
      node.text += endTag;
      node.markup += endTag;
    } else if (role === 'entry' && node === this.#entry) this.#endEntry();
    else if (this.#isEnding && isImplied && role !== 'transparent') this.#discard(node);
  }

  /** Removes an element that the end of the text has truncated. */
  #discard(node: FeedNode): void {
    const siblings = this.#stack.at(-1)?.node.children;
    if (siblings?.at(-1) === node) siblings.pop();
  }

  #endEntry(): void {
    const entry = this.#entry!;
    this.#entry = null;
    this.#events.entry(entry);
  }

  #text(data: string): void {
    const frame = this.#stack.at(-1);
    if (frame === undefined || this.#fault !== null || frame.role === 'transparent') return;
    const text = withoutControls(data);
    frame.node.text += text;
    if (frame.node.markup !== null) frame.node.markup += escapeText(text);
  }

  #contextIn(around: Context, attributes: Record<string, string>, isRoot = false): Context {
    if (isEmpty(attributes)) return around;
    const scope = scopeWithin(around.scope, attributes, isRoot);
    const language = attributes['xml:lang']?.trim() || around.language;
    const href = attributes['xml:base'];
    if (href === undefined) return { scope, base: around.base, language };
    return { scope, base: resolvedBase(href, around.base ?? this.#url) ?? around.base, language };
  }

  /** The cached name of a tag: names repeat from entry to entry, within one scope. */
  #nameOf(scope: Scope, tag: string, format: XmlFormat): string {
    if (scope !== this.#namesScope) {
      this.#names.clear();
      this.#namesScope = scope;
    }
    let name = this.#names.get(tag);
    if (name === undefined) {
      name = nameIn(scope, tag, format === 'atom' ? 'atom' : 'rss');
      if (this.#names.size < FEED_BOUNDS.namesMax) this.#names.set(tag, name);
    }
    return name;
  }
}

function isEmpty(attributes: Readonly<Record<string, string>>): boolean {
  for (const _ in attributes) return false;
  return true;
}

function frameOf(role: Role, node: FeedNode, context: Context, endTag = ''): Frame {
  const { scope, base, language } = context;
  return { role, node, scope, base, language, endTag };
}

function newNode(
  name: string,
  attributes: Readonly<Record<string, string>>,
  base: string | null,
  language: string | null,
): FeedNode {
  return { name, attributes, children: [], text: '', markup: null, elements: 0, base, language };
}

function outsideFrame(): Frame {
  const node = newNode('', {}, null, null);
  return { role: 'transparent', node, scope: EMPTY_SCOPE, base: null, language: null, endTag: '' };
}

/** Attributes of inline markup, with addresses made absolute where the feed names a base. */
function attributesOf(attributes: Readonly<Record<string, string>>, base: string | null): string {
  let written = '';
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('xmlns') || name.startsWith('xml:')) continue;
    const isAddress = base !== null && (name === 'href' || name === 'src');
    const whole = isAddress ? (addressOn(value, base) ?? value) : withoutControls(value);
    written += ` ${name}="${whole.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`;
  }
  return written;
}
