/**
 * A change of an article after its publication: the text before and the text after, side by side.
 */
import type { Child } from 'hono/jsx';
import type { ArticleRevisionsAnswer } from '../../api/news/revisions/revisions.js';
import type { TextName } from '../texts.js';
import { Out } from './address.js';
import { laterText } from './pieces.js';
import { Time, type TimeContext } from './time.js';

type Revision = ArticleRevisionsAnswer['revisions'][number];
type Diff = NonNullable<Revision['title']>['diff'];

const KINDS: { readonly [kind: string]: TextName } = {
  title: 'changedTitle',
  summary: 'changedSummary',
  authors: 'changedAuthors',
  image: 'changedImage',
  body: 'changedBody',
};

/** One change. `children` say of which article, where that is not said around it. */
export function Change({
  c,
  revision,
  children,
}: {
  c: TimeContext;
  revision: Revision;
  children?: Child;
}) {
  const { t } = c;
  const { id, seenAt, minutesAfter, changed, title, summary, authors, image, body } = revision;
  return (
    <li id={`change-${id}`}>
      {children}
      <p class="meta">
        <span class="kicker">{changed.map((kind) => t(KINDS[kind] ?? 'unknown')).join(' · ')}</span>
        <Time c={c} at={seenAt} as="full" />
        <span>{t('afterPublication', { later: laterText(t, minutesAfter) })}</span>
      </p>
      {title === null ? null : (
        <>
          <Sides
            c={c}
            before={<DiffLine diff={title.diff} op="delete" />}
            after={<DiffLine diff={title.diff} op="insert" />}
          />
          {title.flips === 0 ? null : (
            <p class="fine">
              {t('titleFlips', { n: title.flips })} <Time c={c} at={title.lastSeenAt} as="full" />
            </p>
          )}
        </>
      )}
      {summary === null ? null : <Sides c={c} before={summary.before} after={summary.after} />}
      {authors === null ? null : (
        <Sides c={c} before={authors.before.join(', ')} after={authors.after.join(', ')} />
      )}
      {image === null ? null : (
        <Sides
          c={c}
          before={<Out href={image.before}>{t('changedImage')}</Out>}
          after={<Out href={image.after}>{t('changedImage')}</Out>}
        />
      )}
      {body === null ? null : (
        <p class="fine">
          {t('bodyChange', {
            ...{ before: body.before, after: body.after },
            ...{ out: body.wordsRemoved, came: body.wordsAdded },
          })}
        </p>
      )}
    </li>
  );
}

function Sides({ c: { t }, before, after }: { c: TimeContext; before: Child; after: Child }) {
  return (
    <dl class="pair sides">
      <div>
        <dt>{t('changeBefore')}</dt>
        <dd>{before}</dd>
      </div>
      <div>
        <dt>{t('changeAfter')}</dt>
        <dd>{after}</dd>
      </div>
    </dl>
  );
}

/** One side of a diff: what stayed, and what went or came. */
function DiffLine({ diff, op }: { diff: Diff; op: 'delete' | 'insert' }) {
  const Mark = op === 'delete' ? 'del' : 'ins';
  return (
    <>
      {diff.map((run) => {
        if (run.op === 'equal') return run.text;
        return run.op === op ? <Mark>{run.text}</Mark> : null;
      })}
    </>
  );
}
