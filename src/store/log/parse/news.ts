/**
 * Lines of kind `news`.
 *
 * Invariants: `precision` follows the time that the line gives: a date alone is known to the day,
 * whatever `publishedPrecision` says, a full time to the second unless it says otherwise; with
 * precision `day` the time is the start of that local day.
 * Not here: `bodyStatus` is left as given; deriving one takes the stored item.
 */
import { localDayStartMs } from '../../../kernel/clock.js';
import { INGEST } from '../../../kernel/limits.js';
import type { NewsDraft } from '../../../kernel/model/drafts.js';
import { BODY_STATUSES, type Discovery, PRECISIONS } from '../../../kernel/model/records.js';
import type { Raw } from './fault.js';
import {
  isDateOnly,
  need,
  put,
  readBody,
  readInstant,
  readKey,
  readLine,
  readPage,
  readPicture,
  readWord,
} from './fields.js';
import { readLines, readObject, readTags } from './lists.js';

/** @throws FieldFault when the line breaks a rule. */
export function readNews(raw: Raw): NewsDraft {
  const draft: NewsDraft = {
    kind: 'news',
    media: need('media', readKey(raw, 'media')),
    url: need('url', readPage(raw, 'url')),
    title: need('title', readLine(raw, 'title', INGEST.titleMax)),
  };
  put(draft, 'description', readLine(raw, 'description', INGEST.descriptionMax));
  putPublished(draft, raw);
  put(draft, 'section', readLine(raw, 'section', INGEST.nameMax));
  put(draft, 'image', readPicture(raw, 'image'));
  put(draft, 'authors', readLines(raw, 'authors', INGEST.authorsMax, INGEST.authorMax));
  put(draft, 'tags', readTags(raw, 'tags'));
  put(draft, 'body', readBody(raw, 'body', INGEST.bodyMax));
  put(draft, 'bodyStatus', readWord(raw, 'bodyStatus', BODY_STATUSES));
  put(draft, 'bodySource', readLine(raw, 'bodySource', INGEST.nameMax));
  put(draft, 'fetchedMs', readInstant(raw, 'fetchedAt'));
  put(draft, 'goneMs', readInstant(raw, 'goneAt'));
  put(draft, 'discovery', readObject(raw, 'discovery', readDiscovery));
  return draft;
}

function putPublished(draft: NewsDraft, raw: Raw): void {
  const publishedMs = readInstant(raw, 'publishedAt');
  const stated = readWord(raw, 'publishedPrecision', PRECISIONS);
  if (typeof publishedMs !== 'number') {
    put(draft, 'publishedMs', publishedMs);
    put(draft, 'precision', stated);
    return;
  }
  const precision = isDateOnly(raw, 'publishedAt') ? 'day' : (stated ?? 'second');
  draft.precision = precision;
  draft.publishedMs = precision === 'day' ? localDayStartMs(publishedMs) : publishedMs;
}

function readDiscovery(raw: Raw): Discovery {
  return {
    media: need('media', readKey(raw, 'media')),
    title: readLine(raw, 'title', INGEST.titleMax) ?? null,
    url: need('url', readPage(raw, 'url')),
    discoveredMs: need('discoveredAt', readInstant(raw, 'discoveredAt')),
  };
}
