/** Tokens with which programs send records over HTTP. */
import { INGEST_PREFIX, newSecret, secretDigestOf } from './secret.js';

/** A token that is in force. */
export interface IngestToken {
  id: number;
  digest: string;
  /** What it is for. */
  name: string;
  atMs: number;
}

/** What the journal holds of tokens. */
export type TokenEvent =
  | ({ type: 'token' } & IngestToken)
  | { type: 'token-revoked'; id: number; atMs: number };

/** A new token. */
export function newToken(): string {
  return newSecret(INGEST_PREFIX);
}

/** The digest under which a token is kept; null for a text that cannot be one. */
export function tokenDigestOf(token: string): string | null {
  return secretDigestOf(INGEST_PREFIX, token);
}
