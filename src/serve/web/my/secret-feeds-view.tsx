/** Secret addresses of feeds, as `/my/` shows them. */
import type { ViewContext } from '../page.js';
import { Part } from '../parts/pieces.js';
import { Time } from '../parts/time.js';
import type { Overview } from './overview-data.js';
import { Act, Small } from './parts.js';

const PATH = '/my/';
const KINDS = { digest: 'feedOfDigest', news: 'feedOfNews', blog: 'feedOfBlogs' } as const;

type Context = ViewContext<object, Overview>;

export function SecretFeeds({ c }: { c: Context }) {
  const { t, data } = c;
  return (
    <Part id="secret-feeds" title={t('secretFeeds')}>
      <p class="fine">{t('secretFeedsAdvice')}</p>
      {data.feeds.length === 0 ? <p class="fine">{t('noSecretFeeds')}</p> : null}
      <ul class="rows">
        {data.feeds.map(({ id, label, service, query, atMs }) => (
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
      <Act visit={data.visit} to={PATH} act="create-feed" class="stack">
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
        {field('mute', t('feedMute'))}
        {field('muteMedia', t('feedMuteMedia'), 2000)}
        <label>
          <input type="checkbox" name="fold" value="similar" /> {t('feedFold')}
        </label>
        <button type="submit">{t('createFeed')}</button>
      </Act>
    </details>
  );
}
