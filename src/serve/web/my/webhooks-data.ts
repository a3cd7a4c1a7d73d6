/** What `/my/webhooks/` shows. */
import type { Webhook } from '../../../store/accounts/records.js';
import type { VisitView } from '../visitors.js';
import type { FormOutcome } from './parts.js';

export interface WebhooksData {
  visit: VisitView;
  outcome: FormOutcome | null;
  /** The secret of a webhook that this request has made, or given a new one. */
  newSecret: string | null;
  /** Result of the test delivery that this request made; an empty message when the receiver took it. */
  tested: { message: string } | null;
  /** Values of the form that was refused, to be shown again. */
  typed: { readonly [name: string]: string };
  webhooks: ShownWebhook[];
  webhooksMax: number;
}

/** What a person sees of a webhook: all but its secrets and its place. */
export interface ShownWebhook
  extends Omit<Webhook, 'user' | 'question' | 'secret' | 'former' | 'place'> {
  /** As a query of a stream; empty for everything. */
  filters: string;
  /** Fields of the form that makes a secret feed of the same question; null where no feed has it. */
  feed: { readonly [name: string]: string } | null;
}

/** The words for a state. */
export const WEBHOOK_STATES = {
  on: 'webhookOn',
  paused: 'webhookPaused',
  off: 'webhookOff',
} as const;
