/** The records of the accounts journal. Times are milliseconds since the epoch. */
import type { Role } from '../../kernel/roles.js';
import type { AuditEntry, AuditEvent, By } from './audit.js';
import type { FollowEvent, LinkEvent, PasskeyEvent, SessionEvent } from './people.js';
import type {
  AppPasswordEvent,
  FeedAddressEvent,
  MutedEvent,
  ReadingEvent,
  SavedSetEvent,
  WebhookEvent,
} from './records.js';
import type { TokenEvent } from './secret.js';

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

export type KeyEvent =
  | ({ type: 'key' } & ApiKey)
  /** A request was answered with the key for the first time. */
  | { type: 'key-used'; id: number; atMs: number }
  | { type: 'key-revoked'; id: number; atMs: number };

/** The first record of a rewritten journal: ids go on where they were. */
interface IdsEvent {
  type: 'ids';
  user: number;
  key: number;
  token?: number;
  link?: number;
  session?: number;
  passkey?: number;
  audit?: number;
  follow?: number;
  webhook?: number;
  feed?: number;
  'app-password'?: number;
  /** Changes of what people have read. */
  reading?: number;
  set?: number;
  muted?: number;
}

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

/** A change that somebody else than the person made carries who that was. */
type Signed<T> = T & { by?: By };

export type AccountEvent =
  | IdsEvent
  | SharedEvent
  | Signed<UserEvent>
  | Signed<KeyEvent>
  | Signed<TokenEvent>
  | Signed<LinkEvent>
  | Signed<SessionEvent>
  | PasskeyEvent
  | FollowEvent
  | WebhookEvent
  | FeedAddressEvent
  | AppPasswordEvent
  | ReadingEvent
  | SavedSetEvent
  | MutedEvent
  | AuditEvent;

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
