/**
 * Webhooks of people: an address, a standing question, and how far deliveries have come.
 *
 * Invariants: a secret is given back once, by `add` or `replaceSecret`; the journal holds it, because a signature cannot
 * be made with a digest. What was delivered moves on only with what a receiver has accepted.
 * Not here: what is sent, and when (streams/webhook-courier.ts).
 */
import { randomBytes } from 'node:crypto';
import { WEBHOOKS } from '../../kernel/limits.js';
import { type LogPlace, UNHINDERED, type Webhook, type WebhookProgress } from './records.js';
import type { User } from './roster-events.js';
import { OwnedList } from './roster-file.js';
import { checkText, refusal } from './rules.js';

/** The form that libraries of Standard Webhooks read: base64 behind a prefix. */
const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export class Webhooks extends OwnedList<'webhook'> {
  protected readonly kind = { name: 'webhook', removal: 'webhook-removed' } as const;

  all(): Webhook[] {
    return this.list.all();
  }

  /**
   * Adds one that begins at a place. The address was checked by the caller.
   * @throws TagwireError INPUT_INVALID when there are as many as there may be.
   */
  add(
    user: User,
    facts: Pick<Webhook, 'service' | 'url' | 'question' | 'label' | 'place'>,
  ): Promise<Webhook> {
    return this.file.write(() => {
      checkText(facts.label, 'label');
      if (this.of(user).length >= WEBHOOKS.perUserMax) {
        throw refusal(`at most ${WEBHOOKS.perUserMax} webhooks; delete one first`);
      }
      if (this.all().length >= WEBHOOKS.countMax) {
        throw refusal('this server has as many webhooks as it takes');
      }
      const { nextId: id } = this.list;
      const secret = newSecret();
      const atMs = this.file.nowMs();
      const begun = { state: 'on', deliveredMs: null, ...UNHINDERED } as const;
      const { service, url, question, label, place } = facts;
      const hook = { id, user: user.id, service, url, question, label, place, secret, atMs };
      this.file.append({ type: 'webhook', ...hook, ...begun });
      return this.get(id)!;
    });
  }

  /** Gives one a new secret; until an instant deliveries are signed with the former one as well. */
  replaceSecret(user: User, id: number, untilMs: number): Promise<Webhook> {
    return this.file.write(() => {
      const { secret } = this.ofUser(user, id);
      const former = { secret, untilMs };
      this.file.append({ type: 'webhook-secret', id, secret: newSecret(), former });
      return this.get(id)!;
    });
  }

  /** Sends nothing until `resume`. */
  pause(user: User, id: number): Promise<void> {
    return this.file.write(() => {
      if (this.ofUser(user, id).state !== 'on') return;
      this.file.append({ type: 'webhook-progress', id, state: 'paused' });
    });
  }

  /** Goes on from a place, with no failure counted. */
  resume(user: User, id: number, place: LogPlace): Promise<void> {
    return this.file.write(() => {
      this.ofUser(user, id);
      this.file.append({ type: 'webhook-progress', id, state: 'on', place, ...UNHINDERED });
    });
  }

  protected missingText(): string {
    return 'that is no webhook of yours';
  }

  /** Notes how far several have come, in one write; those that are gone are passed over. */
  note(told: readonly ({ id: number } & WebhookProgress)[]): Promise<void> {
    return this.file.write(() => {
      const living = told.filter(({ id }) => this.get(id) !== null);
      this.file.append(
        ...living.map(({ id, state, ...progress }) => {
          // A pause that came meanwhile holds.
          const isOff = state === 'off' && this.get(id)!.state === 'on';
          return { type: 'webhook-progress' as const, id, ...(isOff && { state }), ...progress };
        }),
      );
    });
  }
}

function newSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}
