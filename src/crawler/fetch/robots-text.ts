/**
 * Picks out of a robots.txt what concerns one crawler, as RFC 9309 says.
 *
 * Invariants: groups of the same crawler are merged; the group `*` holds only where none names the
 * crawler; what is kept is bounded in rules, characters and wildcards, so that matching an address
 * against it is quick whatever the file holds.
 */
import { CRAWL } from '../../kernel/limits.js';
import { resolvedUrl } from '../../kernel/text/url.js';

/** More than the longest files of large sites have for one crawler. */
const RULES_MAX = 2000;
const RULE_UNITS_MAX = 2048;
const RULES_UNITS_MAX = 128 * 1024;
/** Characters of the rules that hold wildcards, which are tried at every place of a path. */
const WILD_UNITS_MAX = 8 * 1024;
/** Steps of matching one path, so that the worst file delays nothing else; others need few. */
const WILD_STEPS_MAX = 1024 * WILD_UNITS_MAX;
const SITEMAPS_MAX = 100;

/** Seconds, with a comma or a point, and their word. */
const SECONDS = /^(\d{1,9})(?:[.,](\d{0,9}))?\s*(?:s|secs?|seconds?)?$/i;
/** Pages in a time: `1/5`, `1/10s`, `30/1m`; the hours of the day behind it are not told apart. */
const RATE = /^(\d{1,6})\s*\/\s*(\d{1,6})\s*([smh]?)(?:\s|$)/i;
const UNIT_MS = { '': 1000, s: 1000, m: 60_000, h: 3_600_000 };
/** What parts a name from its value. */
const SEPARATOR = /[:：]/;

/** What holds for one crawler. */
export interface RobotsText {
  /** A robots.txt of one group, for everyone. */
  text: string;
  /** Longest path that is matched; a longer one is not allowed. */
  pathUnitsMax: number;
  crawlDelayMs: number;
  sitemaps: string[];
}

export const NO_RULES: RobotsText = {
  text: '',
  pathUnitsMax: WILD_STEPS_MAX,
  crawlDelayMs: 0,
  sitemaps: [],
};

/** Spellings that are common enough for the large crawlers to read them. */
const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['user-agent', 'user-agent'],
  ['useragent', 'user-agent'],
  ['user agent', 'user-agent'],
  ['allow', 'allow'],
  ['disallow', 'disallow'],
  ['dissallow', 'disallow'],
  ['dissalow', 'disallow'],
  ['disalow', 'disallow'],
  ['diasllow', 'disallow'],
  ['disallaw', 'disallow'],
  ['crawl-delay', 'crawl-delay'],
  ['request-rate', 'request-rate'],
  ['sitemap', 'sitemap'],
  ['site-map', 'sitemap'],
]);

/** `token` is the crawler's name in lower case; `url` the address of the file. */
export function readRobots(bytes: Uint8Array, token: string, url: string): RobotsText {
  const reader = new RobotsReader(token, url);
  for (const [line] of textOf(bytes).matchAll(/[^\r\n]+/g)) reader.read(line);
  return reader.result();
}

/** UTF-8, or UTF-16 where the byte order mark says so. */
function textOf(bytes: Uint8Array): string {
  const mark = bytes.length < 2 ? 0 : (bytes[0]! << 8) | bytes[1]!;
  const charset = mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(charset).decode(bytes);
}

/** An address whose letters and digits are written as such (RFC 9309, 2.2.2). */
export function withPlainLetters(url: string): string {
  return url.replace(/%(?:[46][1-9a-f]|[57][0-9a]|3[0-9]|2d|5f|7e)/gi, (code) =>
    String.fromCharCode(Number.parseInt(code.slice(1), 16)),
  );
}

/** The rules of one group. */
class RuleList {
  /** A group without rules allows everything, which is not the same as no group. */
  isNamed = false;
  crawlDelayMs = 0;
  /** The same by a rate. */
  rateGapMs = 0;
  readonly #lines: string[] = [];
  #units = 0;
  #wildUnits = 0;

  add(name: string, path: string): void {
    const pattern = withPlainLetters(path.replace(/\*{2,}/g, '*'));
    const units = pattern.length;
    if (units === 0 || units > RULE_UNITS_MAX || this.#lines.length >= RULES_MAX) return;
    const isWild = pattern.includes('*');
    if (this.#units + units > RULES_UNITS_MAX) return;
    if (isWild && this.#wildUnits + units > WILD_UNITS_MAX) return;
    this.#units += units;
    if (isWild) this.#wildUnits += units;
    this.#lines.push(`${name}: ${pattern}`);
  }

  delay(value: string): void {
    const [, whole, part = '0'] = SECONDS.exec(value) ?? [];
    const seconds = whole === undefined ? 0 : Number(`${whole}.${part}`);
    this.crawlDelayMs = Math.min(CRAWL.hostGapMsMax, seconds * 1000);
  }

  rate(value: string): void {
    const [, pages, time, unit = ''] = RATE.exec(value) ?? [];
    if (Number(pages) > 0) {
      const gapMs =
        (Number(time) * UNIT_MS[unit.toLowerCase() as keyof typeof UNIT_MS]) / Number(pages);
      this.rateGapMs = Math.min(CRAWL.hostGapMsMax, gapMs);
    }
  }

  get pathUnitsMax(): number {
    return Math.floor(WILD_STEPS_MAX / Math.max(1, this.#wildUnits));
  }

  text(): string {
    return this.#lines.length === 0 ? '' : ['user-agent: *', ...this.#lines].join('\n');
  }
}

class RobotsReader {
  readonly #token: string;
  readonly #url: string;
  readonly #ours = new RuleList();
  readonly #everyone = new RuleList();
  readonly #sitemaps = new Set<string>();
  /** Lists that the current group belongs to. */
  readonly #current = new Set<RuleList>();
  /** Whether the names of a group are being read: no rule has followed yet. */
  #isNaming = false;

  constructor(token: string, url: string) {
    this.#token = token;
    this.#url = url;
  }

  read(line: string): void {
    const comment = line.indexOf('#');
    const text = comment < 0 ? line : line.slice(0, comment);
    const colon = SEPARATOR.exec(text)?.index ?? -1;
    const name = SPELLINGS.get(text.slice(0, Math.max(0, colon)).trim().toLowerCase());
    const value = text.slice(colon + 1).trim();
    if (name === 'user-agent') this.#name(value);
    else if (name === 'sitemap') this.#addSitemap(value);
    else if (name !== undefined) this.#rule(name, value);
  }

  result(): RobotsText {
    const list = this.#ours.isNamed ? this.#ours : this.#everyone;
    const { pathUnitsMax } = list;
    const crawlDelayMs = Math.max(list.crawlDelayMs, list.rateGapMs);
    return { text: list.text(), pathUnitsMax, crawlDelayMs, sitemaps: [...this.#sitemaps] };
  }

  #name(value: string): void {
    if (!this.#isNaming) this.#current.clear();
    this.#isNaming = true;
    const name = /^(\*|[a-z_-]+)/i.exec(value)?.[0].toLowerCase();
    const list = name === '*' ? this.#everyone : name === this.#token ? this.#ours : null;
    if (list === null) return;
    list.isNamed = true;
    this.#current.add(list);
  }

  #rule(name: string, value: string): void {
    // Records that the RFC does not define must not end the names of a group.
    if (name !== 'crawl-delay' && name !== 'request-rate') this.#isNaming = false;
    for (const list of this.#current) {
      if (name === 'crawl-delay') list.delay(value);
      else if (name === 'request-rate') list.rate(value);
      else list.add(name, value);
    }
  }

  #addSitemap(value: string): void {
    const url = this.#sitemaps.size < SITEMAPS_MAX ? resolvedUrl(value, this.#url) : null;
    if (url !== null) this.#sitemaps.add(url);
  }
}
