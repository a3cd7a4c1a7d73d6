/**
 * Finds the article in the JSON-LD of a page, and its publisher.
 *
 * Invariants: nodes, depth and references are bounded; work is linear. Scripts with errors in their JSON are
 * repaired.
 */

export type JsonNode = { readonly [key: string]: unknown };

/** Nodes of all scripts together. */
const NODES_MAX = 5000;
const DEPTH_MAX = 30;

/** Types of articles, the most reliable first. */
const ARTICLE_TYPES = [
  /^(?:news|reportagenews|analysisnews|backgroundnews|opinionnews|reviewnews|asknews|askpublicnews|satirical|advertisercontent|scholarly|medicalscholarly|tech)?article$/,
  /^(?:blogposting|liveblogposting|socialmediaposting|discussionforumposting|report|review)$/,
  /^(?:webpage|creativework|videoobject|audioobject|podcastepisode|recipe|event|qapage|imagegallery)$/,
];

/** The content of a page's scripts. */
export interface JsonLd {
  article: JsonNode | null;
  /** Whether the type of `article` is one of articles. */
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
    // A reference has no field but its id.
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

/** The node of a value: the value itself, or the node that it refers to. */
export function resolved(value: unknown, { byId }: JsonLd): unknown {
  if (!isNode(value)) return value;
  const id = value['@id'];
  return typeof id === 'string' && Object.keys(value).length <= 2 ? (byId.get(id) ?? value) : value;
}

export function isNode(value: unknown): value is JsonNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The values of a field with one or many values. */
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

/** Collects all nodes with a type or an id, outer ones first. */
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

/** The page's main article: by the reliability of its type, then by the page's own address, then by order. */
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
  // Lists of teasers hold articles too, of which none is the page's own.
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

/** Names of sections and kinds of pages that occur beside headlines. */
const KINDS =
  /^(?:news|home|blogs?|opinion|politics|world|sports?|business|video|photos?|article|story|latest news|新聞|新闻|政治|社會|國際|財經|體育|娛樂|生活|焦點|要聞|即時)$/i;

/** Whether the text is only such a name. */
export function isKindName(text: string): boolean {
  return KINDS.test(text.trim());
}

/** The publisher that the article names, or else the site or organisation among the nodes. */
export function publisherOf(jsonLd: JsonLd): string | null {
  for (const value of valuesOf(jsonLd.article?.publisher)) {
    const node = resolved(value, jsonLd);
    const name = isNode(node) ? textOf(node.name) : null;
    if (name !== null) return name;
  }
  const site = jsonLd.nodes.find((node) => typesOf(node).includes('website') && textOf(node.name));
  return site === undefined ? null : textOf(site.name);
}

const BACKSLASH = '\\';
const ESCAPES = new Set('"\\/bfnrtu');
const BRACKETS_CLOSING = new Set('}]');

/**
 * Parses the JSON of a page, which may have comment marks around it, control characters and bad escapes in strings,
 * comments and stray commas outside of them; null where there is no value.
 *
 * Invariants: valid JSON is parsed unchanged; one pass repairs other JSON; work is linear.
 */
export function parseLooseJson(script: string): unknown {
  const text = unwrapped(script);
  if (text === '') return null;
  return parsedJson(text) ?? parsedJson(new Mender(text).mend()) ?? null;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The script without the marks that hide it from old browsers and XML parsers, and without a last semicolon. */
function unwrapped(script: string): string {
  let text = script.trim();
  for (const mark of ['<!--', '//<![CDATA[', '// <![CDATA[', '/*<![CDATA[*/', '<![CDATA[']) {
    if (text.startsWith(mark)) text = text.slice(mark.length).trim();
  }
  for (const mark of ['-->', '/*]]>*/', ']]>', '//', ';']) {
    if (text.endsWith(mark)) text = text.slice(0, -mark.length).trim();
  }
  return text;
}

/** Copies a script without the parts that are no JSON. */
class Mender {
  readonly #text: string;
  readonly #pieces: string[] = [];
  #at = 0;
  /** A pending comma, which is written once it is known that no bracket follows. */
  #isCommaOpen = false;

  constructor(text: string) {
    this.#text = text;
  }

  mend(): string {
    while (this.#at < this.#text.length) this.#step();
    return this.#pieces.join('');
  }

  #step(): void {
    const text = this.#text;
    const unit = text[this.#at]!;
    if (unit === '"') this.#copyString();
    else if (unit === '/' && text[this.#at + 1] === '*') this.#skipTo('*/');
    else if (unit === '/' && text[this.#at + 1] === '/') this.#skipTo('\n');
    else {
      this.#at++;
      if (unit === ',') this.#isCommaOpen = true;
      else if (unit > ' ') this.#copyUnit(unit);
    }
  }

  #copyUnit(unit: string): void {
    if (!BRACKETS_CLOSING.has(unit)) this.#writeComma();
    this.#isCommaOpen = false;
    this.#pieces.push(unit);
  }

  #writeComma(): void {
    if (this.#isCommaOpen) this.#pieces.push(',');
    this.#isCommaOpen = false;
  }

  #skipTo(mark: string): void {
    const end = this.#text.indexOf(mark, this.#at + 2);
    this.#at = end < 0 ? this.#text.length : end + mark.length;
  }

  #copyString(): void {
    this.#writeComma();
    const text = this.#text;
    let from = this.#at++;
    while (this.#at < text.length && text[this.#at] !== '"') {
      const unit = text[this.#at]!;
      if (unit === BACKSLASH && !ESCAPES.has(text[this.#at + 1] ?? '')) {
        this.#pieces.push(text.slice(from, this.#at), BACKSLASH);
        from = this.#at;
        this.#at++;
      } else if (unit === BACKSLASH) this.#at += 2;
      else {
        if (unit < ' ') {
          this.#pieces.push(text.slice(from, this.#at), ' ');
          from = this.#at + 1;
        }
        this.#at++;
      }
    }
    this.#pieces.push(text.slice(from, ++this.#at));
  }
}
