/**
 * How readers sign in, and what they send afterwards.
 *
 *   accounts/ClientLogin   Email, Passwd (an app password)  ─►  Auth=…
 *   Authorization: GoogleLogin auth=…                        of every request
 *   T=…                                                      of every change; `token` gives it
 *
 * Readers that send no `T`, or "x", are known and let through: what `T` is against are pages that ask in
 * somebody's name, which cannot send the first header.
 */
import { READER } from '../../kernel/reader-limits.js';
import type { AppPassword } from '../../store/accounts/records.js';
import type { User } from '../../store/accounts/roster-events.js';
import { HttpError } from '../http/errors.js';
import { type ClientKey, RateLimiter } from '../http/rate-limit.js';
import { PRIVATE_NO_STORE, type Reply, textReply } from '../http/reply.js';
import { answer } from './answers.js';
import type { ReaderRequest } from './routes.js';
import type { ReaderSources } from './sources.js';

const AUTHORIZATION = /^GoogleLogin\s+auth=["']?([\w.-]{1,100})["']?$/i;
const TEXT = 'text/plain; charset=utf-8';

export interface SignedInReader {
  user: User;
  password: AppPassword;
}

export class SignIns {
  readonly #sources: ReaderSources;
  readonly #clients = new RateLimiter({ limit: READER.signInsPerMinute });
  readonly #all = new RateLimiter({ limit: READER.signInsPerMinuteAll });

  constructor(sources: ReaderSources) {
    this.#sources = sources;
  }

  /** @throws HttpError 429. */
  signIn({ parameters }: ReaderRequest, client: ClientKey, nowMs: number): Reply {
    const { accounts, secret } = this.#sources;
    for (const [limiter, key] of [
      [this.#clients, client],
      [this.#all, ''],
    ] as const) {
      if (limiter.take(key, nowMs)) continue;
      const seconds = String(limiter.resetSeconds);
      const message = `too many sign-ins; wait ${seconds} seconds`;
      throw new HttpError(429, 'rate_limit_exceeded', message, [['retry-after', seconds]]);
    }
    const login = parameters.get('Email') ?? '';
    const password = accounts.appPasswords.check(login, parameters.get('Passwd') ?? '');
    const isJson = parameters.get('output') === 'json';
    if (password === null) {
      const rest = { status: 401, cacheControl: PRIVATE_NO_STORE };
      return textReply('Error=BadAuthentication\n', TEXT, rest);
    }
    const token = accounts.appPasswords.token(password, 'ask', secret);
    if (isJson) return answer({ SID: token, LSID: token, Auth: token });
    const lines = `SID=${token}\nLSID=null\nAuth=${token}\n`;
    return textReply(lines, TEXT, { cacheControl: PRIVATE_NO_STORE });
  }

  /** Who sends this; null for nobody. */
  whoIs(authorization: string): SignedInReader | null {
    const { accounts, secret } = this.#sources;
    const token = AUTHORIZATION.exec(authorization)?.[1];
    return token === undefined ? null : accounts.appPasswords.who(token, 'ask', secret);
  }

  /** What changes carry. */
  changeToken({ password }: SignedInReader): string {
    return this.#sources.accounts.appPasswords.token(password, 'change', this.#sources.secret);
  }

  mayChange(parameters: URLSearchParams, { password }: SignedInReader): boolean {
    const { accounts, secret } = this.#sources;
    const token = parameters.get('T') ?? '';
    if (token === '' || token === 'x') return true;
    const { appPasswords } = accounts;
    return ['change', 'ask'].some(
      (use) =>
        appPasswords.who(token, use as 'change' | 'ask', secret)?.password.id === password.id,
    );
  }
}
