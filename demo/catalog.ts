/**
 * The records that name categories, outlets and blogs.
 *
 * Invariants: categories come first, then media, then blogs; nothing here has a time except
 * `collectingSince` and `discoveredAt`.
 */
import { DAY_MS } from '../src/kernel/clock.js';
import type { Blog } from './blogs.js';
import { iso } from './calendar.js';
import type { Outlet } from './outlets.js';
import type { OutletWords, Spelled } from './vocabulary.js';

function collected(outlet: Outlet, startMs: number): Record<string, unknown> {
  const home = `https://www.${outlet.host}/`;
  const kind = outlet.index % 2 === 0 ? 'auto' : 'topic';
  const sources = [
    { url: `${home}topics`, kind },
    { url: `${home}features`, kind: 'feature' },
  ];
  return {
    kind: 'media',
    media: outlet.code,
    title: outlet.title,
    camp: outlet.camp,
    categories: outlet.categories,
    sourceKind: 'publisher',
    country: outlet.country[0],
    countryCode: outlet.country[1],
    homepage: home,
    icon: `${home}favicon.ico`,
    aliases: outlet.aliases,
    syndicated: outlet.syndicated,
    enabled: true,
    external: false,
    collectingSince: iso(startMs),
    schedule: '*/20 * * * *',
    feeds: [{ url: `${home}rss.xml`, type: 'rss' }],
    portal: outlet.portal ? { link: `${home}topics`, rulesUrl: null, sources } : null,
    crawler: {
      methods: outlet.index % 3 === 0 ? ['rss', 'sitemap'] : ['rss'],
      transport: 'HTTP',
      body: 'page',
      lastVerifiedMethod: 'rss',
      links: [],
    },
  };
}

/** Media without articles of their own: the aggregator, foreign agencies, a closed paper. */
function others(words: OutletWords, startMs: number): Record<string, unknown>[] {
  const [title, code] = words.discovery;
  const [closed, closedCode] = words.retired;
  const home = (name: string): string => `https://www.${name}.example/`;
  const external = words.external.map(([name, alias, key, countryCode, country]) => ({
    kind: 'media',
    media: key,
    title: name,
    aliases: alias === name ? [] : [alias],
    country,
    countryCode,
    homepage: home(key),
    external: true,
  }));
  return [
    {
      kind: 'media',
      media: code,
      title,
      sourceKind: 'discovery',
      country: words.international,
      countryCode: 'INT',
      homepage: home(code),
      collectingSince: iso(startMs),
      schedule: '*/30 * * * *',
    },
    {
      kind: 'media',
      media: closedCode,
      title: closed,
      country: (words.countries[0] as Spelled)[0],
      countryCode: (words.countries[0] as Spelled)[1],
      homepage: home(closedCode),
      enabled: false,
      schedule: 'off',
    },
    ...external,
  ];
}

function blogRecord(blog: Blog, startMs: number): Record<string, unknown> {
  return {
    kind: 'blog',
    slug: blog.slug,
    name: blog.name,
    sourceUrl: blog.base,
    category: blog.category,
    description: blog.description,
    feeds: [{ url: `${blog.base}feed.xml`, type: blog.index % 2 === 0 ? 'rss' : 'atom' }],
    verified: blog.verified,
    aliases: blog.aliases,
    discoveredAt: iso(startMs - (blog.index % 90) * DAY_MS),
    canonicalSlug: blog.canonicalSlug ?? undefined,
  };
}

export function catalogLines(
  words: OutletWords,
  outlets: readonly Outlet[],
  blogs: readonly Blog[],
  startMs: number,
): string[] {
  const records: unknown[] = [
    ...words.categories.map(([key, label]) => ({ kind: 'category', key, label })),
    ...outlets.map((outlet) => collected(outlet, startMs)),
    ...others(words, startMs),
    ...blogs.map((blog) => blogRecord(blog, startMs)),
  ];
  return records.map((record) => JSON.stringify(record));
}
