/**
 * The client that a request counts against: the socket's address, or the one that a proxy names.
 *
 * `X-Forwarded-For` is believed only from a socket inside `trustedProxies`; its rightmost entry
 * that is not itself a trusted proxy is the client, because the client can invent all entries left
 * of it. IPv4 inside IPv6 is IPv4; IPv6 counts per /64, the smallest network that a customer gets.
 */
import ipaddr from 'ipaddr.js';
import { TagwireError } from '../../kernel/errors.js';
import type { ClientKey } from './rate-limit.js';
import type { IncomingRequest } from './server.js';

/** A network: 16 address bytes (IPv4 mapped) and the number of leading bits that count. */
interface Network {
  bytes: Uint8Array;
  bits: number;
}

const MAPPED_PREFIX_BYTES = 12;

export class ClientAddresses {
  readonly #trusted: readonly Network[];

  /** @throws TagwireError CONFIG_INVALID for neither an address nor a CIDR network. */
  constructor(trustedProxies: readonly string[]) {
    this.#trusted = trustedProxies.map(parseNetwork);
  }

  keyOf(request: IncomingRequest): ClientKey {
    const socket = request.remoteAddress();
    if (this.#trusted.length === 0) return keyOfAddress(socket);
    return keyOfAddress(this.#behindProxies(socket, request));
  }

  #behindProxies(socket: Uint8Array, request: IncomingRequest): Uint8Array {
    if (!this.#isTrusted(socket)) return socket;
    let client = socket;
    const hops = request.headers('x-forwarded-for').split(',');
    for (let index = hops.length - 1; index >= 0; index--) {
      const hop = parseHop(hops[index]!.trim());
      if (hop === null) return client;
      client = hop;
      if (!this.#isTrusted(hop)) return client;
    }
    return client;
  }

  #isTrusted(address: Uint8Array): boolean {
    const bytes = mapped(address);
    return this.#trusted.some((network) => contains(network, bytes));
  }
}

/** Key of 4 or 16 address bytes. */
export function keyOfAddress(bytes: Uint8Array): ClientKey {
  if (bytes.length === 4) return int32At(bytes, 0);
  if (isMapped(bytes)) return int32At(bytes, MAPPED_PREFIX_BYTES);
  return String.fromCharCode(
    (bytes[0]! << 8) | bytes[1]!,
    (bytes[2]! << 8) | bytes[3]!,
    (bytes[4]! << 8) | bytes[5]!,
    (bytes[6]! << 8) | bytes[7]!,
  );
}

function int32At(bytes: Uint8Array, at: number): number {
  return (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
}

function isMapped(bytes: Uint8Array): boolean {
  for (let index = 0; index < 10; index++) if (bytes[index] !== 0) return false;
  return bytes[10] === 0xff && bytes[11] === 0xff;
}

function mapped(bytes: Uint8Array): Uint8Array {
  if (bytes.length === 16) return bytes;
  const wide = new Uint8Array(16);
  wide.fill(0xff, 10, MAPPED_PREFIX_BYTES);
  wide.set(bytes, MAPPED_PREFIX_BYTES);
  return wide;
}

function contains(network: Network, bytes: Uint8Array): boolean {
  const whole = network.bits >> 3;
  for (let index = 0; index < whole; index++) {
    if (network.bytes[index] !== bytes[index]) return false;
  }
  const rest = network.bits & 7;
  if (rest === 0) return true;
  return (network.bytes[whole]! ^ bytes[whole]!) >> (8 - rest) === 0;
}

function parseNetwork(text: string): Network {
  try {
    const isNetwork = text.includes('/');
    const [address, bits] = isNetwork
      ? ipaddr.parseCIDR(text)
      : [ipaddr.parse(text), Number.POSITIVE_INFINITY];
    const bytes = Uint8Array.from(address.toByteArray());
    const isV4 = bytes.length === 4;
    return { bytes: mapped(bytes), bits: Math.min(128, bits + (isV4 ? 96 : 0)) };
  } catch (cause) {
    throw new TagwireError(
      'CONFIG_INVALID',
      `a trusted proxy is an address or a network such as 10.0.0.0/8; got ${text}`,
      { cause },
    );
  }
}

/** One entry of X-Forwarded-For; proxies may add a port, and brackets around IPv6. */
function parseHop(text: string): Uint8Array | null {
  let bare = text;
  if (bare.startsWith('[')) bare = bare.slice(1, bare.indexOf(']'));
  else if (bare.includes('.') && bare.lastIndexOf(':') === bare.indexOf(':')) {
    bare = bare.split(':')[0]!;
  }
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare);
  return isAddress ? Uint8Array.from(ipaddr.parse(bare).toByteArray()) : null;
}
