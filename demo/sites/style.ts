/**
 * The style of each site, chosen by its owner's name, so that a site looks the same every day.
 *
 * Invariants: an owner that gives only days never has a feed format that requires times.
 */
import { derive, mix, Random } from '../random.js';
import { METADATA, type SiteOwner, type SiteStyle } from './content.js';

const MEDIA_THEMES = ['portal', 'cards', 'tables', 'wide'] as const;
const BLOG_THEMES = ['journal', 'notebook'] as const;
const VALIDATORS = ['both', 'both', 'etag', 'date', 'none'] as const;

/** 32 bits of a text. */
export function seedOf(text: string): number {
  let seed = text.length;
  for (let at = 0; at < text.length; at++) {
    seed = (Math.imul(seed, 0x01000193) ^ text.charCodeAt(at)) | 0;
  }
  return mix(seed);
}

/** The style of an owner; `known` properties replace the random ones. */
export function styleOf(
  owner: Pick<SiteOwner, 'kind' | 'key'>,
  known: Partial<SiteStyle> = {},
): SiteStyle {
  const random = new Random(derive(seedOf(owner.key), 1));
  const isBlog = owner.kind === 'blog';
  const feed = isBlog ? random.pick(['rss', 'atom', 'atom', 'json'] as const) : 'rss';
  return {
    theme: isBlog ? random.pick(BLOG_THEMES) : random.pick(MEDIA_THEMES),
    metadata: random.pick(METADATA),
    charset: 'utf-8',
    feed,
    feedPath: feedPathOf(known.feed === undefined ? feed : known.feed),
    oldFeedPath: random.chance(20) ? 'feed' : null,
    feedText: isBlog && random.chance(60) ? 'whole' : 'summary',
    tracking: isBlog ? 'none' : random.pick(['none', 'none', 'canonical', 'redirect'] as const),
    sitemap: isBlog ? 'plain' : random.pick(['news', 'index'] as const),
    portal: false,
    validators: random.pick(VALIDATORS),
    crawlDelayS: null,
    ...known,
  };
}

function feedPathOf(feed: SiteStyle['feed']): string {
  if (feed === 'json') return 'feed.json';
  return feed === 'atom' ? 'atom.xml' : 'rss.xml';
}

const FRIENDS = 4;

/** The other blogs that a blog lists. */
export function friendsOf(
  owner: SiteOwner,
  blogs: readonly SiteOwner[],
): { name: string; url: string }[] {
  const random = new Random(derive(seedOf(owner.key), 2));
  const others = blogs.filter((other) => other.key !== owner.key);
  return random
    .shuffle(others)
    .slice(0, FRIENDS)
    .map(({ title, home }) => ({ name: title, url: home }));
}
