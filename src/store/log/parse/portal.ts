/**
 * Lines of kind `portal-item` and `portal-check`: what a media's portal lists, and how the last
 * visit to it went.
 */
import { INGEST } from '../../../kernel/limits.js';
import type { PortalCheckDraft, PortalItemDraft } from '../../../kernel/model/drafts.js';
import {
  CHECK_STATUSES,
  type CheckSource,
  PORTAL_ITEM_KINDS,
  type PortalStory,
} from '../../../kernel/model/records.js';
import type { Raw } from './fault.js';
import {
  need,
  put,
  readAddress,
  readBoolean,
  readCount,
  readIdentity,
  readInstant,
  readKey,
  readLine,
  readPage,
  readPicture,
  readWord,
} from './fields.js';
import { MEMBERS_MAX, readObjects } from './lists.js';

/** An error message of a source; longer ones are stack traces. */
export const ERROR_TEXT_MAX = 500;

/** @throws FieldFault when the line breaks a rule. */
export function readPortalItem(raw: Raw): PortalItemDraft {
  const draft: PortalItemDraft = {
    kind: 'portal-item',
    media: need('media', readKey(raw, 'media')),
    id: need('id', readIdentity(raw, 'id', INGEST.nameMax)),
    itemKind: need('itemKind', readWord(raw, 'itemKind', PORTAL_ITEM_KINDS)),
    title: need('title', readLine(raw, 'title', INGEST.titleMax)),
    url: need('url', readPage(raw, 'url')),
  };
  put(draft, 'image', readPicture(raw, 'image'));
  put(draft, 'parentId', readIdentity(raw, 'parentId', INGEST.nameMax));
  put(draft, 'sponsored', readBoolean(raw, 'sponsored'));
  put(draft, 'listPage', readCount(raw, 'listPage', 1));
  put(draft, 'stories', readObjects(raw, 'stories', INGEST.storiesMax, readStory));
  return draft;
}

/** A story's address is canonical, because it may name an article that is known. */
function readStory(raw: Raw): PortalStory {
  return {
    url: need('url', readPage(raw, 'url')),
    title: readLine(raw, 'title', INGEST.titleMax) ?? null,
    dateMs: readInstant(raw, 'date') ?? null,
  };
}

/** @throws FieldFault when the line breaks a rule. */
export function readPortalCheck(raw: Raw): PortalCheckDraft {
  return {
    kind: 'portal-check',
    media: need('media', readKey(raw, 'media')),
    checkedMs: need('checkedAt', readInstant(raw, 'checkedAt')),
    status: need('status', readWord(raw, 'status', CHECK_STATUSES)),
    fetched: readCount(raw, 'fetched', 0) ?? 0,
    sources: readObjects(raw, 'sources', MEMBERS_MAX, readCheckSource) ?? [],
    error: readLine(raw, 'error', ERROR_TEXT_MAX) ?? null,
  };
}

function readCheckSource(raw: Raw): CheckSource {
  return {
    url: need('url', readAddress(raw, 'url')),
    kind: readWord(raw, 'kind', PORTAL_ITEM_KINDS) ?? 'auto',
    items: readCount(raw, 'items', 0) ?? 0,
    pages: readCount(raw, 'pages', 0) ?? 0,
    error: readLine(raw, 'error', ERROR_TEXT_MAX) ?? null,
  };
}
