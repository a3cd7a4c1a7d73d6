/**
 * Lines about the news: of kinds `news`, `category` and `media`, `portal-item` and `portal-check`.
 *
 * Invariants: `precision` follows the time that the line gives: a date alone is known to the day,
 * whatever `publishedPrecision` says, a full time to the second unless it says otherwise; with
 * precision `day` the time is the start of that local day. Members that a media's nested objects leave out become
 * null or empty, so that every index sees whole objects.
 * Not here: `bodyStatus` is left as given; deriving one takes the stored item.
 */
import { localDayStartMs } from '../../../kernel/clock.js';
import { INGEST } from '../../../kernel/limits.js';
import type {
  CategoryDraft,
  MediaDraft,
  NewsDraft,
  PortalCheckDraft,
  PortalItemDraft,
} from '../../../kernel/model/drafts.js';
import {
  BODY_STATUSES,
  CAMPS,
  CHECK_STATUSES,
  type CheckSource,
  type Discovery,
  type MediaCrawler,
  type MediaFeed,
  type MediaPortal,
  PORTAL_ITEM_KINDS,
  type PortalStory,
  PRECISIONS,
  SOURCE_KINDS,
  TAGGING_CHOICES,
} from '../../../kernel/model/records.js';
import {
  isDateOnly,
  MEMBERS_MAX,
  need,
  put,
  type Raw,
  readAddress,
  readBody,
  readBoolean,
  readCount,
  readIconHash,
  readIdentity,
  readInstant,
  readKey,
  readKeys,
  readLanguage,
  readLine,
  readLines,
  readObject,
  readObjects,
  readPage,
  readPicture,
  readTags,
  readWord,
} from './fields.js';

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
  put(draft, 'lang', readLanguage(raw, 'lang'));
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

/** @throws FieldFault when the line breaks a rule. */
export function readCategory(raw: Raw): CategoryDraft {
  return {
    kind: 'category',
    key: need('key', readKey(raw, 'key')),
    label: need('label', readLine(raw, 'label', INGEST.nameMax)),
  };
}

/** @throws FieldFault when the line breaks a rule. */
export function readMedia(raw: Raw): MediaDraft {
  const draft: MediaDraft = {
    kind: 'media',
    media: need('media', readKey(raw, 'media')),
    title: need('title', readLine(raw, 'title', INGEST.nameMax)),
  };
  put(draft, 'camp', readWord(raw, 'camp', CAMPS));
  put(draft, 'categories', readKeys(raw, 'categories'));
  put(draft, 'sourceKind', readWord(raw, 'sourceKind', SOURCE_KINDS));
  put(draft, 'country', readLine(raw, 'country', INGEST.nameMax));
  put(draft, 'countryCode', readLine(raw, 'countryCode', INGEST.codeMax));
  put(draft, 'homepage', readAddress(raw, 'homepage'));
  put(draft, 'icon', readAddress(raw, 'icon'));
  put(draft, 'aliases', readLines(raw, 'aliases', MEMBERS_MAX, INGEST.nameMax));
  put(draft, 'syndicated', readBoolean(raw, 'syndicated'));
  put(draft, 'enabled', readBoolean(raw, 'enabled'));
  put(draft, 'external', readBoolean(raw, 'external'));
  put(draft, 'collectingSinceMs', readInstant(raw, 'collectingSince'));
  put(draft, 'schedule', readLine(raw, 'schedule', INGEST.nameMax));
  put(draft, 'feeds', readObjects(raw, 'feeds', MEMBERS_MAX, readFeed));
  put(draft, 'portal', readObject(raw, 'portal', readPortal));
  put(draft, 'crawler', readObject(raw, 'crawler', readCrawler));
  put(draft, 'tagging', readWord(raw, 'tagging', TAGGING_CHOICES));
  put(draft, 'iconHash', readIconHash(raw));
  return draft;
}

function readFeed(raw: Raw): MediaFeed {
  return {
    url: need('url', readAddress(raw, 'url')),
    type: readLine(raw, 'type', INGEST.codeMax) ?? '',
  };
}

function readPortal(raw: Raw): MediaPortal {
  return {
    link: readAddress(raw, 'link') ?? null,
    rulesUrl: readAddress(raw, 'rulesUrl') ?? null,
    sources: readObjects(raw, 'sources', MEMBERS_MAX, readPortalSource) ?? [],
  };
}

function readPortalSource(raw: Raw): MediaPortal['sources'][number] {
  return {
    url: need('url', readAddress(raw, 'url')),
    kind: readWord(raw, 'kind', PORTAL_ITEM_KINDS) ?? 'auto',
  };
}

function readCrawler(raw: Raw): MediaCrawler {
  return {
    methods: readLines(raw, 'methods', MEMBERS_MAX, INGEST.nameMax) ?? [],
    transport: readLine(raw, 'transport', INGEST.nameMax) ?? null,
    body: readLine(raw, 'body', INGEST.nameMax) ?? null,
    lastVerifiedMethod: readLine(raw, 'lastVerifiedMethod', INGEST.nameMax) ?? null,
    links: readObjects(raw, 'links', MEMBERS_MAX, readCrawlerLink) ?? [],
  };
}

function readCrawlerLink(raw: Raw): MediaCrawler['links'][number] {
  const url = need('url', readAddress(raw, 'url'));
  return { label: readLine(raw, 'label', INGEST.nameMax) ?? url, url };
}

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
