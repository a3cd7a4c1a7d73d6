/**
 * The page of an error: what happened, in words, and where to go on from here.
 */
import type { PageView, ViewContext } from './page.js';
import type { TextName } from './texts.js';

const HEADINGS: { readonly [status: number]: TextName } = {
  400: 'error400',
  403: 'error403',
  404: 'error404',
  405: 'error405',
  410: 'error410',
  413: 'error413',
  429: 'error429',
  503: 'error503',
};

const ADVICE: { readonly [status: number]: TextName } = {
  400: 'advice400',
  403: 'advice403',
  404: 'advice404',
  405: 'advice405',
  410: 'advice410',
  413: 'advice413',
  429: 'advice429',
  503: 'advice503',
};

/** Where the advice says all that the service's own sentence says. */
const SAID: readonly number[] = [404, 405, 410];

/** The view of a status; `message` is the service's own sentence. */
export function ErrorView(
  context: ViewContext,
  { status, message }: { status: number; message: string },
): PageView {
  const { t, facts, query } = context;
  const heading = t(HEADINGS[status] ?? 'error500');
  return {
    status,
    title: heading,
    canonical: null,
    body: (
      <article class="notice">
        <p class="notice-status">{status}</p>
        <h1>{heading}</h1>
        <p>{t(ADVICE[status] ?? 'advice500')}</p>
        <search>
          <form action={facts.service === 'news' ? '/articles/' : '/'} method="get" class="search">
            <label class="sr" for="q404">
              {t('searchArticles')}
            </label>
            <input id="q404" name="q" type="search" maxlength={60} value={query.q ?? ''} />
            <button type="submit">{t('search')}</button>
          </form>
        </search>
        {SAID.includes(status) || message === '' ? null : (
          <p class="fine" lang="en">
            {message}
          </p>
        )}
      </article>
    ),
  };
}
