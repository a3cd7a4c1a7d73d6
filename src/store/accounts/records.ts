/**
 * Personal records of the accounts. Times are milliseconds since the epoch.
 */
import type { OutletSet } from '../../kernel/outlet-set.js';

/** An unused sign-in link. */
export interface SignInLink {
  id: number;
  digest: string;
  /** Id of the user; null for a link that makes a user of its login. */
  user: number | null;
  login: string;
  /** Digest of the text of the browser that asked for the link; null for the command line. */
  browser: string | null;
  atMs: number;
}

/** The way of a sign-in. */
export type SignInWay = 'link' | 'passkey';

/** A session that was not ended. It may have expired (sign-in.ts). */
export interface Session {
  id: number;
  digest: string;
  user: number;
  way: SignInWay;
  /** Short name of the browser. */
  agent: string;
  atMs: number;
  /** Time of the last use, to within a few hours. */
  seenMs: number;
}

/** A public key of a person's device. */
export interface Passkey {
  id: number;
  user: number;
  /** The device's name of the key, and the key: base64url. */
  credential: string;
  publicKey: string;
  /** Number of uses by the count of the device; 0 for a device that does not count. */
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
  /** Parameters of the service's feed; `thread=` and a number for an event; empty for a digest. */
  query: string;
  label: string;
  atMs: number;
  delivery?: QuestionDelivery;
}

/** Other ways of delivery of a question's answers to its owner. */
export interface QuestionDelivery {
  /** Whether the digest also has the question's articles. */
  inDigest: boolean;
  mail: 'off' | 'daily' | 'immediate';
  /** Time of the last mail, or of the start of mails. */
  mailedMs: number;
  /** Articles up to this id were mailed, or need no mail. */
  mailedId: number;
}

/** A saved set. `digest`: digest of its secret address, if any. */
export interface SavedSet extends OutletSet {
  id: number;
  /** Id of the user. */
  user: number;
  madeMs: number;
  changedMs: number;
  isPublic: boolean;
  digest?: string;
}

/** Names that a person does not want to read; a new list replaces the one before. */
export interface MutedList {
  id: number;
  user: number;
  words: string[];
  /** Codes of outlets. */
  media: string[];
  atMs: number;
}

/** Kind of ids: articles of the news, or posts of blogs. */
export type ItemKind = 'news' | 'blog';
export const ITEM_KINDS: readonly ItemKind[] = ['news', 'blog'];

/** `read`, `starred`, or `label/` and a name. */
export type Mark = string;

/** Ids by kind, in the form of `deltasOf`. */
type ItemIds = { [kind in ItemKind]?: number[] };

export type ReadingEvent =
  | { type: 'mark'; user: number; mark: Mark; isOn: boolean; items: ItemIds; atMs: number }
  /** In a rewritten journal: all ids up to these have the mark. */
  | { type: 'mark-floor'; user: number; mark: Mark; floors: { [kind in ItemKind]?: number } }
  /** Name and labels of a subscription. */
  | ({ type: 'subscription'; user: number; stream: string; atMs: number } & Shelving)
  /** Renames or removes a label. */
  | { type: 'label'; user: number; from: string; to: string | null; atMs: number };

export interface Shelving {
  /** Null for the subscription's own name. */
  title: string | null;
  labels: string[];
}

/** A password for one program of a person. */
export interface AppPassword {
  id: number;
  user: number;
  digest: string;
  /** The user's name for the program. */
  label: string;
  atMs: number;
}

/** A place in the log, in the form of changes. */
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

/** Progress and failures of deliveries. */
export interface WebhookProgress {
  /** `off`: by the server, with the reason in `message`; `paused`: by its owner. */
  state: 'on' | 'paused' | 'off';
  /** Everything up to this place was accepted. */
  place: LogPlace;
  deliveredMs: number | null;
  /** Failures since the last delivery, and the time of the first. */
  failures: number;
  failingSinceMs: number | null;
  /** Nothing is sent before this time. */
  nextTryMs: number;
  /** Reason of the last failure; empty after a success. */
  message: string;
}

/** Progress after an accepted delivery, and at the start. */
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
  /** The previous secret, which signs deliveries too, until a point in time. */
  former?: { secret: string; untilMs: number };
  label: string;
  atMs: number;
}
