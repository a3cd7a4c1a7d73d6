/** `/admin/store/` and `/admin/audit/`: how the store and its indices are, and who changed what. */
import { HttpError } from '../../http/errors.js';
import type { AdminStore, Backend } from '../backend.js';
import { Act, Small } from '../my/parts.js';
import type { Page } from '../page.js';
import { Empty, Scroll, Table } from '../parts/pieces.js';
import { Time } from '../parts/time.js';
import { numberText } from '../texts.js';
import { type AdminContext, AUDIT_PATH, adminPage } from './frame.js';

/** Entries of one page. */
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
