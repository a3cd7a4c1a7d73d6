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
  /** What the person signs in with: an address or a short name. */
  login: string;
  name: string;
  role: Role;
  atMs: number;
}

/** A key that is in force. */
export interface ApiKey {
  id: number;
  /** Id of the user. */
  user: number;
  digest: string;
  /** Keys of earlier versions have none. */
  hint?: string;
  /** What the user calls it. */
  label: string;
  atMs: number;
}

/** A token that is in force, for programs that send records. */
export interface IngestToken {
  id: number;
  digest: string;
  /** What it is for. */
  name: string;
  atMs: number;
}

/** What there are lists of, by the name of the record that adds one. */
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

/** Records that take one out of a list, but for users, with whom more goes. */
export const REMOVED_FROM = {
  'key-revoked': 'key',
  'token-revoked': 'token',
  /** Used, or put aside because there are newer ones. */
  'link-used': 'link',
  'session-ended': 'session',
  'passkey-removed': 'passkey',
  'webhook-removed': 'webhook',
  'feed-removed': 'feed',
  'app-password-removed': 'app-password',
  'set-removed': 'set',
} as const satisfies { readonly [type: string]: ListName };

export type Removal = keyof typeof REMOVED_FROM;

/** What changes of something that a list has. */
type Changed =
  /** A request was answered with the key for the first time. */
  | { type: 'key-used'; id: number; atMs: number }
  | { type: 'session-seen'; id: number; atMs: number }
  | { type: 'passkey-used'; id: number; counter: number; atMs: number }
  | ({ type: 'webhook-progress'; id: number } & Partial<WebhookProgress>)
  | ({ type: 'webhook-secret'; id: number } & Required<Pick<Webhook, 'secret' | 'former'>>)
  | ({ type: 'feed-delivery'; id: number } & QuestionDelivery)
  /** How a set is reached: by its name, by a secret address, by both, or by its owner alone. */
  | ({ type: 'set-reach'; atMs: number } & Pick<SavedSet, 'id' | 'isPublic' | 'digest'>);

export type FollowEvent =
  | { type: 'follow'; user: number; blog: string; atMs: number }
  | { type: 'unfollow'; user: number; blog: string; atMs: number };

/** The first record of a rewritten journal: ids go on where they were. */
type IdsEvent = { type: 'ids' } & Pick<Record<ListName, number>, 'user' | 'key'> & {
    /** Of those that later formats have; of follows and reading, the number of changes. */
    [N in Exclude<ListName, 'user' | 'key'> | 'audit' | 'follow' | 'reading']?: number;
  };

/** Where a journal stands in the shared order: the newest change that it has. */
export interface SharedPlace {
  log: string;
  /** Changes count from 1. */
  entry: number;
  /** Of all changes up to it. */
  chain: string;
}

/**
 * Of a journal whose accounts several nodes share: records that came with one change of their order or
 * several, and the place after it. The name '' says that the accounts are the folder's own again.
 */
export type SharedEvent = { type: 'shared'; events: AccountEvent[] } & SharedPlace;

type UserEvent =
  /** One of a version before roles has none, and is a user. */
  | ({ type: 'user' } & Omit<User, 'role'> & { role?: Role })
  | { type: 'user-removed'; id: number; atMs: number }
  | { type: 'role'; user: number; role: Role; atMs: number };

/** A change that another user than the owner made carries the id of that user. */
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

/** Names users, keys and tokens by id, and holds nothing that a person has written. */
export function auditEntryOf(
  event: AccountEvent,
): Pick<AuditEntry, 'action' | 'target' | 'detail'> {
  const say = SAID[event.type] as ((event: AccountEvent) => readonly string[]) | undefined;
  const [action = event.type, target = '', detail = ''] = say?.(event) ?? [];
  return { action, target, detail };
}
