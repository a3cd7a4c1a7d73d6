/**
 * Shared by writer and readers of the portals index: deltas, questions, items.
 *
 * A *portal* is the page on which a media lists its topics and features; an *item* is one of these;
 * a *check* is a visit to the portal. Items stay for ever: old items have ended, but are not
 * removed.
 *
 *   portal-item ─► items ─┐
 *   news, masks ─► tags ──┴─► tags of each name ─► delta ─► lists (reader)
 *               └► articles of the last days ◄──── question: coverage of these items
 */
import { ChunkNames } from '../../engine/index/chunk-name.js';
import { DAY_MS } from '../../kernel/clock.js';
import type { CheckSource, CheckStatus, PortalItemKind } from '../../kernel/model/records.js';

export const PORTALS_CHUNKS = new ChunkNames({ state: 'one', items: 'keyed', day: 'keyed' });

/** Changes with the meaning of any chunk's bytes. */
export const PORTALS_VERSION = 1;
/** The oldest format that is still read: a store may hold no newer snapshot when it is upgraded. */
export const PORTALS_READS_FROM = 1;

/** Greatest age of articles that cover a topic. From the contract. */
export const COVERAGE_MS = 3 * DAY_MS;
/** Maximum of articles that are counted for one topic. From the contract. */
export const COVERAGE_MAX = 500;
/** Newest articles that are shown of a topic. */
export const COVERAGE_LATEST_MAX = 3;

/** An item as its portal lists it now, with facts from its earlier records. */
export interface PortalItem {
  /** Integer identity across media. */
  number: number;
  media: string;
  /** Identity within the media, and identity of the item above it. */
  id: string;
  parentId: string | null;
  title: string;
  url: string;
  image: string | null;
  sponsored: boolean;
  declaredKind: PortalItemKind;
  /** First sight, and the page of the list on which it stood then; 1 is the first. */
  seenMs: number;
  seenPage: number;
  /** A story was listed that was not in the first list of stories. */
  grew: boolean;
  /** Distinct stories on the item's page. */
  storyCount: number;
  /** Dates of stories, ascending; a story without a date adds none. */
  datesMs: readonly number[];
  /** In-service tags in the title, in its order, in the spelling in which they are shown. */
  tags: readonly string[];
}

/** The visits to a portal. */
export interface PortalStanding {
  media: string;
  checkedMs: number;
  status: CheckStatus;
  fetched: number;
  sources: readonly CheckSource[];
  error: string | null;
  /** The first visit that read anything; null when there was none. */
  trackedMs: number | null;
  /** The last complete visit; null when there was none. */
  lastSuccessMs: number | null;
}

export interface PortalsOptions {
  /** Words that name no topic, so they are no tags of a name. */
  noise: readonly string[];
}

export interface PortalsDelta {
  /** The last log entry that is folded in. */
  sequence: number;
  items: PortalItem[];
  /** Numbers of erased items. */
  gone: number[];
  standings: PortalStanding[];
  /** Media whose checks were erased. */
  goneMedia: string[];
  figures: PortalsFigures;
}

interface PortalsFigures {
  articles: number;
  tags: number;
  heldBytes: number;
}

/** Asks for the articles of the 3 days before `nowMs` that cover each of these items. */
export interface CoverageQuestion {
  type: 'coverage';
  numbers: readonly number[];
  nowMs: number;
}

export interface Coverage {
  tags: string[];
  /** Tags of the title, or of the media's own articles on the item's page. */
  basis: 'title' | 'page';
  /** Number of articles with any of the tags, at most `COVERAGE_MAX`, newest first. */
  count: number;
  /** Number of media of these articles. */
  mediaCount: number;
  latest: { id: number; sortMs: number }[];
}

/** In the order of the question; null for an item without tags. */
export type CoverageAnswer = (Coverage | null)[];

export type PortalsDialogue = { coverage: { question: CoverageQuestion; answer: CoverageAnswer } };
