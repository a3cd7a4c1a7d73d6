/** The addresses of a feed: chooses the page among several links. */
import { addressOn } from './address.js';
import { attributeOf, childrenOf, type FeedNode } from './feed-node.js';
import type { XmlFormat } from './feed-tree.js';

const HTTP = /^https?:\/\//i;
/** The prefix with which Atom may write a relation. */
const RELATION_PREFIX = 'http://www.iana.org/assignments/relation/';

/** A link with a `rel` in any of the elements for links. */
export function namedLink(node: FeedNode, relation: string, base: string): string | null {
  for (const link of childrenOf(node, 'link', 'atom:link')) {
    const url = relationOf(link).split(/\s+/).includes(relation)
      ? addressOn(attributeOf(link, 'href'), link.base ?? base)
      : null;
    if (url !== null) return url;
  }
  return null;
}

/** The home page of a feed. */
export function siteLink(node: FeedNode, format: XmlFormat, base: string): string | null {
  if (format === 'atom') return alternate(childrenOf(node, 'link', 'atom:link'), base);
  return plainLink(node, base) ?? alternate(childrenOf(node, 'link', 'atom:link'), base);
}

/** The page of an entry; without a link, the identifier where it is an address. */
export function entryLink(node: FeedNode, format: XmlFormat, base: string): string | null {
  return (
    originalLink(node, base) ??
    (format === 'atom' ? atomLink(node, base) : rssLink(node, base)) ??
    permalink(node)
  );
}

/** The article behind a link that counts clicks. */
function originalLink(node: FeedNode, base: string): string | null {
  const original = childrenOf(node, 'feedburner:origlink')[0];
  return original === undefined ? null : addressOn(original.text, base);
}

function rssLink(node: FeedNode, base: string): string | null {
  const links = childrenOf(node, 'link', 'atom:link');
  return plainLink(node, base) ?? alternate(links, base) ?? aboutLink(node, base);
}

/** The last link to the page: feeds with several links have the intended one last. */
function plainLink(node: FeedNode, base: string): string | null {
  for (const link of childrenOf(node, 'link').reverse()) {
    const href = relationOf(link) === 'alternate' ? attributeOf(link, 'href') : '';
    const url = addressOn(link.text.trim() || href, link.base ?? base);
    if (url !== null) return url;
  }
  return null;
}

/** The subject of an RDF item. */
function aboutLink(node: FeedNode, base: string): string | null {
  const about = attributeOf(node, 'rdf:about') || attributeOf(node, 'about');
  return HTTP.test(about) ? addressOn(about, base) : null;
}

function atomLink(node: FeedNode, base: string): string | null {
  const links = childrenOf(node, 'link', 'atom:link');
  return (
    alternate(links, base) ??
    plainLink(node, base) ??
    contentSource(node, base) ??
    self(links, base)
  );
}

/** The alternate that is a page, or else the first alternate. */
function alternate(links: readonly FeedNode[], base: string): string | null {
  const alternates = links.filter((link) => relationOf(link) === 'alternate');
  const page = alternates.find((link) => isPage(attributeOf(link, 'type')));
  for (const link of page === undefined ? alternates : [page, ...alternates]) {
    const url = addressOn(attributeOf(link, 'href'), link.base ?? base);
    if (url !== null) return url;
  }
  return null;
}

function isPage(type: string): boolean {
  return type === '' || type.toLowerCase().includes('html');
}

/** The address of content outside of the feed. */
function contentSource(node: FeedNode, base: string): string | null {
  const content = childrenOf(node, 'content')[0];
  return content === undefined
    ? null
    : addressOn(attributeOf(content, 'src'), content.base ?? base);
}

function self(links: readonly FeedNode[], base: string): string | null {
  const own = links.find((link) => relationOf(link) === 'self');
  return own === undefined ? null : addressOn(attributeOf(own, 'href'), own.base ?? base);
}

function permalink(node: FeedNode): string | null {
  const guid = childrenOf(node, 'guid', 'id', 'atom:id').find(({ text }) => HTTP.test(text.trim()));
  if (guid === undefined || attributeOf(guid, 'ispermalink').toLowerCase() === 'false') return null;
  return addressOn(guid.text, guid.text.trim());
}

function relationOf(link: FeedNode): string {
  const relation = attributeOf(link, 'rel').toLowerCase();
  if (relation === '') return 'alternate';
  return relation.startsWith(RELATION_PREFIX) ? relation.slice(RELATION_PREFIX.length) : relation;
}
