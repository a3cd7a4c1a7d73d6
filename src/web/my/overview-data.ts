/** What `/my/` shows. */
import type { VisitView } from '../visitors.js';
import type { Outcome } from './parts.js';

export interface Overview {
  visit: VisitView;
  isAdmin: boolean;
  outcome: Outcome | null;
  /** The text of a key that was made by this request. */
  newKey: string | null;
  follows: { blog: string; name: string; isListed: boolean }[];
  keys: { id: number; label: string; atMs: number; usedMs: number | null }[];
  keysMax: number;
  webhooks: { label: string; url: string; state: 'on' | 'paused' | 'off' }[];
  sessions: {
    id: number;
    agent: string;
    way: string;
    atMs: number;
    seenMs: number;
    isThis: boolean;
  }[];
  passkeys: { id: number; label: string; atMs: number; usedMs: number | null }[];
}
