/**
 * The picture that a feed names for an entry.
 */
import { addressOn } from './address.js';
import { attributeOf, childrenOf, type FeedNode } from './feed-node.js';

const PICTURE_FILE = /\.(?:avif|gif|jpe?g|png|webp)(?:[?#]|$)/i;

/** The first picture of the entry's media, enclosures and own elements. */
export function pictureOf(node: FeedNode, base: string): string | null {
  const groups = childrenOf(node, 'media:group');
  const holders = [node, ...groups, ...mediaOf(node), ...groups.flatMap(mediaOf)];
  const found = [
    ...holders.flatMap(mediaOf).filter(isPicture).map(urlOf),
    ...holders.flatMap((holder) => childrenOf(holder, 'media:thumbnail')).map(urlOf),
    ...enclosuresOf(node).filter(isPicture).map(urlOf),
    ...childrenOf(node, 'itunes:image').map((one) => attributeOf(one, 'href') || one.text),
    ...childrenOf(node, 'image', 'thumbnail', 'image_url').map(ownPicture),
  ];
  for (const href of found) {
    const url = addressOn(href, base);
    if (url !== null) return url;
  }
  return null;
}

function mediaOf(node: FeedNode): FeedNode[] {
  return childrenOf(node, 'media:content');
}

function enclosuresOf(node: FeedNode): FeedNode[] {
  const links = childrenOf(node, 'link', 'atom:link');
  const enclosed = links.filter((link) => attributeOf(link, 'rel') === 'enclosure');
  return [...childrenOf(node, 'enclosure'), ...enclosed];
}

function isPicture(node: FeedNode): boolean {
  const kind = attributeOf(node, 'medium') || attributeOf(node, 'type');
  return kind === '' ? PICTURE_FILE.test(urlOf(node)) : /^image/i.test(kind);
}

function urlOf(node: FeedNode): string {
  return attributeOf(node, 'url') || attributeOf(node, 'href');
}

/** `<image>` as some feeds write it: with an address inside, or as an address. */
function ownPicture(node: FeedNode): string {
  const [url] = childrenOf(node, 'url');
  return url?.text ?? (urlOf(node) || node.text);
}
