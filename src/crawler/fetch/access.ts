/**
 * How the operator of a source wants it asked: headers, cookies, name and password, user
 * agent, proxy.
 *
 * Invariants: headers, cookies and passwords go to the source's own hosts and to no other, wherever a redirect
 * leads; a value `env:NAME` or `file:PATH` is looked up when it is sent, so that no secret stands in a
 * configuration, a state or a log.
 */
import { readFileSync } from 'node:fs';
import { FetchFault } from './faults.js';
import type { FetchAccess, FetchHeaders } from './outcome.js';
import { proxyUrlOf } from './proxy.js';

const KEPT = /^(env|file):(.+)$/s;
const SECRET_UNITS_MAX = 8192;

/** Whether a value only names where the real one is kept. */
export function isKept(value: string): boolean {
  return KEPT.test(value);
}

/** Whether an address is of the source itself. */
export function isOwn({ hosts }: FetchAccess, url: URL): boolean {
  const host = url.host.replace(/^www\./, '');
  return hosts.some((own) => host === own || host.endsWith(`.${own}`));
}

/**
 * Headers for one request.
 * @throws FetchFault `blocked` where a value that is kept elsewhere cannot be had.
 */
export function headersOfAccess(access: FetchAccess, url: URL): FetchHeaders {
  const { headers, cookies, userAgent, basicAuth } = access;
  const agent = userAgent === null ? {} : { 'user-agent': userAgent };
  if (!isOwn(access, url)) return agent;
  const named = Object.entries(headers).map(([name, value]) => [name, textOf(value)]);
  const pair = basicAuth === null ? null : Buffer.from(textOf(basicAuth)).toString('base64');
  return {
    ...agent,
    ...Object.fromEntries(named),
    ...(cookies === null ? {} : { cookie: textOf(cookies) }),
    ...(pair === null ? {} : { authorization: `Basic ${pair}` }),
  };
}

/**
 * The proxy that every request goes by; null for none.
 * @throws FetchFault `blocked` where it is kept elsewhere and cannot be had.
 */
export function proxyOf({ proxy }: FetchAccess): URL | null {
  if (proxy === null) return null;
  const url = proxyUrlOf(textOf(proxy));
  if (url !== null) return url;
  throw new FetchFault('blocked', `What sources.toml keeps in ${proxy} is no address of a proxy.`);
}

/** The same headers as they may be shown: secrets by the place where they are kept. */
export function shownHeaders({ headers, cookies, basicAuth }: FetchAccess, sent: FetchHeaders) {
  const written = {
    ...headers,
    cookie: cookies,
    authorization: basicAuth ?? headers.authorization,
  };
  const shown = Object.entries(sent).map(([name, value]) => {
    const kept = written[name as 'cookie'];
    return [name, kept != null && isKept(kept) ? `(from ${kept})` : value];
  });
  return Object.fromEntries(shown) as FetchHeaders;
}

function textOf(text: string): string {
  const [, place, name = ''] = KEPT.exec(text) ?? [];
  const value = place === undefined ? text : place === 'env' ? process.env[name] : contentOf(name);
  const clean = value?.trim() ?? '';
  if (/^[\x20-\x7e]+$/.test(clean) && clean.length <= SECRET_UNITS_MAX) return clean;
  throw new FetchFault(
    'blocked',
    `What sources.toml keeps in ${text} is not there, or no plain text.`,
  );
}

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
