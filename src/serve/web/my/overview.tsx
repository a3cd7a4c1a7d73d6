/**
 * `/my/`: what belongs to the person who is signed in: follows, keys, sessions, passkeys, data.
 */

import { isoOrNull } from '../../../kernel/clock.js';
import { TagwireError } from '../../../kernel/errors.js';
import { KEYS_PER_USER } from '../../../store/accounts/accounts.js';
import { APP_PASSWORDS_PER_USER } from '../../../store/accounts/credentials.js';
import { FEEDS_PER_USER, namesIn } from '../../../store/accounts/follows.js';
import type { ReadingState } from '../../../store/accounts/reading-list.js';
import type { User } from '../../../store/accounts/roster-events.js';
import { HttpError } from '../../http/errors.js';
import { JSON_TYPE, PRIVATE_NO_STORE, type Reply, textReply } from '../../http/reply.js';
import { redirectReply, type SitePost } from '../../http/site.js';
import type { Backend } from '../backend.js';
import { definePage, type Page, type PageLoad } from '../page.js';
import type { TextName } from '../texts.js';
import { isAdmin, nextOf, type Visit, viewOf } from '../visitors.js';
import { followedBlogs } from './followed.js';
import { MAILBOX } from './mail.js';
import type { Overview } from './overview-data.js';
import { OverviewBody } from './overview-view.js';
import { ownPage } from './own-page.js';
import { didOf, type FormOutcome, outcomeOf } from './parts.js';
import { newSecretFeed, questionIn } from './private-feeds.js';
import { checkOutlets } from './sets.js';
import { jsonOf, privateJson } from './sign-in.js';
import { filtersOf } from './webhooks.js';

const PATH = '/my/';
/** Days that a question is tried on. */
const QUESTION_DAYS = 30;

/** What a form did, by what it asked to do. */
const DID: ReadonlyMap<string, TextName> = new Map([
  ['import-follows', 'didImportFollows'],
  ['create-key', 'didCreateKey'],
  ['revoke-key', 'didRevokeOwnKey'],
  ['create-feed', 'didCreateFeed'],
  ['revoke-feed', 'didRevokeFeed'],
  ['deliver-feed', 'didDeliverFeed'],
  ['mute', 'didMute'],
  ['create-password', 'didCreatePassword'],
  ['revoke-password', 'didRevokePassword'],
  ['end-session', 'didEndSession'],
  ['end-others', 'didEndOthers'],
  ['add-passkey', 'didAddPasskey'],
  ['remove-passkey', 'didRemovePasskey'],
]);

export function overviewPage(backend: Backend): Page {
  return definePage<object, Overview>({
    path: PATH,
    ...ownPage(backend, PATH, {
      show: (visit, { query }) => shown(backend, visit, query),
      change: (visit, user, post) => change(backend, visit, user, post),
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

/** The page, with the question that a link has tried: pages of tags and events offer to follow them. */
async function shown(backend: Backend, visit: Visit, query: URLSearchParams): Promise<PageLoad> {
  const outcome = outcomeOf(query, DID);
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

async function change(
  backend: Backend,
  visit: Visit,
  user: User,
  post: SitePost,
): Promise<PageLoad | Reply> {
  const { accounts } = backend;
  const { form } = post;
  const act = form.get('do') ?? '';
  const done = (): Reply => redirectReply(303, `${PATH}?done=${act}`);
  const did = (made: Made): Promise<PageLoad> => show(backend, visit, didOf(act, DID), made);
  switch (act) {
    case 'sign-out':
      await accounts.signIn.end(user, visit.signedIn!.session.id);
      return redirectReply(303, '/', [['set-cookie', backend.visitors.noSessionCookie()]]);
    case 'follow': {
      const blog = form.get('blog') ?? '';
      const { status } = await backend.ask(`/api/v1/blogs/${encodeURIComponent(blog)}`);
      if (status !== 200) throw new TagwireError('INPUT_INVALID', `there is no blog "${blog}"`);
      await accounts.follows.follow(user, [blog]);
      return redirectReply(303, nextOf(form.get('next')));
    }
    case 'import-follows': {
      const { blogs, unknown } = await backend.blogsOfList(form.get('list') ?? '');
      const added = await accounts.follows.follow(user, blogs);
      return did({ imported: { added, unknown } });
    }
    case 'unfollow':
      await accounts.follows.unfollow(user, form.get('blog') ?? '');
      return redirectReply(303, nextOf(form.get('next')));
    case 'create-key': {
      const label = (form.get('label') ?? '').trim();
      const { apiKey } = await accounts.createKey(user.login, label, user.id);
      return did({ newKey: apiKey });
    }
    case 'revoke-key': {
      const id = Number(form.get('id'));
      if (!accounts.keysOf(user).some((key) => key.id === id)) {
        throw new TagwireError('INPUT_INVALID', 'that is no key of yours');
      }
      await accounts.revokeKey(id, user.id);
      return done();
    }
    case 'create-feed': {
      return did({ newFeed: await newSecretFeed(backend, user, form) });
    }
    case 'try-feed':
      return show(backend, visit, null, { tried: await triedOf(backend, user, form) });
    case 'deliver-feed':
      await deliver(backend, user, form);
      return done();
    case 'mute': {
      const words = namesIn(form.get('words') ?? '');
      const media = namesIn(form.get('media') ?? '');
      await checkOutlets(backend, media);
      await accounts.muted.save(user, { words, media });
      return done();
    }
    case 'create-password': {
      const label = (form.get('label') ?? '').trim();
      return did({ newPassword: await accounts.appPasswords.add(user, label) });
    }
    case 'revoke-password':
      await accounts.appPasswords.remove(user, Number(form.get('id')));
      return done();
    case 'revoke-feed':
      await accounts.feeds.remove(user, Number(form.get('id')));
      return done();
    case 'end-session': {
      const id = Number(form.get('id'));
      await accounts.signIn.end(user, id);
      return id === visit.signedIn!.session.id ? redirectReply(303, '/') : done();
    }
    case 'end-others':
      await accounts.signIn.endOthers(user, visit.signedIn!.session.id);
      return done();
    case 'remove-passkey':
      await accounts.passkeys.remove(user, Number(form.get('id')));
      return done();
    case 'passkey-options':
      return privateJson(await backend.webAuthn.registration(user, visit.browser));
    case 'add-passkey':
      return addPasskey(backend, visit, user, form);
    case 'export':
      return exportReply(backend, user);
    case 'delete':
      if (form.get('login') !== user.login) {
        return show(backend, visit, { ok: false, reason: 'wrongLogin' });
      }
      await accounts.removeUser(user.login, user.id);
      await accounts.erase();
      return redirectReply(303, '/', [['set-cookie', backend.visitors.noSessionCookie()]]);
    default:
      throw new HttpError(400, 'invalid_query', 'the form says nothing to do');
  }
}

/** How many articles of the last days a question of a user would have had. */
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
  backend: Backend,
  visit: Visit,
  user: User,
  form: URLSearchParams,
): Promise<Reply> {
  try {
    const made = await backend.webAuthn.registered(jsonOf(form.get('answer')), visit.browser);
    await backend.accounts.passkeys.add(user, made, (form.get('label') ?? '').trim());
    return privateJson({ to: `${PATH}?done=add-passkey` });
  } catch (error) {
    if (!(error instanceof TagwireError)) throw error;
    return privateJson({ error: error.message });
  }
}

/** Everything that is kept of a person, but for digests and public keys, which say nothing to people. */
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

/** What somebody has read and marked, as ids of articles and posts; all up to a floor is read. */
function readingOf(state: ReadingState): object {
  const marks = state.marks.map((mark) => {
    const sets = state.setsOf(mark);
    return [mark, { news: [...sets.news.ids], blog: [...sets.blog.ids] }];
  });
  return { marks: Object.fromEntries(marks), subscriptions: Object.fromEntries(state.shelves) };
}
