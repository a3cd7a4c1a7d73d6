/**
 * A web on loopback: every outlet and blog of some sets of articles as a site of its own.
 *
 * Invariants: at a time T of its clock the sites show what was published up to T, each article in
 * its newest version; `published(T)` is what a perfect crawler has stored by then. An article
 * appears when it was published, or when it was first seen where only the day is known.
 *
 *   const clock = new ManualClock(fromMs);
 *   const web = await startLocalWeb({ clock, sets: [realSet(folder, 'zh-politics')] });
 *   writeFileSync(path, web.sourcesToml());
 *   … crawl, clock.advance(…), compare with web.published(clock.nowMs()) …
 *   await web.close();
 */
import { derive, Random } from '../../../demo/random.js';
import type { SiteArticle, SiteOwner, SiteStyle, SiteTopic } from '../../../demo/sites/content.js';
import { bareHost, Places } from '../../../demo/sites/places.js';
import { articleOf, ownerOf, type SiteLine } from '../../../demo/sites/records.js';
import { keysOf, type SourceOf, sourcesText } from '../../../demo/sites/sources-text.js';
import { friendsOf, seedOf, styleOf } from '../../../demo/sites/style.js';
import { type Clock, HOUR_MS, MINUTE_MS } from '../../../src/kernel/clock.js';
import type { ArticleSet } from './article-sets.js';
import type { Faults } from './faults.js';
import { LocalPublication } from './local-publication.js';
import { type HostCounts, SiteHost } from './site-host.js';

export interface LocalWebOptions {
  clock: Clock;
  sets: readonly ArticleSet[];
  faults?: Faults;
  seed?: number;
  /** Percentage of news whose title or body changes silently, some hours later; 2 by default. */
  changed?: number;
  /** Laid over the style of a site, by key. */
  styles?: Readonly<Record<string, Partial<SiteStyle>>>;
}

/** An article as a perfect crawler has stored it. */
export interface PublishedArticle {
  /** Code or slug. */
  site: string;
  kind: 'news' | 'post';
  /** On the local web. */
  url: string;
  originalUrl: string;
  title: string;
  /** With precision `day` the start of the Taipei day. */
  publishedMs: number | null;
  precision: 'second' | 'day';
  visibleMs: number;
  authors: readonly string[];
  tags: readonly string[];
  body: string | null;
  /** HTML of posts. */
  html: string | null;
  section: string | null;
  /** Listed by the aggregator by now. */
  isDiscovered: boolean;
}

interface LocalSite {
  owner: SiteOwner;
  style: SiteStyle;
  content: LocalPublication;
  host: SiteHost;
  more: Record<string, string | readonly string[]>;
}

/** Key of the aggregator. */
export const AGGREGATOR = 'gatherer';
const LISTED_EVERY = 8;
const CHANGED_PERCENT = 2;

/** How the outlets are built, in turns. */
const MEDIA_STYLES: readonly Partial<SiteStyle>[] = [
  { feed: 'rss', theme: 'portal', metadata: 'json-ld', tracking: 'canonical', validators: 'both' },
  { feed: 'rss', theme: 'tables', metadata: 'microdata', charset: 'big5', validators: 'date' },
  {
    feed: 'rss',
    theme: 'cards',
    metadata: 'open-graph',
    tracking: 'redirect',
    oldFeedPath: 'feed',
    portal: true,
    validators: 'etag',
  },
  { feed: null, sitemap: 'index', theme: 'wide', metadata: 'json-ld', validators: 'both' },
  { feed: null, sitemap: 'none', theme: 'tables', metadata: 'bare', validators: 'none' },
  { feed: 'atom', feedText: 'whole', theme: 'cards', metadata: 'bare', validators: 'both' },
  { feed: 'rss', theme: 'portal', metadata: 'open-graph', charset: 'big5', validators: 'none' },
  { feed: 'json', theme: 'wide', metadata: 'microdata', validators: 'etag' },
];

export class LocalWeb {
  readonly #options: LocalWebOptions;
  readonly #places = new Places();
  readonly #hosts = new Map<string, SiteHost>();
  readonly #sites = new Map<string, LocalSite>();
  readonly #originals = new Map<string, string>();
  readonly #categories: { key: string; label: string }[] = [];
  readonly #localOf = (url: string): string => this.#places.localOf(url);
  readonly #aliasOf = (alias: string): string =>
    this.#localOf(`http://${alias}`).replace(/^http:\/\//, '');
  #faults: Faults;

  constructor(options: LocalWebOptions) {
    this.#options = options;
    this.#faults = options.faults ?? {};
  }

  async start(): Promise<void> {
    const lines = this.#options.sets.flatMap((set) => set.lines);
    const owners = lines.filter(isOwner);
    await this.#openHosts(owners, lines);
    for (const line of lines) {
      if (line.kind === 'category') this.#addCategory(line);
    }
    const media = new Set(owners.filter(({ kind }) => kind === 'media').map(keyOf));
    // The style of an outlet does not depend on the order of the sets.
    for (const line of owners) this.#addSite(line, [...media].sort());
    this.#makeFriends();
    for (const line of lines) {
      if (line.kind === 'news' || line.kind === 'post') this.#addArticle(line);
    }
    // The aggregator lists the titles under which articles appeared.
    await this.#openAggregator();
    for (const site of this.#sites.values()) this.#changeSilently(site);
  }

  /** Other faults from now on. */
  setFaults(faults: Faults): void {
    this.#faults = faults;
  }

  /** The address on the local web; others are given back as they are. */
  localUrlOf(originalUrl: string): string {
    return this.#localOf(originalUrl);
  }

  originalUrlOf(localUrl: string): string | undefined {
    return this.#originals.get(localUrl);
  }

  /** Keys of all sites, without the aggregator. */
  siteKeys(): string[] {
    return [...this.#sites.keys()].filter((key) => key !== AGGREGATOR);
  }

  site(key: string): { owner: SiteOwner; style: SiteStyle; host: SiteHost } {
    return this.#siteOf(key);
  }

  /** What the crawler has asked of a site's origin. */
  counts(key: string): HostCounts {
    return this.#siteOf(key).host.counts;
  }

  /** Everything that is published at a time, site by site, the newest first. */
  published(nowMs: number): PublishedArticle[] {
    const listed = new Set(
      this.#siteOf(AGGREGATOR)
        .content.newestAt(nowMs)
        .map(({ url, publisher }) => publisher?.url ?? url),
    );
    return this.siteKeys().flatMap((key) => {
      const { owner, content } = this.#siteOf(key);
      return content.newestAt(nowMs).map((article) => ({
        ...this.#stored(owner, article),
        isDiscovered: listed.has(article.url),
      }));
    });
  }

  /** What the portals show at a time. */
  topics(nowMs: number): { site: string; topic: SiteTopic }[] {
    return [...this.#sites.values()]
      .filter(({ style }) => style.portal)
      .flatMap(({ owner, content }) =>
        content.topicsAt(nowMs).map((topic) => ({ site: owner.key, topic })),
      );
  }

  sourcesToml(): string {
    return sourcesText(this.#categories, [...this.#sites.values()] satisfies SourceOf[]);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#hosts.values()].map((host) => host.close()));
  }

  #siteOf(key: string): LocalSite {
    const site = this.#sites.get(key);
    if (site === undefined) throw new Error(`the local web has no site ${key}`);
    return site;
  }

  /** One origin for each host of a home page; further hosts of the same owner lie below it. */
  async #openHosts(owners: readonly SiteLine[], lines: readonly SiteLine[]): Promise<void> {
    const hosts = new Map<string, Set<string>>();
    for (const line of owners) {
      const own = hostsOf(line);
      const main = own[0] as string;
      hosts.set(main, new Set([...(hosts.get(main) ?? []), ...own]));
    }
    const mains = new Map(owners.map((line) => [keyOf(line), hostsOf(line)[0] as string]));
    for (const line of lines) {
      if (line.kind !== 'news') continue;
      const main = mains.get(String(line.media));
      if (main !== undefined) hosts.get(main)?.add(bareHost(new URL(String(line.url)).host));
    }
    for (const [main, all] of hosts) {
      const host = await this.#openHost(main);
      this.#places.add([...all], host.origin);
    }
  }

  async #openHost(name: string): Promise<SiteHost> {
    const host = new SiteHost(this.#options.clock, () => this.#faults);
    await host.listen();
    this.#hosts.set(name, host);
    return host;
  }

  #addCategory(line: SiteLine): void {
    const category = { key: String(line.key), label: String(line.label) };
    if (!this.#categories.some(({ key }) => key === category.key)) this.#categories.push(category);
  }

  #addSite(line: SiteLine, mediaKeys: readonly string[]): void {
    const key = keyOf(line);
    if (this.#sites.has(key)) return;
    const owner = ownerOf(line, this.#localOf);
    const turn = mediaKeys.indexOf(key) % MEDIA_STYLES.length;
    const known = {
      ...(owner.kind === 'blog' ? {} : MEDIA_STYLES[turn]),
      ...this.#options.styles?.[key],
    };
    const host = this.#hosts.get(hostsOf(line)[0] as string) as SiteHost;
    const content = new LocalPublication(this.#options.clock, owner.home);
    const site = {
      owner,
      style: styleOf(owner, known),
      content,
      host,
      more: keysOf(line, this.#aliasOf),
    };
    this.#sites.set(key, site);
    host.mount(site);
  }

  /** Every blog names some others beside its text, and its readers name theirs. */
  #makeFriends(): void {
    const blogs = [...this.#sites.values()].filter(({ owner }) => owner.kind === 'blog');
    const owners = blogs.map(({ owner }) => owner);
    for (const owner of owners) owner.friends = friendsOf(owner, owners);
  }

  #addArticle(line: SiteLine): void {
    const site = this.#sites.get(keyOf(line));
    if (site === undefined) return;
    const original = String(line.url);
    const url = this.#localOf(original);
    const article = articleOf(line, site.content.latest(url), this.#localOf);
    this.#originals.set(url, original);
    site.content.put(article, Date.parse(String(line.observedAt)));
  }

  #changeSilently({ owner, content }: LocalSite): void {
    if (owner.kind !== 'media') return;
    for (const article of content.newestAt(Number.POSITIVE_INFINITY)) {
      const random = new Random(derive(seedOf(article.url), this.#options.seed ?? 1, 7));
      if (!random.chance(this.#options.changed ?? CHANGED_PERCENT)) continue;
      // A correction of its own has been made to it already.
      if (article.changedMs !== article.visibleMs || article.body === null) continue;
      const atMs = article.visibleMs + 2 * HOUR_MS + random.below(18 * 60) * MINUTE_MS;
      const isZh = owner.language === 'zh';
      const change = random.chance(50)
        ? { title: article.title + (isZh ? '（更新）' : ' (updated)') }
        : {
            body: `${article.body}\n\n${isZh ? '本篇報導已更新，補充最新說明。' : 'This story has been updated with a statement.'}`,
          };
      content.put({ ...article, ...change, changedMs: atMs }, atMs);
    }
  }

  /** Lists one article in `LISTED_EVERY`, half of them by addresses of its own. */
  async #openAggregator(): Promise<void> {
    const host = await this.#openHost(AGGREGATOR);
    const owner: SiteOwner = {
      ...{ kind: 'discovery', key: AGGREGATOR, title: 'Gatherer', description: 'Gatherer' },
      ...{ home: `${host.origin}/`, language: 'zh', zoneOffsetMs: 8 * HOUR_MS, friends: [] },
    };
    const content = new LocalPublication(this.#options.clock, owner.home);
    const known = {
      feed: 'rss',
      oldFeedPath: null,
      tracking: 'none',
      feedText: 'summary',
    } as const;
    const site: LocalSite = { owner, style: styleOf(owner, known), content, host, more: {} };
    for (const { owner: publisher, content: articles } of this.#sites.values()) {
      if (publisher.kind !== 'media') continue;
      for (const article of articles.newestAt(Number.POSITIVE_INFINITY)) {
        if (seedOf(article.url) % LISTED_EVERY === 0)
          content.put(listed(article, publisher, owner), 0);
      }
    }
    this.#sites.set(AGGREGATOR, site);
    host.mount(site);
  }

  #stored(owner: SiteOwner, article: SiteArticle): Omit<PublishedArticle, 'isDiscovered'> {
    const { url, title, publishedMs, precision, visibleMs } = article;
    const { authors, tags, body, html, section } = article;
    return {
      ...{ site: owner.key, kind: owner.kind === 'blog' ? 'post' : 'news', url },
      ...{ title, publishedMs, precision, visibleMs, authors, tags, body, html, section },
      originalUrl: this.#originals.get(url) ?? url,
    };
  }
}

function listed(article: SiteArticle, publisher: SiteOwner, owner: SiteOwner): SiteArticle {
  const seed = seedOf(article.url);
  const atMs = article.visibleMs + (3 + (seed % 37)) * MINUTE_MS;
  const isOwn = seed % (2 * LISTED_EVERY) === 0;
  const named = { title: publisher.title, home: publisher.home, url: article.url };
  return {
    ...article,
    url: isOwn ? `${owner.home}read/${seed.toString(36)}-${publisher.key}` : article.url,
    title: `${article.title} - ${publisher.title}`,
    ...{ publishedMs: atMs, precision: 'second', visibleMs: atMs, changedMs: atMs },
    ...{ authors: [], tags: [], description: null, body: null, html: null, publisher: named },
  };
}

/** Collected outlets and blogs; the aggregator of the invented world has a successor here. */
function isOwner(line: SiteLine): boolean {
  if (line.kind === 'blog') return true;
  if (line.kind !== 'media' || line.external === true || line.enabled === false) return false;
  return line.sourceKind === 'publisher';
}

function keyOf(line: SiteLine): string {
  return String(line.kind === 'blog' ? line.slug : (line.media ?? line.blog));
}

/** The host of an owner's home page, then the hosts or parts of hosts where it was before. */
function hostsOf(line: SiteLine): string[] {
  const home = String(line.kind === 'blog' ? line.sourceUrl : line.homepage);
  const aliases = line.kind === 'blog' ? ((line.aliases ?? []) as string[]) : [];
  return [bareHost(new URL(home).host), ...aliases];
}

export async function startLocalWeb(options: LocalWebOptions): Promise<LocalWeb> {
  const web = new LocalWeb(options);
  await web.start();
  return web;
}
