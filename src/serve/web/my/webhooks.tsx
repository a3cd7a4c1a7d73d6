/**
 * `/my/webhooks/`: webhooks of the person who is signed in.
 */

import { WEBHOOKS } from '../../../kernel/limits.js';
import type { Webhook } from '../../../store/accounts/records.js';
import type { User } from '../../../store/accounts/roster-events.js';
import { HttpError } from '../../http/errors.js';
import type { Reply } from '../../http/reply.js';
import { redirectReply, type SitePost } from '../../http/site.js';
import type { Backend } from '../backend.js';
import { definePage, type Page, type PageLoad } from '../page.js';
import type { TextName } from '../texts.js';
import { type Visit, viewOf } from '../visitors.js';
import { ownPage } from './own-page.js';
import { didOf, outcomeOf } from './parts.js';
import { type ShownWebhook, WebhooksBody, type WebhooksData } from './webhooks-view.js';

const PATH = '/my/webhooks/';
/** What a form did, by what it asked to do. */
const DID: ReadonlyMap<string, TextName> = new Map([
  ['add', 'didAddWebhook'],
  ['secret', 'didReplaceSecret'],
  ['pause', 'didPauseWebhook'],
  ['resume', 'didResumeWebhook'],
  ['remove', 'didRemoveWebhook'],
]);
/** Filters of a stream, as the form names them. `owner` is media or blog. */
const FILTERS = ['kind', 'q', 'tag', 'category'] as const;

export function webhooksPage(backend: Backend): Page {
  return definePage<object, WebhooksData>({
    path: PATH,
    ...ownPage(backend, PATH, {
      show: (visit, { query }) =>
        show(backend, visit, { outcome: outcomeOf(query, DID), typed: Object.fromEntries(query) }),
      change: (visit, user, post) => change(backend, visit, user, post),
      refused: (visit, outcome, { form }) =>
        show(backend, visit, { outcome, typed: Object.fromEntries(form) }),
    }),
    view: (c) => ({
      title: c.t('webhooks'),
      canonical: null,
      section: 'navMine',
      body: <WebhooksBody c={c} />,
    }),
  });
}

function show(backend: Backend, visit: Visit, facts: Partial<WebhooksData>): PageLoad {
  const data: WebhooksData = {
    ...{ outcome: null, newSecret: null, tested: null, typed: {} },
    ...facts,
    visit: viewOf(visit),
    webhooks: backend.webhooks.list(visit.signedIn!.user).map(shown),
    webhooksMax: WEBHOOKS.perUserMax,
  };
  return { data, isPrivate: true, cookies: visit.cookies };
}

function shown(hook: Webhook): ShownWebhook {
  const { id, service, url, label, state, atMs, deliveredMs } = hook;
  const { failures, failingSinceMs, nextTryMs, message } = hook;
  return {
    ...{ id, service, url, label, state, atMs, deliveredMs },
    ...{ failures, failingSinceMs, nextTryMs, message },
    filters: filtersOf(hook),
    feed: feedFieldsOf(hook),
  };
}

/** A feed holds articles; that of the blog service knows words and one blog. */
function feedFieldsOf({ service, question, label }: Webhook): ShownWebhook['feed'] {
  const { kinds, q, tag, owners, category } = question;
  const isOfArticles = kinds === null || kinds.includes('article');
  const isKnown =
    service === 'news' || (tag === null && category === null && (owners?.length ?? 0) < 2);
  if (!isOfArticles || !isKnown) return null;
  const owner = owners?.join(',') ?? '';
  return { service, label, q: q ?? '', owner, tag: tag ?? '', category: category ?? '' };
}

/** A standing question as the query of a stream, for people. */
export function filtersOf({ service, question }: Pick<Webhook, 'service' | 'question'>): string {
  const { kinds, q, tag, owners, category } = question;
  const values: [string, string | null][] = [
    ['kind', kinds?.join(',') ?? null],
    ['q', q],
    ['tag', tag],
    [service === 'news' ? 'media' : 'blog', owners?.join(',') ?? null],
    ['category', category],
  ];
  return values.flatMap(([name, value]) => (value === null ? [] : `${name}=${value}`)).join('&');
}

async function change(
  backend: Backend,
  visit: Visit,
  user: User,
  { form }: SitePost,
): Promise<PageLoad | Reply> {
  const { webhooks } = backend;
  const id = Number(form.get('id'));
  const act = form.get('do') ?? '';
  const done = redirectReply(303, `${PATH}?done=${act}`);
  switch (act) {
    case 'add': {
      const text = (name: string): string => (form.get(name) ?? '').trim();
      const service = text('service') === 'news' ? 'news' : 'blog';
      const filters = Object.fromEntries(FILTERS.map((name) => [name, text(name)]));
      filters[service === 'news' ? 'media' : 'blog'] = text('owner');
      const wish = { service, url: text('url'), label: text('label'), filters } as const;
      const { secret } = await webhooks.add(user, wish);
      return show(backend, visit, { outcome: didOf(act, DID), newSecret: secret });
    }
    case 'test':
      return show(backend, visit, { tested: await webhooks.test(user, id) });
    case 'secret': {
      const { secret } = await webhooks.replaceSecret(user, id);
      return show(backend, visit, { outcome: didOf(act, DID), newSecret: secret });
    }
    case 'pause':
      await webhooks.pause(user, id);
      return done;
    case 'resume':
      await webhooks.resume(user, id);
      return done;
    case 'remove':
      await webhooks.remove(user, id);
      return done;
    default:
      throw new HttpError(400, 'invalid_query', 'the form says nothing to do');
  }
}
