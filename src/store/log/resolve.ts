/**
 * Drafts to complete records: the fields of a line, combined with the item's known fields.
 *
 * Invariants: pure; an absent field keeps its value, `null` clears it; ids and the time of
 * discovery stay.
 * Not here: reading the store (ingest-log.ts), checking a line (parse/).
 */
import { DAY_MS, localDayStartMs } from '../../kernel/clock.js';
import { NEWS } from '../../kernel/limits.js';
import type {
  BlogDraft,
  MediaDraft,
  NewsDraft,
  PortalItemDraft,
  PostDraft,
} from '../../kernel/model/drafts.js';
import type {
  BlogRecord,
  BodyStatus,
  Discovery,
  MediaRecord,
  NewsRecord,
  PortalItemRecord,
  PostRecord,
  Replaced,
} from '../../kernel/model/records.js';
import { isCutOf, saidBy, wordChangeOf } from '../../kernel/text/substance.js';

/** Discoveries stored for one article: one for each aggregator, of which there are few. */
const DISCOVERIES_MAX = 20;

/** The body of a draft, ready for the store. */
export interface BodyFacts {
  chars: number;
  hash: string;
}

/** The context of a draft. `previous` is the item's newest record. */
export interface Meeting<R> {
  previous: R | null;
  /** The id of the item if it is new. */
  newId: number;
  observedMs: number;
  /** Facts of the draft's body; null without a body. */
  body: BodyFacts | null;
}

/** The value of a draft's field after the update: absent keeps, null clears to `empty`. */
function settle<T>(given: T | null | undefined, known: T | undefined, empty: T): T {
  if (given === undefined) return known ?? empty;
  return given ?? empty;
}

export function resolveMedia(draft: MediaDraft, previous: MediaRecord | null): MediaRecord {
  const known = previous ?? undefined;
  // A media that is collected is not merely cited.
  const isCollected = draft.enabled === true && draft.external === undefined;
  const external = isCollected ? false : settle(draft.external, known?.external, false);
  return {
    kind: 'media',
    media: draft.media,
    title: draft.title,
    camp: settle(draft.camp, known?.camp, 'other'),
    categories: settle(draft.categories, known?.categories, []),
    sourceKind: settle(draft.sourceKind, known?.sourceKind, 'publisher'),
    country: settle(draft.country, known?.country, ''),
    countryCode: settle(draft.countryCode, known?.countryCode, 'ZZ'),
    homepage: settle(draft.homepage, known?.homepage, null),
    icon: settle(draft.icon, known?.icon, null),
    aliases: settle(draft.aliases, known?.aliases, []),
    syndicated: settle(draft.syndicated, known?.syndicated, false),
    enabled: settle(draft.enabled, known?.enabled, !external),
    external,
    collectingSinceMs: settle(draft.collectingSinceMs, known?.collectingSinceMs, null),
    schedule: settle(draft.schedule, known?.schedule, null),
    feeds: settle(draft.feeds, known?.feeds, []),
    portal: settle(draft.portal, known?.portal, null),
    crawler: settle(draft.crawler, known?.crawler, null),
    tagging: settle(draft.tagging, known?.tagging, null),
    iconHash: settle(draft.iconHash, known?.iconHash, null),
  };
}

/** The tags that the outlet gave itself. */
export function ownTagsOf({ tags, ownTags }: NewsRecord): string[] {
  return ownTags ?? tags;
}

/** The record with the outlet's own tags; derived tags are added later (tagging.ts). */
export function resolveNews(draft: NewsDraft, meeting: Meeting<NewsRecord>): NewsRecord {
  const { previous } = meeting;
  const known = previous ?? undefined;
  const observedMs = known?.observedMs ?? meeting.observedMs;
  // Field by field: spreading objects into the record would take as long as all other steps.
  const { bodyStatus, bodyChars, bodyHash, fetchedMs } = bodyOf(draft, meeting);
  const record: NewsRecord = {
    kind: 'news',
    id: known?.id ?? meeting.newId,
    media: draft.media,
    url: draft.url,
    title: draft.title,
    description: settle(draft.description, known?.description, null),
    publishedMs: settle(draft.publishedMs, known?.publishedMs, null),
    precision: settle(draft.precision, known?.precision, 'second'),
    observedMs,
    section: settle(draft.section, known?.section, null),
    image: settle(draft.image, known?.image, null),
    authors: settle(draft.authors, known?.authors, []),
    tags: settle(draft.tags, known && ownTagsOf(known), []),
    bodyStatus,
    bodyChars,
    bodyHash,
    bodySource: settle(draft.bodySource, known?.bodySource, null),
    fetchedMs,
    discoveries: withDiscovery(known?.discoveries ?? [], draft.discovery),
    sortMs: 0,
    datePending: false,
    previousSortMs: known?.previousSortMs ?? null,
    ownTags: null,
    tagMethod: null,
    goneMs: settle(draft.goneMs, known?.goneMs, null),
    replaced: known?.replaced ?? null,
    lang: settle(draft.lang, known?.lang, null),
  };
  // An update may change only the precision, after a full time.
  if (record.precision === 'day' && record.publishedMs !== null) {
    record.publishedMs = localDayStartMs(record.publishedMs);
  }
  record.sortMs = sortMsOf(record);
  record.datePending = record.publishedMs === null && record.bodyStatus === 'not_fetched';
  return record;
}

type BodyFields = Pick<NewsRecord, 'bodyStatus' | 'bodyChars' | 'bodyHash' | 'fetchedMs'>;

function bodyOf(draft: NewsDraft, { previous, body, observedMs }: Meeting<NewsRecord>): BodyFields {
  if (body !== null) {
    return {
      bodyStatus: draft.bodyStatus ?? statusOf(body.chars),
      bodyChars: body.chars,
      bodyHash: body.hash,
      fetchedMs:
        draft.fetchedMs ?? (previous?.bodyHash === body.hash ? previous.fetchedMs : observedMs),
    };
  }
  const fetchedMs = settle(draft.fetchedMs, previous?.fetchedMs ?? undefined, null);
  if (draft.body === null || previous === null) {
    return {
      bodyStatus: draft.bodyStatus ?? (draft.body === null ? 'missing' : 'not_fetched'),
      bodyChars: 0,
      bodyHash: '',
      fetchedMs,
    };
  }
  const { bodyChars, bodyHash } = previous;
  // A cleared status is derived from the body again.
  const cleared = bodyHash === '' ? 'not_fetched' : statusOf(bodyChars);
  return {
    bodyStatus: settle(draft.bodyStatus, previous.bodyStatus, cleared),
    bodyChars,
    bodyHash,
    fetchedMs,
  };
}

function statusOf(bodyChars: number): BodyStatus {
  return bodyChars >= NEWS.bodyComparableMin ? 'ok' : 'short';
}

function withDiscovery(known: Discovery[], found: Discovery | null | undefined): Discovery[] {
  if (found == null || known.some(({ media }) => media === found.media)) return known;
  return [...known, found].slice(0, DISCOVERIES_MAX);
}

/** Decisions 27a and 27b: the time that orders an article. */
export function sortMsOf(
  article: Pick<NewsRecord, 'publishedMs' | 'precision' | 'observedMs'>,
): number {
  const { publishedMs, precision, observedMs } = article;
  if (publishedMs === null) return observedMs;
  if (precision === 'second') return publishedMs;
  return Math.min(Math.max(observedMs, publishedMs), publishedMs + DAY_MS - 1);
}

export function resolvePortalItem(
  draft: PortalItemDraft,
  { previous, newId, observedMs }: Meeting<PortalItemRecord>,
): PortalItemRecord {
  const known = previous ?? undefined;
  return {
    kind: 'portal-item',
    media: draft.media,
    id: draft.id,
    number: known?.number ?? newId,
    itemKind: draft.itemKind,
    title: draft.title,
    url: draft.url,
    image: settle(draft.image, known?.image, null),
    parentId: settle(draft.parentId, known?.parentId, null),
    sponsored: settle(draft.sponsored, known?.sponsored, false),
    listPage: settle(draft.listPage, known?.listPage, 1),
    stories: settle(draft.stories, known?.stories, []),
    observedMs: known?.observedMs ?? observedMs,
  };
}

export function resolveBlog(
  draft: BlogDraft,
  { previous, newId }: Meeting<BlogRecord>,
): BlogRecord {
  const known = previous ?? undefined;
  return {
    kind: 'blog',
    id: known?.id ?? newId,
    slug: draft.slug,
    name: draft.name,
    sourceUrl: draft.sourceUrl,
    category: settle(draft.category, known?.category, ''),
    description: settle(draft.description, known?.description, ''),
    feeds: settle(draft.feeds, known?.feeds, []),
    verified: settle(draft.verified, known?.verified, true),
    iconUrl: settle(draft.iconUrl, known?.iconUrl, null),
    aliases: settle(draft.aliases, known?.aliases, []),
    discoveredMs: settle(draft.discoveredMs, known?.discoveredMs, null),
    expectedIntervalHours: settle(draft.expectedIntervalHours, known?.expectedIntervalHours, null),
    canonicalSlug: settle(draft.canonicalSlug, known?.canonicalSlug, null),
    iconHash: settle(draft.iconHash, known?.iconHash, null),
  };
}

export function resolvePost(draft: PostDraft, meeting: Meeting<PostRecord>): PostRecord {
  const { previous, body } = meeting;
  const known = previous ?? undefined;
  const observedMs = known?.observedMs ?? meeting.observedMs;
  const publishedMs = settle(draft.publishedMs, known?.publishedMs, null);
  const keepsBody = body === null && draft.body === undefined;
  return {
    kind: 'post',
    id: known?.id ?? meeting.newId,
    blog: draft.blog,
    url: draft.url,
    title: draft.title,
    author: settle(draft.author, known?.author, null),
    publishedMs,
    updatedMs: settle(draft.updatedMs, known?.updatedMs, null),
    observedMs,
    summary: settle(draft.summary, known?.summary, null),
    imageUrl: settle(draft.imageUrl, known?.imageUrl, null),
    labels: settle(draft.labels, known?.labels, []),
    bodyChars: keepsBody ? (known?.bodyChars ?? 0) : (body?.chars ?? 0),
    bodyHash: keepsBody ? (known?.bodyHash ?? '') : (body?.hash ?? ''),
    links: settle(draft.links, known?.links, []),
    linksTruncated:
      draft.links === undefined
        ? (known?.linksTruncated ?? false)
        : (draft.linksTruncated ?? false),
    sortMs: publishedMs ?? observedMs,
    previousSortMs: known?.previousSortMs ?? null,
  };
}

/** Separators between a title and the outlet's name after it. */
const BEFORE_NAME = /\s*[|｜\-–—_·•»:：]+\s*$/u;
/** The size of a picture in its file's name. */
const SIZE = /[-_@](?:\d{2,4}(?:x\d{2,4})?w?|\dx|thumb(?:nail)?|small|medium|large)(?=\.|$)/gi;

/**
 * Fields of an article that an update replaced in substance, noted beside the new record.
 *
 * A field is replaced only if it has a value before and after: finding or losing a text says
 * nothing about the outlet. The first reading of a page completes a headline and replaces nothing.
 * Pure; not here: the definition of a difference in substance (text/substance.ts).
 */
interface Replacement {
  previous: NewsRecord;
  record: NewsRecord;
  outlet: Pick<MediaRecord, 'title' | 'aliases'> | null;
  /** Time of the update. */
  atMs: number;
  /** Both texts, if both are known and differ. */
  bodies: { before: string; after: string } | null;
}

/** Null when the update replaced nothing of substance. */
export function replacedBy({
  previous,
  record,
  outlet,
  atMs,
  bodies,
}: Replacement): Replaced | null {
  const isCompleted = previous.bodyStatus === 'not_fetched' && record.bodyStatus !== 'not_fetched';
  if (isCompleted) return null;
  const replaced: Omit<Replaced, 'atMs'> = {};
  if (!isSameTitle(previous.title, record.title, outlet)) replaced.title = previous.title;
  const { description, authors, image } = previous;
  if (description !== null && record.description !== null) {
    if (!isCutOf(description, record.description)) replaced.description = description;
  }
  if (authors.length > 0 && record.authors.length > 0 && !areSamePeople(authors, record.authors)) {
    replaced.authors = authors;
  }
  if (image !== null && record.image !== null && pictureOf(image) !== pictureOf(record.image)) {
    replaced.image = image;
  }
  if (bodies !== null) {
    const change = wordChangeOf(bodies.before, bodies.after);
    const { bodyChars } = previous;
    if (change.out + change.in > 0) {
      replaced.body = { chars: bodyChars, wordsOut: change.out, wordsIn: change.in };
    }
  }
  if (Object.keys(replaced).length === 0) return null;
  return { atMs: Math.max(atMs, previous.observedMs), ...replaced };
}

function isSameTitle(before: string, after: string, outlet: Replacement['outlet']): boolean {
  if (before === after) return true;
  const names = outlet === null ? [] : [outlet.title, ...outlet.aliases];
  return saidBy(withoutName(before, names)) === saidBy(withoutName(after, names));
}

/** A title without the name of its outlet at the end. */
function withoutName(title: string, names: readonly string[]): string {
  for (const name of names) {
    if (name === '' || !title.endsWith(name)) continue;
    const rest = title.slice(0, -name.length);
    if (BEFORE_NAME.test(rest)) return rest.replace(BEFORE_NAME, '');
  }
  return title;
}

/** Whether each name of a byline contains, or is part of, one of the other: roles and places vary. */
function areSamePeople(before: readonly string[], after: readonly string[]): boolean {
  const [ones, others] = [before.map(saidBy), after.map(saidBy)] as const;
  const isIn = (name: string, list: readonly string[]): boolean =>
    list.some((other) => other.includes(name) || name.includes(other));
  return ones.every((name) => isIn(name, others)) && others.every((name) => isIn(name, ones));
}

/** The name of a picture's file, without its size. */
function pictureOf(url: string): string {
  const path = url.split(/[?#]/, 1)[0]!;
  const name = path.slice(path.lastIndexOf('/') + 1).replace(SIZE, '');
  return name === '' ? path : name.toLowerCase();
}
