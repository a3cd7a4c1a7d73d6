/**
 * Lines of kind `category` and `media`.
 *
 * A media's nested objects describe how it is collected; members that they leave out become null
 * or empty, so that every index sees whole objects.
 */
import { INGEST } from '../../../kernel/limits.js';
import type { CategoryDraft, MediaDraft } from '../../../kernel/model/drafts.js';
import {
  CAMPS,
  type MediaCrawler,
  type MediaFeed,
  type MediaPortal,
  PORTAL_ITEM_KINDS,
  SOURCE_KINDS,
  TAGGING_CHOICES,
} from '../../../kernel/model/records.js';
import type { Raw } from './fault.js';
import {
  need,
  put,
  readAddress,
  readBoolean,
  readIconHash,
  readInstant,
  readKey,
  readLine,
  readWord,
} from './fields.js';
import { MEMBERS_MAX, readKeys, readLines, readObject, readObjects } from './lists.js';

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
