/**
 * `/my/webhooks/`: webhooks of the signed-in user.
 */

import { WEBHOOKS } from '../../../kernel/limits.js';
import type { Webhook } from '../../../store/accounts/records.js';
import type { Backend, WebhookWish } from '../backend.js';
import { definePage, type Page, type PageLoad, type ViewContext } from '../page.js';
import { Empty, Part } from '../parts/pieces.js';
import { Time } from '../parts/time.js';
import { type Visit, type VisitView, viewOf } from '../visitors.js';
import {
  Act,
  Field,
  type FormOutcome,
  OutcomeLine,
  ownPage,
  type Sent,
  ShownOnce,
  Small,
} from './parts.js';

export interface WebhooksData {
  visit: VisitView;
  outcome: FormOutcome | null;
  /** The secret of a webhook that this request made, or its new secret. */
  newSecret: string | null;
  /** Result of this request's test delivery; an empty message when the receiver accepted it. */
  tested: { message: string } | null;
  /** Values of a refused form, to be shown again. */
  typed: { readonly [name: string]: string };
  webhooks: ShownWebhook[];
  webhooksMax: number;
}

/** A webhook for its owner, without its secrets and its place. */
export interface ShownWebhook
  extends Omit<Webhook, 'user' | 'question' | 'secret' | 'former' | 'place'> {
  /** As the query of a stream; empty for no filter. */
  filters: string;
  /** Fields of the form for a secret feed with the same question; null where none supports it. */
  feed: { readonly [name: string]: string } | null;
}

export const WEBHOOK_STATES = {
  on: 'webhookOn',
  paused: 'webhookPaused',
  off: 'webhookOff',
} as const;

const PATH = '/my/webhooks/';
/** Filters of a stream that are fields of the form. The field `owner` is media or blog. */
const FILTERS = ['kind', 'q', 'tag', 'category'] as const;

export function webhooksPage(backend: Backend): Page {
  const mine = () => backend.webhooks;
  const withSecret = ({ visit, told }: Sent, { secret }: Webhook) =>
    show(backend, visit, { outcome: told, newSecret: secret });
  return definePage<object, WebhooksData>({
    path: PATH,
    ...ownPage(backend, PATH, {
      did: {
        add: 'didAddWebhook',
        secret: 'didReplaceSecret',
        pause: 'didPauseWebhook',
        resume: 'didResumeWebhook',
        remove: 'didRemoveWebhook',
      },
      acts: {
        add: async (sent) => withSecret(sent, await mine().add(sent.user, wishIn(sent.form))),
        secret: async (sent) => withSecret(sent, await mine().replaceSecret(sent.user, sent.id)),
        test: async ({ visit, user, id }) =>
          show(backend, visit, { tested: await mine().test(user, id) }),
        pause: ({ user, id }) => mine().pause(user, id),
        resume: ({ user, id }) => mine().resume(user, id),
        remove: ({ user, id }) => mine().remove(user, id),
      },
      show: (visit, { query }, outcome) =>
        show(backend, visit, { outcome, typed: Object.fromEntries(query) }),
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

/** A feed contains only articles; on the blog service it supports words and one blog. */
function feedFieldsOf({ service, question, label }: Webhook): ShownWebhook['feed'] {
  const { kinds, q, tag, owners, category } = question;
  const isOfArticles = kinds === null || kinds.includes('article');
  const isKnown =
    service === 'news' || (tag === null && category === null && (owners?.length ?? 0) < 2);
  if (!isOfArticles || !isKnown) return null;
  const owner = owners?.join(',') ?? '';
  return { service, label, q: q ?? '', owner, tag: tag ?? '', category: category ?? '' };
}

/** A standing question as the query of a stream, for display. */
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

function wishIn(form: URLSearchParams): WebhookWish {
  const text = (name: string): string => (form.get(name) ?? '').trim();
  const service = text('service') === 'news' ? 'news' : 'blog';
  const filters = Object.fromEntries(FILTERS.map((name) => [name, text(name)]));
  filters[service === 'news' ? 'media' : 'blog'] = text('owner');
  return { service, url: text('url'), label: text('label'), filters };
}

type Context = ViewContext<object, WebhooksData>;

function WebhooksBody({ c }: { c: Context }) {
  const { data, t } = c;
  return (
    <>
      <header class="page-head spaced">
        <h1>{t('webhooks')}</h1>
        <p class="standfirst">{t('webhooksIntro')}</p>
        <p class="fine">
          <a href="/my/">{t('navMine')}</a>
        </p>
        <OutcomeLine c={c} outcome={data.outcome} />
        <Tested c={c} />
      </header>
      {data.newSecret === null ? null : (
        <ShownOnce
          title={t('webhookSecret')}
          secret={data.newSecret}
          advice={t('webhookSecretAdvice')}
        />
      )}
      <div class="columns">
        <Part id="webhooks" title={t('yourWebhooks')}>
          {data.webhooks.length === 0 ? (
            <Empty>
              <p>{t('noWebhooks')}</p>
            </Empty>
          ) : null}
          {data.webhooks.map((hook) => (
            <Hook c={c} hook={hook} />
          ))}
        </Part>
        <AddForm c={c} />
      </div>
    </>
  );
}

function Tested({ c: { t, data } }: { c: Context }) {
  if (data.tested === null) return null;
  const { message } = data.tested;
  return (
    <p class={message === '' ? 'outcome' : 'outcome outcome-bad'} role="status">
      {message === '' ? t('webhookTestTaken') : t('webhookTestFailed', { reason: message })}
    </p>
  );
}

function Hook({ c, hook }: { c: Context; hook: ShownWebhook }) {
  const { t, data } = c;
  const { id, service, url, label, filters, state } = hook;
  const act = (name: string, words: string) => (
    <Act visit={data.visit} to={PATH} act={name} values={{ id }}>
      <Small about={label === '' ? url : label}>{words}</Small>
    </Act>
  );
  return (
    <article class="section">
      <h3>{label === '' ? t('unnamed') : label}</h3>
      <p>
        <code class="break">{url}</code>
      </p>
      <p class="fine">
        {t(service === 'news' ? 'webhookNews' : 'webhookBlogs')} ·{' '}
        {filters === '' ? t('webhookAll') : <code>{filters}</code>}
      </p>
      <State c={c} hook={hook} />
      <div class="row">
        {act('test', t('webhookTest'))}
        {state === 'on' ? act('pause', t('webhookPause')) : act('resume', t('webhookResume'))}
        {act('secret', t('webhookNewSecret'))}
        {hook.feed === null ? null : (
          <Act visit={data.visit} to="/my/" act="create-feed" values={hook.feed}>
            <Small about={label === '' ? url : label}>{t('webhookToFeed')}</Small>
          </Act>
        )}
        {act('remove', t('webhookDelete'))}
      </div>
    </article>
  );
}

function State({ c, hook }: { c: Context; hook: ShownWebhook }) {
  const { t } = c;
  const { state, deliveredMs, failures, failingSinceMs, nextTryMs, message } = hook;
  return (
    <dl class="facts">
      <dt>{t('state')}</dt>
      <dd>{t(WEBHOOK_STATES[state])}</dd>
      <dt>{t('webhookDelivered')}</dt>
      <dd>{deliveredMs === null ? t('webhookNever') : <Time c={c} at={deliveredMs} />}</dd>
      {message === '' ? null : (
        <>
          <dt>{t('message')}</dt>
          <dd>{message}</dd>
        </>
      )}
      {failures === 0 || failingSinceMs === null ? null : (
        <>
          <dt>{t('webhookFailures')}</dt>
          <dd>
            {failures}, {t('webhookSince')} <Time c={c} at={failingSinceMs} />
          </dd>
        </>
      )}
      {state === 'on' && failures > 0 ? (
        <>
          <dt>{t('webhookNextTry')}</dt>
          <dd>
            <Time c={c} at={nextTryMs} as="next" />
          </dd>
        </>
      ) : null}
    </dl>
  );
}

function AddForm({ c }: { c: Context }) {
  const { t, data } = c;
  if (data.webhooks.length >= data.webhooksMax) {
    return <p class="fine">{t('webhookFull', { n: data.webhooksMax })}</p>;
  }
  const field = (name: string, words: string, more: object = {}) => (
    <Field {...{ id: `webhook-${name}`, words, name, value: data.typed[name] ?? '', more }} />
  );
  const service = data.typed.service ?? 'blog';
  return (
    <Part id="add-webhook" title={t('webhookAdd')}>
      <Act visit={data.visit} to={PATH} act="add" class="stack">
        {field('url', t('webhookAddress'), { type: 'url', maxlength: 2000, required: true })}
        {field('label', t('keyLabel'))}
        <div class="field">
          <label for="webhook-service">{t('webhookService')}</label>
          <select id="webhook-service" name="service">
            <option value="blog" selected={service === 'blog'}>
              {t('webhookBlogs')}
            </option>
            <option value="news" selected={service === 'news'}>
              {t('webhookNews')}
            </option>
          </select>
        </div>
        <p class="fine">{t('webhookFilterAdvice')}</p>
        {field('q', t('webhookQ'))}
        {field('owner', t('webhookOwner'), { maxlength: 2000 })}
        {field('kind', t('webhookKind'))}
        {field('tag', t('tag'))}
        {field('category', t('category'))}
        <button type="submit">{t('webhookAdd')}</button>
      </Act>
    </Part>
  );
}
