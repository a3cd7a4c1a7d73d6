/**
 * Reads the settings of a source's requests and documents that differ from the defaults: headers, charset, selectors.
 *
 * The file never holds passwords: it names the variable or file that holds them.
 */
import type { PageRule, ReadingRules } from '../../documents/documents.js';
import { isKept, proxyUrlOf } from '../fetch/access.js';
import type { FetchAccess } from '../fetch/outcome.js';
import { hostOf } from '../source.js';
import type { Fields } from './fields.js';
import type { SourceEntry } from './model.js';
import { type CheckSelector, readSelectors } from './read-channels.js';

const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/;
const HEADER_VALUE = /^[\x20-\x7e]{1,4096}$/;
/** Headers with keys of their own, and headers that belong to the connection. */
const RESERVED: ReadonlySet<string> = new Set([
  ...(['host', 'connection', 'content-length', 'transfer-encoding', 'accept-encoding'] as const),
  ...(['cookie', 'user-agent'] as const),
]);
const PAGE_PARTS = ['body', 'title', 'date', 'author', 'remove', 'nextPage'] as const;

export type AccessFields = Omit<FetchAccess, 'hosts'>;

/** Settings of requests; null where all are defaults. */
export function readAccess(fields: Fields): AccessFields | null {
  const access: AccessFields = {
    headers: readHeaders(fields),
    cookies: plain(fields, 'cookies'),
    userAgent: plain(fields, 'userAgent'),
    basicAuth: plain(fields, 'basicAuth'),
    insecureTls: fields.flag('insecureTls') ?? false,
    proxy: readProxy(fields),
  };
  const { headers, cookies, userAgent, basicAuth, insecureTls, proxy } = access;
  if (basicAuth !== null && !isKept(basicAuth))
    fields.fault('basicAuth', 'expected env:NAME or file:PATH, where "user:password" is kept');
  const isUsual =
    [cookies, userAgent, basicAuth, proxy].every((one) => one === null) && !insecureTls;
  return isUsual && Object.keys(headers).length === 0 ? null : access;
}

/** Settings of reading documents; null where all are defaults. */
export function readRules(fields: Fields, check: CheckSelector): ReadingRules | null {
  const charset = fields.text('charset', 40);
  if (charset !== null && !isCharset(charset))
    fields.fault('charset', `"${charset}" is no charset that browsers know`);
  const dateLanguage = fields.text('dateLanguage', 40);
  if (dateLanguage !== null && !isLanguage(dateLanguage))
    fields.fault('dateLanguage', `"${dateLanguage}" is no language such as "de" or "pt-BR"`);
  const dayFirst = fields.flag('dayFirst');
  const table = fields.table('page');
  const page = table === null ? null : readSelectors(table, PAGE_PARTS, check, []);
  table?.end();
  if (table?.sound === false) fields.sound = false;
  if ([charset, dateLanguage, dayFirst, page].every((one) => one === null)) return null;
  return {
    charset: charset ?? undefined,
    dateLanguage: dateLanguage ?? undefined,
    dayFirst: dayFirst ?? undefined,
    page: (page as PageRule | null) ?? undefined,
  };
}

/** The options of every request for a source. */
export function requestOf(entry: SourceEntry): { ignoreRobots: boolean; access?: FetchAccess } {
  const { obeyRobots, access, channels } = entry;
  const ignoreRobots = !obeyRobots;
  if (access == null) return { ignoreRobots };
  const home = entry.kind === 'media' ? entry.homepage : entry.sourceUrl;
  const hosts = [home ?? '', ...channels.map(({ url }) => url)].flatMap((url) => hostOf(url) ?? []);
  return { ignoreRobots, access: { ...access, hosts } };
}

/** The options with which every document of a source is read. */
export function readingOf({ zoneOffsetMs, rules }: SourceEntry): {
  zoneOffsetMs: number;
  rules?: ReadingRules;
} {
  return rules == null ? { zoneOffsetMs } : { zoneOffsetMs, rules };
}

function readHeaders(fields: Fields): { [name: string]: string } {
  const headers: { [name: string]: string } = {};
  for (const [name, value] of Object.entries(fields.textTable('headers') ?? {})) {
    const key = name.toLowerCase();
    if (!HEADER_NAME.test(name) || RESERVED.has(key))
      fields.fault(
        'headers',
        `"${name}" cannot be set here; cookies and userAgent are keys of their own`,
      );
    else if (!HEADER_VALUE.test(value))
      fields.fault('headers', `"${name}" is not one line of ASCII`);
    else if (key === 'authorization' && !isKept(value))
      fields.fault('headers', `"${name}" is a secret: write env:NAME or file:PATH`);
    else headers[key] = value;
  }
  return headers;
}

function readProxy(fields: Fields): string | null {
  const value = plain(fields, 'proxy');
  if (value === null || isKept(value)) return value;
  const url = proxyUrlOf(value);
  if (url === null)
    return fields.fault(
      'proxy',
      'expected http://host:port, https://host:port or socks5://host:port',
    );
  if (url.username === '' && url.password === '') return value;
  return fields.fault(
    'proxy',
    'its password is a secret: write env:NAME or file:PATH, where the whole address is kept',
  );
}

function plain(fields: Fields, key: string): string | null {
  const value = fields.text(key, 4096);
  if (value === null || HEADER_VALUE.test(value)) return value;
  return fields.fault(key, 'expected one line of ASCII');
}

function isCharset(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== '';
  } catch {
    return false;
  }
}

function isLanguage(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf([tag]).length > 0;
  } catch {
    return false;
  }
}
