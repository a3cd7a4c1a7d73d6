/**
 * Finds the article in the JSON-LD of a page.
 *
 * Invariants: nodes, depth and references are bounded; work is linear. Scripts that are not quite
 * JSON are mended (json-mend.ts).
 */
import { parseLooseJson } from './json-mend.js';

export type JsonNode = { readonly [key: string]: unknown };

/** Nodes of all scripts together. */
const NODES_MAX = 5000;
const DEPTH_MAX = 30;

/** Types of articles, the surest first. */
const ARTICLE_TYPES = [
  /^(?:news|reportagenews|analysisnews|backgroundnews|opinionnews|reviewnews|asknews|askpublicnews|satirical|advertisercontent|scholarly|medicalscholarly|tech)?article$/,
  /^(?:blogposting|liveblogposting|socialmediaposting|discussionforumposting|report|review)$/,
  /^(?:webpage|creativework|videoobject|audioobject|podcastepisode|recipe|event|qapage|imagegallery)$/,
];

/** What the scripts of a page say. */
export interface JsonLd {
  /** The article, or null where no node is one. */
  article: JsonNode | null;
  /** True when the article's type says that it is one. */
  isArticleType: boolean;
  nodes: JsonNode[];
  byId: ReadonlyMap<string, JsonNode>;
}

/** Reads the scripts; `url` is the address of the page. */
export function readJsonLd(scripts: readonly string[], url: string): JsonLd {
  const nodes: JsonNode[] = [];
  for (const script of scripts) collect(parseLooseJson(script), nodes);
  const byId = new Map<string, JsonNode>();
  for (const node of nodes) {
    const id = node['@id'];
    // A mere reference has no field but its id.
    if (typeof id === 'string' && Object.keys(node).length > 1 && !byId.has(id)) byId.set(id, node);
  }
  const article = mainArticle(nodes, url);
  return { article, isArticleType: article !== null && rankOf(article) < 2, nodes, byId };
}

/** The types of a node, in lower case and without their vocabulary. */
export function typesOf(node: JsonNode): string[] {
  const types = Array.isArray(node['@type']) ? node['@type'] : [node['@type']];
  return types
    .filter((type) => typeof type === 'string')
    .slice(0, 10)
    .map((type) =>
      type
        .slice(0, 100)
        .replace(/^.*[/#:]/, '')
        .toLowerCase(),
    );
}

/** The node that a value means: itself, or the one that it refers to. */
export function resolved(value: unknown, { byId }: JsonLd): unknown {
  if (!isNode(value)) return value;
  const id = value['@id'];
  return typeof id === 'string' && Object.keys(value).length <= 2 ? (byId.get(id) ?? value) : value;
}

export function isNode(value: unknown): value is JsonNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The values of a field, be it one or many. */
export function valuesOf(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value.slice(0, 200).flat(2) : [value];
}

/** The first text of a field. */
export function textOf(value: unknown): string | null {
  for (const one of valuesOf(value)) {
    if (typeof one === 'string' && one.trim() !== '') return one;
    if (typeof one === 'number') return String(one);
    if (isNode(one) && typeof one['@value'] === 'string') return one['@value'];
  }
  return null;
}

/** All nodes with a type or an id, outer ones first. */
function collect(value: unknown, nodes: JsonNode[]): void {
  const open: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
  for (let at = 0; at < open.length && at < NODES_MAX * 4; at++) {
    const { value: one, depth } = open[at]!;
    if (depth > DEPTH_MAX || typeof one !== 'object' || one === null) continue;
    if (isNode(one) && nodes.length < NODES_MAX) nodes.push(one);
    for (const inner of Object.values(one)) {
      if (typeof inner === 'object' && inner !== null)
        open.push({ value: inner, depth: depth + 1 });
    }
  }
}

function rankOf(node: JsonNode): number {
  const types = typesOf(node);
  const rank = ARTICLE_TYPES.findIndex((pattern) => types.some((type) => pattern.test(type)));
  return rank < 0 ? ARTICLE_TYPES.length : rank;
}

/** The article that the page is about: the surest type, then the page's own address, then first. */
function mainArticle(nodes: readonly JsonNode[], url: string): JsonNode | null {
  const candidates = nodes.filter(
    (node) =>
      rankOf(node) < 2 || (rankOf(node) === 2 && textOf(node.headline ?? node.name) !== null),
  );
  const scored = candidates.map((node) => ({
    node,
    score:
      rankOf(node) * 4 -
      (isAbout(node, url) ? 2 : 0) -
      (node.datePublished === undefined ? 0 : 1) +
      (node.headline === undefined ? 0.5 : 0),
  }));
  // Lists of teasers hold articles, too, but none of them is the page's own.
  scored.sort((a, b) => a.score - b.score);
  const [best, second] = scored;
  if (best === undefined) return null;
  const isTeaser = second !== undefined && second.score === best.score && !isAbout(best.node, url);
  return isTeaser && scored.filter(({ score }) => score === best.score).length > 3
    ? null
    : best.node;
}

function isAbout(node: JsonNode, url: string): boolean {
  const own = pathOf(url);
  const { mainEntityOfPage } = node;
  const entity = isNode(mainEntityOfPage) ? mainEntityOfPage['@id'] : mainEntityOfPage;
  return [node.url, node['@id'], entity].some(
    (address) => typeof address === 'string' && pathOf(address) === own,
  );
}

function pathOf(address: string): string {
  return URL.canParse(address, 'http://x/') ? new URL(address, 'http://x/').pathname : address;
}
