/**
 * Articles whose pages have gone: 404 or 410 at two looks a day apart.
 *
 *   there ──missing──► missing ──missing a day later──► gone ──there again──► there
 *
 * The record says so, or leaves lists and searches where the source hides what is gone. The past keeps both.
 */
import { DAY_MS, isoOf } from '../kernel/clock.js';
import type { RecordSink } from './parts.js';
import type { IngestRecord } from './records/article-records.js';
import type { SourceEntry } from './sources/model.js';
import type { Ledger, SeenItem } from './state/channel-state.js';

/** Two looks so far apart are not of one accident. */
const GONE_MS = DAY_MS;

/**
 * Notes that the page of a stored article is missing; the item is to be put afterwards.
 * @returns when it is looked at again; null where it is gone for good.
 */
export async function noteMissing(
  sink: RecordSink,
  entry: SourceEntry,
  item: SeenItem,
  ledger: Ledger | null,
  nowMs: number,
): Promise<number | null> {
  item.missingMs ??= nowMs;
  if (item.goneMs != null) return null;
  if (nowMs < item.missingMs + GONE_MS) return item.missingMs + GONE_MS;
  await sink.send(goneRecords(entry, item, nowMs));
  item.goneMs = nowMs;
  if (ledger !== null) ledger.gone = (ledger.gone ?? 0) + 1;
  return null;
}

/** Notes that the page of a stored article is there; the item is to be put afterwards. */
export async function noteThere(
  sink: RecordSink,
  entry: SourceEntry,
  item: SeenItem,
  ledger: Ledger | null,
): Promise<void> {
  if (item.missingMs == null) return;
  if (item.goneMs != null) {
    await sink.send(goneRecords(entry, item, null));
    if (ledger !== null) ledger.gone = Math.max(0, (ledger.gone ?? 0) - 1);
  }
  Object.assign(item, { missingMs: null, goneMs: null });
}

/** What is sent when an article is found to be gone, or (`goneMs` null) to be there again. */
function goneRecords(entry: SourceEntry, item: SeenItem, goneMs: number | null): IngestRecord[] {
  const isPost = entry.kind === 'blog';
  const { url, title } = item;
  if ((entry.gone ?? (isPost ? 'hide' : 'keep')) === 'hide') {
    const kind = goneMs === null ? 'show' : 'hide';
    return [{ kind, target: isPost ? 'post' : 'news', key: url }];
  }
  // Posts have no mark.
  if (isPost) return [];
  const goneAt = goneMs === null ? null : isoOf(goneMs);
  return [{ kind: 'news', media: item.publisher ?? entry.key, url, title, goneAt }];
}
