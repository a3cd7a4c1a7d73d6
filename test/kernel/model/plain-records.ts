/**
 * Plain records, whole as the log writes them, for tests and benches that fold them by hand: what is said
 * of one is laid over.
 */
import type {
  BlogRecord,
  MediaRecord,
  NewsRecord,
  PostRecord,
} from '../../../src/kernel/model/records.js';

/** A publisher of no country, named by its code. */
export function plainMedia(media: string, own: Partial<MediaRecord> = {}): MediaRecord {
  return {
    kind: 'media',
    media,
    title: media,
    camp: 'other',
    categories: [],
    sourceKind: 'publisher',
    country: '',
    countryCode: '',
    homepage: null,
    icon: null,
    aliases: [],
    syndicated: false,
    enabled: true,
    external: false,
    collectingSinceMs: null,
    schedule: null,
    feeds: [],
    portal: null,
    crawler: null,
    tagging: null,
    iconHash: null,
    ...own,
  };
}

/** An article that was observed as it came out, with a text that nobody measured. */
export function plainNews(
  id: number,
  media: string,
  sortMs: number,
  own: Partial<NewsRecord> = {},
): NewsRecord {
  return {
    kind: 'news',
    id,
    media,
    url: `https://${media}.example/${id}`,
    title: 'News',
    description: null,
    publishedMs: sortMs,
    precision: 'second',
    observedMs: sortMs,
    section: null,
    image: null,
    authors: [],
    tags: [],
    bodyStatus: 'ok',
    bodyChars: 0,
    bodyHash: '',
    bodySource: null,
    fetchedMs: null,
    discoveries: [],
    sortMs,
    datePending: false,
    previousSortMs: null,
    ownTags: null,
    tagMethod: null,
    goneMs: null,
    replaced: null,
    lang: null,
    ...own,
  };
}

/** A verified blog, `blog-N`. */
export function plainBlog(id: number, own: Partial<BlogRecord> = {}): BlogRecord {
  const slug = `blog-${id}`;
  return {
    kind: 'blog',
    id,
    slug,
    name: `Blog ${id}`,
    sourceUrl: `https://${slug}.example/`,
    category: '',
    description: '',
    feeds: [],
    verified: true,
    iconUrl: null,
    aliases: [],
    discoveredMs: null,
    expectedIntervalHours: null,
    canonicalSlug: null,
    iconHash: null,
    ...own,
  };
}

/** A post without links that was observed as it came out. */
export function plainPost(
  id: number,
  blog: string,
  sortMs: number,
  own: Partial<PostRecord> = {},
): PostRecord {
  return {
    kind: 'post',
    id,
    blog,
    url: `https://${blog}.example/${id}`,
    title: 'Post',
    author: null,
    publishedMs: sortMs,
    updatedMs: null,
    observedMs: sortMs,
    summary: null,
    imageUrl: null,
    labels: [],
    bodyChars: 0,
    bodyHash: '',
    links: [],
    linksTruncated: false,
    sortMs,
    previousSortMs: null,
    ...own,
  };
}
