/**
 * The addresses that the crawler may connect to: public ones, and the ranges that the operator names; and the
 * addresses from which a document may be requested at all.
 *
 * Invariants: an address is refused unless it is known to be public. An IPv6 address that stands for an IPv4
 * address (mapped, compatible, NAT64) is treated as that IPv4 address. Tunnels (6to4, Teredo, ISATAP) and the local
 * NAT64 prefix are refused, because their ends are unknown. A target is http or https, without credentials and
 * fragment, on a port that no other protocol is known by; a literal address in it has passed the address rules.
 * Not here: names (dial.ts resolves them and checks each address).
 */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { TagwireError } from '../../kernel/errors.js';
import { INGEST } from '../../kernel/limits.js';
import { FetchFault, plain, shown } from './outcome.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

export interface AddressRules {
  /** Whether an address (not a name) may be connected to. */
  allows(address: string): boolean;
  /** The option that allows further ranges, for messages. */
  readonly option: string;
}

/**
 * Rules that allow the named ranges, such as `127.0.0.0/8` or `::1`, and every public address.
 * @throws TagwireError CONFIG_INVALID for an invalid range.
 */
export function createAddressRules(
  allow: readonly string[],
  option = '--crawl-allow',
): AddressRules {
  const opened = allow.map(parseRange);
  return {
    option,
    allows(text) {
      const address = parseAddress(text);
      if (address === null) return false;
      const plain = unmapped(address);
      return isPublic(plain) || opened.some((range) => holds(range, address, plain));
    },
  };
}

function parseRange(text: string): Range {
  const [base = '', bits, ...rest] = text.trim().split('/');
  const address = parseAddress(base);
  const bitsMax = address?.kind() === 'ipv4' ? 32 : 128;
  const length = bits === undefined ? bitsMax : /^\d{1,3}$/.test(bits) ? Number(bits) : -1;
  if (address === null || rest.length > 0 || length < 0 || length > bitsMax) {
    throw new TagwireError(
      'CONFIG_INVALID',
      `crawlAllow and webhookAllow must list ranges such as 127.0.0.0/8 or ::1/128; got ${text}`,
    );
  }
  return [address, length];
}

/** The address; null for names, for shortened or octal forms and for addresses with a zone. */
function parseAddress(text: string): Address | null {
  return isIP(text) === 0 || text.includes('%') ? null : ipaddr.parse(text);
}

/** Replaces a mapped address by its IPv4 address, to which the operating system connects. */
function unmapped(address: Address): Address {
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()
    ? address.toIPv4Address()
    : address;
}

function holds([base, bits]: Range, address: Address, plain: Address): boolean {
  return [address, plain].some((one) => one.kind() === base.kind() && one.match(base, bits));
}

function isPublic(address: Address): boolean {
  if (address instanceof ipaddr.IPv4) return address.range() === 'unicast';
  const embedded = embeddedIpv4(address);
  if (embedded !== null) return embedded.range() === 'unicast';
  // Outside of 2000::/3 nothing is assigned for public use.
  const isGlobal = (address.parts[0]! & 0xe000) === 0x2000;
  return isGlobal && address.range() === 'unicast' && !isIsatap(address);
}

/** The IPv4 address within an IPv4-compatible (::/96) or NAT64 (64:ff9b::/96) address. */
function embeddedIpv4({ parts }: ipaddr.IPv6): ipaddr.IPv4 | null {
  const [first, second, ...middle] = parts.slice(0, 6);
  const isPrefix = (first === 0 && second === 0) || (first === 0x64 && second === 0xff9b);
  if (!isPrefix || middle.some((part) => part !== 0)) return null;
  const [high, low] = parts.slice(6) as [number, number];
  return new ipaddr.IPv4([high >> 8, high & 0xff, low >> 8, low & 0xff]);
}

function isIsatap({ parts }: ipaddr.IPv6): boolean {
  return parts[5] === 0x5efe && (parts[4] === 0 || parts[4] === 0x200);
}

/** Ports that browsers refuse (the WHATWG's list), because servers of other protocols listen there. */
const BAD_PORTS = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102,
  103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465,
  512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993,
  995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668,
  6669, 6679, 6697, 10080,
]);

/**
 * Parses an address; the address of a redirect may be relative to `base`.
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
