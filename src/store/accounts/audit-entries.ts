/** What the audit log says of a record of the journal. */
import type { AuditEntry } from './audit.js';
import type { AccountEvent } from './roster-events.js';

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
