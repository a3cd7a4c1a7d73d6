/**
 * `/api/status` for browsers: whether the data can be reached, and what the endpoints are for.
 *
 * It lies below `/api/`, where no cookie is read, so it looks as the browser asks for.
 */
import type { StatusAnswer } from '../../api/blog/status.js';
import { ErrorView } from '../error-view.js';
import { definePage } from '../page.js';
import { PageHead, Section } from '../parts/pieces.js';
import { Time } from '../parts/time.js';

const STATUS = { ok: 'statusOk', degraded: 'statusDegraded' } as const;

export const statusPage = definePage<{ status: StatusAnswer }>({
  path: '/api/status',
  load: () => ({ asks: { status: '/api/status' } }),
  view: (c) => {
    const { t, answers } = c;
    if (!answers.status.ok) {
      return ErrorView(c, { status: answers.status.status, message: '' });
    }
    const { status, version, endpoints, updatedAt } = answers.status.value;
    return {
      title: `${t('statusPage')}: ${t(STATUS[status])}`,
      canonical: null,
      json: ['/api/status'],
      body: (
        <>
          <PageHead
            title={t('statusPage')}
            kicker={<span class={`status-${status}`}>{t(STATUS[status])}</span>}
          >
            <p>{t(status === 'ok' ? 'statusReached' : 'statusUnreached')}</p>
            <p class="fine">
              {t('statusAsOf', { version })} <Time c={c} at={updatedAt} as="full" />
            </p>
          </PageHead>
          <Section title={t('statusEndpoints')}>
            <dl class="endpoints">
              {endpoints.map(({ path, summary }) => (
                <>
                  <dt>
                    <code>{path}</code>
                  </dt>
                  <dd lang="en">{summary}</dd>
                </>
              ))}
            </dl>
          </Section>
        </>
      ),
    };
  },
});
