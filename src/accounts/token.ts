/**
 * Tokens with which programs send records over HTTP: `ingest_` and 32 random bytes. Only the SHA-256
 * digest is ever kept.
 */
import { createHash, randomBytes } from 'node:crypto';

const PREFIX = 'ingest_';
const RANDOM_BYTES = 32;
/** 32 bytes in base64url; the last character has four bits, so two are always zero. */
const FORM = /^ingest_[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;

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
  return PREFIX + randomBytes(RANDOM_BYTES).toString('base64url');
}

/** The digest under which a token is kept; null for a text that cannot be one. */
export function tokenDigestOf(token: string): string | null {
  if (!FORM.test(token)) return null;
  return createHash('sha256').update(token, 'latin1').digest('base64url');
}

/** Tokens in force, folded from the journal's records. */
export class TokenList {
  readonly #tokens = new Map<number, IngestToken>();
  readonly #byDigest = new Map<string, IngestToken>();
  #nextId = 1;

  get nextId(): number {
    return this.#nextId;
  }

  /** Ids go on from here at least. */
  skipTo(id: number): void {
    this.#nextId = Math.max(this.#nextId, id);
  }

  apply(event: TokenEvent): void {
    if (event.type === 'token-revoked') {
      const token = this.#tokens.get(event.id);
      this.#tokens.delete(event.id);
      if (token !== undefined) this.#byDigest.delete(token.digest);
      return;
    }
    const { type: _, ...token } = event;
    this.#tokens.set(token.id, token);
    this.#byDigest.set(token.digest, token);
    this.skipTo(token.id + 1);
  }

  all(): IngestToken[] {
    return [...this.#tokens.values()];
  }

  get(id: number): IngestToken | null {
    return this.#tokens.get(id) ?? null;
  }

  byDigest(digest: string): IngestToken | null {
    return this.#byDigest.get(digest) ?? null;
  }
}
