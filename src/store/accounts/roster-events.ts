/** The records of the accounts journal. Times are milliseconds since the epoch. */
import type { Role } from '../../kernel/roles.js';
import type { AuditEntry, By } from './audit.js';
import type {
  AppPassword,
  FeedAddress,
  MutedList,
  Passkey,
  QuestionDelivery,
  ReadingEvent,
  SavedSet,
  Session,
  SignInLink,
  Webhook,
  WebhookProgress,
} from './records.js';

export interface User {
  id: number;
  /** The name for signing in: an address or a short name. */
  login: string;
  name: string;
  role: Role;
  atMs: number;
}

/** A key in force. */
export interface ApiKey {
  id: number;
  /** Id of the user. */
  user: number;
  digest: string;
  /** Missing for keys of earlier versions. */
  hint?: string;
  /** The user's name for the key. */
  label: string;
  atMs: number;
}

/** A token in force, for programs that send records. */
export interface IngestToken {
  id: number;
  digest: string;
  /** Its purpose. */
  name: string;
  atMs: number;
}

/** Types of the lists' entries, by the type of the record that adds an entry. */
export interface Listed {
  user: User;
  key: ApiKey;
  token: IngestToken;
  link: SignInLink;
  session: Session;
  passkey: Passkey;
  webhook: Webhook;
  feed: FeedAddress;
  'app-password': AppPassword;
  set: SavedSet;
  muted: MutedList;
}

export type ListName = keyof Listed;

type Added = { [N in Exclude<ListName, 'user'>]: { type: N } & Listed[N] }[Exclude<
  ListName,
  'user'
>];

/** Records that remove an entry from a list, except users, whose removal concerns several lists. */
export const REMOVED_FROM = {
  'key-revoked': 'key',
  'token-revoked': 'token',
  /** Used, or replaced by newer links. */
  'link-used': 'link',
  'session-ended': 'session',
  'passkey-removed': 'passkey',
  'webhook-removed': 'webhook',
  'feed-removed': 'feed',
  'app-password-removed': 'app-password',
  'set-removed': 'set',
} as const satisfies { readonly [type: string]: ListName };

export type Removal = keyof typeof REMOVED_FROM;

/** Changes of an entry. */
type Changed =
  /** The first request with the key was answered. */
  | { type: 'key-used'; id: number; atMs: number }
  | { type: 'session-seen'; id: number; atMs: number }
  | { type: 'passkey-used'; id: number; counter: number; atMs: number }
  | ({ type: 'webhook-progress'; id: number } & Partial<WebhookProgress>)
  | ({ type: 'webhook-secret'; id: number } & Required<Pick<Webhook, 'secret' | 'former'>>)
  | ({ type: 'feed-delivery'; id: number } & QuestionDelivery)
  /** Access to a set: by name, by secret address, by both, or by its owner alone. */
  | ({ type: 'set-reach'; atMs: number } & Pick<SavedSet, 'id' | 'isPublic' | 'digest'>);

export type FollowEvent =
  | { type: 'follow'; user: number; blog: string; atMs: number }
  | { type: 'unfollow'; user: number; blog: string; atMs: number };

/** The first record of a rewritten journal, which continues the ids. */
type IdsEvent = { type: 'ids' } & Pick<Record<ListName, number>, 'user' | 'key'> & {
    /** Lists of later formats; for follows and reading, the number of changes. */
    [N in Exclude<ListName, 'user' | 'key'> | 'audit' | 'follow' | 'reading']?: number;
  };

/** The place of a journal in the shared order: the newest change that it has. */
export interface SharedPlace {
  log: string;
  /** Changes count from 1. */
  entry: number;
  /** Checksum of all changes up to this one. */
  chain: string;
}

/**
 * In a journal of shared accounts: the records of one or several changes of the order, and the
 * place after them. The name '' says that the accounts belong to the folder alone again.
 */
export type SharedEvent = { type: 'shared'; events: AccountEvent[] } & SharedPlace;

type UserEvent =
  /** A record of a version before roles has no role; its user has the role `user`. */
  | ({ type: 'user' } & Omit<User, 'role'> & { role?: Role })
  | { type: 'user-removed'; id: number; atMs: number }
  | { type: 'role'; user: number; role: Role; atMs: number };

/** A change by another user than the owner carries the id of that user. */
type Signed<T> = T & { by?: By };

export type AccountEvent =
  | IdsEvent
  | SharedEvent
  | Signed<UserEvent | Added | Changed | { type: Removal; id: number; atMs: number }>
  | FollowEvent
  | ReadingEvent
  | ({ type: 'audit' } & Omit<AuditEntry, 'id'>);

type Event<T extends AccountEvent['type']> = Extract<AccountEvent, { type: T }>;

/** Action, target and detail, by type of record. */
const SAID: {
  readonly [T in AccountEvent['type']]?: (event: Event<T>) => readonly [string, string, string?];
} = {
  audit: ({ action, target, detail }) => [action, target, detail],
  user: ({ id }) => ['user added', `user ${id}`],
  'user-removed': ({ id }) => ['user removed', `user ${id}`],
  role: ({ user, role }) => ['role given', `user ${user}`, role],
  key: ({ id, user }) => ['key created', `key ${id}`, `for user ${user}`],
  'key-revoked': ({ id }) => ['key revoked', `key ${id}`],
  token: ({ id, name }) => ['token created', `token ${id}`, name],
  'token-revoked': ({ id }) => ['token revoked', `token ${id}`],
  link: ({ user }) => ['sign-in link made', `user ${user}`],
  'session-ended': ({ id }) => ['session ended', `session ${id}`],
};

/** Names users, keys and tokens by id, without texts written by people. */
export function auditEntryOf(
  event: AccountEvent,
): Pick<AuditEntry, 'action' | 'target' | 'detail'> {
  const say = SAID[event.type] as ((event: AccountEvent) => readonly string[]) | undefined;
  const [action = event.type, target = '', detail = ''] = say?.(event) ?? [];
  return { action, target, detail };
}
