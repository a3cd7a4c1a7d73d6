/**
 * The search language of `query=`: words and phrases with AND, OR, NOT and parentheses.
 *
 *   expression := term (OR term)*          term := factor ((AND)? factor)*
 *   factor := NOT factor | -factor | ( expression ) | word | "phrase" | name:word | name:"phrase"
 *
 * A word or phrase matches like `q`: a text that title or summary contains, or exactly a tag. So
 * Chinese needs no segmentation. Names: tag, media, before, after. Invariants: length, depth and
 * terms are bounded; every error names the position of the character. Not here: the search for
 * articles (article-search.ts).
 */

import { parseInstant } from '../../../../kernel/clock.js';
import { normalTag, searchForm, tagKey } from '../../../../kernel/text/tag.js';
import { invalidQuery } from '../../../http/errors.js';

/** Code units of a query; the bound of a request's head applies too. */
export const QUERY_UNITS_MAX = 1000;
/** Each term costs a comparison for each article. */
const TERMS_MAX = 32;
/** Depth of parentheses and negations, and so of the parser's recursion. */
const DEPTH_MAX = 16;

export type QueryNode =
  | { what: 'and' | 'or'; parts: readonly QueryNode[] }
  | { what: 'not'; part: QueryNode }
  | { what: 'text'; text: string; form: string; tagKey: string | null }
  | { what: 'tag'; tag: string; tagKey: string }
  | { what: 'media'; media: string }
  | { what: 'before' | 'after'; atMs: number };

interface QueriedArticle {
  title: string;
  description: string | null;
  media: string;
  publishedAt: string;
  tags: readonly string[];
}

/** Parses a query. @throws HttpError 400 with the position of the error. */
export function parseQuery(text: string): QueryNode {
  return new Parser(text).parse();
}

export function queryMatches(node: QueryNode, article: QueriedArticle): boolean {
  switch (node.what) {
    case 'and':
      return node.parts.every((part) => queryMatches(part, article));
    case 'or':
      return node.parts.some((part) => queryMatches(part, article));
    case 'not':
      return !queryMatches(node.part, article);
    case 'text':
      return holdsText(node, article);
    case 'tag':
      return article.tags.some((tag) => tagKey(tag) === node.tagKey);
    case 'media':
      return article.media === node.media;
    case 'before':
      return Date.parse(article.publishedAt) < node.atMs;
    case 'after':
      return Date.parse(article.publishedAt) >= node.atMs;
  }
}

/** Whether an article's title or summary contains a text, or the text is a tag of the article. */
export function holdsText(
  node: QueryNode & { what: 'text' },
  { title, description, tags }: Pick<QueriedArticle, 'title' | 'description' | 'tags'>,
): boolean {
  return (
    searchForm(title).includes(node.form) ||
    searchForm(description ?? '').includes(node.form) ||
    tags.some((tag) => tagKey(tag) === node.tagKey)
  );
}

/** A tag, in normal form. */
export function tagNode(text: string): QueryNode | null {
  const tag = normalTag(text);
  return tag === null ? null : { what: 'tag', tag, tagKey: tagKey(tag) };
}

/** A text, or exactly a tag; null where its search form is empty. */
export function textNode(text: string): QueryNode | null {
  const form = searchForm(text);
  if (form.trim() === '') return null;
  const tag = normalTag(text);
  return { what: 'text', text, form, tagKey: tag === null ? null : tagKey(tag) };
}

/** Terms that every match has: an index can find candidates by them. */
export function requiredTerms(node: QueryNode): QueryNode[] {
  return node.what === 'and' ? node.parts.flatMap(requiredTerms) : [node];
}

/** Texts and tags that are scored: all but those under NOT. */
export function scoringTerms(node: QueryNode): (QueryNode & { what: 'text' | 'tag' })[] {
  switch (node.what) {
    case 'and':
    case 'or':
      return node.parts.flatMap(scoringTerms);
    case 'text':
    case 'tag':
      return [node];
    default:
      return [];
  }
}

type Token =
  | { what: '(' | ')' | 'and' | 'or' | 'not' | 'end'; at: number }
  | { what: 'term'; at: number; name: string; text: string };

class Parser {
  readonly #tokens: Token[];
  #next = 0;
  #depth = 0;
  #terms = 0;

  constructor(text: string) {
    this.#tokens = tokensOf(text);
  }

  parse(): QueryNode {
    const node = this.#expression();
    const { what, at } = this.#peek();
    if (what === ')') throw wrong(at, 'this ) closes nothing');
    return node;
  }

  #expression(): QueryNode {
    const parts = [this.#sequence()];
    while (this.#take('or')) parts.push(this.#sequence());
    return parts.length === 1 ? parts[0]! : { what: 'or', parts };
  }

  #sequence(): QueryNode {
    const parts = [this.#factor()];
    for (;;) {
      const isJoined = this.#take('and');
      const { what } = this.#peek();
      if (!isJoined && (what === 'end' || what === ')' || what === 'or')) break;
      parts.push(this.#factor());
    }
    return parts.length === 1 ? parts[0]! : { what: 'and', parts };
  }

  #factor(): QueryNode {
    const token = this.#tokens[this.#next]!;
    this.#depth += 1;
    if (this.#depth > DEPTH_MAX)
      throw wrong(token.at, `more than ${DEPTH_MAX} levels inside each other`);
    this.#next += 1;
    const node = this.#nodeOf(token);
    this.#depth -= 1;
    return node;
  }

  #nodeOf(token: Token): QueryNode {
    switch (token.what) {
      case 'not':
        return { what: 'not', part: this.#factor() };
      case '(': {
        const node = this.#expression();
        if (!this.#take(')')) throw wrong(token.at, 'this ( is never closed');
        return node;
      }
      case 'term':
        this.#terms += 1;
        if (this.#terms > TERMS_MAX) throw wrong(token.at, `more than ${TERMS_MAX} terms`);
        return termOf(token);
      case 'end':
        throw wrong(token.at, 'a word, a "phrase" or a ( is expected before the end');
      default:
        throw wrong(
          token.at,
          `a word, a "phrase" or a ( is expected, not ${token.what.toUpperCase()}`,
        );
    }
  }

  #peek(): Token {
    return this.#tokens[this.#next]!;
  }

  #take(what: Token['what']): boolean {
    if (this.#peek().what !== what) return false;
    this.#next += 1;
    return true;
  }
}

const WORDS = new Map([
  ['AND', 'and'],
  ['OR', 'or'],
  ['NOT', 'not'],
] as const);

/** Names before a colon; any other word with a colon is text. */
const NAMED = /^(tag|media|before|after):/;

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    const letter = text[at]!;
    if (/\s/.test(letter)) at += 1;
    else if (letter === '(' || letter === ')') tokens.push({ what: letter, at: at++ });
    else if (letter === '-' && /\S/.test(text[at + 1] ?? ' '))
      tokens.push({ what: 'not', at: at++ });
    else at = addTerm(text, at, tokens);
  }
  tokens.push({ what: 'end', at: text.length });
  return tokens;
}

/** Adds the word, phrase or named term at a position; returns its end. */
function addTerm(text: string, at: number, tokens: Token[]): number {
  const name = NAMED.exec(text.slice(at, at + 8))?.[1] ?? '';
  const from = name === '' ? at : at + name.length + 1;
  if (text[from] === '"') {
    const close = text.indexOf('"', from + 1);
    if (close < 0) throw wrong(from, 'this " is never closed');
    tokens.push({ what: 'term', at, name, text: text.slice(from + 1, close) });
    return close + 1;
  }
  let end = from;
  while (end < text.length && !/[\s()"]/.test(text[end]!)) end += 1;
  const word = text.slice(from, end);
  const operator = name === '' ? WORDS.get(word as 'AND') : undefined;
  tokens.push(
    operator === undefined ? { what: 'term', at, name, text: word } : { what: operator, at },
  );
  return end;
}

function termOf({ at, name, text }: Token & { what: 'term' }): QueryNode {
  if (name === 'tag') {
    const node = tagNode(text);
    if (node === null) throw wrong(at, 'tag: needs a tag of 1 to 40 characters');
    return node;
  }
  if (name === 'media') {
    if (text === '') throw wrong(at, 'media: needs a media code');
    return { what: 'media', media: text };
  }
  if (name === 'before' || name === 'after') {
    const atMs = parseInstant(text);
    if (atMs === null) throw wrong(at, `${name}: needs a date YYYY-MM-DD or an ISO 8601 time`);
    return { what: name, atMs };
  }
  const node = textNode(text);
  if (node === null) throw wrong(at, 'this phrase is empty');
  return node;
}

function wrong(at: number, reason: string): Error {
  return invalidQuery(`query: at character ${at + 1}: ${reason}`);
}
