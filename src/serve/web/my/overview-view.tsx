/** The data and the view of `/my/`. */
import type { MutedNames as Muted } from '../../../store/accounts/follows.js';
import type { ViewContext } from '../page.js';
import { pathTo, safeHref, withQuery } from '../parts/address.js';
import { Empty, Part } from '../parts/pieces.js';
import { Time } from '../parts/time.js';
import { Act, Field, type FormOutcome, OutcomeLine, ShownOnce, Small } from './parts.js';
import { AppPasswords, Keys, Labelled, SecretFeeds, type SecretsData } from './secrets-view.js';
import { WEBHOOK_STATES } from './webhooks.js';

const PATH = '/my/';

export interface Overview extends SecretsData {
  isAdmin: boolean;
  outcome: FormOutcome | null;
  /** The text of a key that this request made. */
  newKey: string | null;
  /** The secret address of a feed that this request made. */
  newFeed: string | null;
  /** The text of an app password that this request made. */
  newPassword: string | null;
  /** Counts of the OPML import of this request. */
  imported: { added: number; unknown: number } | null;
  follows: { blog: string; name: string; isListed: boolean }[];
  muted: Muted;
  webhooks: { label: string; url: string; state: 'on' | 'paused' | 'off' }[];
  sessions: {
    id: number;
    agent: string;
    way: string;
    atMs: number;
    seenMs: number;
    isThis: boolean;
  }[];
  /** False where the service's host is an IP address: browsers make no passkeys for these. */
  hasPasskeys: boolean;
  /** Another address of the service for passkeys, where its host is a loopback address. */
  passkeysAt: string | null;
  passkeys: { id: number; label: string; atMs: number; usedMs: number | null }[];
}

type Context = ViewContext<object, Overview>;

export function OverviewBody({ c }: { c: Context }) {
  const { data, t } = c;
  const { visit, outcome, imported } = data;
  const told =
    outcome?.ok === false && outcome.reason === 'wrongLogin'
      ? { ok: false as const, reason: t('wrongLogin') }
      : outcome;
  return (
    <>
      <header class="page-head spaced">
        <h1>{t('navMine')}</h1>
        <div class="row">
          <p class="fine">{t('signedInAs', { login: visit.user!.login })}</p>
          <Act visit={visit} to={PATH} act="sign-out">
            <Small>{t('signOut')}</Small>
          </Act>
          {data.isAdmin ? <a href="/admin/">{t('navAdmin')}</a> : null}
        </div>
        <OutcomeLine c={c} outcome={told} />
        {imported === null ? null : (
          <p class="fine">{t('importedFollows', { n: imported.added, rest: imported.unknown })}</p>
        )}
      </header>
      {data.newKey === null ? null : (
        <ShownOnce title={t('newKey')} secret={data.newKey} advice={t('newKeyAdvice')} />
      )}
      {data.newFeed === null ? null : (
        <ShownOnce title={t('newFeed')} secret={data.newFeed} advice={t('newFeedAdvice')} />
      )}
      {data.newPassword === null ? null : (
        <ShownOnce
          title={t('newPassword')}
          secret={data.newPassword}
          advice={t('newPasswordAdvice')}
        />
      )}
      <div class="columns">
        <div>
          <Follows c={c} />
          <SecretFeeds c={c} />
          <MutedNames c={c} />
          <AppPasswords c={c} />
          <Keys c={c} />
          <Hooks c={c} />
        </div>
        <div>
          <Sessions c={c} />
          <Passkeys c={c} />
          <Data c={c} />
        </div>
      </div>
    </>
  );
}

function Follows({ c }: { c: Context }) {
  const { t, data } = c;
  return (
    <Part id="follows" title={t('follows')}>
      {data.follows.length === 0 ? (
        <Empty>
          <p>
            <strong>{t('noFollows')}</strong> {t('noFollowsAdvice')}
          </p>
          <p>
            <a href="/blogs/">{t('browseBlogs')}</a>
          </p>
        </Empty>
      ) : (
        <>
          <ul class="rows">
            {data.follows.map(({ blog, name, isListed }) => (
              <li>
                {isListed ? <a href={pathTo.blog(blog)}>{name}</a> : <span>{name}</span>}
                <Act visit={data.visit} to={PATH} act="unfollow" values={{ blog, next: PATH }}>
                  <Small about={name}>{t('unfollow')}</Small>
                </Act>
              </li>
            ))}
          </ul>
          <h3>{t('takeAlong')}</h3>
          <ul class="plain">
            <li>
              <a href="/me/opml">OPML</a>: {t('opmlAdvice')}
            </li>
            <li>
              <a href="/me/feed.xml">RSS</a>, <a href="/me/feed.json">JSON Feed</a>:{' '}
              {t('digestAdvice')}
            </li>
          </ul>
        </>
      )}
      <Import c={c} />
    </Part>
  );
}

/** The form for an OPML import; a script adds the choice of a file. */
function Import({ c: { t, data } }: { c: Context }) {
  return (
    <details>
      <summary>{t('importFollows')}</summary>
      <Act visit={data.visit} to={PATH} act="import-follows" class="stack">
        <div class="field">
          <label for="import-list">{t('importAdvice')}</label>
          <textarea id="import-list" name="list" rows={5} maxlength={40_000} required />
        </div>
        <div class="field" data-fills="import-list" hidden>
          <label for="import-file">{t('importFile')}</label>
          <input id="import-file" type="file" accept=".opml,.xml,text/xml,text/x-opml" />
        </div>
        <button type="submit" class="quiet">
          {t('importButton')}
        </button>
      </Act>
    </details>
  );
}

function MutedNames({ c: { t, data, facts } }: { c: Context }) {
  const [mute, muteMedia] = [data.muted.words.join(','), data.muted.media.join(',')];
  const field = (name: string, words: string, value: string) => (
    <Field {...{ id: `muted-${name}`, words, name, value, maxlength: 2000 }} />
  );
  return (
    <Part id="muted" title={t('muted')}>
      <p class="fine">{t('mutedAdvice')}</p>
      <Act visit={data.visit} to={PATH} act="mute" class="stack">
        {field('words', t('mute'), mute)}
        {field('media', t('feedMuteMedia'), muteMedia)}
        <button type="submit" class="quiet">
          {t('saveMuted')}
        </button>
      </Act>
      {mute === '' && muteMedia === '' ? null : (
        <p>
          <a href={withQuery(`${facts.otherUrl}/`, { mute, muteMedia })}>{t('mutedFront')}</a>
        </p>
      )}
    </Part>
  );
}

function Hooks({ c: { t, data } }: { c: Context }) {
  return (
    <Part id="webhooks" title={t('webhooks')}>
      <p class="fine">{t('webhooksAdvice')}</p>
      <ul class="rows">
        {data.webhooks.map(({ label, url, state }) => (
          <li>
            <span>{label === '' ? url : label}</span>
            <span class="fine">{t(WEBHOOK_STATES[state])}</span>
          </li>
        ))}
      </ul>
      <p>
        <a href="/my/webhooks/">{t('yourWebhooks')}</a>
      </p>
      <p>
        <a href="/my/sets/">{t('mySets')}</a>
      </p>
    </Part>
  );
}

function Sessions({ c }: { c: Context }) {
  const { t, data } = c;
  return (
    <Part id="sessions" title={t('sessions')}>
      <ul class="rows">
        {data.sessions.map(({ id, agent, way, atMs, isThis }) => (
          <li>
            <span>
              {agent === '' ? t('unknown') : agent}{' '}
              {isThis ? <strong>{t('thisSession')}</strong> : null}
              <br />
              <span class="fine">
                {t(way === 'passkey' ? 'byPasskey' : 'byLink')}, <Time c={c} at={atMs} />
              </span>
            </span>
            {isThis ? null : (
              <Act visit={data.visit} to={PATH} act="end-session" values={{ id }}>
                <Small about={agent}>{t('endSession')}</Small>
              </Act>
            )}
          </li>
        ))}
      </ul>
      {data.sessions.length < 2 ? null : (
        <Act visit={data.visit} to={PATH} act="end-others">
          <Small>{t('endOthers')}</Small>
        </Act>
      )}
    </Part>
  );
}

function Passkeys({ c }: { c: Context }) {
  const { t, data } = c;
  return (
    <Part id="passkeys" title={t('passkeys')}>
      <p class="fine">{t('passkeysAdvice')}</p>
      <ul class="rows">
        {data.passkeys.map(({ id, label, usedMs }) => (
          <Labelled c={c} id={id} label={label} act="remove-passkey" words={t('remove')}>
            {usedMs === null ? t('neverUsed') : <Time c={c} at={usedMs} />}
          </Labelled>
        ))}
      </ul>
      {data.hasPasskeys ? <AddPasskey c={c} /> : <p class="fine">{t('passkeysNeedName')}</p>}
      {data.passkeysAt === null ? null : (
        <p class="fine" data-numeric>
          {t('passkeysNeedName')} <a href={safeHref(data.passkeysAt)}>{data.passkeysAt}</a>
        </p>
      )}
    </Part>
  );
}

/** Made visible by the script for passkeys. */
function AddPasskey({ c: { t, data } }: { c: Context }) {
  return (
    <div
      data-passkey="register"
      data-to={PATH}
      data-csrf={data.visit.csrf}
      class="search ends"
      hidden
    >
      <Field id="passkey-label" words={t('passkeyName')} />
      <button type="button" class="quiet">
        {t('addPasskey')}
      </button>
      <p role="alert" hidden>
        {t('passkeyFailed')}
      </p>
    </div>
  );
}

function Data({ c: { t, data } }: { c: Context }) {
  const { login } = data.visit.user!;
  return (
    <Part id="data" title={t('yourData')}>
      <Act visit={data.visit} to={PATH} act="export">
        <button type="submit" class="quiet">
          {t('exportData')}
        </button>
      </Act>
      <details class="danger">
        <summary>{t('deleteAccount')}</summary>
        <Act visit={data.visit} to={PATH} act="delete" class="stack">
          <Field id="delete-login" words={t('deleteAdvice', { login })} name="login" required />
          <button type="submit">{t('deleteAccount')}</button>
        </Act>
      </details>
    </Part>
  );
}
