/** What `/my/webhooks/` shows. */
import type { VisitView } from '../visitors.js';
import type { Outcome } from './parts.js';

export interface WebhooksData {
  visit: VisitView;
  outcome: Outcome | null;
  /** The secret of a webhook that was made by this request. */
  newSecret: string | null;
  /** What came of a test delivery of this request: empty for a receipt. */
  tested: { message: string } | null;
  /** What was typed, where it was refused. */
  typed: { readonly [name: string]: string };
  webhooks: ShownWebhook[];
  webhooksMax: number;
}

export interface ShownWebhook {
  id: number;
  service: 'news' | 'blog';
  url: string;
  label: string;
  /** As a query of a stream; empty for everything. */
  filters: string;
  state: 'on' | 'paused' | 'off';
  atMs: number;
  deliveredMs: number | null;
  failures: number;
  failingSinceMs: number | null;
  nextTryMs: number;
  message: string;
}
