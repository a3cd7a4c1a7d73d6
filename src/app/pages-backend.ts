/** Puts together what the pages of people need: accounts, passkeys, mail, administration. */
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { canonicalIdOf } from '../blogs/topics/answers/ids.js';
import { WorkPool } from '../engine/actor/work-pool.js';
import { systemMonotonic } from '../kernel/clock.js';
import { messageOf } from '../kernel/errors.js';
import { PASSKEYS } from '../kernel/limits.js';
import type { BlogSources } from '../serve/api/blog/sources.js';
import type { NewsSources } from '../serve/api/news/sources.js';
import type { Service } from '../serve/http/service-options.js';
import { withoutMuted } from '../serve/reader/subscriptions.js';
import type { Backend, WebhookBackend } from '../serve/web/backend.js';
import { MAILBOX, signInMail } from '../serve/web/my/mail.js';
import { Visitors } from '../serve/web/visitors.js';
import { loginKey } from '../store/accounts/roster.js';
import { SignInLimits } from '../store/accounts/sign-in.js';
import { WebAuthn } from '../store/accounts/webauthn.js';
import type { PasskeyRunner } from '../store/accounts/webauthn-work.js';
import { type AdminParts, StoreAdmin } from './admin-backend.js';
import { workerPath } from './paths.js';
import { StandingQuestions } from './questions.js';

/** A request and the work that follows from it do not come in the same moment. */
const DELAY_MS_MAX = 1500;

interface BackendParts extends AdminParts {
  publicUrl: string;
  blog: Service;
  news: Service;
  webhooks: WebhookBackend;
  sources: { news: NewsSources; blogs: BlogSources };
  /** Whether this process sends mails of standing questions; of several nodes one does. */
  isOurs(): boolean;
}

/** The backend, and how to close it. */
export async function createBackend(
  parts: BackendParts,
): Promise<Backend & { questions: StandingQuestions; close(): Promise<void> }> {
  const { config, logger, clock, accounts, pipeline, publicUrl, blog, news, webhooks } = parts;
  const { smtpUrl, smtpFrom, signUp } = config;
  const from = smtpFrom === '' ? `tagwire@${new URL(publicUrl).hostname}` : smtpFrom;
  // What sends mails is loaded where there is a mail server.
  const mailer =
    smtpUrl === ''
      ? null
      : new (await import('./mailer.js')).Mailer({ url: smtpUrl, from }, logger);
  const { origin } = new URL(publicUrl);
  // Its thread is started by the first passkey, and ended when none is in use.
  const passkeys = new WorkPool({ ...PASSKEYS, filename: workerPath('passkeys') });
  const run: PasskeyRunner = async (work, options) => {
    const outcome = await passkeys.run({ work, options });
    if (outcome.kind === 'done') return outcome.value as never;
    throw new Error(outcome.kind === 'failed' ? outcome.message : outcome.kind);
  };
  const names = { origin, name: 'Tagwire', secret: pipeline.secret, nowMs: () => clock.nowMs() };

  const mailLink: Backend['mailLink'] = (login, browser, language) => {
    if (mailer === null) return;
    // After a random delay, so that callers see no difference in time between logins.
    void sleep(randomInt(DELAY_MS_MAX), null, { ref: false })
      .then(async () => {
        if (!MAILBOX.test(accounts.find(login)?.login ?? loginKey(login))) return;
        const link = await accounts.signIn.linkToMail(login, browser, signUp);
        if (link === null) return;
        const address = `${publicUrl}/my/sign-in/?token=${link.text}`;
        void mailer.send({ to: link.to, ...signInMail(language, address, publicUrl) });
      })
      .catch((error: unknown) => {
        logger.warn({ reason: messageOf(error) }, 'a sign-in link could not be made');
      });
  };
  const ask: Backend['ask'] = (target) => blog.ask(target);
  const askNews: Backend['askNews'] = (target) => news.ask(target);
  const questions = new StandingQuestions({
    ...{ ...parts.sources, accounts, clock, logger, ask, askNews, publicUrl },
    ...{ secret: pipeline.secret, isOurs: parts.isOurs },
    send: mailer === null ? null : (mail) => mailer.send(mail),
  });
  return {
    ...{ accounts, publicUrl, signUp, mailLink, webhooks, ask, askNews },
    withoutMuted: (question) => withoutMuted({ ...parts.sources, accounts }, question),
    countOf: (question) => questions.countOf(question),
    mailPlaceOf: (question) => questions.mailPlaceOf(question),
    unsubscribe: (token) => questions.unsubscribe(token),
    questions,
    visitors: new Visitors(accounts, publicUrl),
    webAuthn: new WebAuthn({ ...names, run }, accounts.passkeys),
    limits: new SignInLimits(systemMonotonic),
    admin: new StoreAdmin(parts),
    sendsMail: mailer !== null,
    blogsOfList: async (text) => {
      const { blogsOfList } = await import('./follow-import.js');
      return blogsOfList(text, ask);
    },
    slugOfId: (id) => pipeline.indices.directory.byId(id)?.slug ?? null,
    topicIdOf: (text) => canonicalIdOf(text) ?? canonicalIdOf(`tag:${text}`),
    close: async () => {
      await questions.close();
      await mailer?.close();
      await passkeys.close();
    },
  };
}
