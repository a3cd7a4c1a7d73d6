/** What the audit log says of a record of the journal. */
import type { AuditEntry } from './audit.js';
import type { AccountEvent } from './roster-events.js';

type Said = Pick<AuditEntry, 'action' | 'target' | 'detail'>;

/** Names users, keys and tokens by id, and holds nothing that a person has written. */
export function auditEntryOf(event: AccountEvent): Said {
  switch (event.type) {
    case 'audit':
      return { action: event.action, target: event.target, detail: event.detail };
    case 'user':
      return said('user added', `user ${event.id}`);
    case 'user-removed':
      return said('user removed', `user ${event.id}`);
    case 'role':
      return said('role given', `user ${event.user}`, event.role);
    case 'key':
      return said('key created', `key ${event.id}`, `for user ${event.user}`);
    case 'key-revoked':
      return said('key revoked', `key ${event.id}`);
    case 'token':
      return said('token created', `token ${event.id}`, event.name);
    case 'token-revoked':
      return said('token revoked', `token ${event.id}`);
    case 'link':
      return said('sign-in link made', `user ${event.user}`);
    case 'session-ended':
      return said('session ended', `session ${event.id}`);
    default:
      return said(event.type, '');
  }
}

function said(action: string, target: string, detail = ''): Said {
  return { action, target, detail };
}
