/**
 * How a story spread: the first reports, who came later with the same words, who names whom.
 */
import type { PropagationAnswer } from '../../api/news/events/thread-propagation.js';
import { pathTo } from '../parts/address.js';
import { laterText, likenessText, Section } from '../parts/pieces.js';
import { Time, type TimeContext } from '../parts/time.js';
import type { Translate } from '../texts.js';

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
