/**
 * The text of an article that the page's JSON-LD carries, and when it is better than what shows.
 */
import { INGEST } from '../../kernel/limits.js';
import { cleanText, codePointLength, cutCodePoints } from '../../kernel/text/text.js';
import { extractHtml } from '../html.js';
import type { PageFacts } from './facts.js';
import { textOf, typesOf } from './json-ld.js';

export type BodySource = 'json-ld' | 'microdata' | 'readability' | 'selector';

export interface PageBody {
  text: string;
  source: BodySource;
}

/** Fewest code points of a text that is more than a teaser. */
const TEXT_MIN = 200;
/** The page's text is taken for broken where it has less of the metadata's than this. */
const SHOWN_SHARE_MIN = 0.6;
/** And for polluted where it has more; most markup adds captions and notes. */
const SHOWN_SHARE_MAX = 2;
/** What metadata is cut off with. */
const CUT_END = /(?:…|\.\.\.|\[…\]|\[\.\.\.\])\s*$/;
/** Length of the probes by which one text is looked for in the other. */
const PROBE_UNITS = 40;
const PROBES = 8;

/** The article's text as its metadata has it; null where that is no whole text. */
export function metadataText(facts: PageFacts): PageBody | null {
  const { article } = facts.jsonLd;
  if (article === null) return null;
  const raw = textOf(article.articleBody) ?? (isPosting(facts) ? textOf(article.text) : null);
  if (raw === null || raw.length < TEXT_MIN) return null;
  const text = /<(?:p|br|div)\b|&(?:[a-z]{2,8}|#\w{1,7});/i.test(raw)
    ? extractHtml(raw.replaceAll('&lt;', '<').replaceAll('&gt;', '>'), facts.baseUrl).text
    : cutCodePoints(cleanText(raw, 'body').replace(/\n\s*\n/g, '\n'), INGEST.bodyMax);
  return text === '' || CUT_END.test(text.slice(-20)) ? null : { text, source: 'json-ld' };
}

function isPosting({ jsonLd }: PageFacts): boolean {
  return (
    jsonLd.article !== null && typesOf(jsonLd.article).some((type) => type.endsWith('posting'))
  );
}

/** The better one of what the page shows and what its metadata says. */
export function preferred<T extends PageBody>(
  shown: T | null,
  metadata: PageBody | null,
): PageBody | null {
  if (shown === null || metadata === null) return shown ?? metadata;
  const share = lengthOf(shown.text) / Math.max(1, lengthOf(metadata.text));
  if (share < SHOWN_SHARE_MIN) return metadata;
  // Metadata that is only the beginning of what the page shows has been cut.
  if (share > SHOWN_SHARE_MAX) return isSpread(metadata.text, shown.text) ? metadata : shown;
  return agree(shown.text, metadata.text) ? shown : metadata;
}

/** Code points without white space. */
function lengthOf(text: string): number {
  return codePointLength(text.replace(/\s+/g, ''));
}

/** Whether the texts share a good part of each other. */
function agree(shown: string, metadata: string): boolean {
  return probesOf(metadata).filter((probe) => keyOf(shown).includes(probe)).length >= 2;
}

/** Whether the end of the short text stands near the end of the long one, or nowhere. */
function isSpread(short: string, long: string): boolean {
  const whole = keyOf(long);
  const probes = probesOf(short);
  const first = whole.indexOf(probes[0] ?? '');
  const last = whole.indexOf(probes.at(-1) ?? '');
  return first < 0 || last < 0 || last > 0.8 * whole.length;
}

/** Pieces of the text from its beginning to its end. */
function probesOf(text: string): string[] {
  const key = keyOf(text);
  const step = Math.max(1, Math.floor((key.length - PROBE_UNITS) / (PROBES - 1)));
  return Array.from({ length: PROBES }, (_, at) => key.slice(at * step, at * step + PROBE_UNITS));
}

function keyOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
