/**
 * The robots.txt of every origin that is asked, in memory, as RFC 9309 says.
 *
 * Invariants: one fetch an origin at a time, which all who ask share; a file holds for a day; a
 * missing one (4xx) allows everything; an unreachable one (5xx, no connection) leaves the last copy
 * in force, or allows nothing where there is none, until it has been so for `UNREACHABLE_MS_MAX`.
 * Bounds: `ORIGINS_MAX` origins and `CACHED_UNITS_MAX` characters of rules, least recently used first.
 */
import robotsModule from 'robots-parser';
import { type Clock, DAY_MS, MINUTE_MS } from '../../kernel/clock.js';
import { doubledMs } from '../../kernel/waits.js';
import { FetchFault } from './faults.js';
import type { FetchAccess, Fetcher, FetchOutcome, FetchReason } from './outcome.js';
import { NO_RULES, type RobotsText, readRobots, withPlainLetters } from './robots-text.js';

// The package's types describe a default export that CommonJS modules do not have.
const parseRobots = robotsModule as unknown as typeof robotsModule.default;

const VALID_MS = DAY_MS;
const UNREACHABLE_MS_MAX = 30 * DAY_MS;
/** Doubled at each failure. */
const RETRY_MS_MIN = MINUTE_MS;
const RETRY_MS_MAX = 30 * MINUTE_MS;
/** More than a large list of sources has hosts. */
const ORIGINS_MAX = 16_384;
/** A usual file keeps some hundred characters. */
const CACHED_UNITS_MAX = 16 * 1024 * 1024;

/** There is an answer, and it says that there is no robots.txt to be read. */
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
  /** Why nothing is allowed for now; null where the file could be had. */
  fault: FetchFault | null;
}

export interface RobotsOptions {
  fetcher: Pick<Fetcher, 'fetch'>;
  clock: Clock;
  /** The crawler's name, as robots.txt files write it. */
  token: string;
}

interface Entry {
  copy: RobotsText | null;
  /** When the file is asked for again. */
  untilMs: number;
  failures: number;
  failingSinceMs: number;
  fault: FetchFault | null;
}

export class RobotsCache {
  readonly #options: RobotsOptions;
  /** The least recently used first. */
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
   * The rules for the origin of an http or https address. Never rejects for those.
   * `access`: how the source is asked that wants to know.
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
    // A fetch that was stopped, or never begun, tells nothing about the site.
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

  /** Makes it the most recently used. */
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

/** Parsed only when asked: rules take several times the memory of their text. */
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

/** A site that cannot be reached keeps its own reason; one that only fails here has this one. */
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
