/**
 * The interface of the main thread to the pages of users: accounts, mail, administration.
 *
 * Pages are declared with a backend on the main thread, which answers forms, and without one on the
 * pages thread, which calls only their views.
 */
import type { Accounts } from '../../store/accounts/accounts.js';
import type { AuditEntry, By } from '../../store/accounts/audit.js';
import type { FeedAddress, Webhook } from '../../store/accounts/records.js';
import type { User } from '../../store/accounts/roster-events.js';
import type { SignInLimits } from '../../store/accounts/sign-in.js';
import type { WebAuthn } from '../../store/accounts/webauthn.js';
import type { InnerAnswer } from '../http/service-options.js';
import type { Visitors } from './visitors.js';

/** A registered blog in administration. */
export interface AdminBlog {
  slug: string;
  name: string;
  sourceUrl: string;
  category: string;
  state: 'candidate' | 'verified' | 'hidden' | 'refused';
}

/** A registered outlet in administration. */
export interface AdminMedia {
  media: string;
  title: string;
  homepage: string;
  isHidden: boolean;
}

/** Kinds of hidden items; media by code, the others by address. */
export type Masked = 'media' | 'news' | 'post';

/** One channel of a crawled source. */
export interface AdminChannel {
  source: string;
  type: string;
  url: string;
  health: string;
  message: string;
  polls: number;
  failed: number;
  stored: number;
  droppedTotal: number;
  lastPolledMs: number | null;
  dueMs: number | null;
}

/** The store and the threads of its indices. */
export interface AdminStore {
  entries: number;
  trouble: string | null;
  indices: { name: string; isThere: boolean; crashes: number; figures: [string, number][] }[];
}

export type BlogAction = 'verify' | 'unverify' | 'hide' | 'show' | 'refuse';

/** Questions and changes of administrators. Each change is in the audit log before it is made. */
export interface AdminBackend {
  blogs(): Promise<AdminBlog[]>;
  /** @throws TagwireError INPUT_INVALID for an unknown blog, or a change that the log refuses. */
  changeBlog(by: By, slug: string, change: BlogAction): Promise<void>;
  media(): Promise<AdminMedia[]>;
  /** Hides an outlet, article or post, or shows it again. @throws TagwireError as `changeBlog`. */
  mask(by: By, target: Masked, key: string, isHidden: boolean): Promise<void>;
  /** Whether an entry of the audit log is a change of the store that can still be undone. */
  canUndo(entry: AuditEntry): boolean;
  /** Undoes such a change. @throws TagwireError INPUT_INVALID where this is not possible. */
  undo(by: By, entry: number): Promise<void>;
  /** Null without a crawler. */
  channels(): Promise<AdminChannel[] | null>;
  /** Polls a source, or all of them, at once; returns the number of channels. */
  poll(by: By, source: string | null): Promise<number>;
  /** The fetched documents and the resulting records of a source, as lines of text. */
  trace(source: string): Promise<string[]>;
  store(): Promise<AdminStore>;
}

/** The form for a new webhook, as typed. */
export interface WebhookWish {
  service: Webhook['service'];
  url: string;
  label: string;
  /** By the parameters of a stream; empty for no filter. */
  filters: { readonly [name: string]: string };
}

export type Question = Pick<FeedAddress, 'service' | 'query'>;

/** Webhooks of users. All methods throw TagwireError INPUT_INVALID for a refusal. */
export interface WebhookBackend {
  /** With their current state. */
  list(user: User): Webhook[];
  /** The result contains the secret, which is shown once. */
  add(user: User, wish: WebhookWish): Promise<Webhook>;
  /** The result contains the secret, too. */
  replaceSecret(user: User, id: number): Promise<Webhook>;
  pause(user: User, id: number): Promise<void>;
  resume(user: User, id: number): Promise<void>;
  remove(user: User, id: number): Promise<void>;
  /** Sends a delivery without changes. */
  test(user: User, id: number): Promise<{ isAccepted: boolean; status: number; message: string }>;
}

export interface Backend {
  webhooks: WebhookBackend;
  accounts: Accounts;
  visitors: Visitors;
  webAuthn: WebAuthn;
  limits: SignInLimits;
  admin: AdminBackend;
  publicUrl: string;
  /** Whether there is a mail server. */
  sendsMail: boolean;
  /** Sends a link to the user of a login. The caller cannot find out whether there is a user. */
  mailLink(login: string, browser: string, language: 'zh' | 'en'): void;
  /** Calls the API of the blog service. */
  ask(target: string): Promise<InnerAnswer>;
  /** Calls the API of the news service. */
  askNews(target: string): Promise<InnerAnswer>;
  /** A question without its owner's muted items. */
  withoutMuted(question: FeedAddress): FeedAddress;
  /** Number of articles of the last 30 days that match a user's question. */
  countOf(question: Question & { user: number }): Promise<number>;
  /** The place after which mails of a new question begin. */
  mailPlaceOf(question: Question): Promise<{ mailedMs: number; mailedId: number }>;
  /** Ends the mails of the question of a link; false for an unknown token. */
  unsubscribe(token: string): Promise<boolean>;
  /** The listed blogs of an OPML text or of a list of addresses, and the number of other feeds. */
  blogsOfList(text: string): Promise<{ blogs: string[]; unknown: number }>;
  /** The code of a blog by its number; null for a blog that is not listed. */
  slugOfId(id: number): string | null;
  /** The current id of a topic by an older id or its term; null for other texts. */
  topicIdOf(text: string): string | null;
}
