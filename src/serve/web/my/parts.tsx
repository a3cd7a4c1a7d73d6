/**
 * Shared by the pages of users and of administration: they require a sign-in, their forms have a
 * token, and a message shows the result of a form or the reason for its refusal.
 */
import type { Child } from 'hono/jsx';
import { TagwireError } from '../../../kernel/errors.js';
import type { User } from '../../../store/accounts/roster-events.js';
import { HttpError } from '../../http/errors.js';
import type { Reply } from '../../http/reply.js';
import { redirectReply, type SitePost, type SiteRequest } from '../../http/site.js';
import type { Backend } from '../backend.js';
import type { PageLoad, ViewContext } from '../page.js';
import { withQuery } from '../parts/address.js';
import type { TextName, TextValues } from '../texts.js';
import { toSignIn, type Visit, type VisitView } from '../visitors.js';

export type FormOutcome =
  /** `undo`: entry of the audit log that a button undoes. */
  { ok: true; did?: Did; undo?: number } | { ok: false; reason: string };

/** The message on a page after a successful form. */
export interface Did {
  text: TextName;
  values?: TextValues;
}

type Shown = PageLoad | Promise<PageLoad>;

/** A form of the signed-in user of a visit. */
export interface Sent {
  visit: Visit;
  user: User;
  form: URLSearchParams;
  /** The number in the field `id`. */
  id: number;
  /** The default outcome of a successful form; null where the page shows none. */
  told: FormOutcome | null;
}

/** Handles a form. Returns an answer, or nothing to redirect to the page. @throws TagwireError. */
type FormAct = (sent: Sent) => PageLoad | Reply | Promise<PageLoad | Reply> | Promise<void>;

export interface OwnPage {
  /** By the value of the field `do`. */
  acts: { readonly [act: string]: FormAct };
  /** Messages for successful forms. */
  did: { readonly [act: string]: TextName };
  /** @param outcome of the form that redirected to the page. */
  show(visit: Visit, request: SiteRequest, outcome: FormOutcome | null): Shown;
  /** The page again, with the reason for the form's refusal. */
  refused(visit: Visit, outcome: FormOutcome, post: SitePost): Shown;
}

/**
 * `load` and `post` of a page for signed-in users; others sign in first, and return to `path`.
 * @param backend used only for requests: the pages thread has none.
 */
export function ownPage(backend: Backend, path: string, page: OwnPage) {
  const told = (act: string): FormOutcome | null =>
    Object.hasOwn(page.did, act) ? { ok: true, did: { text: page.did[act]! } } : null;
  return {
    load: (request: SiteRequest): Shown | Reply => {
      const { query } = request;
      const visit = backend.visitors.visitOf(request);
      if (visit.signedIn === null) return toSignIn(withQuery(path, Object.fromEntries(query)));
      return page.show(visit, request, told(query.get('done') ?? ''));
    },
    post: async (post: SitePost): Promise<PageLoad | Reply> => {
      const visit = backend.visitors.checked(post);
      if (visit.signedIn === null) return toSignIn(path);
      const { form } = post;
      const act = form.get('do') ?? '';
      if (!Object.hasOwn(page.acts, act)) throw NOTHING_TO_DO;
      const { user } = visit.signedIn;
      const sent = { visit, user, form, id: Number(form.get('id')), told: told(act) };
      try {
        return (await page.acts[act]!(sent)) ?? redirectReply(303, `${path}?done=${act}`);
      } catch (error) {
        if (!(error instanceof TagwireError)) throw error;
        return page.refused(visit, { ok: false, reason: error.message }, post);
      }
    },
  };
}

export const NOTHING_TO_DO = new HttpError(400, 'invalid_query', 'the form says nothing to do');

/** A form with one button or a few fields; the field `do` names its action. */
export function Act({
  visit,
  to,
  act,
  values = {},
  children,
  ...rest
}: {
  visit: VisitView;
  to: string;
  act: string;
  values?: { readonly [name: string]: string | number };
  class?: string;
  children?: Child;
}) {
  return (
    <form method="post" action={to} {...rest}>
      <input type="hidden" name="csrf" value={visit.csrf} />
      <input type="hidden" name="do" value={act} />
      {Object.entries(values).map(([name, value]) => (
        <input type="hidden" name={name} value={String(value)} />
      ))}
      {children}
    </form>
  );
}

/** A small button within a list or table. `about` is additional text for screen readers. */
export function Small({ children, about }: { children: Child; about?: string }) {
  return (
    <button type="submit" class="small">
      {children}
      {about === undefined ? null : <span class="sr"> {about}</span>}
    </button>
  );
}

/** A secret that is shown only once. */
export function ShownOnce({
  title,
  secret,
  advice,
}: {
  title: string;
  secret: string;
  advice: string;
}) {
  return (
    <section class="empty">
      <h2>{title}</h2>
      <p>
        <code class="secret">{secret}</code>
      </p>
      <p class="fine">{advice}</p>
    </section>
  );
}

export function OutcomeLine({ c, outcome }: { c: ViewContext; outcome: FormOutcome | null }) {
  if (outcome === null) return null;
  return (
    <p class={outcome.ok ? 'outcome' : 'outcome outcome-bad'} role="status">
      {outcome.ok
        ? c.t(outcome.did?.text ?? 'done', outcome.did?.values)
        : c.t('refused', { reason: outcome.reason })}
    </p>
  );
}

/** A field with its label. `more` are further attributes. */
export function Field(props: {
  id: string;
  words: string;
  name?: string;
  value?: string;
  maxlength?: number;
  required?: boolean;
  autocomplete?: string;
  more?: object;
}) {
  const { id, words, name, value, maxlength = 200, required, autocomplete = 'off', more } = props;
  const text = { id, name, value, maxlength, ...(required && { required }), autocomplete };
  return (
    <div class="field">
      <label for={id}>{words}</label>
      <input {...{ ...text, ...more }} />
    </div>
  );
}
