/** `/topics/`: what the blogs write about, as a ranking. */
import type { TopicsBody } from '../../api/blog/topics-schemas.js';
import { Empty } from '../my/parts.js';
import { definePage, type Page, type ViewContext } from '../page.js';
import { pathTo, withQuery } from '../parts/address.js';
import { Table } from '../parts/pieces.js';
import { numberText } from '../texts.js';
import { hoursOf, Periods } from './parts.js';

const TOPICS = '/api/v1/topics';

interface Answers {
  topics: TopicsBody;
}

interface Data {
  hours: number;
}

export const topicsPage: Page = definePage<Answers, Data>({
  path: '/topics/',
  load: ({ query }) => {
    const hours = hoursOf(query.get('hours'));
    return { asks: { topics: withQuery(TOPICS, { hours, limit: 100 }) }, data: { hours } };
  },
  view: (c) => ({
    title: c.t('blogTopicsTitle'),
    description: c.t('topicsIntro'),
    section: 'navBlogTopics',
    json: [withQuery(TOPICS, { hours: c.data.hours })],
    canonical: '/topics/',
    body: <Body c={c} />,
  }),
});

function Body({ c }: { c: ViewContext<Answers, Data> }) {
  const { t, answers, data, viewer } = c;
  const { topics } = answers;
  const items = topics.ok ? topics.value.items : [];
  const highest = Math.max(1, ...items.map(({ score }) => score));
  return (
    <>
      <header class="page-head spaced">
        <h1>{t('blogTopicsTitle')}</h1>
        <p class="standfirst">{t('topicsIntro')}</p>
        <Periods c={c} hours={data.hours} path="/topics/" />
      </header>
      {topics.ok && topics.value.vocabulary.status !== 'ready' ? (
        <p class="outcome outcome-bad">{t('vocabularyMissing')}</p>
      ) : null}
      {items.length === 0 ? (
        <Empty>
          <p>
            <strong>{t('noTopics')}</strong> {t('noTopicsAdvice')}
          </p>
        </Empty>
      ) : (
        <section class="scroll" tabindex={0} aria-label={t('blogTopicsTitle')}>
          <Table
            t={t}
            scope="col"
            columns={['term', 'score', '#navBlogs', '#titlePosts', '#bodyPosts', '#lift']}
          >
            {items.map((item) => (
              <tr>
                <th scope="row">
                  <a href={pathTo.topic(item.id)}>{item.label}</a>
                </th>
                <td>
                  <meter min={0} max={highest} value={item.score}>
                    {item.score}
                  </meter>{' '}
                  {numberText(viewer.language, item.score)}
                </td>
                <td class="n">{item.blogs}</td>
                <td class="n">{item.titlePosts}</td>
                <td class="n">{item.bodyOnlyPosts}</td>
                <td class="n">
                  {item.lift === null
                    ? t('noBaseline')
                    : t('liftTimes', { x: Math.round(item.lift * 10) / 10 })}
                </td>
              </tr>
            ))}
          </Table>
        </section>
      )}
      {topics.ok && topics.value.truncated ? <p class="fine">{t('truncated')}</p> : null}
    </>
  );
}
