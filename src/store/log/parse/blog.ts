/**
 * Lines of kind `blog` and `post`.
 *
 * A post may come as HTML; body and links are then taken from it, each only where the line does
 * not name it. A link that leads nowhere on the web is left out and costs nothing else.
 */
import { ANCHOR_MAX, extractHtml } from '../../../documents/html.js';
import { INGEST } from '../../../kernel/limits.js';
import type { BlogDraft, PostDraft } from '../../../kernel/model/drafts.js';
import {
  type BlogFeed,
  FEED_TYPES,
  LINK_LOCATIONS,
  type PostLink,
} from '../../../kernel/model/records.js';
import { cleanCut } from '../../../kernel/text/text.js';
import { canonicalUrl } from '../../../kernel/text/url.js';
import {
  MEMBERS_MAX,
  need,
  put,
  type Raw,
  readAddress,
  readAmount,
  readBody,
  readBoolean,
  readIconHash,
  readInstant,
  readKey,
  readLine,
  readLines,
  readList,
  readObjects,
  readPage,
  readPicture,
  readString,
  readTags,
  readWord,
  refuse,
} from './fields.js';

/** No blog is expected to be silent for more than a year. */
const INTERVAL_HOURS_MAX = 24 * 366;

/** @throws FieldFault when the line breaks a rule. */
export function readBlog(raw: Raw): BlogDraft {
  const draft: BlogDraft = {
    kind: 'blog',
    slug: need('slug', readKey(raw, 'slug')),
    name: need('name', readLine(raw, 'name', INGEST.nameMax)),
    sourceUrl: need('sourceUrl', readAddress(raw, 'sourceUrl')),
  };
  put(draft, 'category', readLine(raw, 'category', INGEST.nameMax));
  put(draft, 'description', readLine(raw, 'description', INGEST.descriptionMax));
  put(draft, 'feeds', readObjects(raw, 'feeds', MEMBERS_MAX, readFeed));
  put(draft, 'verified', readBoolean(raw, 'verified'));
  put(draft, 'iconUrl', readAddress(raw, 'iconUrl'));
  put(draft, 'aliases', readLines(raw, 'aliases', MEMBERS_MAX, INGEST.urlMax));
  put(draft, 'discoveredMs', readInstant(raw, 'discoveredAt'));
  put(draft, 'expectedIntervalHours', readAmount(raw, 'expectedIntervalHours', INTERVAL_HOURS_MAX));
  put(draft, 'canonicalSlug', readKey(raw, 'canonicalSlug'));
  put(draft, 'iconHash', readIconHash(raw));
  return draft;
}

function readFeed(raw: Raw): BlogFeed {
  return {
    url: need('url', readAddress(raw, 'url')),
    type: readWord(raw, 'type', FEED_TYPES) ?? 'rss',
  };
}

/** @throws FieldFault when the line breaks a rule. */
export function readPost(raw: Raw): PostDraft {
  const draft: PostDraft = {
    kind: 'post',
    blog: need('blog', readKey(raw, 'blog')),
    url: need('url', readPage(raw, 'url')),
    title: need('title', readLine(raw, 'title', INGEST.titleMax)),
  };
  put(draft, 'author', readLine(raw, 'author', INGEST.authorMax));
  put(draft, 'publishedMs', readInstant(raw, 'publishedAt'));
  put(draft, 'updatedMs', readInstant(raw, 'updatedAt'));
  put(draft, 'summary', readLine(raw, 'summary', INGEST.summaryMax));
  put(draft, 'imageUrl', readPicture(raw, 'imageUrl'));
  put(draft, 'labels', readTags(raw, 'labels'));
  put(draft, 'body', readBody(raw, 'body', INGEST.bodyMax));
  putLinks(draft, raw);
  const html = readString(raw, 'html');
  if (html) putExtracted(draft, html);
  return draft;
}

function putLinks(draft: PostDraft, raw: Raw): void {
  const links = readObjects(raw, 'links', INGEST.linksMax, readLink);
  if (links === undefined) return;
  const given = readList(raw, 'links')?.length ?? 0;
  draft.links = links;
  draft.linksTruncated = links?.length === INGEST.linksMax && given > INGEST.linksMax;
}

function readLink(raw: Raw): PostLink | null {
  const address = readString(raw, 'url');
  const anchor = readString(raw, 'anchor') ?? '';
  const location = readWord(raw, 'location', LINK_LOCATIONS) ?? 'body';
  if (!address) return refuse('url', 'an address', address);
  const url = canonicalUrl(address);
  return url === null ? null : { url, anchor: cleanCut(anchor, 'line', ANCHOR_MAX), location };
}

/** Takes from the HTML what the line itself does not name. */
function putExtracted(draft: PostDraft, html: string): void {
  if (draft.body !== undefined && draft.links !== undefined) return;
  const { text, links, linksTruncated } = extractHtml(html, draft.url);
  if (draft.body === undefined) draft.body = text === '' ? null : text;
  if (draft.links !== undefined) return;
  draft.links = links;
  draft.linksTruncated = linksTruncated;
}
