/**
 * Tells a post of a blog from news by what the page says of itself.
 *
 * Only what systems for blogs write counts: many of them publish news as well, so neither the name
 * of the system nor the address of the page says anything.
 */
import type { Genre } from '../documents.js';
import type { PageFacts } from './facts.js';
import { typesOf } from './json-ld.js';
import { elementsWhere, namesOf, type TreeElement } from './tree.js';

/** The classes of microformats around a post. */
const ENTRY = /\s(?:h-entry|h-as-article)\s/;

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
