/**
 * Writes entries into the text of `sources.toml`.
 *
 * Invariants: a written entry reads back equal. The existing text stays byte for byte. Only keys that differ
 * from the defaults of the file are written, so that an entry stays short enough to be read.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../kernel/clock.js';
import { wellFormed } from '../../kernel/text/text.js';
import type { BlogSource, Channel, MediaSource, PortalEntry, SourceEntry } from './model.js';
import { contentOf, type SourceDefaults, zoneOf } from './read-entries.js';
import { defaultsOf } from './read-sources.js';
import { tomlPieces } from './toml-pieces.js';

type Value = string | number | boolean | readonly string[] | null;
type Pair = readonly [key: string, value: Value];

export function appendEntry(text: string, entry: SourceEntry): string {
  return appendEntries(text, [entry]);
}

export function appendEntries(text: string, entries: readonly SourceEntry[]): string {
  const lineEnd = /\r\n/.test(text) ? '\r\n' : '\n';
  const defaults = defaultsOf(text);
  const written = entries.map((entry) => linesOf(entry, defaults).join(lineEnd) + lineEnd);
  return written.length === 0 ? text : text + gapAfter(text, lineEnd) + written.join(lineEnd);
}

/** A blank line between entries, and none before the first entry of a file. */
function gapAfter(text: string, lineEnd: string): string {
  if (text === '') return '';
  if (!text.endsWith('\n')) return lineEnd.repeat(2);
  return /\n[ \t\r]*\n$/.test(text.slice(-100)) ? '' : lineEnd;
}

/**
 * The text without an entry; null where it has none of that kind and key. The comments directly above the
 * entry are removed with it; those above the next entry stay.
 */
export function removeEntry(text: string, entry: SourceEntry): string | null {
  const lines = text.split(/(?<=\n)/);
  const piece = tomlPieces(text).find(({ line }) => line === entry.line);
  if (piece?.name !== entry.kind) return null;
  let from = piece.line - 1;
  let to = from + piece.text.split(/(?<=\n)/).length;
  while (from > 0 && isComment(lines[from - 1]!)) from -= 1;
  if (to < lines.length) while (isComment(lines[to - 1]!)) to -= 1;
  return [...lines.slice(0, from), ...lines.slice(to)].join('');
}

function isComment(line: string): boolean {
  return /^\s*#/.test(line);
}

function linesOf(entry: SourceEntry, defaults: SourceDefaults): string[] {
  const { kind, channels } = entry;
  const own = { content: contentOf(kind, defaults), everyMs: defaults.everyMs };
  const pairs = entry.kind === 'media' ? mediaPairs(entry) : blogPairs(entry);
  const lines = [
    `[[${kind}]]`,
    ...pairLines(pairs),
    ...pairLines([
      ['enabled', entry.enabled ? null : false],
      ['obeyRobots', entry.obeyRobots ? null : false],
      ['zone', entry.zoneOffsetMs === zoneOf(kind, defaults) ? null : offsetOf(entry.zoneOffsetMs)],
    ]),
  ];
  const tables: string[] = [];
  for (const type of ['feed', 'sitemap', 'list'] as const) {
    const ofType = channels.filter((channel) => channel.type === type);
    if (ofType.length === 0) continue;
    const isShort = type !== 'list' && ofType.every((one) => channelPairs(one, own).length === 0);
    const urls = ofType.map(({ url }) => url);
    if (isShort) lines.push(...pairLines([[type, urls.length === 1 ? urls[0]! : urls]]));
    else for (const one of ofType) tables.push(...channelLines(kind, one, own));
  }
  const portal = entry.kind === 'media' && entry.portal !== null ? portalLines(entry.portal) : [];
  // An entry without a usable channel keeps an empty list of channels, which the reader demands.
  if (channels.length === 0 && portal.length === 0) lines.push('feed = []');
  return [...lines, ...tables, ...portal];
}

function mediaPairs(entry: MediaSource): Pair[] {
  return [
    ['code', entry.key],
    ['title', entry.title],
    ['homepage', entry.homepage],
    ['camp', entry.camp],
    ['categories', entry.categories],
    ['kind', entry.sourceKind],
    ['country', entry.country],
    ['countryCode', entry.countryCode],
    ['icon', entry.icon],
    ['aliases', entry.aliases],
    ['syndicated', entry.syndicated],
    ['tagging', entry.tagging],
  ];
}

function blogPairs(entry: BlogSource): Pair[] {
  return [
    ['slug', entry.key],
    ['name', entry.name],
    ['url', entry.sourceUrl],
    ['category', entry.category],
    ['description', entry.description],
    ['aliases', entry.aliases],
    ['verified', entry.verified],
    ['icon', entry.iconUrl],
    ['expectedIntervalHours', entry.expectedIntervalHours],
  ];
}

type ChannelContext = Pick<Channel, 'content' | 'everyMs'>;

function channelLines(owner: string, channel: Channel, own: ChannelContext): string[] {
  const pairs: Pair[] = [['url', channel.url], ...channelPairs(channel, own)];
  return ['', `[[${owner}.${channel.type}]]`, ...pairLines(pairs)];
}

/** The keys of a channel beside its address. */
function channelPairs(channel: Channel, own: ChannelContext): Pair[] {
  const { content, include, exclude, section, everyMs, rule } = channel;
  const every = everyMs === own.everyMs ? null : everyMs === null ? 'auto' : spanOf(everyMs);
  const pairs: Pair[] = [
    ['content', content === own.content ? null : content],
    ['include', include?.source ?? null],
    ['exclude', exclude?.source ?? null],
    ['section', section],
    ['every', every],
    ...Object.entries(rule ?? {}),
  ];
  return pairs.filter(([, value]) => value !== null);
}

function portalLines({ link, rulesUrl, sources }: PortalEntry): string[] {
  const lists = sources.flatMap(({ url, kind, pagesMax, rule }) => {
    const pairs: Pair[] = [
      ['url', url],
      ['kind', kind],
      ['pages', pagesMax],
      ...Object.entries(rule),
    ];
    return ['', '[[media.portal.list]]', ...pairLines(pairs)];
  });
  // A portal without a usable list keeps an empty list of lists.
  const none = sources.length === 0 ? ['list = []'] : [];
  const pairs: Pair[] = [
    ['link', link],
    ['rulesUrl', rulesUrl],
  ];
  return ['', '[media.portal]', ...pairLines(pairs), ...none, ...lists];
}

function pairLines(pairs: readonly Pair[]): string[] {
  return pairs
    .filter(([, value]) => value !== null)
    .map(([key, value]) => `${key} = ${valueText(value)}`);
}

function valueText(value: Value): string {
  if (typeof value === 'string') return textOf(value);
  if (typeof value === 'object' && value !== null) return `[${value.map(textOf).join(', ')}]`;
  return String(value);
}

/** A text in quotes. Backslashes stay unescaped between single quotes, which keeps patterns readable. */
function textOf(text: string): string {
  if (text.includes('\\') && /^[\x20-\x26\x28-\x7e]+$/.test(text)) return `'${text}'`;
  return JSON.stringify(wellFormed(text)).replaceAll('\x7f', '\\u007f');
}

function offsetOf(offsetMs: number): string {
  const minutes = Math.abs(offsetMs) / MINUTE_MS;
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${offsetMs < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

function spanOf(spanMs: number): string {
  if (spanMs % DAY_MS === 0) return `${spanMs / DAY_MS}d`;
  if (spanMs % HOUR_MS === 0) return `${spanMs / HOUR_MS}h`;
  return spanMs % MINUTE_MS === 0 ? `${spanMs / MINUTE_MS}m` : `${spanMs / SECOND_MS}s`;
}
