/** Shared by the pages of administration: permissions, navigation, results of forms. */
import type { Child } from 'hono/jsx';
import { TagwireError } from '../../../kernel/errors.js';
import type { User } from '../../../store/accounts/roster-events.js';
import { forbidden } from '../../http/errors.js';
import type { SitePost, SiteRequest } from '../../http/site.js';
import type { Backend } from '../backend.js';
import { Act, type Did, type FormOutcome, OutcomeLine, Small } from '../my/parts.js';
import { definePage, type Page, type PageLoad, type ViewContext } from '../page.js';
import { Chip } from '../parts/pieces.js';
import type { TextName } from '../texts.js';
import { isAdmin, toSignIn, type Visit, type VisitView, viewOf } from '../visitors.js';

export const AUDIT_PATH = '/admin/audit/';

const SECTIONS: readonly (readonly [name: TextName, path: string])[] = [
  ['adminBlogs', '/admin/'],
  ['navMedia', '/admin/media/'],
  ['adminItems', '/admin/items/'],
  ['adminSources', '/admin/sources/'],
  ['adminUsers', '/admin/users/'],
  ['adminStore', '/admin/store/'],
  ['adminAudit', AUDIT_PATH],
];

export interface AdminData {
  visit: VisitView;
  outcome: FormOutcome | null;
}

export type AdminContext<D> = ViewContext<object, D & AdminData>;

interface AdminPage<D extends object> {
  path: string;
  title: TextName;
  load(request: SiteRequest): Promise<D> | D;
  /** Makes a change; the result replaces parts of the page's data. */
  post?(post: SitePost, user: User): Promise<Partial<D> & { did?: Did }>;
  view(context: AdminContext<D>): Child;
}

/** A page for administrators only. */
export function adminPage<D extends object>(backend: Backend, page: AdminPage<D>): Page {
  const { path, title, post } = page;
  const show = async (
    request: SiteRequest,
    visit: Visit,
    outcome: FormOutcome | null,
    further: Partial<D> = {},
  ): Promise<PageLoad> => ({
    data: { ...(await page.load(request)), ...further, visit: viewOf(visit), outcome },
    isPrivate: true,
    cookies: visit.cookies,
  });
  return definePage<object, D & AdminData>({
    path,
    load: (request) => {
      const visit = backend.visitors.visitOf(request);
      if (visit.signedIn === null) return toSignIn(path);
      admit(visit);
      return show(request, visit, null);
    },
    ...(post !== undefined && {
      post: async (request: SitePost) => {
        const visit = backend.visitors.checked(request);
        if (visit.signedIn === null) return toSignIn(path);
        admit(visit);
        try {
          const { did, ...further } = await post(request, visit.signedIn.user);
          const outcome = { ok: true as const, ...(did && { did }), ...undoOf(backend, visit) };
          return await show(request, visit, outcome, further as unknown as Partial<D>);
        } catch (error) {
          if (!(error instanceof TagwireError)) throw error;
          return show(request, visit, { ok: false, reason: error.message });
        }
      },
    }),
    view: (c) => ({
      title: c.t(title),
      canonical: null,
      section: 'navAdmin',
      body: (
        <>
          <header class="page-head spaced">
            <p class="kicker">{c.t('navAdmin')}</p>
            <h1>{c.t(title)}</h1>
            <Sections c={c} path={path} />
            <OutcomeLine c={c} outcome={c.data.outcome} />
            <Undo c={c} />
          </header>
          {page.view(c)}
        </>
      ),
    }),
  });
}

/** A form that filters rows by text and state. */
export function FilterForm({
  c: { t, query },
  path,
  state,
}: {
  c: AdminContext<object>;
  path: string;
  state: string;
}) {
  return (
    <form action={path} method="get" class="search ends">
      <input type="hidden" name="state" value={state} />
      <label class="sr" for="q">
        {t('filter')}
      </label>
      <input id="q" name="q" type="search" maxlength={100} value={query.q ?? ''} />
      <button type="submit" class="quiet">
        {t('filter')}
      </button>
    </form>
  );
}

/** The newest change, if this user made it and it can be undone. */
function undoOf({ accounts, admin }: Backend, visit: Visit): { undo?: number } {
  const [entry] = accounts.audit(1);
  const isOurs = entry?.by === visit.signedIn!.user.id && admin.canUndo(entry);
  return isOurs ? { undo: entry.id } : {};
}

function Undo({ c: { t, data } }: { c: AdminContext<object> }) {
  const { outcome, visit } = data;
  if (outcome?.ok !== true || outcome.undo === undefined) return null;
  return (
    <Act visit={visit} to={AUDIT_PATH} act="undo" values={{ entry: outcome.undo }}>
      <Small>{t('undo')}</Small>
    </Act>
  );
}

function Sections({ c, path }: { c: ViewContext; path: string }) {
  return (
    <nav aria-label={c.t('navAdmin')}>
      <ul class="chips">
        {SECTIONS.map(([name, to]) => (
          <Chip href={to} current={to === path ? 'page' : undefined}>
            {c.t(name)}
          </Chip>
        ))}
      </ul>
    </nav>
  );
}

function admit(visit: Visit): void {
  if (!isAdmin(visit)) throw forbidden('this page is for administrators');
}
