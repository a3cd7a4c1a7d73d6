/**
 * The robots.txt rules of every origin, cached in memory, by RFC 9309: of each file the rules for our crawler.
 *
 * Invariants: groups of the same crawler are merged; the group `*` is valid only where no group names the crawler.
 * Rules, characters and wildcards are bounded, so that matching an address is fast whatever the file holds. An
 * origin has one fetch at a time, which all callers share; a file is valid for a day. A missing file (4xx) allows
 * everything. While a file is unreachable (5xx, no connection), the last copy stays valid, or nothing is allowed
 * where there is none, for at most `UNREACHABLE_MS_MAX`.
 * Bounds: `ORIGINS_MAX` origins and `CACHED_UNITS_MAX` characters of rules, by least recent use.
 */
import robotsModule from 'robots-parser';
import { type Clock, DAY_MS, MINUTE_MS } from '../../kernel/clock.js';
import { CRAWL } from '../../kernel/limits.js';
import { resolvedUrl } from '../../kernel/text/url.js';
import { doubledMs } from '../../kernel/waits.js';
import {
  type FetchAccess,
  type Fetcher,
  FetchFault,
  type FetchOutcome,
  type FetchReason,
} from './outcome.js';

/** More rules than the longest files of large sites have for one crawler. */
const RULES_MAX = 2000;
const RULE_UNITS_MAX = 2048;
const RULES_UNITS_MAX = 128 * 1024;
/** Characters of the rules with wildcards, which are tried at every position of a path. */
const WILD_UNITS_MAX = 8 * 1024;
/** Steps of matching one path, so that the worst file delays nothing else; other files need few. */
const WILD_STEPS_MAX = 1024 * WILD_UNITS_MAX;
const SITEMAPS_MAX = 100;

/** Seconds, with a comma or a point, and their unit. */
const SECONDS = /^(\d{1,9})(?:[.,](\d{0,9}))?\s*(?:s|secs?|seconds?)?$/i;
/** Pages in a time: `1/5`, `1/10s`, `30/1m`; hours of the day after the rate are ignored. */
const RATE = /^(\d{1,6})\s*\/\s*(\d{1,6})\s*([smh]?)(?:\s|$)/i;
const UNIT_MS = { '': 1000, s: 1000, m: 60_000, h: 3_600_000 };
/** Separates a name from its value. */
const SEPARATOR = /[:：]/;

/** The rules for one crawler. */
interface RobotsText {
  /** A robots.txt of one group, for everyone. */
  text: string;
  /** Longest path that is matched; a longer path is not allowed. */
  pathUnitsMax: number;
  crawlDelayMs: number;
  sitemaps: string[];
}

const NO_RULES: RobotsText = {
  text: '',
  pathUnitsMax: WILD_STEPS_MAX,
  crawlDelayMs: 0,
  sitemaps: [],
};

/** Misspellings that are common enough for large crawlers to accept them. */
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
function readRobots(bytes: Uint8Array, token: string, url: string): RobotsText {
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

/** An address with its letters and digits unescaped (RFC 9309, 2.2.2). */
function withPlainLetters(url: string): string {
  return url.replace(/%(?:[46][1-9a-f]|[57][0-9a]|3[0-9]|2d|5f|7e)/gi, (code) =>
    String.fromCharCode(Number.parseInt(code.slice(1), 16)),
  );
}

class RuleList {
  /** Whether a group names the crawler: a group without rules allows everything, unlike no group. */
  isNamed = false;
  crawlDelayMs = 0;
  /** The pause that a request rate means. */
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
  /** Whether the names of a group are being read, because no rule has followed yet. */
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
    // Records that the RFC does not define must not end the list of names of a group.
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

// The package's types describe a default export that CommonJS modules do not have.
const parseRobots = robotsModule as unknown as typeof robotsModule.default;

const VALID_MS = DAY_MS;
const UNREACHABLE_MS_MAX = 30 * DAY_MS;
/** Pause after a failure, doubled at each further failure. */
const RETRY_MS_MIN = MINUTE_MS;
const RETRY_MS_MAX = 30 * MINUTE_MS;
/** More origins than a large list of sources has. */
const ORIGINS_MAX = 16_384;
/** Characters of all rules; the rules of a usual file have some hundred. */
const CACHED_UNITS_MAX = 16 * 1024 * 1024;

/** Failures that mean that there is no readable robots.txt. */
const MISSING = new Set<FetchReason>([
  'not-found',
  'gone',
  'blocked',
  'client-error',
  'redirect-loop',
  'too-many-redirects',
]);

export interface RobotsRules {
  allows(url: string): boolean;
  crawlDelayMs: number;
  sitemaps: string[];
  /** Why nothing is allowed for now; null where the file was read. */
  fault: FetchFault | null;
}

export interface RobotsOptions {
  fetcher: Pick<Fetcher, 'fetch'>;
  clock: Clock;
  /** The crawler's name in robots.txt files. */
  token: string;
}

interface Entry {
  copy: RobotsText | null;
  /** When the file is fetched again. */
  untilMs: number;
  failures: number;
  failingSinceMs: number;
  fault: FetchFault | null;
}

export class RobotsCache {
  readonly #options: RobotsOptions;
  /** Entries, the least recently used first. */
  readonly #entries = new Map<string, Entry>();
  readonly #pending = new Map<string, Promise<Entry>>();
  #cachedUnits = 0;

  constructor(options: RobotsOptions) {
    this.#options = { ...options, token: options.token.toLowerCase() };
  }

  get counts(): { origins: number; cachedUnits: number } {
    return { origins: this.#entries.size, cachedUnits: this.#cachedUnits };
  }

  /**
   * The rules for the origin of an http or https address. Never rejects for such addresses.
   * `access`: the settings of the source that asks.
   */
  async rulesOf(url: string, access?: FetchAccess): Promise<RobotsRules> {
    const { origin } = new URL(url);
    const known = this.#entries.get(origin);
    const isFresh = known !== undefined && this.#options.clock.nowMs() < known.untilMs;
    const entry = isFresh ? known : await this.#refreshed(origin, access);
    this.#touch(origin);
    return this.#rulesFrom(entry, origin);
  }

  #refreshed(origin: string, access?: FetchAccess): Promise<Entry> {
    const pending = this.#pending.get(origin);
    if (pending !== undefined) return pending;
    const refresh = this.#refresh(origin, access).finally(() => this.#pending.delete(origin));
    this.#pending.set(origin, refresh);
    return refresh;
  }

  async #refresh(origin: string, access?: FetchAccess): Promise<Entry> {
    const url = `${origin}/robots.txt`;
    const { fetcher, clock, token } = this.#options;
    const outcome = await fetcher.fetch({ url, purpose: 'robots', ignoreRobots: true, access });
    const before = this.#entries.get(origin);
    const nowMs = clock.nowMs();
    const entry =
      outcome.kind === 'failed' && !MISSING.has(outcome.reason)
        ? failedEntry(before, faultFrom(outcome, origin), nowMs)
        : foundEntry(
            outcome.kind === 'ok' ? readRobots(outcome.bytes, token, url) : NO_RULES,
            nowMs,
          );
    // A fetch that was aborted, or never begun, says nothing about the site.
    if (entry.untilMs > 0) this.#store(origin, entry);
    return entry;
  }

  #rulesFrom({ copy, fault, failingSinceMs }: Entry, origin: string): RobotsRules {
    const isLongGone =
      fault !== null && this.#options.clock.nowMs() - failingSinceMs >= UNREACHABLE_MS_MAX;
    const rules = copy ?? (isLongGone ? NO_RULES : null);
    if (rules === null) return { allows: () => false, crawlDelayMs: 0, sitemaps: [], fault };
    const { text, crawlDelayMs, sitemaps } = rules;
    const allows = text === '' ? () => true : matcherOf(rules, `${origin}/robots.txt`);
    return { allows, crawlDelayMs, sitemaps, fault: null };
  }

  /** Makes an origin the most recently used. */
  #touch(origin: string): void {
    const entry = this.#entries.get(origin);
    if (entry === undefined) return;
    this.#entries.delete(origin);
    this.#entries.set(origin, entry);
  }

  #store(origin: string, entry: Entry): void {
    this.#drop(origin);
    this.#entries.set(origin, entry);
    this.#cachedUnits += unitsOf(entry);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= ORIGINS_MAX && this.#cachedUnits <= CACHED_UNITS_MAX) break;
      this.#drop(oldest);
    }
  }

  #drop(origin: string): void {
    const entry = this.#entries.get(origin);
    if (entry === undefined) return;
    this.#entries.delete(origin);
    this.#cachedUnits -= unitsOf(entry);
  }
}

function unitsOf({ copy }: Entry): number {
  if (copy === null) return 0;
  return copy.text.length + copy.sitemaps.reduce((sum, url) => sum + url.length, 0);
}

/** A matcher that parses the rules on first use, because parsed rules take several times the memory of their text. */
function matcherOf(rules: RobotsText, robotsUrl: string): (url: string) => boolean {
  let robots: ReturnType<typeof parseRobots> | null = null;
  return (url) => {
    const { pathname, search } = new URL(url);
    if (pathname === '/robots.txt') return true;
    if (pathname.length + search.length > rules.pathUnitsMax) return false;
    robots ??= parseRobots(robotsUrl, rules.text);
    return robots.isAllowed(withPlainLetters(url), '*') ?? false;
  };
}

type Failed = Extract<FetchOutcome, { kind: 'failed' }>;

/** The fault of a failed fetch: the reason of an unreachable site, or `robots` where the site answered. */
function faultFrom({ reason, message, status, retryAfterMs }: Failed, origin: string): FetchFault {
  const why = message.replace(/\.$/, '');
  return new FetchFault(
    status === 0 ? reason : 'robots',
    `Nothing of ${origin} is fetched while its robots.txt cannot be read (${why}), without \`obeyRobots = false\`.`,
    retryAfterMs,
  );
}

function foundEntry(copy: RobotsText, nowMs: number): Entry {
  return { copy, untilMs: nowMs + VALID_MS, failures: 0, failingSinceMs: 0, fault: null };
}

function failedEntry(before: Entry | undefined, fault: FetchFault, nowMs: number): Entry {
  const copy = before?.copy ?? null;
  const failures = before?.failures ?? 0;
  const failingSinceMs = failures > 0 ? before!.failingSinceMs : nowMs;
  if (fault.reason === 'aborted' || fault.reason === 'busy') {
    return { copy, untilMs: 0, failures, failingSinceMs, fault };
  }
  const backoffMs = doubledMs(failures, RETRY_MS_MIN, RETRY_MS_MAX);
  const waitMs = Math.min(VALID_MS, Math.max(backoffMs, fault.retryAfterMs ?? 0));
  return { copy, untilMs: nowMs + waitMs, failures: failures + 1, failingSinceMs, fault };
}
