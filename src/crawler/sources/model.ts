/**
 * The content of `sources.toml` after reading and checking: media and blogs, and the channels of each.
 *
 * Invariants: all values are valid. An invalid part of the file is a `SourceFault` with its line, and affects
 * only its own entry.
 */
import type { ListRule, PortalRule, ReadingRules } from '../../documents/documents.js';
import type {
  Camp,
  PortalItemKind,
  SourceKind,
  TaggingChoice,
} from '../../kernel/model/records.js';
import type { FetchAccess } from '../fetch/outcome.js';

/** Source of an article's text. `auto`: the feed where it holds whole texts. */
export const CONTENT_MODES = ['auto', 'page', 'feed', 'none'] as const;
export type ContentMode = (typeof CONTENT_MODES)[number];

export const GONE_CHOICES = ['keep', 'hide'] as const;
export type GoneChoice = (typeof GONE_CHOICES)[number];

/** Decides whether an address matches. Works in linear time on any address. */
export interface AddressPattern {
  /** The pattern as the file has it. */
  readonly source: string;
  test(address: string): boolean;
}

/** A feed, sitemap or page that lists articles. Its identity is owner and address. */
export interface Channel {
  type: 'feed' | 'sitemap' | 'list';
  url: string;
  /** Only for `list`. */
  rule: ListRule | null;
  content: ContentMode;
  /** Articles whose address does not match are dropped; null matches all. */
  include: AddressPattern | null;
  exclude: AddressPattern | null;
  /** Section of articles that name none. */
  section: string | null;
  /** Fixed interval; null for one from the channel's own rhythm. */
  everyMs: number | null;
}

export interface PortalSource {
  url: string;
  kind: PortalItemKind;
  rule: PortalRule;
  /** Pages of the list that are read. */
  pagesMax: number;
}

export interface PortalEntry {
  link: string | null;
  rulesUrl: string | null;
  sources: PortalSource[];
}

interface OwnerEntry {
  /** Code or slug. */
  key: string;
  enabled: boolean;
  channels: Channel[];
  /** Zone of times without one, as an offset. */
  zoneOffsetMs: number;
  /** Line of `sources.toml` on which the entry begins. */
  line: number;
  /** Whether robots.txt is obeyed; false only for the operator's own sites. */
  obeyRobots: boolean;
  /** Settings of its requests and of reading its documents, where they differ from the defaults. */
  access?: Omit<FetchAccess, 'hosts'> | null;
  rules?: ReadingRules | null;
  /** Whether articles whose pages are gone stay, or leave lists and searches. */
  gone?: GoneChoice;
}

export interface MediaSource extends OwnerEntry {
  kind: 'media';
  /** Fields of the record that the entry names; other fields keep their value in the store. */
  title: string;
  camp: Camp | null;
  categories: string[] | null;
  sourceKind: SourceKind | null;
  country: string | null;
  countryCode: string | null;
  homepage: string | null;
  icon: string | null;
  aliases: string[] | null;
  syndicated: boolean | null;
  tagging: TaggingChoice | null;
  portal: PortalEntry | null;
}

export interface BlogSource extends OwnerEntry {
  kind: 'blog';
  name: string;
  sourceUrl: string;
  category: string | null;
  description: string | null;
  aliases: string[] | null;
  verified: boolean | null;
  iconUrl: string | null;
  expectedIntervalHours: number | null;
}

export type SourceEntry = MediaSource | BlogSource;

export interface SourceFault {
  /** Line from 1; 0 for the file as a whole. */
  line: number;
  /** Path of the key, for example `media[2].feed[0].url`; empty for syntax. */
  key: string;
  message: string;
}

export interface SourceFile {
  categories: { key: string; label: string }[];
  entries: SourceEntry[];
  /** Parts of the file that were left out, with the reasons. */
  faults: SourceFault[];
}
