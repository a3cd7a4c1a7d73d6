/**
 * Webhooks of people: an address, a standing question, and the progress of deliveries.
 *
 * Invariants: `add` and `replaceSecret` return a secret once; the journal stores the secret,
 * because a digest cannot make signatures. Progress advances only when a receiver has accepted a
 * delivery.
 * Not here: content and time of deliveries (streams/webhook-courier.ts).
 */
import { randomBytes } from 'node:crypto';
import { WEBHOOKS } from '../../kernel/limits.js';
import { type LogPlace, UNHINDERED, type Webhook, type WebhookProgress } from './records.js';
import type { User } from './roster-events.js';
import { OwnedList } from './roster-file.js';
import { checkText, refusal } from './rules.js';

/** The form of Standard Webhooks libraries: base64 after a prefix. */
const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export class Webhooks extends OwnedList<'webhook'> {
  protected readonly kind = { name: 'webhook', removal: 'webhook-removed' } as const;

  all(): Webhook[] {
    return this.list.all();
  }

  /**
   * Adds a webhook that begins at a place. The caller has checked the address.
   * @throws TagwireError INPUT_INVALID beyond the bound for each user.
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

  /** Sets a new secret; until `untilMs` the former secret signs deliveries, too. */
  replaceSecret(user: User, id: number, untilMs: number): Promise<Webhook> {
    return this.file.write(() => {
      const { secret } = this.ofUser(user, id);
      const former = { secret, untilMs };
      this.file.append({ type: 'webhook-secret', id, secret: newSecret(), former });
      return this.get(id)!;
    });
  }

  pause(user: User, id: number): Promise<void> {
    return this.file.write(() => {
      if (this.ofUser(user, id).state !== 'on') return;
      this.file.append({ type: 'webhook-progress', id, state: 'paused' });
    });
  }

  /** Continues from a place, with the failures reset. */
  resume(user: User, id: number, place: LogPlace): Promise<void> {
    return this.file.write(() => {
      this.ofUser(user, id);
      this.file.append({ type: 'webhook-progress', id, state: 'on', place, ...UNHINDERED });
    });
  }

  protected missingText(): string {
    return 'that is no webhook of yours';
  }

  /** Notes the progress of several webhooks, in one write; skips removed webhooks. */
  note(told: readonly ({ id: number } & WebhookProgress)[]): Promise<void> {
    return this.file.write(() => {
      const living = told.filter(({ id }) => this.get(id) !== null);
      this.file.append(
        ...living.map(({ id, state, ...progress }) => {
          // A pause that was set meanwhile stays.
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
