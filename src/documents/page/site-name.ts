/**
 * Who publishes a page: the name of the site by its own metadata.
 */
import { isNode, type JsonLd, resolved, textOf, typesOf, valuesOf } from './json-ld.js';

/** Names of kinds of pages that stand beside headlines. */
const KINDS =
  /^(?:news|home|blogs?|opinion|politics|world|sports?|business|video|photos?|article|story|latest news|新聞|新闻|政治|社會|國際|財經|體育|娛樂|生活|焦點|要聞|即時)$/i;

/** Whether the text names a kind of page and nothing else. */
export function isKindName(text: string): boolean {
  return KINDS.test(text.trim());
}

/** The publisher that the article names, else the site or organisation among the nodes. */
export function publisherOf(jsonLd: JsonLd): string | null {
  for (const value of valuesOf(jsonLd.article?.publisher)) {
    const node = resolved(value, jsonLd);
    const name = isNode(node) ? textOf(node.name) : null;
    if (name !== null) return name;
  }
  const site = jsonLd.nodes.find((node) => typesOf(node).includes('website') && textOf(node.name));
  return site === undefined ? null : textOf(site.name);
}
