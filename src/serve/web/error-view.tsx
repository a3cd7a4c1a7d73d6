/**
 * The page of an error: an explanation, and a search form.
 */
import type { PageView, ViewContext } from './page.js';

type ErrorContext = Pick<ViewContext, 't' | 'facts' | 'query'>;

/** Statuses with their own texts. */
const KNOWN = [400, 403, 404, 405, 410, 413, 429, 503] as const;

/** Statuses whose text makes the service's message redundant. */
const SAID: readonly number[] = [404, 405, 410];

/** The view of a status; `message` is the service's own sentence. */
export function ErrorView(
  { t, facts, query }: ErrorContext,
  { status, message }: { status: number; message: string },
): PageView {
  const shown = KNOWN.find((known) => known === status) ?? 500;
  const heading = t(`error${shown}`);
  return {
    status,
    title: heading,
    canonical: null,
    body: (
      <article class="notice">
        <p class="notice-status">{status}</p>
        <h1>{heading}</h1>
        <p>{t(`advice${shown}`)}</p>
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

/** The page for an error of the API. */
export function missing(
  context: ErrorContext,
  { status, error }: { status: number; error: string },
): PageView {
  return ErrorView(context, { status, message: error });
}
