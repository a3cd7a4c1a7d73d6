/**
 * Random texts that are shown once, such as API keys and tokens of programs: a prefix that names
 * the kind, and 32 random bytes. Only the SHA-256 digest is stored, so a copy of the journal cannot
 * be used to sign in; for an API key also a hint, the first 24 of the 256 random bits. A text with
 * a hint that no key has is no key; this check takes a tenth of the time of a digest.
 */
import crypto from 'node:crypto';

const RANDOM_BYTES = 32;
/** 32 bytes in base64url; the last character has four bits, so two are always zero. */
const RANDOM_FORM = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;

/** Twice as fast as a hash object, but not in every Node.js 20. */
const inOneGo: typeof crypto.hash | undefined = crypto.hash;

/** Keys of the blog service. */
const KEY_PREFIX = 'blog_';
/** Tokens of programs that send records. */
export const INGEST_PREFIX = 'ingest_';
/** Sign-in links. */
export const LINK_PREFIX = 'signin_';
/** Sessions of people who have signed in. */
export const SESSION_PREFIX = 'session_';
/** Browsers, signed in or not. */
export const BROWSER_PREFIX = 'browser_';

/** Secret addresses of feeds. */
export const FEED_PREFIX = 'feed_';

/** Secret addresses of sets of outlets. */
export const SET_PREFIX = 'set_';

export function newSecret(prefix: string): string {
  return prefix + crypto.randomBytes(RANDOM_BYTES).toString('base64url');
}

/** The stored digest of a secret; null for a text that does not have the form of this prefix. */
export function secretDigestOf(prefix: string, text: string): string | null {
  if (!text.startsWith(prefix) || !RANDOM_FORM.test(text.slice(prefix.length))) return null;
  if (inOneGo !== undefined) return inOneGo('sha256', text, 'base64url');
  return crypto.createHash('sha256').update(text, 'latin1').digest('base64url');
}

/** Six bits each. */
const HINT_CHARS = 4;

export function newApiKey(): string {
  return newSecret(KEY_PREFIX);
}

/** The hint of a key, or of a text that may be a key. */
export function hintOf(apiKey: string): string {
  return apiKey.slice(KEY_PREFIX.length, KEY_PREFIX.length + HINT_CHARS);
}

/** The stored digest of a key; null for a text that does not have the form of a key. */
export function digestOf(apiKey: string): string | null {
  return secretDigestOf(KEY_PREFIX, apiKey);
}
