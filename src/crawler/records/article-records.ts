/**
 * Makes records of ingest, as a file would hold them, from the entry of a channel and from a page; and the part of such
 * a record by which a person judges a source before it is added.
 *
 * Where both give a field, the record has the channel's title (written for people who see it alone), the more exact
 * time, and the page's text, byline and keywords. A time in the future is no time of publication: the record leaves it
 * out, and the article is sorted by the time of its first sight.
 * Not here: limits of lengths, which ingest applies to all records.
 */
import type { PageDocument, Stamp } from '../../documents/documents.js';
import { extractHtml, HTML_UNITS_MAX, textOfHtml } from '../../documents/html.js';
import { isoOf, localDateOf } from '../../kernel/clock.js';
import { hash53 } from '../../kernel/hash.js';
import { CRAWL, NEWS } from '../../kernel/limits.js';
import type { BodyStatus, Discovery } from '../../kernel/model/records.js';
import { isWrittenIn, languageIn, scriptOf } from '../../kernel/text/language.js';
import { hostOf } from '../source.js';
import type { SourceEntry } from '../sources/model.js';
import type { Candidate } from '../state/channel-state.js';

/** A record as a line of ingest holds it. */
export type IngestRecord = { kind: string } & { [field: string]: unknown };

/** The result of reading the text. */
export interface TextReading {
  page: PageDocument | null;
  /** The reason where there is no page. */
  status: BodyStatus;
}

export interface ArticleFacts {
  /** Code or slug. */
  owner: string;
  url: string;
  candidate: Candidate;
  reading: TextReading;
  nowMs: number;
  /** The finding, where a channel of another publisher found the article. */
  discovery?: Discovery | undefined;
}

export function newsRecord(facts: ArticleFacts): IngestRecord {
  const { owner, url, candidate, reading, nowMs, discovery } = facts;
  const { page } = reading;
  const published = bestStamp(candidate, page, nowMs);
  const body = bodyOfNews(facts);
  return withoutUnsaid({
    kind: 'news',
    media: owner,
    url,
    title: titleOf(facts),
    description: page?.description ?? summaryText(candidate),
    ...stampFields(published),
    observedAt: isoOf(nowMs),
    section: page?.section ?? candidate.section,
    image: page?.image ?? candidate.image,
    authors: nonEmpty(page?.authors) ?? nonEmpty(candidate.authors),
    tags: newsTags(candidate, page),
    lang: statedLanguage(facts),
    ...body,
    discovery: discovery && {
      media: discovery.media,
      title: discovery.title,
      url: discovery.url,
      discoveredAt: isoOf(discovery.discoveredMs),
    },
  });
}

/** The language that an article's page states, unless the letters of the text contradict it. */
function statedLanguage(facts: ArticleFacts): string | null {
  const { page } = facts.reading;
  const stated = page?.language == null ? null : languageIn(page.language);
  const text = `${titleOf(facts)} ${page?.description ?? ''}`;
  return stated !== null && isWrittenIn(stated, scriptOf(text)) ? stated : null;
}

/** The record of a blog's post. Links of a feed's text are all of its body (decision 29). */
export function postRecord(facts: ArticleFacts): IngestRecord {
  const { owner, url, candidate, reading, nowMs } = facts;
  const { page } = reading;
  const published = bestStamp(candidate, page, nowMs);
  const updated = notAhead(candidate.updated, nowMs) ?? notAhead(page?.modified ?? null, nowMs);
  const whole = wholeTextOf(candidate);
  return withoutUnsaid({
    kind: 'post',
    blog: owner,
    url,
    title: titleOf(facts),
    author: candidate.authors[0] ?? page?.authors[0] ?? null,
    publishedAt: published === null ? null : isoOf(published.atMs),
    updatedAt: updated === null ? null : isoOf(updated.atMs),
    observedAt: isoOf(nowMs),
    summary: summaryText(candidate) ?? page?.description ?? null,
    imageUrl: candidate.image ?? page?.image ?? null,
    labels: nonEmpty(candidate.categories) ?? nonEmpty(page?.keywords),
    ...(page !== null
      ? { body: page.body, links: page.links }
      : whole !== null
        ? { html: whole.slice(0, HTML_UNITS_MAX) }
        : {}),
  });
}

/** A new reading of a stored article's page. */
export interface ChangeFacts extends Pick<ArticleFacts, 'owner' | 'url' | 'nowMs'> {
  title: string;
  page: PageDocument;
  /** Null where the time of publication does not change. */
  published: Stamp | null;
}

export function changeRecord(isPost: boolean, facts: ChangeFacts): IngestRecord {
  const { owner, url, title, page, published, nowMs } = facts;
  const { body, bodyState: bodyStatus, bodySource, links } = page;
  if (isPost) {
    const dated = published === null ? {} : { publishedAt: isoOf(published.atMs) };
    return { kind: 'post', blog: owner, url, title, body, links, ...dated };
  }
  const dated = published === null ? {} : stampFields(published);
  const text = { body, bodyStatus, bodySource, fetchedAt: isoOf(nowMs) };
  return { kind: 'news', media: owner, url, title, ...text, ...dated };
}

/** The record that removes what a wall was stored as. */
export function blockedRecord(
  isPost: boolean,
  owner: string,
  url: string,
  title: string,
  page: PageDocument,
): IngestRecord {
  if (isPost) return { kind: 'post', blog: owner, url, title, body: null, links: [] };
  const said = { description: page.description, section: page.section, image: page.image };
  const lists = { authors: nonEmpty(page.authors), tags: nonEmpty(page.keywords) };
  const cleared = Object.keys(withoutUnsaid({ kind: '', ...said, ...lists })).slice(1);
  const nothing = Object.fromEntries(cleared.map((field) => [field, null]));
  const text = { body: null, bodyStatus: 'blocked', bodySource: null };
  return { kind: 'news', media: owner, url, title, ...nothing, ...text };
}

/** HTML of the whole text in a channel; null where the channel holds only a part, or none. */
export function wholeTextOf({ content, summary }: Candidate): string | null {
  if (content !== null && content.trim() !== '') return content;
  if (summary === null || summary.length < CRAWL.wholeTextMin || isCutOff(summary)) return null;
  return summary;
}

/** Ends of texts that continue on the page. */
const CUT_OFF =
  /(?:\[?(?:…|\.\.\.|&#8230;|&hellip;)\]?|read more|continue reading|閱讀全文|繼續閱讀|阅读全文)\W*$/i;

function isCutOff(summary: string): boolean {
  // The pattern needs only the last words, so the input is bounded.
  return CUT_OFF.test(
    summary
      .slice(-400)
      .replace(/<[^<>]{0,300}>/g, ' ')
      .trimEnd(),
  );
}

function bodyOfNews({ candidate, reading, nowMs }: ArticleFacts): IngestRecord | object {
  const { page, status } = reading;
  if (page !== null) {
    const bodyStatus = page.bodyState;
    return page.body === null
      ? { bodyStatus, fetchedAt: isoOf(nowMs) }
      : { body: page.body, bodyStatus, bodySource: page.bodySource, fetchedAt: isoOf(nowMs) };
  }
  const whole = status === 'not_fetched' ? wholeTextOf(candidate) : null;
  if (whole === null) return { bodyStatus: status };
  const body = textOfHtml(whole);
  const isLong = [...body.slice(0, 2 * NEWS.bodyComparableMin)].length >= NEWS.bodyComparableMin;
  return body === ''
    ? { bodyStatus: 'missing' }
    : { body, bodyStatus: isLong ? 'ok' : 'short', bodySource: 'feed', fetchedAt: isoOf(nowMs) };
}

/** The channel's title, or else the page's, or else the address. */
export function titleOf({ candidate, reading, url }: ArticleFacts): string {
  return candidate.title || reading.page?.title || url;
}

/**
 * The time of publication, of the channel or the page, whichever is more exact; the page's where both are
 * equally exact; null where neither gives a time in the past.
 */
export function bestStamp(
  candidate: Candidate,
  page: PageDocument | null,
  nowMs: number,
): Stamp | null {
  const stamps = [page?.published ?? null, candidate.published].map((one) => notAhead(one, nowMs));
  return (
    stamps.find((one) => one?.precision === 'second') ?? stamps.find((one) => one !== null) ?? null
  );
}

/** Removes a time in the future, which only shows a wrong clock or zone. */
function notAhead(stamp: Stamp | null, nowMs: number): Stamp | null {
  return stamp !== null && stamp.atMs <= nowMs + NEWS.futureSlackMs ? stamp : null;
}

/** Fields of an article's time of publication. */
function stampFields(stamp: Stamp | null): object {
  if (stamp === null) return { publishedAt: null };
  if (stamp.precision === 'second') return { publishedAt: isoOf(stamp.atMs) };
  return { publishedAt: localDateOf(stamp.atMs), publishedPrecision: 'day' };
}

/** Teaser as plain text; null where there is none. */
function summaryText({ summary }: Candidate): string | null {
  const text = summary === null ? '' : textOfHtml(summary).replace(/\s+/g, ' ').trim();
  return text === '' ? null : text;
}

/** The hash by which a change of a page is recognised: of its title and text. */
export function pageHashOf(page: PageDocument): string {
  return hash53(`${page.title ?? ''}\n${page.body ?? ''}`).toString(36);
}

/** The hash by which a change of a channel's entry is recognised: of what readers see, without counters or guids. */
export function listedHashOf(candidate: Candidate): string {
  const { title, summary, content, published, updated } = candidate;
  return hash53(JSON.stringify([title, summary, content, published?.atMs, updated?.atMs])).toString(
    36,
  );
}

/** The article's own tags, or those of its entry in a feed or sitemap; for general keywords, the entry's first. */
function newsTags(candidate: Candidate, page: PageDocument | null): readonly string[] | undefined {
  const ofPage = nonEmpty(page?.keywords);
  const ofEntry = nonEmpty(tagsOf(candidate, page?.section ?? null));
  return page?.hasGeneralKeywords ? (ofEntry ?? ofPage) : (ofPage ?? ofEntry);
}

/** Categories of an entry without its section, which names a place in the medium and not the subject. */
function tagsOf({ categories, section }: Candidate, ofPage: string | null): string[] {
  return categories.filter((one) => one !== section && one !== ofPage);
}

function nonEmpty(list: readonly string[] | undefined): readonly string[] | undefined {
  return list === undefined || list.length === 0 ? undefined : list;
}

/** Leaves out unknown fields: an absent field keeps its value, null would clear it. */
export function withoutUnsaid(record: IngestRecord): IngestRecord {
  const entries = Object.entries(record).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  return Object.fromEntries(entries) as IngestRecord;
}

/** The part of a record by which a person judges a source. */
export interface StoredForm {
  from: 'feed' | 'page';
  tags: readonly string[];
  /** Null for media, whose links are not stored. */
  links: readonly string[] | null;
}

/** The stored form of an item. @param page its page; null where it could not be read. */
export function storedFormOf(
  entry: SourceEntry,
  candidate: Candidate,
  page: PageDocument | null,
  nowMs: number,
): StoredForm {
  const content = entry.channels[0]?.content ?? 'auto';
  const read = isWholeInChannel(entry, content, candidate, nowMs) ? null : page;
  const { url } = candidate;
  const reading = { page: read, status: 'not_fetched' } as const;
  const facts = { owner: entry.key, url, candidate, reading, nowMs };
  const from = read === null ? 'feed' : 'page';
  if (entry.kind === 'media') {
    return { from, tags: (newsRecord(facts).tags as string[] | undefined) ?? [], links: null };
  }
  const { labels, links, html } = postRecord(facts) as {
    labels?: string[];
    links?: PageDocument['links'];
    html?: string;
  };
  const all = links ?? extractHtml(html ?? '', url).links;
  return { from, tags: labels ?? [], links: all.map((one) => one.url) };
}

/**
 * Whether an item can be stored from its entry in the channel alone: the channel holds the text, no text is
 * wanted, the text would already have expired, or the page is not the blog's own.
 */
export function isWholeInChannel(
  entry: SourceEntry,
  content: string,
  candidate: Candidate,
  nowMs: number,
): boolean {
  const isDiscovery = entry.kind === 'media' && entry.sourceKind === 'discovery';
  if (candidate.title === null || isDiscovery) return false;
  if (content === 'feed' || content === 'none') return true;
  if (content === 'auto' && wholeTextOf(candidate) !== null) return true;
  if (entry.kind === 'media') {
    const stamp = candidate.published;
    return stamp !== null && nowMs - stamp.atMs > NEWS.bodyRetentionMs;
  }
  const own = [entry.sourceUrl, ...entry.channels.map(({ url }) => url)].map(hostOf);
  const aliases = (entry.aliases ?? []).map((alias) => hostOf(alias) ?? hostOf(`https://${alias}`));
  return ![...own, ...aliases].includes(hostOf(candidate.url));
}
