/** `/admin/users/`: users with their roles and keys; sign-in links for users without mail. */

import { TagwireError } from '../../../kernel/errors.js';
import { ROLES, type Role } from '../../../kernel/roles.js';
import type { User } from '../../../store/accounts/roster-events.js';
import { forbidden, HttpError } from '../../http/errors.js';
import type { Backend } from '../backend.js';
import { Act, type Did, Field, ShownOnce, Small } from '../my/parts.js';
import type { Page } from '../page.js';
import { Part } from '../parts/pieces.js';
import { Time } from '../parts/time.js';
import type { TextName } from '../texts.js';
import { type AdminContext, adminPage } from './frame.js';

const PATH = '/admin/users/';
/** Rows of one page; further users are found by the filter. */
const ROWS_MAX = 200;

const WORDS: { readonly [role in Role]: TextName } = {
  owner: 'roleOwner',
  admin: 'roleAdmin',
  user: 'roleUser',
};

interface Data {
  users: {
    login: string;
    name: string;
    role: Role;
    atMs: number;
    keys: { id: number; label: string }[];
  }[];
  link: { login: string; address: string } | null;
}

export function adminUsersPage(backend: Backend): Page {
  return adminPage<Data>(backend, {
    path: PATH,
    title: 'adminUsers',
    load: ({ query }) => {
      const asked = query.get('q')?.toLowerCase() ?? '';
      const users = backend.accounts
        .users()
        .filter(({ login, name }) => `${login} ${name}`.toLowerCase().includes(asked))
        .slice(0, ROWS_MAX)
        .map((user) => ({
          ...{ login: user.login, name: user.name, role: user.role, atMs: user.atMs },
          keys: backend.accounts.keysOf(user).map(({ id, label }) => ({ id, label })),
        }));
      return { users, link: null };
    },
    post: ({ form }, by) => change(backend, form, by),
    view: (c) => <Body c={c} />,
  });
}

async function change(
  backend: Backend,
  form: URLSearchParams,
  by: User,
): Promise<Partial<Data> & { did: Did }> {
  const { accounts } = backend;
  const login = (form.get('login') ?? '').trim();
  if (form.get('do') === 'add') {
    await accounts.addUser(login, (form.get('name') ?? '').trim(), { by: by.id });
    return { did: { text: 'didAddUser', values: { login } } };
  }
  const user = accounts.user(login);
  // An administrator may not give roles, and so may not remove users with a role.
  if (user.role !== 'user' && user.id !== by.id && by.role !== 'owner') {
    throw forbidden('only an owner changes administrators');
  }
  switch (form.get('do')) {
    case 'role': {
      const role = ROLES.find((one) => one === form.get('role'));
      if (role === undefined) throw new HttpError(400, 'invalid_query', 'no such role');
      if (by.role !== 'owner') throw forbidden('only an owner gives roles');
      await accounts.giveRole(login, role, by.id);
      return { did: { text: 'didGiveRole', values: { login, role } } };
    }
    case 'link': {
      const text = await accounts.signIn.linkFor(user, null, by.id);
      const address = `${backend.publicUrl}/my/sign-in/?token=${text}`;
      return { did: { text: 'didMakeLink', values: { login } }, link: { login, address } };
    }
    case 'revoke': {
      const id = Number(form.get('id'));
      if (!accounts.keysOf(user).some((key) => key.id === id)) {
        throw new TagwireError('INPUT_INVALID', `${login} has no key ${id}`);
      }
      await accounts.revokeKey(id, by.id);
      return { did: { text: 'didRevokeKey', values: { login, id: String(id) } } };
    }
    case 'remove':
      if (form.get('sure') !== login) {
        throw new HttpError(400, 'invalid_query', 'the removal was not confirmed');
      }
      await accounts.removeUser(login, by.id);
      await accounts.erase();
      return { did: { text: 'didRemoveUser', values: { login } } };
    default:
      throw new HttpError(400, 'invalid_query', 'no such change');
  }
}

function Body({ c }: { c: AdminContext<Data> }) {
  const { t, data } = c;
  const { visit } = data;
  const isOwner = visit.user?.role === 'owner';
  return (
    <>
      {data.link === null ? null : (
        <ShownOnce
          title={t('linkForUser', { login: data.link.login })}
          secret={data.link.address}
          advice={t('linkForUserAdvice')}
        />
      )}
      <ul class="rows">
        {data.users.map(({ login, name, role, atMs, keys }) => (
          <li>
            <span>
              <strong>{login}</strong> {name}
              <br />
              <span class="fine">
                {t(WORDS[role])} · {t('created')} <Time c={c} at={atMs} />
              </span>
              {keys.map(({ id, label }) => (
                <Act visit={visit} to={PATH} act="revoke" values={{ login, id }} class="row fine">
                  <span>
                    {t('keys')} {id} {label}
                  </span>
                  <Small about={`${login} ${label}`}>{t('revoke')}</Small>
                </Act>
              ))}
            </span>
            {role !== 'user' && !isOwner ? null : (
              <span class="acts">
                <Act visit={visit} to={PATH} act="link" values={{ login }}>
                  <Small about={login}>{t('makeLink')}</Small>
                </Act>
                {isOwner ? (
                  <Act visit={visit} to={PATH} act="role" values={{ login }} class="row">
                    <select name="role" aria-label={`${t('role')}: ${login}`}>
                      {ROLES.map((one) => (
                        <option value={one} selected={one === role}>
                          {t(WORDS[one])}
                        </option>
                      ))}
                    </select>
                    <Small about={login}>{t('changeRole')}</Small>
                  </Act>
                ) : null}
                <details class="danger">
                  <summary>{t('removeUser')}</summary>
                  <Act
                    visit={visit}
                    to={PATH}
                    act="remove"
                    values={{ login, sure: login }}
                    class="stack"
                  >
                    <p>{t('removeUserSure', { login })}</p>
                    <Small about={login}>{t('removeUserYes')}</Small>
                  </Act>
                </details>
              </span>
            )}
          </li>
        ))}
      </ul>
      <Part id="add" title={t('addUser')}>
        <Act visit={visit} to={PATH} act="add" class="search ends">
          <Field id="new-login" words={t('login')} name="login" required />
          <Field id="new-name" words={t('name')} name="name" />
          <button type="submit">{t('addUser')}</button>
        </Act>
      </Part>
    </>
  );
}
