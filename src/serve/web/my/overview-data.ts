/** What `/my/` shows. */
import type { FeedAddress } from '../../../store/accounts/feed-records.js';
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
  /** What came of a list of feeds, by this request. */
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
  }[];
  feedsMax: number;
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
