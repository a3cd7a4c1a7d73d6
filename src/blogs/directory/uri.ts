/**
 * Addresses as RFC 3986 writes them.
 *
 * Canonical addresses follow the WHATWG standard, which leaves a few characters alone that the RFC
 * does not allow; readers that check `format: uri` would refuse them. Here they are escaped, which
 * servers undo, so the page meant stays the same.
 */

const SOUND = /^[A-Za-z0-9\-._~:/?@!$&'()*+,;=]*$/;
const STRAY_PERCENT = /%(?![0-9A-Fa-f]{2})/g;
const STRANGER = /[^A-Za-z0-9\-._~:/?#@!$&'()*+,;=%]/g;

/** An absolute http or https address, escaped where it has to be. */
export function uriOf(address: string): string {
  if (SOUND.test(address)) return address;
  const pathAt = address.indexOf('/', address.indexOf('//') + 2);
  if (pathAt < 0) return address;
  const origin = address.slice(0, pathAt);
  // Brackets are allowed in the host alone, around an IPv6 address.
  const host = origin.includes('[') ? origin : origin.replace(STRANGER, escaped);
  const rest = address.slice(pathAt).replace(STRAY_PERCENT, '%25').replace(STRANGER, escaped);
  const fragmentAt = rest.indexOf('#') + 1;
  if (fragmentAt === 0) return host + rest;
  const fragment = rest.slice(fragmentAt).replaceAll('#', '%23');
  return host + rest.slice(0, fragmentAt) + fragment;
}

function escaped(character: string): string {
  return encodeURIComponent(character);
}
