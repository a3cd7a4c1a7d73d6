/**
 * Addresses of documents before anything is connected: what may be asked for at all.
 *
 * Invariants: a target is http or https, without credentials and fragment, on a port that no other
 * protocol is known by; a literal address in it has passed the address rules.
 */
import { isIP } from 'node:net';
import { INGEST } from '../../kernel/limits.js';
import type { AddressRules } from './addresses.js';
import { FetchFault, plain, shown } from './faults.js';

/** Ports that browsers refuse (the WHATWG's list): what listens there is no web server. */
const BAD_PORTS = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102,
  103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465,
  512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993,
  995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668,
  6669, 6679, 6697, 10080,
]);

/**
 * Reads an address, relative to `base` where it is that of a redirect.
 * @throws FetchFault `bad-address` or `private-address`.
 */
export function parseTarget(text: string, rules: AddressRules, base?: URL): URL {
  const isReadable = text.length <= INGEST.urlMax && URL.canParse(text, base?.href);
  const url = isReadable ? new URL(text, base?.href) : null;
  if (url === null) throw new FetchFault('bad-address', `${plain(text, 160)} is not an address.`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new FetchFault('bad-address', `${plain(url.protocol, 40)} addresses are not fetched.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new FetchFault('bad-address', `The address of ${url.host} holds a name or a password.`);
  }
  if (url.port !== '' && BAD_PORTS.has(Number(url.port))) {
    throw new FetchFault('bad-address', `Port ${url.port} of ${url.hostname} is not for the web.`);
  }
  // Resolving a relative address may have made it longer.
  if (url.href.length > INGEST.urlMax) {
    throw new FetchFault('bad-address', `The address ${shown(url)} is too long.`);
  }
  if (isLiteral(url) && !rules.allows(hostOf(url))) throw privateFault(url, hostOf(url), rules);
  url.hash = '';
  return url;
}

/** The host without the brackets of IPv6 literals. */
export function hostOf(url: URL): string {
  return url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
}

export function isLiteral(url: URL): boolean {
  return isIP(hostOf(url)) !== 0;
}

export function portOf(url: URL): number {
  return url.port !== '' ? Number(url.port) : url.protocol === 'https:' ? 443 : 80;
}

export function privateFault(url: URL, address: string, { option }: AddressRules): FetchFault {
  const where = address === hostOf(url) ? address : `${hostOf(url)} (${plain(address, 60)})`;
  const advice = `${option} ${plain(address, 60)} opens it`;
  return new FetchFault('private-address', `${where} is not a public address; ${advice}.`);
}
