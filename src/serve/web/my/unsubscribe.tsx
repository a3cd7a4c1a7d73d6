/**
 * `/my/unsubscribe/`: ends the mails of a standing question in one click, without signing in.
 *
 * Mail programs post to this address by themselves (RFC 8058), so the secret in it is all that counts. Reading it
 * changes nothing: addresses in mails are fetched by whoever looks for harm in them.
 */
import { PRIVATE_NO_STORE, textReply } from '../../http/reply.js';
import type { Backend } from '../backend.js';
import { definePage, type Page } from '../page.js';

const PATH = '/my/unsubscribe/';

interface Unsubscribing {
  token: string;
  isDone: boolean;
}

export function unsubscribePage(backend: Backend): Page {
  return definePage<object, Unsubscribing>({
    path: PATH,
    open: true,
    load: ({ query }) => {
      const token = (query.get('token') ?? '').slice(0, 200);
      return { data: { token, isDone: false }, isPrivate: true };
    },
    post: async ({ query, form }) => {
      const token = query.get('token') ?? form.get('token') ?? '';
      const isDone = await backend.unsubscribe(token);
      // What is wrong with an address that ends nothing is not told.
      if (form.get('page') !== '1') {
        return textReply('OK\n', 'text/plain; charset=utf-8', { cacheControl: PRIVATE_NO_STORE });
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
            <form method="post" action={`${PATH}?token=${encodeURIComponent(token)}`} class="stack">
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
