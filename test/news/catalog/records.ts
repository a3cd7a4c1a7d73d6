/** Records of an invented news world, whole as the log writes them. */
import type {
  CategoryRecord,
  MaskRecord,
  MediaRecord,
  NewsRecord,
} from '../../../src/model/records.js';

export function categoryOf(key: string, label: string): CategoryRecord {
  return { kind: 'category', key, label };
}

export function mediaOf(media: string, fields: Partial<MediaRecord> = {}): MediaRecord {
  return {
    kind: 'media',
    media,
    title: `Title of ${media}`,
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
    ...fields,
  };
}

export function newsOf(
  id: number,
  media: string,
  sortMs: number,
  fields: Partial<NewsRecord> = {},
): NewsRecord {
  return {
    kind: 'news',
    id,
    media,
    url: `https://${media}.example/${id}`,
    title: `Title ${id}`,
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
    ...fields,
  };
}

export function newsMaskOf(
  kind: MaskRecord['kind'],
  { id, url, sortMs }: Pick<NewsRecord, 'id' | 'url' | 'sortMs'>,
): MaskRecord {
  return { kind, target: 'news', key: url, id, sortMs };
}

export function mediaMaskOf(kind: MaskRecord['kind'], key: string): MaskRecord {
  return { kind, target: 'media', key, id: null, sortMs: null };
}
