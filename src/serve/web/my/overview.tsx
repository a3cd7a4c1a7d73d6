/**
 * `/my/`: the signed-in user's subscriptions, keys, sessions, passkeys and data.
 */

import { isoOrNull } from '../../../kernel/clock.js';
import { TagwireError } from '../../../kernel/errors.js';
import { KEYS_PER_USER } from '../../../store/accounts/accounts.js';
import { APP_PASSWORDS_PER_USER } from '../../../store/accounts/credentials.js';
import { FEEDS_PER_USER, namesIn } from '../../../store/accounts/follows.js';
import type { ReadingState } from '../../../store/accounts/reading-list.js';
import type { User } from '../../../store/accounts/roster-events.js';
import {
  JSON_TYPE,
  PRIVATE_NO_STORE,
  privateJson,
  type Reply,
  textReply,
} from '../../http/reply.js';
import { redirectReply } from '../../http/site.js';
import type { Backend } from '../backend.js';
import { definePage, type Page, type PageLoad } from '../page.js';
import { isAdmin, nextOf, type Visit, viewOf } from '../visitors.js';
import { followedBlogs } from './followed.js';
import { MAILBOX } from './mail.js';
import { type Overview, OverviewBody } from './overview-view.js';
import { type FormOutcome, type OwnPage, ownPage, type Sent } from './parts.js';
import { newSecretFeed, questionIn } from './private-feeds.js';
import { checkOutlets } from './sets.js';
import { jsonOf } from './sign-in.js';
import { filtersOf } from './webhooks.js';

const PATH = '/my/';
/** Days for which the articles of a tried question are counted. */
const QUESTION_DAYS = 30;

export function overviewPage(backend: Backend): Page {
  return definePage<object, Overview>({
    path: PATH,
    ...ownPage(backend, PATH, {
      did: DID,
      acts: actsOf(backend),
      show: (visit, { query }, outcome) => shown(backend, visit, query, outcome),
      refused: (visit, outcome) => show(backend, visit, outcome),
    }),
    view: (c) => ({
      title: c.t('navMine'),
      canonical: null,
      section: 'navMine',
      scripts: ['my.js'],
      body: <OverviewBody c={c} />,
    }),
  });
}

/** The page, with the tried question of a link: pages of tags and events have such links. */
async function shown(
  backend: Backend,
  visit: Visit,
  query: URLSearchParams,
  outcome: FormOutcome | null,
): Promise<PageLoad> {
  if (!query.has('service')) return show(backend, visit, outcome);
  try {
    return await show(backend, visit, outcome, {
      tried: await triedOf(backend, visit.signedIn!.user, query),
    });
  } catch (error) {
    if (!(error instanceof TagwireError)) throw error;
    return show(backend, visit, { ok: false, reason: error.message });
  }
}

type Made = Partial<Pick<Overview, 'newKey' | 'newFeed' | 'newPassword' | 'tried' | 'imported'>>;

async function show(
  backend: Backend,
  visit: Visit,
  outcome: FormOutcome | null,
  made: Made = {},
): Promise<PageLoad> {
  const { user, session } = visit.signedIn!;
  const { accounts } = backend;
  const { otherOrigin } = backend.webAuthn;
  const data: Overview = {
    visit: viewOf(visit),
    isAdmin: isAdmin(visit),
    outcome,
    ...{ newKey: null, newFeed: null, newPassword: null, tried: null, imported: null },
    ...made,
    follows: (await followedBlogs(backend, user)).map(({ blog, name, detail }) => ({
      ...{ blog, name },
      isListed: detail !== null,
    })),
    keys: accounts.keysOf(user).map(({ id, label, atMs }) => {
      return { id, label, atMs, usedMs: accounts.firstUseOf(id) };
    }),
    keysMax: KEYS_PER_USER,
    feeds: accounts.feeds.of(user).map(({ id, label, service, query, atMs, delivery }) => ({
      ...{ id, label, service, query, atMs },
      ...{ inDigest: delivery?.inDigest === true, mail: delivery?.mail ?? 'off' },
    })),
    feedsMax: FEEDS_PER_USER,
    mayMail: backend.sendsMail && MAILBOX.test(user.login),
    passwords: accounts.appPasswords.of(user).map(({ id, label, atMs }) => ({ id, label, atMs })),
    passwordsMax: APP_PASSWORDS_PER_USER,
    muted: accounts.muted.of(user),
    readerUrl: backend.publicUrl,
    webhooks: backend.webhooks.list(user).map(({ label, url, state }) => ({ label, url, state })),
    sessions: accounts.signIn.sessionsOf(user).map(({ id, agent, way, atMs, seenMs }) => ({
      ...{ id, agent, way, atMs, seenMs },
      isThis: id === session.id,
    })),
    hasPasskeys: backend.webAuthn.isPossible,
    passkeysAt: otherOrigin === null ? null : `${otherOrigin}/my/`,
    passkeys: accounts.passkeys
      .of(user)
      .map(({ id, label, atMs, usedMs }) => ({ id, label, atMs, usedMs })),
  };
  return { data, isPrivate: true, cookies: visit.cookies };
}

const DID = {
  'import-follows': 'didImportFollows',
  'create-key': 'didCreateKey',
  'revoke-key': 'didRevokeOwnKey',
  'create-feed': 'didCreateFeed',
  'revoke-feed': 'didRevokeFeed',
  'deliver-feed': 'didDeliverFeed',
  mute: 'didMute',
  'create-password': 'didCreatePassword',
  'revoke-password': 'didRevokePassword',
  'end-session': 'didEndSession',
  'end-others': 'didEndOthers',
  'add-passkey': 'didAddPasskey',
  'remove-passkey': 'didRemovePasskey',
} as const;

/** Actions of the page's forms. */
function actsOf(backend: Backend): OwnPage['acts'] {
  const labelIn = (form: URLSearchParams): string => (form.get('label') ?? '').trim();
  const made = ({ visit, told }: Sent, facts: Made) => show(backend, visit, told, facts);
  // Read on demand: the pages thread, which declares the page too, has no accounts.
  const accounts = () => backend.accounts;
  return {
    'sign-out': async ({ visit, user }) => {
      await accounts().signIn.end(user, visit.signedIn!.session.id);
      return signedOut(backend);
    },
    follow: async ({ user, form }) => {
      const blog = form.get('blog') ?? '';
      const { status } = await backend.ask(`/api/v1/blogs/${encodeURIComponent(blog)}`);
      if (status !== 200) throw new TagwireError('INPUT_INVALID', `there is no blog "${blog}"`);
      await accounts().follows.follow(user, [blog]);
      return redirectReply(303, nextOf(form.get('next')));
    },
    unfollow: async ({ user, form }) => {
      await accounts().follows.unfollow(user, form.get('blog') ?? '');
      return redirectReply(303, nextOf(form.get('next')));
    },
    'import-follows': async (sent) => {
      const { blogs, unknown } = await backend.blogsOfList(sent.form.get('list') ?? '');
      const added = await accounts().follows.follow(sent.user, blogs);
      return made(sent, { imported: { added, unknown } });
    },
    'create-key': async (sent) => {
      const { login, id } = sent.user;
      const { apiKey } = await accounts().createKey(login, labelIn(sent.form), id);
      return made(sent, { newKey: apiKey });
    },
    'revoke-key': async ({ user, id }) => {
      const keys = accounts().keysOf(user);
      if (!keys.some((key) => key.id === id)) {
        throw new TagwireError('INPUT_INVALID', 'that is no key of yours');
      }
      await accounts().revokeKey(id, user.id);
    },
    'create-feed': async (sent) =>
      made(sent, { newFeed: await newSecretFeed(backend, sent.user, sent.form) }),
    'revoke-feed': ({ user, id }) => accounts().feeds.remove(user, id),
    'try-feed': async ({ visit, user, form }) =>
      show(backend, visit, null, { tried: await triedOf(backend, user, form) }),
    'deliver-feed': ({ user, form }) => deliver(backend, user, form),
    mute: async ({ user, form }) => {
      const words = namesIn(form.get('words') ?? '');
      const media = namesIn(form.get('media') ?? '');
      await checkOutlets(backend, media);
      await accounts().muted.save(user, { words, media });
    },
    'create-password': async (sent) => {
      const newPassword = await accounts().appPasswords.add(sent.user, labelIn(sent.form));
      return made(sent, { newPassword });
    },
    'revoke-password': ({ user, id }) => accounts().appPasswords.remove(user, id),
    'end-session': async ({ visit, user, id }) => {
      await accounts().signIn.end(user, id);
      const isThis = id === visit.signedIn!.session.id;
      return redirectReply(303, isThis ? '/' : `${PATH}?done=end-session`);
    },
    'end-others': async ({ visit, user }) => {
      await accounts().signIn.endOthers(user, visit.signedIn!.session.id);
    },
    'remove-passkey': ({ user, id }) => accounts().passkeys.remove(user, id),
    'passkey-options': async ({ visit, user }) =>
      privateJson(await backend.webAuthn.registration(user, visit.browser)),
    'add-passkey': (sent) => addPasskey(backend, sent, labelIn(sent.form)),
    export: ({ user }) => exportReply(backend, user),
    delete: async ({ visit, user, form }) => {
      if (form.get('login') !== user.login) {
        return show(backend, visit, { ok: false, reason: 'wrongLogin' });
      }
      await accounts().removeUser(user.login, user.id);
      await accounts().erase();
      return signedOut(backend);
    },
  };
}

function signedOut({ visitors }: Backend): Reply {
  return redirectReply(303, '/', [['set-cookie', visitors.noSessionCookie()]]);
}

/** Number of articles of the last days that match a user's question. */
async function triedOf(
  backend: Backend,
  user: User,
  form: URLSearchParams,
): Promise<Overview['tried']> {
  const question = await questionIn(backend, form);
  const names = [...form.keys()].filter((name) => name !== 'do' && name !== 'csrf');
  return {
    form: Object.fromEntries(names.map((name) => [name, (form.get(name) ?? '').slice(0, 2000)])),
    count: await backend.countOf({ ...question, user: user.id }),
    days: QUESTION_DAYS,
  };
}

async function deliver(backend: Backend, user: User, form: URLSearchParams): Promise<void> {
  const id = Number(form.get('id'));
  const asked = form.get('mail') ?? 'off';
  const mail = asked === 'daily' || asked === 'immediate' ? asked : 'off';
  if (mail !== 'off' && !(backend.sendsMail && MAILBOX.test(user.login))) {
    throw new TagwireError('INPUT_INVALID', 'this server sends no mails to you');
  }
  const { feeds } = backend.accounts;
  const before = feeds.get(id);
  const isOn = (before?.delivery?.mail ?? 'off') !== 'off';
  const place =
    isOn || before === null || mail === 'off'
      ? { mailedMs: before?.delivery?.mailedMs ?? 0, mailedId: before?.delivery?.mailedId ?? 0 }
      : await backend.mailPlaceOf(before);
  await feeds.deliver(user, id, { inDigest: form.get('inDigest') === '1', mail, ...place });
}

async function addPasskey(
  { webAuthn, accounts }: Backend,
  { visit, user, form }: Sent,
  label: string,
): Promise<Reply> {
  try {
    const made = await webAuthn.registered(jsonOf(form.get('answer')), visit.browser);
    await accounts.passkeys.add(user, made, label);
    return privateJson({ to: `${PATH}?done=add-passkey` });
  } catch (error) {
    if (!(error instanceof TagwireError)) throw error;
    return privateJson({ error: error.message });
  }
}

/** All stored data of a user, without digests and public keys, which mean nothing to people. */
function exportReply(backend: Backend, user: User): Reply {
  const { accounts } = backend;
  const all = {
    user: { login: user.login, name: user.name, role: user.role, since: isoOrNull(user.atMs) },
    follows: accounts.follows.of(user).map(({ blog, atMs }) => ({ blog, since: isoOrNull(atMs) })),
    keys: accounts.keysOf(user).map((key) => {
      const firstUse = isoOrNull(accounts.firstUseOf(key.id));
      return { id: key.id, label: key.label, created: isoOrNull(key.atMs), firstUse };
    }),
    sessions: accounts.signIn.sessionsOf(user).map(({ agent, way, atMs, seenMs }) => ({
      ...{ agent, way },
      ...{ began: isoOrNull(atMs), lastUsed: isoOrNull(seenMs) },
    })),
    passkeys: accounts.passkeys.of(user).map(({ label, atMs, usedMs }) => ({
      label,
      created: isoOrNull(atMs),
      lastUsed: isoOrNull(usedMs),
    })),
    feeds: accounts.feeds.of(user).map(({ service, query, label, atMs, delivery }) => ({
      ...{ service, query, label },
      ...{ created: isoOrNull(atMs), mail: delivery?.mail ?? 'off' },
      inDigest: delivery?.inDigest === true,
    })),
    appPasswords: accounts.appPasswords.of(user).map(({ label, atMs }) => {
      return { label, created: isoOrNull(atMs) };
    }),
    muted: accounts.muted.of(user),
    reading: readingOf(accounts.reading.of(user)),
    webhooks: backend.webhooks.list(user).map((hook) => ({
      ...{ service: hook.service, url: hook.url, label: hook.label, filters: filtersOf(hook) },
      ...{
        state: hook.state,
        created: isoOrNull(hook.atMs),
        lastDelivery: isoOrNull(hook.deliveredMs),
      },
      ...{ failures: hook.failures, message: hook.message },
    })),
    changes: accounts
      .auditOf(user)
      .map(({ action, target, detail, atMs }) => ({ action, target, detail, at: isoOrNull(atMs) })),
  };
  return textReply(`${JSON.stringify(all, null, 2)}\n`, JSON_TYPE, {
    cacheControl: PRIVATE_NO_STORE,
    headers: [['content-disposition', 'attachment; filename="tagwire-account.json"']],
  });
}

/** The articles and posts that a user has read and marked; all ids up to a floor are read. */
function readingOf(state: ReadingState): object {
  const marks = state.marks.map((mark) => {
    const sets = state.setsOf(mark);
    return [mark, { news: [...sets.news.ids], blog: [...sets.blog.ids] }];
  });
  return { marks: Object.fromEntries(marks), subscriptions: Object.fromEntries(state.shelves) };
}
