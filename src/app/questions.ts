/**
 * Standing questions of a running server: the number of articles that each would find, and the mails of new ones.
 *
 * Invariants: of several nodes one sends. An article is mailed once for each question, also after a restart, unless
 * the server dies between a mail and its note. After a user has ended the mails of a question by their link, no mail
 * of that question is sent.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { systemMonotonic } from '../kernel/clock.js';
import { messageOf } from '../kernel/errors.js';
import type { Logger } from '../kernel/logger.js';
import { QUESTIONS } from '../kernel/reader-limits.js';
import { placesOfQuestion } from '../serve/reader/places.js';
import type { ReaderSources } from '../serve/reader/sources.js';
import { titleOf, withoutMuted } from '../serve/reader/subscriptions.js';
import type { Question } from '../serve/web/backend.js';
import { questionMail } from '../serve/web/my/mail.js';
import { answersOf } from '../serve/web/my/private-feeds.js';
import type { FeedAddress } from '../store/accounts/records.js';
import type { Mail } from './mailer.js';

/** The maximum of one answer of the API. */
const LOOKED_AT = 200;

export interface QuestionParts
  extends Pick<ReaderSources, 'accounts' | 'clock' | 'news' | 'blogs' | 'ask' | 'askNews'> {
  logger: Logger;
  secret: Uint8Array;
  publicUrl: string;
  /** Null where there is no mail server. */
  send: ((mail: Mail) => Promise<boolean>) | null;
  /** Whether this process sends; of several nodes one does. */
  isOurs(): boolean;
}

export class StandingQuestions {
  readonly #parts: QuestionParts;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | null = null;

  constructor(parts: QuestionParts) {
    this.#parts = parts;
  }

  /**
   * How many articles of the last 30 days answer a question, without those that its owner has muted; the count ends
   * at `QUESTIONS.countMax`.
   */
  async countOf(question: Question & Pick<FeedAddress, 'user'>): Promise<number> {
    const asked = withoutMuted(this.#parts, question);
    return (await placesOfQuestion(this.#parts, asked, QUESTIONS.countMax)).length;
  }

  /** The place from which mails of a question start that is saved now. */
  async mailPlaceOf(question: Question): Promise<{ mailedMs: number; mailedId: number }> {
    const entries = await answersOf(this.#parts, question, LOOKED_AT);
    const mailedId = entries.reduce((last, { id }) => Math.max(last, id), 0);
    return { mailedMs: this.#parts.clock.nowMs(), mailedId };
  }

  start(): void {
    if (this.#parts.send === null) return;
    this.#timer ??= setInterval(() => void this.look(), QUESTIONS.lookMs).unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  /** Sends the mails that are due. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  /** Ends the mails of the question of a link; false for a link that names no question. */
  async unsubscribe(token: string): Promise<boolean> {
    const { feeds } = this.#parts.accounts;
    const question = feeds.get(Number.parseInt(token, 10));
    if (question === null) return false;
    const wanted = Buffer.from(this.#tokenOf(question));
    const given = Buffer.from(token);
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return false;
    await feeds.noteDelivery(question.id, { mail: 'off' });
    return true;
  }

  async #look(): Promise<void> {
    const { accounts, clock, logger, isOurs } = this.#parts;
    if (!isOurs() || !accounts.isCurrent) return;
    const startMs = systemMonotonic.nowMs();
    for (const question of accounts.feeds.mailed()) {
      if (!isDue(question, clock.nowMs())) continue;
      // The next look takes the remaining questions.
      if (systemMonotonic.nowMs() - startMs > QUESTIONS.lookMs) return;
      try {
        await this.#mail(question);
      } catch (error) {
        logger.warn({ reason: messageOf(error) }, 'a standing question could not be mailed');
      }
    }
  }

  async #mail(question: FeedAddress): Promise<void> {
    const { accounts, clock, publicUrl, send } = this.#parts;
    const user = accounts.userById(question.user);
    const { delivery } = question;
    if (user === null || delivery === undefined || send === null) return;
    const asked = withoutMuted(this.#parts, question);
    const fresh = (await answersOf(this.#parts, asked, LOOKED_AT)).filter(
      ({ id }) => id > delivery.mailedId,
    );
    if (fresh.length === 0) return;
    const mailedId = fresh.reduce((last, { id }) => Math.max(last, id), 0);
    const name = question.label === '' ? titleOf(question) : question.label;
    const unsubscribe = `${publicUrl}/my/unsubscribe/?token=${this.#tokenOf(question)}`;
    const shown = fresh.slice(0, QUESTIONS.mailArticlesMax);
    const mail = questionMail(name, shown, fresh.length - shown.length, { publicUrl, unsubscribe });
    if (!(await send({ to: user.login, ...mail }))) return;
    await accounts.feeds.noteDelivery(question.id, { mailedMs: clock.nowMs(), mailedId });
  }

  /** The token of a link; valid as long as the question exists. */
  #tokenOf({ id, digest }: FeedAddress): string {
    const mac = createHmac('sha256', this.#parts.secret).update(`unsubscribe ${id} ${digest}`);
    return `${id}.${mac.digest('base64url')}`;
  }
}

function isDue({ delivery }: FeedAddress, nowMs: number): boolean {
  if (delivery === undefined) return false;
  const gapMs = delivery.mail === 'daily' ? QUESTIONS.dailyMs : QUESTIONS.immediateMs;
  return nowMs - delivery.mailedMs >= gapMs;
}
