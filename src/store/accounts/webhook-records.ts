/** What the journal says of webhooks. */

/** A place in the log, as changes name it. */
export interface LogPlace {
  sequence: number;
  id: number;
  chain: number;
  nowMs: number;
}

/** The filters of a stream. */
interface Question {
  kinds: readonly string[] | null;
  q: string | null;
  tag: string | null;
  owners: readonly string[] | null;
  category: string | null;
}

/** How far deliveries have come, and what hinders them. */
export interface WebhookProgress {
  /** `off`: by the server, with the reason in `message`; `paused`: by its owner. */
  state: 'on' | 'paused' | 'off';
  /** Everything up to here was accepted. */
  place: LogPlace;
  deliveredMs: number | null;
  /** Failures since the last delivery, and when they began. */
  failures: number;
  failingSinceMs: number | null;
  /** Nothing is sent before. */
  nextTryMs: number;
  /** Why the last delivery failed; empty where it did not. */
  message: string;
}

/** Progress after a delivery that was accepted, and at the beginning. */
export const UNHINDERED = {
  failures: 0,
  failingSinceMs: null,
  nextTryMs: 0,
  message: '',
} as const satisfies Partial<WebhookProgress>;

export interface Webhook extends WebhookProgress {
  id: number;
  user: number;
  service: 'news' | 'blog';
  url: string;
  question: Question;
  secret: string;
  /** The secret before, with which deliveries are signed as well until an instant. */
  former?: { secret: string; untilMs: number };
  label: string;
  atMs: number;
}

export type WebhookEvent =
  | ({ type: 'webhook' } & Webhook)
  | ({ type: 'webhook-progress'; id: number } & Partial<WebhookProgress>)
  | ({ type: 'webhook-secret'; id: number } & Required<Pick<Webhook, 'secret' | 'former'>>)
  | { type: 'webhook-removed'; id: number; atMs: number };
