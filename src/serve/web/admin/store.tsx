/**
 * `/admin/sources/`, `/admin/store/` and `/admin/audit/`: the state of the crawler, the store and
 * its indices, a trace of a source, and the audit log.
 */
import { HttpError } from '../../http/errors.js';
import type { AdminChannel, AdminStore, Backend } from '../backend.js';
import { Act, Small } from '../my/parts.js';
import type { Page } from '../page.js';
import { Out } from '../parts/address.js';
import { Empty, Part, Scroll, Table } from '../parts/pieces.js';
import { Time } from '../parts/time.js';
import { numberText, type TextName } from '../texts.js';
import { type AdminContext, AUDIT_PATH, adminPage } from './frame.js';

const SOURCES_PATH = '/admin/sources/';
/** Words for the states of crawler/status.ts. */
const HEALTH: { readonly [health: string]: TextName } = {
  new: 'healthNew',
  ended: 'healthEnded',
  blocked: 'healthBlocked',
  dead: 'healthDead',
  failing: 'statusFailing',
  empty: 'healthEmpty',
  stale: 'statusStale',
  'low-volume': 'healthLow',
  ok: 'statusOk',
};

interface SourcesData {
  channels: AdminChannel[] | null;
  trace: { source: string; lines: string[] } | null;
}

export function adminSourcesPage(backend: Backend): Page {
  return adminPage<SourcesData>(backend, {
    path: SOURCES_PATH,
    title: 'adminSources',
    load: async () => ({ channels: await backend.admin.channels(), trace: null }),
    post: async ({ form }, user) => {
      const source = form.get('source');
      switch (form.get('do')) {
        case 'poll':
          return {
            did: { text: 'queued', values: { n: await backend.admin.poll(user.id, source) } },
          };
        case 'trace':
          return {
            did: { text: 'didTrace', values: { source: source ?? '' } },
            trace: { source: source ?? '', lines: await backend.admin.trace(source ?? '') },
          };
        default:
          throw new HttpError(400, 'invalid_query', 'no such change');
      }
    },
    view: (c) => <Sources c={c} />,
  });
}

function Sources({ c }: { c: AdminContext<SourcesData> }) {
  const { t, data } = c;
  if (data.channels === null) {
    return (
      <Empty>
        <p>
          <strong>{t('noCrawler')}</strong> {t('noCrawlerAdvice')}
        </p>
      </Empty>
    );
  }
  if (data.channels.length === 0) {
    return (
      <Empty command="tagwire source add https://example.org/">
        <p>{t('noSources')}</p>
      </Empty>
    );
  }
  return (
    <>
      {data.trace === null ? null : (
        <Part id="trace" title={data.trace.source}>
          <pre class="lines">{data.trace.lines.join('\n')}</pre>
        </Part>
      )}
      <Act visit={data.visit} to={SOURCES_PATH} act="poll">
        <button type="submit">{t('runAll')}</button>
      </Act>
      <section class="section">
        <Scroll label={t('adminSources')}>
          <Table
            t={t}
            scope="col"
            columns={['source', 'state', 'lastPoll', '#stored', '#failed', '#dropped', '']}
          >
            {data.channels.map((one) => (
              <tr>
                <th scope="row">
                  {one.source}
                  <br />
                  <span class="fine">
                    <Out href={one.url}>{one.url}</Out>
                  </span>
                </th>
                <td>
                  {HEALTH[one.health] === undefined ? one.health : t(HEALTH[one.health]!)}
                  {one.message === '' ? null : <span class="fine"> {one.message}</span>}
                </td>
                <td>{one.lastPolledMs === null ? '–' : <Time c={c} at={one.lastPolledMs} />}</td>
                <td class="n">{one.stored}</td>
                <td class="n">{one.failed}</td>
                <td class="n">{one.droppedTotal}</td>
                <td>
                  <span class="acts">
                    {(['poll', 'trace'] as const).map((act) => (
                      <Act
                        visit={data.visit}
                        to={SOURCES_PATH}
                        act={act}
                        values={{ source: one.source }}
                      >
                        <Small about={one.source}>{t(act === 'poll' ? 'runNow' : 'trace')}</Small>
                      </Act>
                    ))}
                  </span>
                </td>
              </tr>
            ))}
          </Table>
        </Scroll>
      </section>
    </>
  );
}

const ENTRIES = 100;

export function adminStorePage(backend: Backend): Page {
  return adminPage<{ store: AdminStore }>(backend, {
    path: '/admin/store/',
    title: 'adminStore',
    load: async () => ({ store: await backend.admin.store() }),
    view: (c) => <Store c={c} />,
  });
}

function Store({ c }: { c: AdminContext<{ store: AdminStore }> }) {
  const { t, viewer, data } = c;
  const { entries, trouble, indices } = data.store;
  const number = (value: number): string => numberText(viewer.language, value);
  return (
    <>
      <dl class="facts">
        <div>
          <dt>{t('entries')}</dt>
          <dd>{number(entries)}</dd>
        </div>
        <div>
          <dt>{t('storeState')}</dt>
          <dd>{trouble === null ? t('takesWrites') : t('takesNoWrites', { reason: trouble })}</dd>
        </div>
      </dl>
      <section class="section" aria-labelledby="indices">
        <h2 id="indices">{t('indices')}</h2>
        <Scroll label={t('adminStore')}>
          <Table t={t} scope="col" columns={['index', 'state', '#crashes', 'detail']}>
            {indices.map(({ name, isThere, crashes, figures }) => (
              <tr>
                <th scope="row">{name}</th>
                <td class="keep">{t(isThere ? 'running' : 'stopped')}</td>
                <td class="n">{number(crashes)}</td>
                <td class="fine">
                  {figures.map(([what, value]) => `${what} ${number(value)}`).join(' · ')}
                </td>
              </tr>
            ))}
          </Table>
        </Scroll>
      </section>
    </>
  );
}

interface AuditData {
  entries: {
    id: number;
    atMs: number;
    by: number;
    login: string | null;
    action: string;
    target: string;
    detail: string;
    canUndo: boolean;
  }[];
  olderThan: number | null;
}

export function adminAuditPage(backend: Backend): Page {
  return adminPage<AuditData>(backend, {
    path: AUDIT_PATH,
    title: 'adminAudit',
    load: ({ query }) => {
      const asked = query.get('before') ?? '';
      const before = /^\d{1,15}$/.test(asked) ? Number(asked) : undefined;
      const found = backend.accounts.audit(ENTRIES + 1, before);
      const entries = found.slice(0, ENTRIES).map((entry) => ({
        ...entry,
        login: backend.accounts.userById(entry.by)?.login ?? null,
        canUndo: backend.admin.canUndo(entry),
      }));
      const olderThan = found.length > ENTRIES ? entries.at(-1)!.id : null;
      return { entries, olderThan };
    },
    post: async ({ form }, user) => {
      if (form.get('do') !== 'undo') throw new HttpError(400, 'invalid_query', 'no such change');
      const id = Number(form.get('entry'));
      const entry = backend.accounts.audit(1, id + 1)[0];
      await backend.admin.undo(user.id, id);
      const { action = '', target = '' } = entry ?? {};
      return { did: { text: 'didUndo', values: { action, target } } };
    },
    view: (c) => <Audit c={c} />,
  });
}

function Audit({ c }: { c: AdminContext<AuditData> }) {
  const { t, data } = c;
  if (data.entries.length === 0) {
    return (
      <Empty>
        <p>{t('noAudit')}</p>
      </Empty>
    );
  }
  const who = (by: number, login: string | null): string =>
    by === 0 ? t('commandLine') : (login ?? t('goneUser', { id: String(by) }));
  return (
    <>
      <Scroll label={t('adminAudit')}>
        <Table t={t} scope="col" columns={['when', 'who', 'what', 'onWhat', 'detail']}>
          {data.entries.map(({ id, atMs, by, login, action, target, detail, canUndo }) => (
            <tr>
              <td>
                <Time c={c} at={atMs} as="full" />
              </td>
              <td>{who(by, login)}</td>
              <td>{action}</td>
              <td>{target}</td>
              <td>
                {detail}
                {canUndo ? (
                  <Act visit={data.visit} to={AUDIT_PATH} act="undo" values={{ entry: id }}>
                    <Small about={`${action} ${target}`}>{t('undo')}</Small>
                  </Act>
                ) : null}
              </td>
            </tr>
          ))}
        </Table>
      </Scroll>
      {data.olderThan === null ? null : (
        <p class="pager">
          <a href={`/admin/audit/?before=${data.olderThan}`}>{t('older')}</a>
        </p>
      )}
    </>
  );
}
