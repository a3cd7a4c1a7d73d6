/**
 * What the front offers to the pages of people: accounts, mail, administration.
 *
 * Pages are declared with a backend on the front, where forms are answered, and without one on the thread
 * that makes HTML, which calls their views alone.
 */
import type { Accounts } from '../../store/accounts/accounts.js';
import type { AuditEntry, By } from '../../store/accounts/audit.js';
import type { FeedAddress, Webhook } from '../../store/accounts/records.js';
import type { User } from '../../store/accounts/roster-events.js';
import type { SignInLimits } from '../../store/accounts/sign-in.js';
import type { WebAuthn } from '../../store/accounts/webauthn.js';
import type { InnerAnswer } from '../http/service-options.js';
import type { Visitors } from './visitors.js';

/** A registered blog as administrators see it. */
export interface AdminBlog {
  slug: string;
  name: string;
  sourceUrl: string;
  category: string;
  state: 'candidate' | 'verified' | 'hidden' | 'refused';
}

/** A registered outlet as administrators see it. */
export interface AdminMedia {
  media: string;
  title: string;
  homepage: string;
  isHidden: boolean;
}

/** What is hidden by code or address. */
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

/** What administrators can do. Changes are written down before they are made. */
export interface AdminBackend {
  blogs(): Promise<AdminBlog[]>;
  /** @throws TagwireError INPUT_INVALID for an unknown blog, or what the log refuses. */
  changeBlog(by: By, slug: string, change: BlogAction): Promise<void>;
  media(): Promise<AdminMedia[]>;
  /** Hides an outlet, article or post, or shows it again. @throws TagwireError as `changeBlog`. */
  mask(by: By, target: Masked, key: string, isHidden: boolean): Promise<void>;
  /** Whether an entry of the audit log is a change of the store that can still be undone. */
  canUndo(entry: AuditEntry): boolean;
  /** Takes such a change back. @throws TagwireError INPUT_INVALID where it cannot be. */
  undo(by: By, entry: number): Promise<void>;
  /** Null where no crawler runs. */
  channels(): Promise<AdminChannel[] | null>;
  /** Has a source read at once, or all; gives its channels. */
  poll(by: By, source: string | null): Promise<number>;
  /** What is fetched of a source and what is made of it, line by line. */
  trace(source: string): Promise<string[]>;
  store(): Promise<AdminStore>;
}

/** What a person wants of a new webhook, as it was typed. */
export interface WebhookWish {
  service: Webhook['service'];
  url: string;
  label: string;
  /** By the names of a stream's parameters; empty for no filter. */
  filters: { readonly [name: string]: string };
}

/** A standing question. */
export type Question = Pick<FeedAddress, 'service' | 'query'>;

/** Webhooks of people. All refuse with TagwireError INPUT_INVALID. */
export interface WebhookBackend {
  /** As they stand now. */
  list(user: User): Webhook[];
  /** The secret of what comes back is shown once. */
  add(user: User, wish: WebhookWish): Promise<Webhook>;
  /** Of what comes back, too. */
  replaceSecret(user: User, id: number): Promise<Webhook>;
  pause(user: User, id: number): Promise<void>;
  resume(user: User, id: number): Promise<void>;
  remove(user: User, id: number): Promise<void>;
  /** Sends a delivery without changes at once. */
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
  /** Sends a link soon to the user of a login, if there is one. The caller does not learn whether there is. */
  mailLink(login: string, browser: string, language: 'zh' | 'en'): void;
  /** Asks the API of the blog service. */
  ask(target: string): Promise<InnerAnswer>;
  /** Asks the API of the news service. */
  askNews(target: string): Promise<InnerAnswer>;
  /** A question without what its owner has muted. */
  withoutMuted(question: FeedAddress): FeedAddress;
  /** How many articles of the last 30 days answer a question of a user. */
  countOf(question: Question & { user: number }): Promise<number>;
  /** Where mails of a question begin that were asked for now. */
  mailPlaceOf(question: Question): Promise<{ mailedMs: number; mailedId: number }>;
  /** Ends the mails of the question that a link names; false for a link of none. */
  unsubscribe(token: string): Promise<boolean>;
  /** Listed blogs that a list of feeds names: OPML, or addresses on lines; and how many others it has. */
  blogsOfList(text: string): Promise<{ blogs: string[]; unknown: number }>;
  /** The code of a blog by its number; null for none that is listed. */
  slugOfId(id: number): string | null;
  /** The present id of a topic by an older one or by its term; null for what is neither. */
  topicIdOf(text: string): string | null;
}
