/** Records of an invented news world, whole as the log writes them. */
import type {
  CategoryRecord,
  MaskRecord,
  MediaRecord,
  NewsRecord,
} from '../../../src/kernel/model/records.js';
import { plainMedia, plainNews } from '../../kernel/model/plain-records.js';

export function categoryOf(key: string, label: string): CategoryRecord {
  return { kind: 'category', key, label };
}

export function mediaOf(media: string, fields: Partial<MediaRecord> = {}): MediaRecord {
  return plainMedia(media, { title: `Title of ${media}`, ...fields });
}

export function newsOf(
  id: number,
  media: string,
  sortMs: number,
  fields: Partial<NewsRecord> = {},
): NewsRecord {
  return plainNews(id, media, sortMs, { title: `Title ${id}`, ...fields });
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
