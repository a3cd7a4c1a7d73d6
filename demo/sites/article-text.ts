/**
 * The text of an article as HTML.
 *
 * Invariants: the HTML without its tags is the text, letter for letter, except for white space between
 * sentences.
 */
import type { SiteArticle } from './content.js';
import { html } from './markup.js';

/** Shorter paragraphs are not split. */
const PARAGRAPH_UNITS = 220;
/** Places where a long text without line breaks may be split: after a sentence and its quotation. */
const SENTENCE_END = /(?<=[。！？][」』）]?)(?![」』）])|(?<=[.!?]["”)]?)\s+/;

export function paragraphsOf(body: string): string[] {
  return body
    .split(/\n+/)
    .flatMap(parted)
    .filter((text) => text.trim() !== '');
}

function parted(line: string): string[] {
  if (line.length <= PARAGRAPH_UNITS) return [line];
  const paragraphs: string[] = [];
  let open = '';
  for (const sentence of line.split(SENTENCE_END)) {
    const joint = open === '' || /[。！？」』）]$/.test(open) ? '' : ' ';
    open += joint + sentence;
    if (open.length < PARAGRAPH_UNITS / 2) continue;
    paragraphs.push(open.trim());
    open = '';
  }
  return open.trim() === '' ? paragraphs : [...paragraphs, open.trim()];
}

/** The paragraphs of an article, each as HTML without its frame; an article with `html` has one piece. */
export function piecesOf(article: SiteArticle): string[] {
  if (article.html !== null) return [article.html];
  return article.body === null ? [] : paragraphsOf(article.body).map(html);
}

/** The whole text, for feeds. */
export function wholeHtml(article: SiteArticle): string {
  if (article.html !== null) return article.html;
  return piecesOf(article)
    .map((piece) => `<p>${piece}</p>`)
    .join('\n');
}

/** A text in which the first mention of each link's anchor is a link. */
export function linkedHtml(
  body: string,
  links: readonly { url: string; anchor: string }[],
): string {
  let whole = paragraphsOf(body)
    .map((text) => `<p>${html(text)}</p>`)
    .join('\n');
  for (const { url, anchor } of links) {
    const words = html(anchor);
    const at = words === '' ? -1 : whole.indexOf(words);
    if (at < 0) continue;
    const link = `<a href="${html(url)}">${words}</a>`;
    whole = whole.slice(0, at) + link + whole.slice(at + words.length);
  }
  return whole;
}
