/** What `/my/` shows. */
import type { MutedNames } from '../../../store/accounts/follows.js';
import type { FeedAddress, QuestionDelivery } from '../../../store/accounts/records.js';
import type { VisitView } from '../visitors.js';
import type { FormOutcome } from './parts.js';

export interface Overview {
  visit: VisitView;
  isAdmin: boolean;
  outcome: FormOutcome | null;
  /** The text of a key that was made by this request. */
  newKey: string | null;
  /** The secret address of a feed that was made by this request. */
  newFeed: string | null;
  /** The text of an app password that was made by this request. */
  newPassword: string | null;
  /** A question that was tried by this request: its form, and how many articles it would have had. */
  tried: { form: { readonly [name: string]: string }; count: number; days: number } | null;
  /** Counts of the import of a list of feeds that this request made. */
  imported: { added: number; unknown: number } | null;
  follows: { blog: string; name: string; isListed: boolean }[];
  keys: { id: number; label: string; atMs: number; usedMs: number | null }[];
  keysMax: number;
  feeds: {
    id: number;
    label: string;
    service: FeedAddress['service'];
    query: string;
    atMs: number;
    inDigest: boolean;
    mail: QuestionDelivery['mail'];
  }[];
  feedsMax: number;
  /** Whether mails can be sent to this person. */
  mayMail: boolean;
  passwords: { id: number; label: string; atMs: number }[];
  passwordsMax: number;
  muted: MutedNames;
  /** What readers of feeds are told as the server's address. */
  readerUrl: string;
  webhooks: { label: string; url: string; state: 'on' | 'paused' | 'off' }[];
  sessions: {
    id: number;
    agent: string;
    way: string;
    atMs: number;
    seenMs: number;
    isThis: boolean;
  }[];
  /** False where the service has an address of numbers, which browsers make no passkeys for. */
  hasPasskeys: boolean;
  /** Where browsers make them, of a service that has an address of this machine alone. */
  passkeysAt: string | null;
  passkeys: { id: number; label: string; atMs: number; usedMs: number | null }[];
}
