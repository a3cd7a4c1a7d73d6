/**
 * Who of a set's outlets has a story, by the camps of the set.
 */
import type { ThreadCoverageAnswer } from '../../api/news/events/thread-coverage.js';
import type { SetNoteAnswer } from '../../api/news/sets/set-schemas.js';
import type { ViewContext } from '../page.js';
import { Section } from '../parts/pieces.js';
import { CampMark, campLabel, SetAlerts, SetBar } from '../parts/sets.js';

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
