/**
 * API keys: `blog_` and 32 random bytes. Only the SHA-256 digest is ever kept, and a hint: the first
 * 24 of the 256 random bits. A text whose hint no key has is none, which takes a tenth of the time
 * that a digest does.
 */
import { KEY_PREFIX, newSecret, secretDigestOf } from './secret.js';

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
