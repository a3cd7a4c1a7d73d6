/**
 * Reads feeds, sitemaps, list pages and portals of `sources.toml`.
 *
 * A channel with a fault is left out; its owner keeps the others.
 */
import type { ListRule, PortalRule } from '../../documents/documents.js';
import { DAY_MS, SECOND_MS } from '../../kernel/clock.js';
import { INGEST } from '../../kernel/limits.js';
import { PORTAL_ITEM_KINDS } from '../../kernel/model/records.js';
import { type Fields, isTable } from './fields.js';
import { type Channel, CONTENT_MODES, type PortalEntry, type PortalSource } from './model.js';

/** The fault of a selector; null where it can be used. */
export type CheckSelector = (selector: string) => string | null;

/** Values of a channel that has none of its own. */
export type ChannelDefaults = Pick<
  Channel,
  'content' | 'include' | 'exclude' | 'section' | 'everyMs'
>;

/** Shorter intervals have no use; a source with a longer one should be switched off. */
export const EVERY_MS_MIN = 10 * SECOND_MS;
export const EVERY_MS_MAX = 31 * DAY_MS;
const SELECTOR_MAX = 500;
const PORTAL_PAGES_MAX = 50;
const PORTAL_PAGES = 1;

const LIST_PARTS = ['item', 'link', 'title', 'date', 'summary', 'image', 'author', 'next'] as const;
const NEEDED_PARTS = ['item', 'link'];
const PORTAL_PARTS = [
  ...(['item', 'link', 'title', 'image', 'sponsored', 'next', 'story', 'storyLink'] as const),
  ...(['storyTitle', 'storyDate'] as const),
] as const;

/** The values that an owner sets for all of its channels. */
export function readChannelDefaults(
  fields: Fields,
  outer: ChannelDefaults,
  sections: boolean,
): ChannelDefaults {
  const everyMs = fields.every('every', EVERY_MS_MIN, EVERY_MS_MAX);
  return {
    content: fields.word('content', CONTENT_MODES) ?? outer.content,
    include: fields.pattern('include') ?? outer.include,
    exclude: fields.pattern('exclude') ?? outer.exclude,
    section: (sections ? fields.remark('section') : null) ?? outer.section,
    everyMs: everyMs === undefined ? outer.everyMs : everyMs,
  };
}

/** The channels of an owner. An address that is named twice counts once, and is a fault. */
export function readChannels(
  fields: Fields,
  defaults: ChannelDefaults,
  sections: boolean,
  check: CheckSelector,
): Channel[] {
  const channels: Channel[] = [];
  const seen = new Set<string>();
  for (const type of ['feed', 'sitemap', 'list'] as const) {
    for (const [index, member] of fields.members(type).entries()) {
      const isList = Array.isArray(fields.raw(type));
      const at = isList ? `${type}[${index}]` : type;
      const channel = readChannel(fields, at, member, { type, defaults, sections, check });
      if (channel === null) continue;
      if (seen.has(channel.url)) faultApart(fields, at, `names ${channel.url} a second time`);
      else channels.push(channel);
      seen.add(channel.url);
    }
  }
  return channels;
}

interface ChannelForm {
  type: Channel['type'];
  defaults: ChannelDefaults;
  sections: boolean;
  check: CheckSelector;
}

function readChannel(
  owner: Fields,
  at: string,
  member: unknown,
  { type, defaults, sections, check }: ChannelForm,
): Channel | null {
  if (typeof member === 'string' && type !== 'list') {
    const alone = owner.within(at, {});
    const url = alone.addressIn('', member);
    return url === null ? null : { type, url, rule: null, ...defaults };
  }
  if (!isTable(member)) {
    const expected = type === 'list' ? 'a table' : 'an address or a table';
    faultApart(owner, at, `expected ${expected}`);
    return null;
  }
  const fields = owner.within(at, member);
  const url = fields.needed('url', fields.address('url'), '');
  const rule = type === 'list' ? readListRule(fields, check) : null;
  const own = readChannelDefaults(fields, defaults, sections);
  fields.end();
  return fields.sound ? { type, url, rule, ...own } : null;
}

/** Reports a fault of a part of the owner, which leaves the owner sound. */
function faultApart(owner: Fields, at: string, message: string): void {
  owner.within(at, {}).fault('', message);
}

function readListRule(fields: Fields, check: CheckSelector): ListRule {
  return readSelectors(fields, LIST_PARTS, check, NEEDED_PARTS) as Partial<ListRule> as ListRule;
}

/** Selectors by name; `parts` names them, and some are required. */
export function readSelectors(
  fields: Fields,
  parts: readonly string[],
  check: CheckSelector,
  needed: readonly string[],
): { [part: string]: string } {
  const rule: { [part: string]: string } = {};
  for (const part of parts) {
    const selector = fields.text(part, SELECTOR_MAX);
    if (selector === null) {
      if (needed.includes(part)) fields.needed(part, selector, '');
      continue;
    }
    const problem = check(selector);
    if (problem === null) rule[part] = selector;
    else fields.fault(part, `${JSON.stringify(selector)} cannot be used: ${problem}`);
  }
  return rule;
}

/** The portal of a media; a list with a fault is left out. */
export function readPortal(owner: Fields, check: CheckSelector): PortalEntry | null {
  const table = owner.raw('portal');
  if (table === undefined) return null;
  if (!isTable(table)) {
    faultApart(owner, 'portal', 'expected a table [media.portal]');
    return null;
  }
  const fields = owner.within('portal', table);
  const link = fields.address('link');
  const rulesUrl = fields.address('rulesUrl');
  const sources: PortalSource[] = [];
  const seen = new Set<string>();
  for (const [index, member] of fields.members('list').entries()) {
    const at = Array.isArray(fields.raw('list')) ? `list[${index}]` : 'list';
    const source = readPortalSource(fields, at, member, check);
    if (source === null) continue;
    if (seen.has(source.url)) faultApart(fields, at, `names ${source.url} a second time`);
    else sources.push(source);
    seen.add(source.url);
  }
  if (!fields.has('list')) fields.fault('', 'needs at least one [[media.portal.list]]');
  fields.end();
  return fields.sound ? { link, rulesUrl, sources } : null;
}

function readPortalSource(
  portal: Fields,
  at: string,
  member: unknown,
  check: CheckSelector,
): PortalSource | null {
  if (!isTable(member)) {
    faultApart(portal, at, 'expected a table [[media.portal.list]]');
    return null;
  }
  const fields = portal.within(at, member);
  const url = fields.needed('url', fields.address('url'), '');
  const kind = fields.word('kind', PORTAL_ITEM_KINDS) ?? 'auto';
  const pagesMax = fields.count('pages', PORTAL_PAGES_MAX) ?? PORTAL_PAGES;
  const rule: { [part: string]: string } = readSelectors(fields, PORTAL_PARTS, check, NEEDED_PARTS);
  const id = fields.text('id', INGEST.codeMax);
  if (id !== null && !/^[\w:.-]+$/.test(id)) fields.fault('id', 'is no name of an attribute');
  if (id !== null) rule.id = id;
  fields.end();
  const sound = rule as Partial<PortalRule> as PortalRule;
  return fields.sound ? { url, kind, pagesMax, rule: sound } : null;
}
