/** What the accounts remember of feeds, sets of outlets, muted words, reading and webhooks. */
import type { OutletSet } from '../../kernel/outlet-set.js';

export interface FeedAddress {
  id: number;
  /** Id of the user. */
  user: number;
  digest: string;
  /** The digest of followed blogs, articles of a service, or the articles of an event. */
  service: 'digest' | 'news' | 'blog' | 'event';
  /** Parameters of the service's feed of articles; `thread=` and a number for an event; empty for a digest. */
  query: string;
  label: string;
  atMs: number;
  delivery?: QuestionDelivery;
}

/** How else an answer reaches its owner. */
export interface QuestionDelivery {
  /** Whether the digest has its articles as well. */
  inDigest: boolean;
  mail: 'off' | 'daily' | 'immediate';
  /** When it was mailed last, or the mails began. */
  mailedMs: number;
  /** Articles up to this id were mailed, or are not wanted. */
  mailedId: number;
}

export type FeedAddressEvent =
  | ({ type: 'feed' } & FeedAddress)
  | ({ type: 'feed-delivery'; id: number } & QuestionDelivery)
  | { type: 'feed-removed'; id: number; atMs: number };

/** A saved set. `digest`: of its secret address, where it has one. */
export interface SavedSet extends OutletSet {
  id: number;
  /** Id of the user. */
  user: number;
  madeMs: number;
  changedMs: number;
  isPublic: boolean;
  digest?: string;
}

/** How a set is reached: by its name, by a secret address, both, or by nobody. */
type Reach = Pick<SavedSet, 'id' | 'isPublic' | 'digest'>;

export type SavedSetEvent =
  | ({ type: 'set' } & SavedSet)
  | ({ type: 'set-reach'; atMs: number } & Reach)
  | { type: 'set-removed'; id: number; atMs: number };

/** A list of what a person does not want to read; it replaces the one before. */
export interface MutedList {
  id: number;
  user: number;
  words: string[];
  /** Codes of outlets. */
  media: string[];
  atMs: number;
}

export type MutedEvent = { type: 'muted' } & MutedList;

/** Whose ids: articles of the news, posts of blogs. */
export type ItemKind = 'news' | 'blog';
export const ITEM_KINDS: readonly ItemKind[] = ['news', 'blog'];

/** `read`, `starred`, or `label/` and a name. */
export type Mark = string;

/** Ids by kind, as `deltasOf` writes them. */
type ItemIds = { [kind in ItemKind]?: number[] };

export type ReadingEvent =
  | { type: 'mark'; user: number; mark: Mark; isOn: boolean; items: ItemIds; atMs: number }
  /** Of a rewritten journal: all up to these ids is marked. */
  | { type: 'mark-floor'; user: number; mark: Mark; floors: { [kind in ItemKind]?: number } }
  /** How somebody names a subscription, and where they put it. */
  | ({ type: 'subscription'; user: number; stream: string; atMs: number } & Shelving)
  /** A label has another name from now on, or none. */
  | { type: 'label'; user: number; from: string; to: string | null; atMs: number };

export interface Shelving {
  /** Null for the name that it has of itself. */
  title: string | null;
  labels: string[];
}

/** A password with which one program signs in as a person. */
export interface AppPassword {
  id: number;
  user: number;
  digest: string;
  /** What the user calls the program. */
  label: string;
  atMs: number;
}

export type AppPasswordEvent =
  | ({ type: 'app-password' } & AppPassword)
  | { type: 'app-password-removed'; id: number; atMs: number };

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
