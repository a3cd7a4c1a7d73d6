/** What `/my/webhooks/` shows, and what it looks like. */
import type { Webhook } from '../../../store/accounts/records.js';
import type { ViewContext } from '../page.js';
import { Part } from '../parts/pieces.js';
import { Time } from '../parts/time.js';
import type { VisitView } from '../visitors.js';
import { Act, Empty, type FormOutcome, OutcomeLine, ShownOnce, Small } from './parts.js';

/** What `/my/webhooks/` shows. */
export interface WebhooksData {
  visit: VisitView;
  outcome: FormOutcome | null;
  /** The secret of a webhook that this request has made, or given a new one. */
  newSecret: string | null;
  /** Result of the test delivery that this request made; an empty message when the receiver took it. */
  tested: { message: string } | null;
  /** Values of the form that was refused, to be shown again. */
  typed: { readonly [name: string]: string };
  webhooks: ShownWebhook[];
  webhooksMax: number;
}

/** What a person sees of a webhook: all but its secrets and its place. */
export interface ShownWebhook
  extends Omit<Webhook, 'user' | 'question' | 'secret' | 'former' | 'place'> {
  /** As a query of a stream; empty for everything. */
  filters: string;
  /** Fields of the form that makes a secret feed of the same question; null where no feed has it. */
  feed: { readonly [name: string]: string } | null;
}

/** The words for a state. */
export const WEBHOOK_STATES = {
  on: 'webhookOn',
  paused: 'webhookPaused',
  off: 'webhookOff',
} as const;

const PATH = '/my/webhooks/';

type Context = ViewContext<object, WebhooksData>;

export function WebhooksBody({ c }: { c: Context }) {
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
    <div class="field">
      <label for={`webhook-${name}`}>{words}</label>
      <input
        id={`webhook-${name}`}
        name={name}
        value={data.typed[name] ?? ''}
        maxlength={200}
        autocomplete="off"
        {...more}
      />
    </div>
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
        {field('tag', t('webhookTag'))}
        {field('category', t('webhookCategory'))}
        <button type="submit">{t('webhookAdd')}</button>
      </Act>
    </Part>
  );
}
