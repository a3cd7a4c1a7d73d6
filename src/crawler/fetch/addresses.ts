/**
 * Which addresses the crawler may connect to: public ones, and the ranges that the operator names.
 *
 * Invariants: an address is refused unless it is known to be public; an IPv6 address that stands
 * for an IPv4 address (mapped, compatible, NAT64) is as public as that one; tunnels (6to4, Teredo,
 * ISATAP) and the local NAT64 prefix are refused, because nothing tells where they end.
 * Not here: names (dial.ts resolves them and asks for each address), ports and schemes (targets.ts).
 */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { TagwireError } from '../../kernel/errors.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

export interface AddressRules {
  /** Whether an address (not a name) may be connected to. */
  allows(address: string): boolean;
  /** The option that opens more, for messages. */
  readonly option: string;
}

/**
 * Rules that open the named ranges, such as `127.0.0.0/8` or `::1`, beside everything public.
 * @throws TagwireError CONFIG_INVALID for what is no range.
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

/** Null for names, for shortened or octal forms and for addresses with a zone. */
function parseAddress(text: string): Address | null {
  return isIP(text) === 0 || text.includes('%') ? null : ipaddr.parse(text);
}

/** The operating system connects to a mapped address as to the IPv4 address itself. */
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
