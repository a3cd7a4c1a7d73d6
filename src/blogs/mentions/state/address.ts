/**
 * The form in which mentions compare addresses: host and path.
 *
 * Two addresses lead to the same place although they differ in the scheme, in `www.`, in the case of the
 * host, in IDN or punycode, in a default port, in credentials, in the host's final dot, in unnecessary
 * escapes, in doubled and final slashes, in query and fragment. A host that begins with a phone label (`m.`,
 * `mobile.`, …) and is not registered itself stands for the host without the label, except on platforms
 * where each subdomain is a blog of its own. Never throws: an address that is not of the web gives null.
 */

import { INGEST } from '../../../kernel/limits.js';
import { wordsOf } from '../../../kernel/words.js';

/** An address in parts: a code for its scheme and label, the host that its variants share, and the rest. */
export interface SplitUrl {
  code: number;
  /** Host without `www.` and phone labels; with a port that is not the default. */
  family: string;
  /** Path and query; the whole address when `code` is `WHOLE`. */
  rest: string;
}

/** A registered host and path; every page below it belongs to a blog. */
export interface Prefix {
  family: string;
  /** Number of the phone label, 0 for none. */
  mobile: number;
  /** Compared form, '' for the whole host. */
  path: string;
}

/** Labels before a family's host, and below them the number of the phone label in each. */
const LABELS = ['', 'www.', 'm.', 'mobile.', 'amp.', 'wap.', 'www.m.'] as const;
const MOBILE = [0, 0, 1, 2, 3, 4, 1] as const;
/** Longer labels first, so that `www.m.` is not read as `www.`. */
const LABELS_BY_LENGTH = [6, 3, 1, 4, 5, 2] as const;

/** `code` = label number times two, plus one for https; or this when the address is stored whole. */
const WHOLE = 255;

/** Hosts whose subdomains are blogs of different people: `m.github.io` is the blog of "m". */
const PLATFORMS: ReadonlySet<string> = new Set(
  wordsOf(`
    blogspot.com cocolog-nifty.com dreamwidth.org fc2.com ghost.io github.io gitlab.io
    hashnode.dev hatenablog.com hatenablog.jp hatenadiary.com hatenadiary.jp livejournal.com
    mataroa.blog medium.com micro.blog neocities.org netlify.app pages.dev pixnet.net
    substack.com tistory.com tumblr.com typepad.com vercel.app weebly.com wixsite.com
    wordpress.com write.as xlog.app
  `),
);

/**
 * An address that the parser would not change: lower case, no port, a name as the last label, no
 * characters to escape. `isPlain` excludes dot segments and punycode, which the parser checks.
 */
const PLAIN =
  /^(https?):\/\/((?:[a-z0-9_][a-z0-9_-]*\.)+[a-z][a-z0-9-]*)(\/[A-Za-z0-9\-._~!$&'()*+,;=:@%/]*(?:\?[A-Za-z0-9\-._~!$&()*+,;=:@%/?]*)?)$/;
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
const WEB_SCHEME = /^https?:$/;
const ESCAPE = /%[0-9a-f]{2}/gi;
const UNRESERVED = /[A-Za-z0-9\-._~]/;
/** The name of a page that a server shows for its folder. */
const INDEX_PAGE = /\/(?:index|default|home)\.(?:html?|xhtml|php\d?|aspx?|jsp|cgi)$/i;
const DEFAULT_PORTS: ReadonlySet<string> = new Set(['', '80', '443']);

/** The parts of an address; null for an address that is too long or not of the web. */
export function splitUrl(url: string): SplitUrl | null {
  if (url.length > INGEST.urlMax) return null;
  const plain = isPlain(url) ? PLAIN.exec(url) : null;
  if (plain === null) {
    const parsed = parse(url);
    if (parsed === null) return null;
    const host = hostOf(parsed);
    return { code: WHOLE, family: host.slice(LABELS[labelOf(host)]!.length), rest: url };
  }
  const [, scheme, host, rest] = plain as unknown as [string, string, string, string];
  const label = labelOf(host);
  const code = 2 * label + (scheme === 'https' ? 1 : 0);
  return { code, family: host.slice(LABELS[label]!.length), rest };
}

/** The original address of the parts of `splitUrl`. */
export function joinUrl({ code, family, rest }: SplitUrl): string {
  if (code === WHOLE) return rest;
  return `${code % 2 === 1 ? 'https' : 'http'}://${LABELS[code >> 1]}${family}${rest}`;
}

/** The number of an address's phone label; 0 for none. */
export function mobileOf(code: number, rest: string): number {
  if (code !== WHOLE) return MOBILE[code >> 1]!;
  const parsed = parse(rest);
  return parsed === null ? 0 : MOBILE[labelOf(hostOf(parsed))]!;
}

export function pathOf(code: number, rest: string): string {
  return comparedPath(code === WHOLE ? (parse(rest)?.pathname ?? '/') : rest);
}

/** Whether `rest` is plain ASCII. */
export function isPlainRest(code: number): boolean {
  return code !== WHOLE;
}

/**
 * The host and path that a home page or an alias registers; null when it is no address. An alias may be a
 * host, a host with a path, or a whole address.
 */
export function prefixOf(text: string): Prefix | null {
  const trimmed = text.trim().replace(/^\/+/, '');
  const parsed = parse(SCHEME.test(trimmed) ? trimmed : `http://${trimmed}`);
  // A text with a user name before the host is most likely a mail address.
  if (parsed === null || parsed.username !== '' || parsed.password !== '') return null;
  const host = hostOf(parsed);
  const label = labelOf(host);
  return {
    family: host.slice(LABELS[label]!.length),
    mobile: MOBILE[label]!,
    path: comparedPath(parsed.pathname.replace(INDEX_PAGE, '/')),
  };
}

/**
 * The addresses with each label before the host of a `family`, in both schemes.
 * @param rest path and query.
 */
export function labelledUrls(family: string, rest: string): string[] {
  return ['https', 'http'].flatMap((scheme) =>
    LABELS.map((label) => `${scheme}://${label}${family}${rest}`),
  );
}

/** A host without the labels that mentions ignore. */
export function familyOf(host: string): string {
  return host.slice(LABELS[labelOf(host)]!.length);
}

function isPlain(url: string): boolean {
  return !url.includes('/.') && !url.includes('/%2') && !url.includes('xn--');
}

function parse(text: string): URL | null {
  if (text.length > 2 * INGEST.urlMax || !URL.canParse(text)) return null;
  const url = new URL(text);
  return WEB_SCHEME.test(url.protocol) && url.hostname !== '' ? url : null;
}

/** Host in lower case and punycode, without a final dot; with a port that is not the default. */
function hostOf({ hostname, port }: URL): string {
  const host = hostname.replace(/\.+$/, '');
  return DEFAULT_PORTS.has(port) ? host : `${host}:${port}`;
}

/** The position in `LABELS` of the host's label; a host with a dot must follow the label. */
function labelOf(host: string): number {
  const first = host.charCodeAt(0);
  // Labels begin with w, m or a: most hosts need no further check.
  if (first !== 0x77 && first !== 0x6d && first !== 0x61) return 0;
  for (const number of LABELS_BY_LENGTH) {
    const label = LABELS[number]!;
    if (!host.startsWith(label) || host.indexOf('.', label.length) < 0) continue;
    if (MOBILE[number] === 0 || !PLATFORMS.has(host.slice(label.length))) return number;
  }
  return 0;
}

/** A path without query, with escapes in one spelling, without empty segments and a final slash. */
function comparedPath(rest: string): string {
  const queryAt = rest.search(/[?#]/);
  let path = queryAt < 0 ? rest : rest.slice(0, queryAt);
  if (path.includes('%')) path = path.replace(ESCAPE, comparedEscape);
  if (path.includes('//')) path = path.replace(/\/{2,}/g, '/');
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

/** Unescapes letters that need no escape; other escapes become upper case. */
function comparedEscape(escaped: string): string {
  const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
  return UNRESERVED.test(character) ? character : escaped.toUpperCase();
}
