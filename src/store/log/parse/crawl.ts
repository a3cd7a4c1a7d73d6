/**
 * Lines of kind `crawl`: one visit of the crawler to a media or a blog.
 */
import { INGEST } from '../../../kernel/limits.js';
import type { CrawlDraft } from '../../../kernel/model/drafts.js';
import { FieldFault, type Raw } from './fault.js';
import { need, readBoolean, readCount, readInstant, readKey, readLine } from './fields.js';
import { ERROR_TEXT_MAX } from './portal.js';

/** @throws FieldFault when the line breaks a rule. */
export function readCrawl(raw: Raw): CrawlDraft {
  const media = readKey(raw, 'media') ?? null;
  const blog = readKey(raw, 'blog') ?? null;
  if ((media === null) === (blog === null)) {
    throw new FieldFault('media', 'expected exactly one of media and blog');
  }
  return {
    kind: 'crawl',
    media,
    blog,
    atMs: need('at', readInstant(raw, 'at')),
    ok: need('ok', readBoolean(raw, 'ok')),
    method: readLine(raw, 'method', INGEST.nameMax) ?? null,
    error: readLine(raw, 'error', ERROR_TEXT_MAX) ?? null,
    items: readCount(raw, 'items', 0) ?? null,
  };
}
