/**
 * `/my/sign-in/`: requests a link, uses a link, or signs in by a passkey.
 *
 *   GET              the form          POST do=ask    a mail, and the same answer for every login
 *   GET ?token=      one button        POST do=use    the session
 *   POST do=question, do=passkey       JSON for the script that talks to the device
 *
 * The page of a link has a button, because mail programs open links to check them. And
 * `/my/unsubscribe/`, which requires no sign-in either.
 */
import { messageOf, TagwireError } from '../../../kernel/errors.js';
import { isLogin } from '../../../store/accounts/rules.js';
import type { LinkRefusal } from '../../../store/accounts/sign-in.js';
import {
  PRIVATE_NO_STORE,
  privateJson,
  type Reply,
  TEXT_TYPE,
  textReply,
} from '../../http/reply.js';
import { redirectReply, type SitePost } from '../../http/site.js';
import type { Backend } from '../backend.js';
import { definePage, type Page, type PageLoad, type ViewContext } from '../page.js';
import { Empty } from '../parts/pieces.js';
import type { TextName } from '../texts.js';
import type { Viewer } from '../viewer.js';
import { agentOf, nextOf, type Visit, type VisitView, viewOf } from '../visitors.js';
import { Act, Field, NOTHING_TO_DO } from './parts.js';

const PATH = '/my/sign-in/';

type Shows =
  | { shows: 'form' | 'sent' | 'limited' | 'bad-login' }
  | { shows: 'confirm'; token: string }
  | { shows: 'refused'; why: LinkRefusal };

type SignInData = Shows & { visit: VisitView; next: string; sendsMail: boolean };

export function signInPage(backend: Backend): Page {
  const load = (visit: Visit, next: string, shows: Shows): PageLoad => ({
    data: {
      ...shows,
      visit: viewOf(visit),
      next,
      sendsMail: backend.sendsMail,
    } satisfies SignInData,
    isPrivate: true,
    cookies: visit.cookies,
  });
  return definePage<object, SignInData>({
    path: PATH,
    load: ({ query, ...request }) => {
      const visit = backend.visitors.visitOf({ ...request, query });
      const next = nextOf(query.get('next'));
      const token = query.get('token');
      if (token === null) {
        return visit.signedIn === null
          ? load(visit, next, { shows: 'form' })
          : redirectReply(303, next);
      }
      const state = backend.accounts.signIn.stateOf(token, visit.browser);
      return state === 'usable'
        ? load(visit, next, { shows: 'confirm', token })
        : load(visit, next, { shows: 'refused', why: state });
    },
    post: async (post, viewer) => {
      const visit = backend.visitors.checked(post);
      const next = nextOf(post.form.get('next'));
      switch (post.form.get('do')) {
        case 'ask':
          return load(visit, next, { shows: ask(backend, post, visit, viewer) });
        case 'use': {
          const token = post.form.get('token') ?? '';
          const agent = agentOf(post.userAgent);
          const made = await backend.accounts.signIn.byLink(token, visit.browser, agent);
          if (typeof made === 'string') return load(visit, next, { shows: 'refused', why: made });
          return begun(backend, made.text, next);
        }
        case 'question':
          return privateJson(await backend.webAuthn.question(visit.browser));
        case 'passkey':
          return showPasskey(backend, post, visit, next);
        default:
          throw NOTHING_TO_DO;
      }
    },
    view: (c) => ({ title: c.t('signIn'), canonical: null, scripts: ['my.js'], body: body(c) }),
  });
}

/** The answer is the same with and without such a user. */
function ask(
  backend: Backend,
  { form, client }: SitePost,
  { browser }: Visit,
  { language }: Viewer,
): 'sent' | 'limited' | 'bad-login' {
  const login = (form.get('login') ?? '').trim();
  if (!isLogin(login)) return 'bad-login';
  if (!backend.limits.take(login, String(client))) return 'limited';
  backend.mailLink(login, browser, language);
  return 'sent';
}

async function showPasskey(
  backend: Backend,
  post: SitePost,
  visit: Visit,
  next: string,
): Promise<Reply> {
  try {
    const passkey = await backend.webAuthn.shown(jsonOf(post.form.get('answer')), visit.browser);
    const { text } = await backend.accounts.signIn.byPasskey(passkey.user, agentOf(post.userAgent));
    return privateJson({ to: next }, [['set-cookie', backend.visitors.sessionCookie(text)]]);
  } catch (error) {
    if (!(error instanceof TagwireError)) throw error;
    return privateJson({ error: messageOf(error) });
  }
}

function begun(backend: Backend, text: string, next: string): Reply {
  return redirectReply(303, next, [['set-cookie', backend.visitors.sessionCookie(text)]]);
}

export function jsonOf(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
}

const REFUSALS: { readonly [why in LinkRefusal]: TextName } = {
  unknown: 'linkUnknown',
  expired: 'linkExpired',
  'other-browser': 'linkOtherBrowser',
};

function body(c: ViewContext<object, SignInData>) {
  const { data, t } = c;
  const { visit, next } = data;
  if (data.shows === 'confirm') {
    return (
      <article class="notice">
        <h1>{t('confirmSignIn')}</h1>
        <p>{t('confirmAdvice')}</p>
        <Act visit={visit} to={PATH} act="use" values={{ token: data.token, next }}>
          <button type="submit">{t('signIn')}</button>
        </Act>
      </article>
    );
  }
  if (data.shows === 'refused') {
    return (
      <article class="notice">
        <h1>{t('signIn')}</h1>
        <p role="alert">{t(REFUSALS[data.why])}</p>
        <p>
          <a class="button" href={PATH}>
            {t('askAgain')}
          </a>
        </p>
      </article>
    );
  }
  if (data.shows === 'sent') {
    return (
      <article class="notice">
        <h1>{t('signIn')}</h1>
        <p role="status">{t('linkSent')}</p>
        <p class="fine">{t('linkSentAdvice')}</p>
      </article>
    );
  }
  return (
    <article class="notice">
      <h1>{t('signIn')}</h1>
      <p>{t('signInIntro')}</p>
      {data.shows === 'limited' ? <p role="alert">{t('tooManyLinks')}</p> : null}
      {data.shows === 'bad-login' ? <p role="alert">{t('badLogin')}</p> : null}
      {data.sendsMail ? (
        <Act visit={visit} to={PATH} act="ask" values={{ next }} class="stack">
          <Field
            {...{ id: 'login', words: t('yourAddress'), name: 'login', required: true }}
            autocomplete="username webauthn"
          />
          <button type="submit">{t('sendLink')}</button>
        </Act>
      ) : (
        <Empty command="tagwire user link LOGIN">
          <p>
            <strong>{t('noMail')}</strong> {t('noMailAdvice')}
          </p>
        </Empty>
      )}
      <div data-passkey="question" data-to={PATH} data-csrf={visit.csrf} data-next={next} hidden>
        <h2>{t('orPasskey')}</h2>
        <p>
          <button type="button" class="quiet">
            {t('usePasskey')}
          </button>
        </p>
        <p role="alert" hidden>
          {t('passkeyFailed')}
        </p>
      </div>
    </article>
  );
}

/**
 * `/my/unsubscribe/`: ends the mails of a standing question in one click, without sign-in.
 *
 * Mail programs post to this address by themselves (RFC 8058), so its secret is the only check. GET
 * changes nothing, because security scanners fetch the addresses in mails.
 */
const UNSUBSCRIBE_PATH = '/my/unsubscribe/';

interface Unsubscribing {
  token: string;
  isDone: boolean;
}

export function unsubscribePage(backend: Backend): Page {
  return definePage<object, Unsubscribing>({
    path: UNSUBSCRIBE_PATH,
    open: true,
    load: ({ query }) => {
      const token = (query.get('token') ?? '').slice(0, 200);
      return { data: { token, isDone: false }, isPrivate: true };
    },
    post: async ({ query, form }) => {
      const token = query.get('token') ?? form.get('token') ?? '';
      const isDone = await backend.unsubscribe(token);
      // All invalid addresses get the same answer.
      if (form.get('page') !== '1') {
        return textReply('OK\n', TEXT_TYPE, { cacheControl: PRIVATE_NO_STORE });
      }
      return { data: { token: '', isDone }, isPrivate: true };
    },
    view: ({ t, data: { token, isDone } }) => ({
      title: t('unsubscribe'),
      canonical: null,
      section: 'navMine',
      body: (
        <>
          <header class="page-head">
            <h1>{t('unsubscribe')}</h1>
          </header>
          {token === '' ? (
            <p role="status">{t(isDone ? 'didUnsubscribe' : 'unsubscribeUnknown')}</p>
          ) : (
            <form
              method="post"
              action={`${UNSUBSCRIBE_PATH}?token=${encodeURIComponent(token)}`}
              class="stack"
            >
              <p>{t('unsubscribeAdvice')}</p>
              <input type="hidden" name="page" value="1" />
              <button type="submit">{t('unsubscribe')}</button>
            </form>
          )}
        </>
      ),
    }),
  });
}
