/** Reads the entries of `sources.toml`: one media or one blog with its channels. */
import { ZONE_OFFSET_MS } from '../../kernel/clock.js';
import { INGEST } from '../../kernel/limits.js';
import { CAMPS, SOURCE_KINDS, TAGGING_CHOICES } from '../../kernel/model/records.js';
import type { Fields } from './fields.js';
import {
  type BlogSource,
  type ContentMode,
  GONE_CHOICES,
  type MediaSource,
  type SourceEntry,
} from './model.js';
import {
  type CheckSelector,
  readChannelDefaults,
  readChannels,
  readPortal,
} from './read-channels.js';
import { readAccess, readRules } from './read-manner.js';

/** Blogs are expected to publish once a year. From the ingest format. */
const INTERVAL_HOURS_MAX = 24 * 366;
const ALIASES_UNITS_MAX = INGEST.urlMax;
const COUNTRY_CODE = /^[A-Z]{2,3}$/;

/** News is dated in the days of the news service; blogs write from all zones. */
const MEDIA_ZONE_MS = ZONE_OFFSET_MS;

/** Values of entries that have none of their own; null where the file sets none either. */
export interface SourceDefaults {
  content: ContentMode | null;
  zoneOffsetMs: number | null;
  everyMs: number | null;
}

/** The content mode of an owner without one. */
export function contentOf(kind: SourceEntry['kind'], defaults: SourceDefaults): ContentMode {
  return defaults.content ?? (kind === 'media' ? 'page' : 'auto');
}

/** The zone of an owner without one. */
export function zoneOf(kind: SourceEntry['kind'], defaults: SourceDefaults): number {
  return defaults.zoneOffsetMs ?? (kind === 'media' ? MEDIA_ZONE_MS : 0);
}

/** A media; valid only where `fields` stays sound. */
export function readMedia(
  fields: Fields,
  line: number,
  defaults: SourceDefaults,
  check: CheckSelector,
): MediaSource {
  const countryCode = fields.text('countryCode');
  if (countryCode !== null && !COUNTRY_CODE.test(countryCode)) {
    fields.fault('countryCode', 'expected two or three capital letters such as TW, INT or ZZ');
  }
  return {
    kind: 'media',
    key: fields.needed('code', fields.code('code'), ''),
    title: fields.needed('title', fields.text('title'), ''),
    homepage: fields.address('homepage'),
    camp: fields.word('camp', CAMPS),
    categories: fields.texts('categories', INGEST.codeMax),
    sourceKind: fields.word('kind', SOURCE_KINDS),
    country: fields.remark('country'),
    countryCode,
    icon: fields.address('icon'),
    aliases: fields.texts('aliases', INGEST.nameMax),
    syndicated: fields.flag('syndicated'),
    tagging: fields.word('tagging', TAGGING_CHOICES),
    ...readOwner('media', fields, line, defaults, check),
    portal: readPortal(fields, check),
  };
}

/** A blog; valid only where `fields` stays sound. */
export function readBlog(
  fields: Fields,
  line: number,
  defaults: SourceDefaults,
  check: CheckSelector,
): BlogSource {
  return {
    kind: 'blog',
    key: fields.needed('slug', fields.code('slug'), ''),
    name: fields.needed('name', fields.text('name'), ''),
    sourceUrl: fields.needed('url', fields.address('url'), ''),
    category: fields.remark('category'),
    description: fields.remark('description', INGEST.descriptionMax),
    aliases: fields.texts('aliases', ALIASES_UNITS_MAX),
    verified: fields.flag('verified'),
    iconUrl: fields.address('icon'),
    expectedIntervalHours: fields.amount('expectedIntervalHours', INTERVAL_HOURS_MAX),
    ...readOwner('blog', fields, line, defaults, check),
  };
}

type OwnerFields = Pick<
  SourceEntry,
  'enabled' | 'channels' | 'zoneOffsetMs' | 'line' | 'obeyRobots' | 'access' | 'rules' | 'gone'
>;

function readOwner(
  kind: SourceEntry['kind'],
  fields: Fields,
  line: number,
  defaults: SourceDefaults,
  check: CheckSelector,
): OwnerFields {
  const outer = {
    content: contentOf(kind, defaults),
    include: null,
    exclude: null,
    section: null,
    everyMs: defaults.everyMs,
  };
  const sections = kind === 'media';
  const own = readChannelDefaults(fields, outer, sections);
  return {
    enabled: fields.flag('enabled') ?? true,
    obeyRobots: fields.flag('obeyRobots') ?? true,
    zoneOffsetMs: fields.zone('zone') ?? zoneOf(kind, defaults),
    ...said({
      access: readAccess(fields),
      rules: readRules(fields, check),
      gone: fields.word('gone', GONE_CHOICES),
    }),
    channels: readChannels(fields, own, sections, check),
    line,
  };
}

/** The fields that are not null: most sources have only defaults. */
function said<T extends object>(fields: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== null);
  return Object.fromEntries(entries) as { [K in keyof T]?: NonNullable<T[K]> };
}
