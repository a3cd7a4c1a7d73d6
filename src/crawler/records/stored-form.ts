/**
 * What the crawl stores of an item: from its channel alone, or with its page; for those who look before
 * they add a source.
 */

import type { PageDocument } from '../../documents/documents.js';
import { extractHtml } from '../../documents/html.js';
import { NEWS } from '../../kernel/limits.js';
import { hostOf } from '../discovery.js';
import type { SourceEntry } from '../sources/model.js';
import type { Candidate } from '../state/channel-state.js';
import { newsRecord, postRecord, wholeTextOf } from './article-records.js';

/** The part of a record that a person judges a source by. */
export interface StoredForm {
  from: 'feed' | 'page';
  tags: readonly string[];
  /** Null of media, whose links are not stored. */
  links: readonly string[] | null;
}

/** What is stored of an item whose page is `page`; null where that could not be read. */
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
 * Whether an item can be stored from what the channel says, without its page: the channel carries the
 * text, none is wanted, the text would have expired, or the page is not the blog's own.
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
