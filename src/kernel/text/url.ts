/**
 * Addresses of pages: checked, in the canonical form that serves as an identity, and as short codes of sites.
 *
 * Invariants: every returned address is an absolute http or https URL as the WHATWG standard serialises
 * it, without credentials and at most `INGEST.urlMax` long; `canonicalUrl` is idempotent. A code depends
 * on the address alone, so a site that is named again gets the same code; a code is at most
 * `INGEST.codeMax` long and never empty.
 * Refused: other schemes, credentials, relative and protocol-relative addresses.
 * Parsing costs about a microsecond, so an address that plainly is canonical already is recognised by
 * pattern. A test compares the patterns with the parser.
 */
import { hash64, hexOf } from '../hash.js';
import { INGEST } from '../limits.js';
import { wordsOf } from '../words.js';

/**
 * Query parameters that say from where a reader came and nothing about the page: those of advertisers,
 * mail senders and counters that have the same name on all sites. The list is part of the code, because
 * an address is an identity: with the rules of others (ClearURLs) each of their versions would make new
 * articles of old addresses, and most of their rules concern a single shop or search engine.
 */
export const TRACKING_PARAMETERS: ReadonlySet<string> = new Set(
  wordsOf(`
    __hsfp __hssc __hstc __s __twitter_impression _branch_match_id _branch_referrer _bta_c _bta_tid _ga _gl _hsenc _hsmi
    _ke _kx _openstat cmp cmpid dclid dicbo ef_id emc epik fb_action_ids fb_action_types fb_ref fb_source
    fbclid ftag gad_campaignid gad_source gbraid gclid gclsrc guccounter guce_referrer guce_referrer_sig
    hsctatracking igsh igshid intcid intcmp irclickid ito li_fat_id mc_cid mc_eid mc_tc mkt_tok mkwid ml_subscriber
    ml_subscriber_hash msclkid ns_campaign ns_fee ns_linkname ns_mchannel ns_source oly_anon_id
    oly_enc_id piwik_campaign piwik_keyword piwik_kwd pk_campaign pk_cid pk_content pk_keyword pk_kwd
    pk_medium pk_source rb_clickid ref_src ref_url s_cid s_kwcid sc_cid smid smtyp spm srnd sr_share srsltid sscid tblci traffic_source
    ttclid twclid vero_conv vero_id wbraid wickedid wt_mc wt_zmc wtmc wtrid xtor yclid ymclid ysclid zanpid
  `),
);

/** Prefixes of campaign parameters: of most counters, Matomo, internal links, the BBC. */
const TRACKING_PREFIX = /^(?:utm_|mtm_|itm_|at_(?:campaign|medium|custom|link_|ptr_|format|bbc_))/;

/** Parameters that say that a reader came from a feed: `source=rss`. */
const BY_FEED =
  /^(?:ref|source|src|from|via|partner|cid|mod|origin|referrer|medium)=(?:rss2?|atom|feed|rss[-_]?feed|feedburner)$|^rss=(?:yes|true|1)$/i;

/** An address may be longer than its canonical form because of dropped parameters, up to this length. */
const RAW_UNITS_MAX = 4 * INGEST.urlMax;

/**
 * Scheme and host in lower case, no number as last label, no port; a path of characters that the parser
 * leaves unchanged. Dot segments and punycode, which the parser checks, are excluded by `isPlain`.
 */
const PLAIN_PAGE =
  /^https?:\/\/(?:[a-z0-9][a-z0-9-]*\.)+[a-z][a-z0-9-]*\/[A-Za-z0-9\-._~!$&'()*+,;=:@%/]*$/;
/** The same with a query. */
const PLAIN_ADDRESS =
  /^https?:\/\/(?:[a-z0-9][a-z0-9-]*\.)+[a-z][a-z0-9-]*\/[A-Za-z0-9\-._~!$&'()*+,;=:@%/]*(?:\?[A-Za-z0-9\-._~!$&()*+,;=:@%/]+)?$/;

/**
 * The canonical form of a page's address: WHATWG serialisation without fragment and tracking parameters;
 * the other parameters keep their order and bytes. Null for an invalid address.
 */
export function canonicalUrl(raw: string): string | null {
  return isPlain(raw, PLAIN_PAGE) ? raw : parsedPage(raw);
}

/**
 * An address without the prefixes of feed readers: `feed:https://…` and `feed://…`.
 * @param scheme replaces `feed://`, where the address names no other scheme
 */
export function withoutFeedScheme(text: string, scheme = ''): string {
  return text.replace(/^feed:(?:\/\/)?(?=https?:)/i, '').replace(/^feed:\/\//i, scheme);
}

/** An address in WHATWG serialisation, with its query and fragment; for pictures, feeds and home pages. */
export function httpUrl(raw: string): string | null {
  if (isPlain(raw, PLAIN_ADDRESS)) return raw;
  return bounded(parsed(raw)?.href ?? null);
}

/** `canonicalUrl` with the parser alone, the reference for tests of the pattern. */
export function parsedPage(raw: string): string | null {
  const url = parsed(raw);
  if (url === null) return null;
  const [whole] = url.href.split('#', 1) as [string];
  const split = whole.indexOf('?');
  return bounded(split < 0 ? whole : whole.slice(0, split) + keptQuery(whole.slice(split + 1)));
}

/** The canonical form of an address found on the page at `baseUrl`; null for other schemes. */
export function resolvedUrl(href: string, baseUrl: string): string | null {
  if (isPlain(href, PLAIN_PAGE)) return href;
  if (href.length > RAW_UNITS_MAX || !URL.canParse(href, baseUrl)) return null;
  return canonicalUrl(new URL(href, baseUrl).href);
}

function isPlain(raw: string, pattern: RegExp): boolean {
  return (
    raw.length <= INGEST.urlMax &&
    pattern.test(raw) &&
    !raw.includes('/.') &&
    !raw.includes('/%2') &&
    !raw.includes('xn--')
  );
}

function parsed(raw: string): URL | null {
  // `canParse` first: a constructor that throws takes ten times as long.
  if (raw.length > RAW_UNITS_MAX || !URL.canParse(raw)) return null;
  const url = new URL(raw);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  return url.username === '' && url.password === '' ? url : null;
}

function bounded(href: string | null): string | null {
  return href !== null && href.length <= INGEST.urlMax ? href : null;
}

/** The query with its question mark, or an empty text where no parameter stays. */
function keptQuery(query: string): string {
  const kept = query
    .split('&')
    .filter((parameter) => !isTracking(parameter))
    .join('&');
  return kept === '' ? '' : `?${kept}`;
}

function isTracking(parameter: string): boolean {
  const split = parameter.indexOf('=');
  const name = (split < 0 ? parameter : parameter.slice(0, split)).toLowerCase();
  if (TRACKING_PREFIX.test(name) || TRACKING_PARAMETERS.has(name)) return true;
  return BY_FEED.test(parameter);
}

/** Hex digits that distinguish two codes. */
const HASH_CHARS = 8;

/** An address without parts that do not distinguish sites: scheme, www., case of the host, last slash. */
export function siteKey(address: string): string {
  const bare = address.replace(/^https?:\/\//i, '').replace(/^www\./i, '');
  const slashAt = bare.indexOf('/');
  const host = slashAt < 0 ? bare : bare.slice(0, slashAt);
  const path = slashAt < 0 ? '' : bare.slice(slashAt).replace(/\/+$/, '');
  return host.toLowerCase() + path;
}

/** `example.com/~ann` gives `example-com-ann`. */
export function slugOf(site: string): string {
  const slug = site
    .toLowerCase()
    .replace(/%[0-9a-f]{2}|[^a-z0-9]+/g, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^-|-$/g, '');
  return slug.length > INGEST.codeMax || slug === '' ? withHash(slug, site) : slug;
}

/** The code of a site, made unique by a hash of its address. */
export function withHash(slug: string, site: string): string {
  const hash = hexOf(hash64(Buffer.from(site))).slice(0, HASH_CHARS);
  const slugMax = INGEST.codeMax - HASH_CHARS - 1;
  return `${slug.slice(0, slugMax).replace(/-$/, '')}-${hash}`.replace(/^-/, '');
}
