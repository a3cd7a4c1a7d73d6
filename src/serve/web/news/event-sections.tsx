/**
 * The longer sections of a story's page: headlines by camp and outlet side by side, and its spread
 * (first reports, later near copies, citations). And `/eve/{id}/articles/`, all its articles.
 */
import type { Child } from 'hono/jsx';
import { FIRST_POLE, SECOND_POLE } from '../../../kernel/current-place.js';
import type { ThreadListAnswer } from '../../api/news/events/thread-articles.js';
import type { PropagationAnswer } from '../../api/news/events/thread-course.js';
import type { ThreadCoverageAnswer } from '../../api/news/events/thread-coverage.js';
import type { SetNoteAnswer } from '../../api/news/sets/sets.js';
import { missing } from '../error-view.js';
import { definePage, type PageView, type ViewContext } from '../page.js';
import { pathTo, withQuery } from '../parts/address.js';
import { campColour, campText } from '../parts/graphics.js';
import {
  ArticleGrid,
  Empty,
  Further,
  Icon,
  laterText,
  likenessText,
  PageHead,
  Section,
} from '../parts/pieces.js';
import { CampMark, campLabel, SetAlerts, SetBar } from '../parts/sets.js';
import { Time, type TimeContext } from '../parts/time.js';
import type { Translate } from '../texts.js';

type Context = Pick<ViewContext, 't' | 'viewer' | 'nowMs' | 'facts'>;

/** Reports of one outlet that are shown open; the others are folded. */
const OPEN_REPORTS = 3;
const FOLDED_REPORTS = 40;

type OutletEntry = ThreadCoverageAnswer['byOutlet'][number];

interface SidesProps {
  c: Context;
  byOutlet: readonly OutletEntry[];
  /** The set of outlets of the page; undefined for all outlets. */
  set: ThreadCoverageAnswer['set'];
}

/** Headlines of the event's own articles, and apart those of others with a main tag. */
export function Headlines({ c, coverage }: { c: Context; coverage: ThreadCoverageAnswer }) {
  const { t } = c;
  const { threadId, byOutlet, event } = coverage;
  if (byOutlet.length + event.byOutlet.length === 0) {
    return (
      <Empty title={t('nothingFound')}>
        <p>{t('notThereText')}</p>
      </Empty>
    );
  }
  return (
    <>
      <Section title={t('headlines')} note={t('headlinesText')}>
        <SideBySide c={c} byOutlet={event.byOutlet} set={coverage.set} />
        <Further href={`${pathTo.event(threadId)}articles/`}>
          {t('eventArticles', { n: event.articles })}
        </Further>
      </Section>
      <Tagged c={c} byOutlet={othersIn(byOutlet)} set={coverage.set} />
    </>
  );
}

/** Articles with a main tag on other subjects. */
function Tagged({ c, byOutlet, set }: SidesProps) {
  if (byOutlet.length === 0) return null;
  const n = byOutlet.reduce((sum, { articles }) => sum + articles.length, 0);
  return (
    <Section title={c.t('alsoTagged')} note={c.t('alsoTaggedText')}>
      <details>
        <summary>{c.t('outletsArticles', { n: byOutlet.length, articles: n })}</summary>
        <SideBySide c={c} byOutlet={byOutlet} set={set} />
      </details>
    </Section>
  );
}

/** Outlets with their articles outside of the event; outlets without such articles are left out. */
function othersIn(byOutlet: readonly OutletEntry[]): OutletEntry[] {
  return byOutlet
    .map((outlet) => ({ ...outlet, articles: outlet.articles.filter(({ ofEvent }) => !ofEvent) }))
    .filter(({ articles }) => articles.length > 0)
    .sort((a, b) => b.articles.length - a.articles.length);
}

/** Columns for the camps of a set; without a set, for those of the service, poles outside. */
function SideBySide({ c, byOutlet, set }: SidesProps) {
  if (set !== undefined) {
    return (
      <div class="side-by-side">
        {set.camps.map((camp) => (
          <Side c={c} byOutlet={byOutlet.filter(({ media }) => camp.outlets.includes(media))}>
            <h3>
              <CampMark camp={camp} /> {campLabel(c.t, camp)}
            </h3>
          </Side>
        ))}
      </div>
    );
  }
  return (
    <div class="side-by-side">
      {[FIRST_POLE, 'other', SECOND_POLE].map((camp) => (
        <Side
          c={c}
          byOutlet={byOutlet.filter((outlet) => outlet.camp === camp)}
          colour={campColour(camp)}
        >
          <h3 class={campColour(camp)}>{c.t(campText(camp))}</h3>
        </Side>
      ))}
    </div>
  );
}

/** The outlets of one camp with a heading; empty without outlets. */
function Side({
  c,
  byOutlet,
  colour = 'other',
  children,
}: Omit<SidesProps, 'set'> & { colour?: string; children: Child }) {
  if (byOutlet.length === 0) return null;
  return (
    <div class={`side side-${colour}`}>
      {children}
      {byOutlet.map((outlet) => (
        <Outlet c={c} outlet={outlet} />
      ))}
    </div>
  );
}

function Outlet({ c, outlet }: { c: Context; outlet: OutletEntry }) {
  const { media, title, icon, articles } = outlet;
  // Articles with the most main tags first.
  const sorted = [...articles].sort((a, b) => b.hits - a.hits);
  const rest = sorted.slice(OPEN_REPORTS, FOLDED_REPORTS);
  return (
    <div class="outlet">
      <h4>
        <Icon c={c} url={icon} />
        <a href={pathTo.media(media)}>{title}</a>
      </h4>
      <ul>
        {sorted.slice(0, OPEN_REPORTS).map((article) => (
          <Report c={c} article={article} />
        ))}
      </ul>
      {rest.length === 0 ? null : (
        <details>
          <summary>{c.t('moreOf', { n: articles.length - OPEN_REPORTS })}</summary>
          <ul>
            {rest.map((article) => (
              <Report c={c} article={article} />
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function Report({ c, article }: { c: Context; article: OutletEntry['articles'][number] }) {
  return (
    <li>
      <a href={pathTo.article(article.id)}>{article.title}</a>{' '}
      <span class="fine">
        <Time c={c} at={article.publishedAt} />
      </span>
    </li>
  );
}

/** `/eve/{id}/articles/`: all articles of one story, newest first. */
interface Answers {
  found: ThreadListAnswer;
}

const SHOWN = 100;

export const eventArticlesPage = definePage<Answers>({
  path: '/eve/{id}/articles/',
  load: ({ params, query }) => ({
    asks: { found: listPath(params.id!, query.get('cursor') ?? undefined) },
  }),
  view: (c): PageView => {
    const { t, answers, query } = c;
    if (!answers.found.ok) return missing(c, answers.found);
    const { threadId, majorTags, total, nextCursor, articles } = answers.found.value;
    const path = `${pathTo.event(threadId)}articles/`;
    return {
      title: t('eventArticlesTitle', { tags: majorTags.join(t('dot')) }),
      section: 'navToday',
      canonical: query.cursor ? null : path,
      json: [listPath(threadId, query.cursor)],
      schema: { '@context': 'https://schema.org', '@type': 'CollectionPage', keywords: majorTags },
      body: (
        <>
          <PageHead
            title={t('eventArticles', { n: total })}
            kicker={<a href={pathTo.event(threadId)}>{majorTags.join(t('dot'))}</a>}
          />
          <ArticleGrid c={c} articles={articles} />
          {nextCursor === null ? null : (
            <Further href={withQuery(path, { cursor: nextCursor })}>{t('olderReports')}</Further>
          )}
        </>
      ),
    };
  },
});

function listPath(id: number | string, cursor: string | undefined): string {
  const path = `/api/v1/events/threads/${encodeURIComponent(id)}/articles`;
  return withQuery(path, { limit: SHOWN, cursor });
}

/** Outlets of a set with the story, by the camps of the set. */
export function SetCoverage({
  c: { t },
  answer: { lastHour, event },
  set,
}: {
  c: Pick<ViewContext, 't'>;
  answer: ThreadCoverageAnswer;
  set: SetNoteAnswer;
}) {
  const coverage = lastHour.setCoverage!;
  return (
    <Section title={t('coverage')} note={t('setOf', { title: set.title ?? '' })}>
      <SetBar set={set} coverage={coverage} t={t} />
      <dl class="figures">
        {set.camps.map((camp) => (
          <div>
            <dt>
              <CampMark camp={camp} /> {campLabel(t, camp)}
            </dt>
            <dd>
              {coverage.camps[camp.key] ?? 0}{' '}
              <small>{t('outletsUnit', { n: coverage.camps[camp.key] ?? 0 })}</small>
            </dd>
          </div>
        ))}
      </dl>
      <p class="fine">{t('coverageAll', { n: event.outlets, articles: event.articles })}</p>
      <p>
        <SetAlerts set={set} coverage={coverage} t={t} />
      </p>
      <p class="fine">{t('setOnDemand')}</p>
    </Section>
  );
}

const FIRST_SHOWN = 6;
const COPIES_SHOWN = 24;
const CITATIONS_SHOWN = 24;

type Report = PropagationAnswer['reports'][number];

export function Propagation({ c, answer }: { c: TimeContext; answer: PropagationAnswer }) {
  const { t } = c;
  const { reports, copies, citations } = answer;
  if (reports.length === 0) return null;
  const byId = new Map(reports.map((report) => [report.id, report]));
  return (
    <Section title={t('propagation')} note={t('propagationText')}>
      <div class="spread">
        <ol class="timeline">
          {firstOfEach(reports).map((report, at) => (
            <li>
              <span class="when">
                {at === 0 ? t('firstReport') : laterText(t, report.minutes)}
                <span class="fine">
                  <Time c={c} at={report.publishedAt} as="clock" />
                </span>
              </span>
              <span>
                <ReportLink report={report} />
              </span>
            </li>
          ))}
        </ol>
        <div>
          {copies.length === 0 && citations.length === 0 ? (
            <p class="fine">{t('noPropagation')}</p>
          ) : null}
          <ul class="copies">
            {copies.slice(0, COPIES_SHOWN).map((copy) => (
              <Copy t={t} copy={copy} source={byId.get(copy.source)} later={byId.get(copy.copy)} />
            ))}
          </ul>
          {citations.length === 0 ? null : (
            <>
              <h3>{t('citedSources')}</h3>
              <ul class="plain-list">
                {citations.slice(0, CITATIONS_SHOWN).map(({ id, source }) => (
                  <li>
                    <ReportLink report={byId.get(id)} />
                    <span class="meta">
                      <strong>{t('citesSource', { name: source.name })}</strong>
                      <q>{source.evidence}</q>
                    </span>
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      </div>
    </Section>
  );
}

function Copy({
  t,
  copy,
  source,
  later,
}: {
  t: Translate;
  copy: PropagationAnswer['copies'][number];
  source: Report | undefined;
  later: Report | undefined;
}) {
  const { score, kind, evidence, minutes } = copy;
  return (
    <li>
      <p>
        <ReportLink report={source} />
      </p>
      <p class="copy-later">
        <span class="kicker">
          {laterText(t, minutes)} · {likenessText(t, kind, score)}
        </span>{' '}
        <ReportLink report={later} />
      </p>
      <details>
        <summary>{t('showPassage')}</summary>
        <blockquote>
          <mark>{evidence}</mark>
        </blockquote>
      </details>
    </li>
  );
}

function ReportLink({ report }: { report: Report | undefined }) {
  if (report === undefined) return null;
  return (
    <>
      <strong class="outlet-name">{report.mediaTitle}</strong>{' '}
      <a href={pathTo.article(report.id)}>{report.title}</a>
    </>
  );
}

/** The first report of each of the first outlets. */
function firstOfEach(reports: readonly Report[]): Report[] {
  const seen = new Set<string>();
  return reports.filter(({ media }) => !seen.has(media) && seen.add(media)).slice(0, FIRST_SHOWN);
}
