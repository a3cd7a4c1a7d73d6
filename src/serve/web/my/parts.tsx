/** Parts of the pages of people and administration: forms with their token, notices. */
import type { Child } from 'hono/jsx';
import type { ViewContext } from '../page.js';
import type { TextName, TextValues } from '../texts.js';
import type { VisitView } from '../visitors.js';

/** What a form did. */
export type FormOutcome =
  | { ok: true; did?: Did /** Entry of the audit log that a button undoes. */; undo?: number }
  | { ok: false; reason: string };

/** The message on a page after an action: the change that it made. */
export interface Did {
  text: TextName;
  values?: TextValues;
}

/** Says what the form of `act` did. */
export function didOf(act: string, texts: ReadonlyMap<string, TextName>): FormOutcome {
  const text = texts.get(act);
  return text === undefined ? { ok: true } : { ok: true, did: { text } };
}

/** The same of a form that led back to its page, which is told in `done`. */
export function outcomeOf(
  query: URLSearchParams,
  texts: ReadonlyMap<string, TextName>,
): FormOutcome | null {
  const act = query.get('done');
  return act !== null && texts.has(act) ? didOf(act, texts) : null;
}

/** A form of one button or a few fields, which says what it does in `do`. */
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

/** A small button within a list or table. `about` is what a screen reader says in addition. */
export function Small({ children, about }: { children: Child; about?: string }) {
  return (
    <button type="submit" class="small">
      {children}
      {about === undefined ? null : <span class="sr"> {about}</span>}
    </button>
  );
}

/** A secret that is told this once. */
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

export function Empty({ children, command }: { children: Child; command?: string }) {
  return (
    <div class="empty">
      {children}
      {command === undefined ? null : <pre>{command}</pre>}
    </div>
  );
}
