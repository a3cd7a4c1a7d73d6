/**
 * Identification of visitors: browsers by a cookie, users by their session, and the CSRF token of
 * every form.
 *
 * Invariants: cookies are HttpOnly and SameSite=Lax, with https also Secure with the `__Host-`
 * prefix, so that no other host can set them; a form is valid only with the token for this browser
 * and session, which no other site can read; the sign-in never redirects to another host.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Accounts } from '../../store/accounts/accounts.js';
import type { User } from '../../store/accounts/roster-events.js';
import { SESSION_MS } from '../../store/accounts/rules.js';
import { BROWSER_PREFIX, newSecret, secretDigestOf } from '../../store/accounts/secret.js';
import type { SignedIn } from '../../store/accounts/sign-in.js';
import { forbidden, unavailable } from '../http/errors.js';
import type { Reply } from '../http/reply.js';
import { redirectReply, type SitePost, type SiteRequest } from '../http/site.js';

const BROWSER_SECONDS = 365 * 24 * 60 * 60;
/** For a node that is disconnected from the others. */
const NOT_CURRENT = unavailable('this server cannot check now who is signed in', 1);
/** Pages to which a sign-in may redirect. */
const NEXT_FORM =
  /^\/(my|admin|me|blogs|topics|relations)(\/[\w.~%:@!$&'()*+,;=-]*)*(\?[\w.~%!'()*&=-]*)?$/;
const AGENTS: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrom(e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

export interface Visit {
  /** The text of the browser's cookie. */
  browser: string;
  /** Null without a signed-in user. */
  signedIn: SignedIn | null;
  /** The token for forms of this visit. */
  csrf: string;
  /** `set-cookie` lines for the answer. */
  cookies: readonly string[];
}

/** The part of a visit that the pages thread gets. */
export interface VisitView {
  csrf: string;
  user: { id: number; login: string; name: string; role: User['role'] } | null;
}

export class Visitors {
  readonly #accounts: Accounts;
  readonly #isSecure: boolean;
  readonly #browserName: string;
  readonly #sessionName: string;

  constructor(accounts: Accounts, publicUrl: string) {
    this.#accounts = accounts;
    const { protocol, port } = new URL(publicUrl);
    this.#isSecure = protocol === 'https:';
    // Cookies ignore ports: without it, services on one machine would sign each other out.
    const [before, after] = this.#isSecure ? ['__Host-', ''] : ['', port === '' ? '' : `-${port}`];
    this.#browserName = `${before}tagwire-browser${after}`;
    this.#sessionName = `${before}tagwire-session${after}`;
  }

  visitOf({ cookies }: SiteRequest): Visit {
    const known = cookies.get(this.#browserName) ?? '';
    const isKnown = secretDigestOf(BROWSER_PREFIX, known) !== null;
    const browser = isKnown ? known : newSecret(BROWSER_PREFIX);
    const text = cookies.get(this.#sessionName) ?? '';
    if (text !== '' && !this.#accounts.isCurrent) throw NOT_CURRENT;
    const signedIn = text === '' ? null : this.#accounts.signIn.who(text);
    if (signedIn !== null && this.#accounts.signIn.isDue(signedIn.session)) {
      void this.#accounts.signIn.see(signedIn.session.id).catch(() => undefined);
    }
    return {
      browser,
      signedIn,
      csrf: digest(`form ${browser} ${signedIn === null ? '' : text}`),
      cookies: isKnown ? [] : [this.#cookie(this.#browserName, browser, BROWSER_SECONDS)],
    };
  }

  /** The visit of a form. @throws HttpError 403 for a token of another browser or session. */
  checked(post: SitePost): Visit {
    const visit = this.visitOf(post);
    const given = Buffer.from(digest(post.form.get('csrf') ?? ''));
    if (!timingSafeEqual(given, Buffer.from(digest(visit.csrf)))) {
      throw forbidden('this form is out of date; open the page again');
    }
    return visit;
  }

  sessionCookie(text: string): string {
    return this.#cookie(this.#sessionName, text, Math.floor(SESSION_MS / 1000));
  }

  noSessionCookie(): string {
    return this.#cookie(this.#sessionName, '', 0);
  }

  #cookie(name: string, value: string, seconds: number): string {
    const secure = this.#isSecure ? '; Secure' : '';
    return `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
  }
}

export function viewOf({ csrf, signedIn }: Visit): VisitView {
  if (signedIn === null) return { csrf, user: null };
  const { id, login, name, role } = signedIn.user;
  return { csrf, user: { id, login, name, role } };
}

export function isAdmin(visit: Visit): boolean {
  const role = visit.signedIn?.user.role;
  return role === 'admin' || role === 'owner';
}

/** The path after a sign-in; `/my/` unless the text is an allowed page. */
export function nextOf(text: string | null): string {
  return text !== null && NEXT_FORM.test(text) && !text.includes('//') ? text : '/my/';
}

/** Redirects to the sign-in, and from there back to `path`. */
export function toSignIn(path: string): Reply {
  const next = nextOf(path);
  return redirectReply(303, `/my/sign-in/?next=${encodeURIComponent(next)}`);
}

/** Name of a browser, in two words. */
export function agentOf(userAgent: string): string {
  const named = (table: typeof AGENTS): string =>
    table.find(([form]) => form.test(userAgent))?.[1] ?? '';
  return [named(AGENTS), named(SYSTEMS)].filter((word) => word !== '').join(', ');
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
