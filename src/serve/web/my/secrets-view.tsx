/** Secrets of a user on `/my/`: feed addresses, passwords for feed readers, API keys. */
import type { Child } from 'hono/jsx';
import type { FeedAddress, QuestionDelivery } from '../../../store/accounts/records.js';
import type { ViewContext } from '../page.js';
import { Part } from '../parts/pieces.js';
import { Time } from '../parts/time.js';
import type { VisitView } from '../visitors.js';
import { Act, Field, Small } from './parts.js';

const PATH = '/my/';
const KINDS = {
  digest: 'feedOfDigest',
  news: 'feedOfNews',
  blog: 'feedOfBlogs',
  event: 'feedOfEvent',
} as const;

/** The data of these sections. */
export interface SecretsData {
  visit: VisitView;
  /** A question that this request tried: its form, and the number of matching articles. */
  tried: { form: { readonly [name: string]: string }; count: number; days: number } | null;
  feeds: {
    id: number;
    label: string;
    service: FeedAddress['service'];
    query: string;
    atMs: number;
    inDigest: boolean;
    mail: QuestionDelivery['mail'];
  }[];
  feedsMax: number;
  /** Whether the user has a mail address and the server sends mail. */
  mayMail: boolean;
  keys: { id: number; label: string; atMs: number; usedMs: number | null }[];
  keysMax: number;
  passwords: { id: number; label: string; atMs: number }[];
  passwordsMax: number;
  /** The server's address for feed readers. */
  readerUrl: string;
}

type Context = ViewContext<object, SecretsData>;

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
  const field = (name: string, words: string, maxlength = 200) => (
    <Field {...{ id: `feed-${name}`, words, name, maxlength }} />
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
        {field('tag', t('tag'))}
        {field('category', t('category'))}
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

/** The number of matching articles, shown before the question is saved. */
function Tried({
  c: { t, data },
  tried,
}: {
  c: Context;
  tried: NonNullable<SecretsData['tried']>;
}) {
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

/** Further ways of delivery of a question's articles. */
function Delivery({
  c: { t, data },
  feed: { id, inDigest, mail },
  children,
}: {
  c: Context;
  children?: Child;
  feed: { id: number } & Pick<SecretsData['feeds'][number], 'inDigest' | 'mail'>;
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

/** Fields of the form for a webhook with the same question. */
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

export function Keys({ c }: { c: Context }) {
  const { t, data } = c;
  return (
    <Part id="keys" title={t('apiKeys')}>
      <p class="fine">{t('apiKeysAdvice')}</p>
      {data.keys.length === 0 ? <p class="fine">{t('noKeys')}</p> : null}
      <Issued c={c} what="key" list={data.keys} max={data.keysMax} />
    </Part>
  );
}

/** Passwords for feed readers. */
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
      <Issued c={c} what="password" list={data.passwords} max={data.passwordsMax} />
    </Part>
  );
}

const ISSUED = {
  key: { label: 'keyLabel', create: 'createKey' },
  password: { label: 'passwordLabel', create: 'createPassword' },
} as const;

/** Keys or passwords, each with a button to revoke it, and a form for a new one. */
function Issued({
  c,
  what,
  list,
  max,
}: {
  c: Context;
  what: keyof typeof ISSUED;
  list: readonly { id: number; label: string; atMs: number; usedMs?: number | null }[];
  max: number;
}) {
  const { t, data } = c;
  return (
    <>
      <ul class="rows">
        {list.map(({ id, label, atMs, usedMs }) => (
          <Labelled c={c} id={id} label={label} act={`revoke-${what}`} words={t('revoke')}>
            {t('created')} <Time c={c} at={atMs} />
            {usedMs === null ? ` · ${t('neverUsed')}` : null}
          </Labelled>
        ))}
      </ul>
      {list.length >= max ? null : (
        <Act visit={data.visit} to={PATH} act={`create-${what}`} class="search ends">
          <Field id={`${what}-label`} words={t(ISSUED[what].label)} name="label" />
          <button type="submit">{t(ISSUED[what].create)}</button>
        </Act>
      )}
    </>
  );
}

/** An item with a label and a button to remove it. */
export function Labelled({
  c: { t, data },
  id,
  label,
  act,
  words,
  children,
}: {
  c: ViewContext<object, { visit: VisitView }>;
  id: number;
  label: string;
  act: string;
  words: string;
  children: Child;
}) {
  return (
    <li>
      <span>
        {label === '' ? t('unnamed') : label} <span class="fine">{children}</span>
      </span>
      <Act visit={data.visit} to={PATH} act={act} values={{ id }}>
        <Small about={label}>{words}</Small>
      </Act>
    </li>
  );
}
