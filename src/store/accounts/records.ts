/** What the accounts remember of people. Times are milliseconds since the epoch. */
import type { OutletSet } from '../../kernel/outlet-set.js';

/** A sign-in link that was not used yet. */
export interface SignInLink {
  id: number;
  digest: string;
  /** Id of the user; null where the link makes a user of its login. */
  user: number | null;
  login: string;
  /** Digest of the browser that asked for it; null where the command line has printed it. */
  browser: string | null;
  atMs: number;
}

/** How a person has signed in. */
export type SignInWay = 'link' | 'passkey';

/** A session that was not ended. It may have expired (sign-in.ts). */
export interface Session {
  id: number;
  digest: string;
  user: number;
  way: SignInWay;
  /** What the browser calls itself, in a few words. */
  agent: string;
  atMs: number;
  /** When it was used last, to a few hours. */
  seenMs: number;
}

/** A public key of a person's device. */
export interface Passkey {
  id: number;
  user: number;
  /** The device's name of the key, and the key: base64url. */
  credential: string;
  publicKey: string;
  /** Uses as the device counts them; a device that does not count says 0. */
  counter: number;
  transports: string[];
  label: string;
  atMs: number;
  usedMs: number | null;
}

/** A blog that a person follows. */
export interface Follow {
  /** The blog's code. */
  blog: string;
  atMs: number;
}

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

/** A list of what a person does not want to read; it replaces the one before. */
export interface MutedList {
  id: number;
  user: number;
  words: string[];
  /** Codes of outlets. */
  media: string[];
  atMs: number;
}

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
  /** The name that a person gives a subscription, and its labels. */
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
