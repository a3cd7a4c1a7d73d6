/** Builds the backend of the pages: accounts, passkeys, mail, administration, imported lists of feeds. */
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { canonicalIdOf } from '../blogs/topics/state/vocabulary/term-table.js';
import { WorkPool } from '../engine/actor/work-pool.js';
import { systemMonotonic } from '../kernel/clock.js';
import { messageOf } from '../kernel/errors.js';
import { PASSKEYS } from '../kernel/limits.js';
import { siteKey } from '../kernel/text/url.js';
import type { BlogSources } from '../serve/api/blog/sources.js';
import type { NewsSources } from '../serve/api/news/sources.js';
import { type InnerAnswer, jsonOf, type Service } from '../serve/http/service-options.js';
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

/** Longest random delay between a request for a mail and the work that follows from it. */
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

/** The backend, with the function that closes it. */
export async function createBackend(
  parts: BackendParts,
): Promise<Backend & { questions: StandingQuestions; close(): Promise<void> }> {
  const { config, logger, clock, accounts, pipeline, publicUrl, blog, news, webhooks } = parts;
  const { smtpUrl, smtpFrom, signUp } = config;
  const from = smtpFrom === '' ? `tagwire@${new URL(publicUrl).hostname}` : smtpFrom;
  // The code that sends mails is loaded only where there is a mail server.
  const mailer =
    smtpUrl === ''
      ? null
      : new (await import('./mailer.js')).Mailer({ url: smtpUrl, from }, logger);
  const { origin } = new URL(publicUrl);
  // The first passkey starts the thread; it ends when it is idle.
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
    ...{ accounts, publicUrl, mailLink, webhooks, ask, askNews },
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
    blogsOfList: (text) => blogsOfList(text, ask),
    slugOfId: (id) => pipeline.indices.directory.byId(id)?.slug ?? null,
    topicIdOf: (text) => canonicalIdOf(text) ?? canonicalIdOf(`tag:${text}`),
    close: async () => {
      await questions.close();
      await mailer?.close();
      await passkeys.close();
    },
  };
}

/** Outlines that are read: more than a person can follow. */
const OUTLINES_MAX = 2000;
/** Path segments that the address of a homepage may have. */
const DEPTH_MAX = 8;
const PAGE = 200;

interface ListedBlogs {
  items: { slug: string; sourceUrl: string | null }[];
  nextCursor: string | null;
}

/**
 * Finds the blogs that a list of feeds names, as a feed reader exports it: an outline names the blog whose homepage
 * is its site, or else the blog whose homepage its feed lies below; of several such blogs the one with the longest
 * path. Only blogs that the API lists are found, so no hidden blog.
 * @param text OPML, or addresses of blogs or feeds, one on a line.
 * @param ask asks the API of the blog service.
 * @returns codes of blogs, in the order of the list, each once; and how many outlines name no listed blog.
 */
export async function blogsOfList(
  text: string,
  ask: (target: string) => Promise<InnerAnswer>,
): Promise<{ blogs: string[]; unknown: number }> {
  const lists = (await outlinesOf(text)).map(placesOf);
  const wanted = new Set(lists.flat());
  const slugs = new Map<string, string>();
  for (let cursor: string | null = ''; cursor !== null && wanted.size > 0; ) {
    const page: ListedBlogs | null = await pageOf(ask, cursor);
    for (const { slug, sourceUrl } of page?.items ?? []) {
      const key = siteKey(sourceUrl ?? '');
      if (wanted.has(key) && !slugs.has(key)) slugs.set(key, slug);
    }
    cursor = page?.nextCursor ?? null;
  }
  const found = lists.map((places) => slugs.get(places.find((place) => slugs.has(place)) ?? ''));
  const blogs = found.filter((slug) => slug !== undefined);
  return { blogs: [...new Set(blogs)], unknown: found.length - blogs.length };
}

/** Site and feed of each outline. */
async function outlinesOf(text: string): Promise<(string | null)[][]> {
  // The OPML reader is loaded for the first list.
  const { readOpml } = await import('../documents/opml.js');
  const outlines = text.includes('<')
    ? readOpml(text).map(({ siteUrl, feedUrl }) => [siteUrl, feedUrl])
    : text.split(/\s+/).flatMap((line) => (line === '' ? [] : [[line]]));
  return outlines.slice(0, OUTLINES_MAX);
}

/** Homepages that an outline may mean, the most probable first. */
function placesOf(addresses: readonly (string | null)[]): string[] {
  return addresses.flatMap((address) => {
    const parts = siteKey(address ?? '')
      .split('/')
      .slice(0, DEPTH_MAX);
    return parts.map((_, at) => parts.slice(0, parts.length - at).join('/')).filter(Boolean);
  });
}

async function pageOf(
  ask: (target: string) => Promise<InnerAnswer>,
  cursor: string,
): Promise<ListedBlogs | null> {
  const after = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
  return jsonOf<ListedBlogs>(await ask(`/api/v1/blogs?limit=${PAGE}${after}`));
}
