/**
 * Random texts that are shown once, as API keys and tokens of programs: a prefix that says what it is, and 32 random
 * bytes. Only the SHA-256 digest is ever kept, so a copy of the journal signs nobody in; of an API key also a hint,
 * the first 24 of the 256 random bits. A text whose hint no key has is none, which takes a tenth of the time that a
 * digest does.
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

/** A new secret. */
export function newSecret(prefix: string): string {
  return prefix + crypto.randomBytes(RANDOM_BYTES).toString('base64url');
}

/** The digest under which a secret is kept; null for a text that cannot be one of that prefix. */
export function secretDigestOf(prefix: string, text: string): string | null {
  if (!text.startsWith(prefix) || !RANDOM_FORM.test(text.slice(prefix.length))) return null;
  if (inOneGo !== undefined) return inOneGo('sha256', text, 'base64url');
  return crypto.createHash('sha256').update(text, 'latin1').digest('base64url');
}

/** Of 64 values each. */
const HINT_CHARS = 4;

/** A new key. */
export function newApiKey(): string {
  return newSecret(KEY_PREFIX);
}

/** The hint of a key, or of a text that may be one. */
export function hintOf(apiKey: string): string {
  return apiKey.slice(KEY_PREFIX.length, KEY_PREFIX.length + HINT_CHARS);
}

/** The digest under which a key is kept; null for a text that cannot be a key. */
export function digestOf(apiKey: string): string | null {
  return secretDigestOf(KEY_PREFIX, apiKey);
}
