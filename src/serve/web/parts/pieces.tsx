/**
 * Components of several pages: headings, lines of articles, lists of tags, empty states.
 */
import type { Child } from 'hono/jsx';
import type { Answer, ViewContext } from '../page.js';
import type { TextName, Translate } from '../texts.js';
import { Out, pathTo, withQuery } from './address.js';
import { Time, type TimeContext } from './time.js';

export function PageHead({
  title,
  kicker,
  children,
}: {
  title: Child;
  kicker?: Child;
  children?: Child;
}) {
  return (
    <header class="page-head">
      {kicker === undefined ? null : <p class="kicker">{kicker}</p>}
      <h1>{title}</h1>
      {children === undefined ? null : <div class="standfirst">{children}</div>}
    </header>
  );
}

export function Section({
  title,
  note,
  children,
  class: kind = 'section',
}: {
  title: string;
  note?: string;
  children?: Child;
  class?: 'section' | 'rail-part';
}) {
  return (
    <section class={kind}>
      <h2>{title}</h2>
      {note === undefined ? null : <p class="fine">{note}</p>}
      {children}
    </section>
  );
}

/** A section with a heading and an id. */
export function Part({ id, title, children }: { id: string; title: Child; children?: Child }) {
  return (
    <section class="section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

interface ArticleLike {
  id: number | null;
  /** Absent where all articles of the list are of one outlet. */
  media?: string;
  mediaTitle?: string;
  title: string;
  url: string;
  publishedAt?: string;
  /** Its near copies. */
  similar?: {
    articles: number;
    outlets: number;
    named: readonly { id: number; media: string; mediaTitle: string; title: string }[];
  };
}

/** Articles side by side. */
export function ArticleGrid(props: {
  c: TimeContext;
  articles: readonly ArticleLike[];
  wide?: boolean;
}) {
  return (
    <ul class={props.wide ? 'article-grid wide' : 'article-grid'}>
      {props.articles.map((article) => (
        <ArticleLine c={props.c} article={article} />
      ))}
    </ul>
  );
}

/** A link to the next page of a list. */
export function Further({ href, children }: { href: string; children: Child }) {
  return (
    <p class="pager">
      <a href={href} rel="nofollow">
        {children}
      </a>
    </p>
  );
}

/** A link that tries a standing question at `/my/`, where signed-in users can save it. */
export function Follow({
  c: { t, facts },
  question,
}: {
  c: Pick<ViewContext, 't' | 'facts'>;
  question: { readonly [name: string]: string };
}) {
  return (
    <p class="follow">
      <a class="button" href={withQuery(`${facts.otherUrl}/my/`, question)} rel="nofollow">
        {t('follow')}
      </a>
    </p>
  );
}

/** An article in a list: the headline links to its page here, the outlet to the original. */
export function ArticleLine({ c, article }: { c: TimeContext; article: ArticleLike }) {
  const { id, media, mediaTitle, title, url, publishedAt, similar } = article;
  return (
    <li class="article-line">
      <span class="headline">
        {id === null ? <Out href={url}>{title}</Out> : <a href={pathTo.article(id)}>{title}</a>}
      </span>
      <span class="meta">
        {media === undefined ? null : <a href={pathTo.media(media)}>{mediaTitle ?? media}</a>}
        {publishedAt === undefined ? null : <Time c={c} at={publishedAt} />}
      </span>
      {similar === undefined ? null : (
        <details class="folded">
          <summary>
            {similar.outlets > 0
              ? c.t('alsoOutlets', { n: similar.outlets })
              : c.t('alsoSimilar', { n: similar.articles })}
          </summary>
          <ul>
            {similar.named.map((one) => (
              <li>
                <a href={pathTo.article(one.id)}>{one.title}</a>{' '}
                <span class="fine">{one.mediaTitle}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

/** The icon of a media or blog, if this service hosts it; icons of other hosts are not loaded. */
export function Icon({ c, url }: { c: Pick<ViewContext, 'facts'>; url: string | null }) {
  const base = `${c.facts.publicUrl}/icons/`;
  if (url === null || !url.startsWith(base)) return null;
  const path = `/icons/${url.slice(base.length)}`;
  return <img class="icon" src={path} alt="" width={20} height={20} loading="lazy" />;
}

/** One link of several side by side. `current` marks the selected one. */
export function Chip({
  href,
  current,
  children,
}: {
  href: string;
  current?: 'true' | 'page' | undefined;
  children?: Child;
}) {
  return (
    <li>
      <a class="chip" href={href} aria-current={current}>
        {children}
      </a>
    </li>
  );
}

/** Tags as chips, with counts if known. */
export function TagChips({
  tags,
  c,
}: {
  c: TimeContext;
  tags: readonly { tag: string; count?: number }[];
}) {
  return (
    <ul class="chips">
      {tags.map(({ tag, count }) => (
        <Chip href={pathTo.tag(tag)}>
          {tag}
          {count === undefined ? null : <small>{c.t('articles', { n: count })}</small>}
        </Chip>
      ))}
    </ul>
  );
}

/** A text for an empty list, with advice, and a command if one helps. */
export function Empty(props: { title?: string; children?: Child; command?: string }) {
  return (
    <div class="empty">
      {props.title === undefined ? null : <h2>{props.title}</h2>}
      {props.children}
      {props.command === undefined ? null : <pre>{props.command}</pre>}
    </div>
  );
}

/** Whether an answer is missing because its index is still being read. */
export function isReading(answer: Answer<unknown>): boolean {
  return !answer.ok && answer.code === 'rebuilding';
}

/** For a page whose first answer is empty: how to fill a store, or that it is being read. */
export function EmptyStore({
  t,
  answer,
  why,
}: {
  t: Translate;
  answer: Answer<unknown>;
  why?: string | undefined;
}) {
  if (isReading(answer)) {
    return (
      <Empty title={t('error503')}>
        <p>{t('advice503')}</p>
      </Empty>
    );
  }
  return (
    <Empty title={t('emptyTitle')} command={'tagwire ingest news.ndjson\ntagwire serve --crawl'}>
      {why === undefined ? null : <p>{why}</p>}
      <p>{t('emptyHow')}</p>
    </Empty>
  );
}

/** Options of one parameter, as links to the same page. */
export function Choice({
  label,
  entries,
}: {
  label: string;
  entries: readonly { href: string; text: string; isChosen: boolean }[];
}) {
  return (
    <nav class="choice" aria-label={label}>
      <ul class="chips">
        {entries.map(({ href, text, isChosen }) => (
          <Chip href={href} current={isChosen ? 'true' : undefined}>
            {text}
          </Chip>
        ))}
      </ul>
    </nav>
  );
}

/** Options for the number of hours of a page. */
export function HoursChoice<Hours extends 6 | 24 | 48 | 168 | 744>({
  t,
  path,
  query = {},
  hours,
  chosen,
}: {
  t: Translate;
  path: string;
  query?: Parameters<typeof withQuery>[1];
  hours: readonly Hours[];
  chosen: number | null;
}) {
  const entries = hours.map((one) => ({
    href: withQuery(path, { ...query, hours: one }),
    text: t(`hours${one}`),
    isChosen: one === chosen,
  }));
  return <Choice label={t('period')} entries={entries} />;
}

/** Text name of a column's heading, after `#` for a column of numbers; '' for buttons. */
type Column = TextName | `#${TextName}` | '';

/** A table with the rows `children`. Headings have a `scope` for screen readers. */
export function Table({
  t,
  columns,
  scope,
  children,
  ...rest
}: {
  t: Translate;
  columns: readonly Column[];
  scope?: 'col';
  children: Child;
  class?: string;
}) {
  return (
    <table {...rest}>
      <thead>
        <tr>
          {columns.map((column) => {
            if (column === '') return <td />;
            const look = column.startsWith('#') ? 'n' : undefined;
            return (
              <th scope={scope} class={look}>
                {t(column.replace('#', '') as TextName)}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

/** A wide table that scrolls by itself, also by keyboard. */
export function Scroll({ label, children }: { label: string; children?: Child }) {
  return (
    <section class="scroll" tabindex={0} aria-label={label}>
      {children}
    </section>
  );
}

/** A share as a whole percentage. */
export function percentOf(share: number): number {
  return Math.round(share * 100);
}

/** Similarity of two texts in words. */
export function likenessText(t: Translate, kind: string, score: number): string {
  if (kind === 'identical') return t('identicalText');
  return t('similarText', { percent: percentOf(score) });
}

/** `晚 12 分鐘`, `2 hours later` */
export function laterText(t: Translate, minutes: number): string {
  if (minutes < 1) return t('sameTime');
  if (minutes < 120) return t('minutesLater', { n: Math.round(minutes) });
  return t('hoursLater', { n: Math.round(minutes / 60) });
}
