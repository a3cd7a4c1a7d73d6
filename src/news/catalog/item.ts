/**
 * What an article is in the catalog: its JSON in `/api/v1/articles`, and what search looks at.
 */

import type { ColumnPart, Row, RowBuffer } from '../../engine/runs/row-buffer.js';
import { isoOf } from '../../kernel/clock.js';
import { getOrInsert } from '../../kernel/get-or-insert.js';
import { NEWS } from '../../kernel/limits.js';
import type { MediaRecord, NewsRecord } from '../../kernel/model/records.js';
import { tagSourceOf } from '../../kernel/model/tag-source.js';
import { columnKeyOfTag, FLAG } from './codec.js';

/** Tags whose column key is remembered: the vocabulary of a few days. */
const TAG_KEYS_MAX = 100_000;

/** Column keys of tags, remembered because the same tags come again and again. */
export class TagKeys {
  readonly #keys = new Map<string, number>();

  keyOf(tag: string): number {
    return getOrInsert(this.#keys, tag, () => {
      if (this.#keys.size >= TAG_KEYS_MAX) this.#keys.clear();
      return columnKeyOfTag(tag);
    });
  }
}

/**
 * The row of an article, whose text and item go into `buffer`; `media` is the record of its outlet,
 * `mediaNumber` its place in the table.
 */
export function rowOf(
  article: NewsRecord,
  media: MediaRecord,
  mediaNumber: number,
  tagKeys: TagKeys,
  buffer: RowBuffer,
): Row {
  const waits = article.sortMs > article.observedMs + NEWS.futureSlackMs;
  const { title, description } = article;
  return {
    id: article.id,
    timeMs: article.sortMs,
    owner: mediaNumber,
    flags: (article.datePending ? FLAG.datePending : 0) | (waits ? FLAG.waits : 0),
    text: description === null ? buffer.putFields(title) : buffer.putFields(title, description),
    keys: article.tags.map((tag) => tagKeys.keyOf(tag)),
    item: buffer.putItem(itemOf(article, media)),
  };
}

function itemOf(article: NewsRecord, media: MediaRecord): object {
  return {
    id: article.id,
    media: article.media,
    mediaTitle: media.title,
    camp: media.camp,
    title: article.title,
    description: article.description,
    url: article.url,
    image: article.image,
    publishedAt: isoOf(article.sortMs),
    datePending: article.datePending,
    section: article.section,
    tags: article.tags,
    ...tagSourceOf(article),
  };
}

/** The same item for an outlet that now has another title or camp. */
export function withMedia(
  item: ColumnPart,
  { title, camp }: MediaRecord,
  buffer: RowBuffer,
): ColumnPart {
  return buffer.putItem({ ...(buffer.valueAt(item) as object), mediaTitle: title, camp });
}
