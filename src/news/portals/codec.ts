/**
 * What the portals index's writer and readers share: deltas, questions, what an item is.
 *
 * A *portal* is the page on which a media lists its topics and features; an *item* is one of them;
 * a *check* is a visit to the portal. Items stay for ever: what is old is ended, not gone.
 *
 *   portal-item ─► items ─┐
 *   news, masks ─► tags ──┴─► tags of each name ─► delta ─► lists (reader)
 *               └► articles of the last days ◄──── question: coverage of these items
 */
import { ChunkNames } from '../../engine/index/chunk-name.js';
import { DAY_MS } from '../../kernel/clock.js';
import type { CheckSource, CheckStatus, PortalItemKind } from '../../kernel/model/records.js';

/** What chunks there are. */
export const PORTALS_CHUNKS = new ChunkNames({ state: 'one', items: 'keyed', day: 'keyed' });

/** Changes whenever the bytes of any chunk mean something else. */
export const PORTALS_VERSION = 1;
/** The oldest format that is still read: a store that was upgraded may hold no other. */
export const PORTALS_READS_FROM = 1;

/** Articles that cover a topic are this young. From the contract. */
export const COVERAGE_MS = 3 * DAY_MS;
/** Articles that are counted for one topic. From the contract. */
export const COVERAGE_MAX = 500;
/** Newest articles shown of a topic: a headline, a second voice and a third. */
export const COVERAGE_LATEST_MAX = 3;

/** An item as its portal lists it now, with what its past tells. */
export interface PortalItem {
  /** Integer identity across media. */
  number: number;
  media: string;
  /** Identity within the media, and that of the item above it. */
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
  /** A story was listed that the first list of stories did not hold. */
  grew: boolean;
  /** Distinct stories on the item's page. */
  storyCount: number;
  /** Dates of stories, ascending; a story without one adds none. */
  datesMs: readonly number[];
  /** In-service tags found in the title, in its order, as they are shown. */
  tags: readonly string[];
}

/** What is known of the visits to a portal. */
export interface PortalStanding {
  media: string;
  checkedMs: number;
  status: CheckStatus;
  fetched: number;
  sources: readonly CheckSource[];
  error: string | null;
  /** The first visit that read anything; null when none did. */
  trackedMs: number | null;
  /** The last visit that was complete; null when none was. */
  lastSuccessMs: number | null;
}

export interface PortalsOptions {
  /** Words that name no topic: they are no tags of a name. */
  noise: readonly string[];
}

export interface PortalsDelta {
  /** The last log entry that is folded in. */
  sequence: number;
  items: PortalItem[];
  /** Numbers of items that were erased. */
  gone: number[];
  standings: PortalStanding[];
  /** Media of which nothing is left. */
  goneMedia: string[];
  figures: PortalsFigures;
}

interface PortalsFigures {
  articles: number;
  tags: number;
  heldBytes: number;
}

/** Which articles of the 3 days before `nowMs` cover each of these items? */
export interface CoverageQuestion {
  type: 'coverage';
  numbers: readonly number[];
  nowMs: number;
}

export interface Coverage {
  tags: string[];
  /** Tags of the title, or of the media's own articles on the item's page. */
  basis: 'title' | 'page';
  /** Articles that carry any of the tags, at most `COVERAGE_MAX`, the newest ones. */
  count: number;
  /** Media of these articles. */
  mediaCount: number;
  latest: { id: number; sortMs: number }[];
}

/** In the order of the question; null for an item without tags. */
export type CoverageAnswer = (Coverage | null)[];

export type PortalsDialogue = { coverage: { question: CoverageQuestion; answer: CoverageAnswer } };
