/** Tokens with which programs send records over HTTP. */

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
