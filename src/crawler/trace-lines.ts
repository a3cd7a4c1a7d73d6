/**
 * A trace as lines for people.
 *
 * Invariants: a line holds no control characters, whatever a server has sent, so that no part of it can
 * control a terminal.
 */
import type { Stamp } from '../documents/documents.js';
import { isoOf } from '../kernel/clock.js';
import { cleanCut } from '../kernel/text/text.js';
import { isKept } from './fetch/access.js';
import type { ArticleSample } from './finding/looker.js';
import type { Trace, TraceDocument } from './trace.js';

const ITEMS_SHOWN = 20;
const DROPPED_SHOWN = 20;
const LINE_CHARS_MAX = 400;
/** Range of times that can be written as a date. */
const STAMP_MS_MAX = 8.64e15;

/** The whole trace, section after section. */
export function traceLines(trace: Trace): string[] {
  const { url, type, fault, document, article } = trace;
  const lines = [`${type === 'any' ? 'address' : type} ${url}`, ...answerLines(trace)];
  if (fault !== null) lines.push('', `nothing came of it: ${fault.message} (${fault.reason})`);
  if (document !== null) lines.push('', ...documentLines(document));
  if (article !== null) lines.push('', ...articleLines(article));
  return lines.map(oneLine);
}

/** A line that can be printed safely: no part of it controls a terminal. */
export function oneLine(line: string): string {
  const indent = /^ */.exec(line)![0];
  return indent + cleanCut(line, 'line', LINE_CHARS_MAX);
}

function answerLines({ robots, answer }: Trace): string[] {
  const { proxy, sent, hops, headers, status, url, remoteAddress, elapsedMs, bytes, movedTo } =
    answer;
  const delay = robots.crawlDelayMs > 0 ? `, one request every ${robots.crawlDelayMs} ms` : '';
  const known = robots.allows
    ? 'allows it'
    : 'forbids it, which counts without `obeyRobots = false`';
  const says = robots.isKnown ? known : 'cannot be read';
  const lines = [`robots.txt ${says}${delay}`, '', 'request'];
  if (proxy !== null) lines.push(`  by the proxy ${isKept(proxy) ? `(from ${proxy})` : proxy}`);
  for (const [name, value] of Object.entries(sent)) lines.push(`  ${name}: ${value}`);
  const redirects = hops.filter(({ location }) => location !== null);
  for (const hop of redirects) lines.push(`  ${hop.status} ${hop.url} → ${hop.location}`);
  if (movedTo !== null) lines.push(`  moved for good to ${movedTo}`);
  const from = remoteAddress === null ? '' : ` from ${remoteAddress}`;
  lines.push('', `answer ${status} ${url}${from}, ${bytes} bytes in ${Math.round(elapsedMs)} ms`);
  for (const [name, value] of Object.entries(headers)) lines.push(`  ${name}: ${value}`);
  return lines;
}

function documentLines(document: TraceDocument): string[] {
  const { kind, charset, title, facts, items, stories, dropped } = document;
  const lines = [`${kind}${title ? ` "${title}"` : ''}${charset ? ` in ${charset}` : ''}`];
  for (const [name, value] of Object.entries(facts)) lines.push(`  ${name}: ${value}`);
  if (kind === 'page') return lines;
  lines.push('', `${items.length} items`);
  for (const { published, title: name, url, chars } of items.slice(0, ITEMS_SHOWN)) {
    const size = chars > 0 ? ` (${chars} characters)` : '';
    lines.push(`  ${stampText(published)} ${name || '-'}${size}`, `    ${url}`);
  }
  if (items.length > ITEMS_SHOWN) lines.push(`  and ${items.length - ITEMS_SHOWN} more`);
  if (stories !== null) lines.push('', `${stories.length} stories of the first item`);
  for (const { published, title: name, url } of (stories ?? []).slice(0, ITEMS_SHOWN)) {
    lines.push(`  ${stampText(published)} ${name || '-'}`, `    ${url}`);
  }
  if (dropped.length > 0) lines.push('', `${dropped.length} dropped`);
  for (const { reason, what } of dropped.slice(0, DROPPED_SHOWN)) lines.push(`  ${reason} ${what}`);
  if (dropped.length > DROPPED_SHOWN) lines.push(`  and ${dropped.length - DROPPED_SHOWN} more`);
  return lines;
}

/** The article as it would be stored. */
export function articleLines(article: ArticleSample): string[] {
  const { url, title, authors, published, modified, section, image, keywords, links } = article;
  const lines = [`article ${url}`];
  const say = (name: string, value: string | null): void => {
    if (value !== null && value !== '') lines.push(`  ${name}: ${value}`);
  };
  say('not read', article.fault);
  say('title', title);
  say('byline', authors.join(', ') || 'none');
  say('published', stampText(published));
  say('modified', modified === null ? null : stampText(modified));
  say('section', section);
  say('image', image);
  say('keywords', keywords.join(', '));
  const from = article.bodyFrom === null ? '' : ` from the ${article.bodyFrom}`;
  say('text', `${article.bodyChars} characters${from} (${article.bodyState})`);
  say('begins', article.bodyStart);
  const counted = Object.entries(links).map(([location, count]) => `${count} ${location}`);
  say('links', counted.join(', '));
  return lines.map(oneLine);
}

/** A time for people; days without a time of day. */
function stampText(stamp: Stamp | null): string {
  if (stamp === null || Math.abs(stamp.atMs) > STAMP_MS_MAX) return 'no date';
  return stamp.precision === 'day' ? `${isoOf(stamp.atMs)} (a day)` : isoOf(stamp.atMs);
}
