/** Secret addresses of feeds, as `/my/` shows them. */
import type { Child } from 'hono/jsx';
import type { ViewContext } from '../page.js';
import { Part } from '../parts/pieces.js';
import { Time } from '../parts/time.js';
import type { Overview } from './overview-data.js';
import { Act, Small } from './parts.js';

const PATH = '/my/';
const KINDS = {
  digest: 'feedOfDigest',
  news: 'feedOfNews',
  blog: 'feedOfBlogs',
  event: 'feedOfEvent',
} as const;

type Context = ViewContext<object, Overview>;

export function SecretFeeds({ c }: { c: Context }) {
  const { t, data } = c;
  return (
    <Part id="secret-feeds" title={t('secretFeeds')}>
      <p class="fine">{t('secretFeedsAdvice')}</p>
      {data.tried === null ? null : <Tried c={c} tried={data.tried} />}
      {data.feeds.length === 0 ? <p class="fine">{t('noSecretFeeds')}</p> : null}
      <ul class="rows">
        {data.feeds.map(({ id, label, service, query, atMs, ...rest }) => (
          <li>
            <span>
              {label === '' ? t(KINDS[service]) : label}{' '}
              <span class="fine">
                {label === '' ? null : `${t(KINDS[service])} · `}
                {query === '' ? null : <code>{shownQuery(query)}</code>} {t('created')}{' '}
                <Time c={c} at={atMs} />
              </span>
            </span>
            <Act visit={data.visit} to={PATH} act="revoke-feed" values={{ id }}>
              <Small about={label === '' ? t(KINDS[service]) : label}>{t('revoke')}</Small>
            </Act>
            {service === 'digest' ? null : (
              <Delivery c={c} feed={{ id, ...rest }}>
                {service === 'event' ? null : (
                  <a href={`/my/webhooks/?${webhookQuery({ service, label, query })}`}>
                    {t('questionToWebhook')}
                  </a>
                )}
              </Delivery>
            )}
          </li>
        ))}
      </ul>
      {data.feeds.length >= data.feedsMax ? null : <AddFeed c={c} />}
    </Part>
  );
}

function shownQuery(query: string): string {
  return [...new URLSearchParams(query)].map(([name, value]) => `${name}=${value}`).join('&');
}

function AddFeed({ c: { t, data } }: { c: Context }) {
  const field = (name: string, words: string, max = 200) => (
    <div class="field">
      <label for={`feed-${name}`}>{words}</label>
      <input id={`feed-${name}`} name={name} maxlength={max} autocomplete="off" />
    </div>
  );
  return (
    <details>
      <summary>{t('createFeed')}</summary>
      <Act visit={data.visit} to={PATH} act="try-feed" class="stack">
        <div class="field">
          <label for="feed-service">{t('feedOfWhat')}</label>
          <select id="feed-service" name="service">
            {Object.entries(KINDS).map(([kind, words]) => (
              <option value={kind}>{t(words)}</option>
            ))}
          </select>
        </div>
        {field('label', t('feedName'))}
        <p class="fine">{t('feedFilterAdvice')}</p>
        {field('q', t('webhookQ'))}
        {field('owner', t('webhookOwner'), 2000)}
        {field('tag', t('webhookTag'))}
        {field('category', t('webhookCategory'))}
        {field('country', t('feedCountry'))}
        {field('lang', t('feedLang'))}
        {field('mute', t('feedMute'))}
        {field('muteMedia', t('feedMuteMedia'), 2000)}
        <label>
          <input type="checkbox" name="fold" value="similar" /> {t('feedFold')}
        </label>
        {field('thread', t('feedThread'), 10)}
        <button type="submit">{t('tryFeed')}</button>
      </Act>
    </details>
  );
}

/** What a question would have brought, before it is saved. */
function Tried({ c: { t, data }, tried }: { c: Context; tried: NonNullable<Overview['tried']> }) {
  const { form, count, days } = tried;
  return (
    <div class="notice" role="status">
      <p>
        <strong>{t('triedFeed', { n: count, days })}</strong>
      </p>
      <Act visit={data.visit} to={PATH} act="create-feed" values={form}>
        <button type="submit">{t('saveFeed')}</button>
      </Act>
    </div>
  );
}

/** How else the answers to a question reach their owner. */
function Delivery({
  c: { t, data },
  feed: { id, inDigest, mail },
  children,
}: {
  c: Context;
  children?: Child;
  feed: { id: number } & Pick<Overview['feeds'][number], 'inDigest' | 'mail'>;
}) {
  const options = { off: 'mailOff', daily: 'mailDaily', immediate: 'mailImmediate' } as const;
  return (
    <Act visit={data.visit} to={PATH} act="deliver-feed" values={{ id }} class="row whole">
      <label>
        <input type="checkbox" name="inDigest" value="1" checked={inDigest} /> {t('inDigest')}
      </label>
      {data.mayMail ? (
        <select name="mail" aria-label={t('mailOf')}>
          {Object.entries(options).map(([value, words]) => (
            <option value={value} selected={value === mail}>
              {t(words)}
            </option>
          ))}
        </select>
      ) : null}
      <Small>{t('saveDelivery')}</Small>
      {children}
    </Act>
  );
}

/** Fields of the form that makes a webhook of the same question. */
function webhookQuery({
  service,
  label,
  query,
}: {
  service: string;
  label: string;
  query: string;
}): string {
  const from = new URLSearchParams(query);
  const fields = new URLSearchParams({ service, label, kind: 'article' });
  for (const name of ['q', 'tag', 'category']) {
    if (from.has(name)) fields.set(name, from.get(name)!);
  }
  const owner = from.get(service === 'news' ? 'media' : 'blog');
  if (owner !== null) fields.set('owner', owner);
  return fields.toString();
}

/** Passwords for readers of feeds. */
export function AppPasswords({ c }: { c: Context }) {
  const { t, data } = c;
  return (
    <Part id="readers" title={t('readers')}>
      <p class="fine">{t('readersAdvice')}</p>
      <p class="fine">
        {t('readerServer')} <code class="break">{data.readerUrl}</code>
        <br />
        {t('readerLogin')} <code class="break">{data.visit.user!.login}</code>
      </p>
      <ul class="rows">
        {data.passwords.map(({ id, label, atMs }) => (
          <li>
            <span>
              {label === '' ? t('unnamed') : label}{' '}
              <span class="fine">
                {t('created')} <Time c={c} at={atMs} />
              </span>
            </span>
            <Act visit={data.visit} to={PATH} act="revoke-password" values={{ id }}>
              <Small about={label}>{t('revoke')}</Small>
            </Act>
          </li>
        ))}
      </ul>
      {data.passwords.length >= data.passwordsMax ? null : (
        <Act visit={data.visit} to={PATH} act="create-password" class="search ends">
          <div class="field">
            <label for="password-label">{t('passwordLabel')}</label>
            <input id="password-label" name="label" maxlength={200} autocomplete="off" />
          </div>
          <button type="submit">{t('createPassword')}</button>
        </Act>
      )}
    </Part>
  );
}
