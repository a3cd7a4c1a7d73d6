/**
 * `sources.toml` once it is read and checked: media and blogs, and where each is found.
 *
 * Invariants: everything here is valid; what was not is a `SourceFault` with its line, and costs
 * only the entry in which it stands.
 */
import type { ListRule, PortalRule, ReadingRules } from '../../documents/documents.js';
import type {
  Camp,
  PortalItemKind,
  SourceKind,
  TaggingChoice,
} from '../../kernel/model/records.js';
import type { FetchAccess } from '../fetch/outcome.js';

/** Where the text of an article comes from. `auto`: the feed where it carries whole texts. */
export const CONTENT_MODES = ['auto', 'page', 'feed', 'none'] as const;
export type ContentMode = (typeof CONTENT_MODES)[number];

export const GONE_CHOICES = ['keep', 'hide'] as const;
export type GoneChoice = (typeof GONE_CHOICES)[number];

/** Tells whether an address is meant. Works in linear time on any address. */
export interface AddressPattern {
  /** As it is written in the file. */
  readonly source: string;
  test(address: string): boolean;
}

/** A place that lists articles. Its identity is owner and address. */
export interface Channel {
  type: 'feed' | 'sitemap' | 'list';
  url: string;
  /** Only for `list`. */
  rule: ListRule | null;
  content: ContentMode;
  /** Articles whose address does not match are dropped; null lets all pass. */
  include: AddressPattern | null;
  exclude: AddressPattern | null;
  /** A section that its articles get where they name none. */
  section: string | null;
  /** Fixed interval; null: from the channel's own rhythm. */
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
  /** Zone of times that name none, as an offset. */
  zoneOffsetMs: number;
  /** Line of `sources.toml` on which the entry begins. */
  line: number;
  /** Whether robots.txt is obeyed; for one's own sites. */
  obeyRobots: boolean;
  /** How it is asked, and how its documents are read, where not in the usual way. */
  access?: Omit<FetchAccess, 'hosts'> | null;
  rules?: ReadingRules | null;
  /** What becomes of articles whose pages are gone: they stay, or leave lists and searches. */
  gone?: GoneChoice;
}

export interface MediaSource extends OwnerEntry {
  kind: 'media';
  /** Fields of the record that the entry names; the rest keeps what the store has. */
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
  /** Counts from 1; 0 where the file as a whole is meant. */
  line: number;
  /** Path of the key, for example `media[2].feed[0].url`; empty for syntax. */
  key: string;
  message: string;
}

export interface SourceFile {
  categories: { key: string; label: string }[];
  entries: SourceEntry[];
  /** What was left out, and why. */
  faults: SourceFault[];
}
