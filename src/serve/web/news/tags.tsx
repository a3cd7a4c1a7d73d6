/**
 * `/tags/`: the ranking of tags as a table and as a word cloud.
 */
import type { RankingAnswer } from '../../api/news/rankings/ranking.js';
import { definePage } from '../page.js';
import { pathTo, withQuery } from '../parts/address.js';
import { Spark } from '../parts/graphics.js';
import { Choice, EmptyStore, PageHead, Scroll, Section, Table } from '../parts/pieces.js';
import { Time } from '../parts/time.js';

interface Answers {
  ranking: RankingAnswer;
  categories: { key: string; label: string; media: number }[];
}

const SHOWN = 100;
const TREND_SHOWN = 60;
/** The category of all ranked media, with its own texts here. */
const ALL = 'all';
/** Sizes of words in the cloud, each a class of the style sheet. */
const SIZES = 6;

export const tagsPage = definePage<Answers>({
  path: '/tags/',
  load: ({ query }) => ({
    asks: {
      ranking: rankingPath(
        query.get('order') ?? '',
        query.get('category') ?? '',
        query.get('at') ?? '',
      ),
      categories: '/api/v1/categories',
    },
  }),
  view: (c) => {
    const { t, query, answers } = c;
    const { ranking, categories } = answers;
    const { order = 'burst', category = ALL, at = '' } = query;
    const link = (changes: Record<string, string>) =>
      withQuery('/tags/', { order: query.order, category: query.category, at, ...changes });
    const entries = ranking.ok ? ranking.value.entries : [];
    const largest = Math.max(...entries.map(({ normalized }) => normalized), 1);
    return {
      title: t('tagsTitle'),
      description: t('tagsText'),
      section: 'navTags',
      canonical: '/tags/',
      status: ranking.ok || at === '' ? 200 : ranking.status,
      json: [rankingPath(query.order ?? '', query.category ?? '', at)],
      body: (
        <>
          <PageHead title={t('tagsTitle')}>
            <p>{t('tagsText')}</p>
          </PageHead>
          <div class="filters">
            <Choice
              label={t('navTags')}
              entries={[
                { href: link({ order: '' }), text: t('orderBurst'), isChosen: order !== 'score' },
                {
                  href: link({ order: 'score' }),
                  text: t('orderScore'),
                  isChosen: order === 'score',
                },
              ]}
            />
            {categories.ok && categories.value.length > 0 ? (
              <Choice
                label={t('category')}
                entries={[
                  { href: link({ category: '' }), text: t('allOf'), isChosen: category === ALL },
                  ...categories.value
                    .filter(({ key }) => key !== ALL)
                    .map(({ key, label }) => ({
                      href: link({ category: key }),
                      text: label,
                      isChosen: key === category,
                    })),
                ]}
              />
            ) : null}
          </div>
          {ranking.ok ? (
            <p class="fine">
              <Time c={c} at={ranking.value.snapshot.computedAt} as="full" />
              {' · '}
              {t('outletsArticles', {
                n: ranking.value.snapshot.mediaCount ?? 0,
                articles: ranking.value.snapshot.articleCount ?? 0,
              })}
            </p>
          ) : null}
          {entries.length === 0 ? (
            <EmptyStore
              t={t}
              answer={ranking}
              why={ranking.ok ? t('emptyEvents') : ranking.error}
            />
          ) : (
            <>
              <Section title={t('tagCloud')}>
                <ul class="cloud">
                  {entries.map(({ tag, normalized }) => (
                    <li class={`cloud-${sizeOf(normalized / largest)}`}>
                      <a href={pathTo.tag(tag)}>{tag}</a>
                    </li>
                  ))}
                </ul>
              </Section>
              <Section title={t('table')}>
                <Scroll label={t('tagsTitle')}>
                  <Table
                    t={t}
                    class="ranking"
                    columns={['#rank', 'tag', '#burst', '#count', 'trend48', 'related']}
                  >
                    {entries.map(({ position, tag, burst, count, trend, related, new: isNew }) => (
                      <tr>
                        <td class="n">{position}</td>
                        <th scope="row">
                          <a href={pathTo.tag(tag)}>{tag}</a>{' '}
                          {isNew ? <span class="tag-new">{t('newTag')}</span> : null}
                        </th>
                        <td class="n">{burst === null ? '–' : burst.toFixed(1)}</td>
                        <td class="n">{count}</td>
                        <td>
                          {position > TREND_SHOWN ? null : (
                            <Spark
                              values={(trend ?? []).map(({ average24h }) => average24h)}
                              label={`${tag}: ${t('trend48')}`}
                            />
                          )}
                        </td>
                        <td class="fine">
                          {(related ?? []).slice(0, 3).map(({ tag: other }) => (
                            <>
                              <a href={pathTo.tag(other)}>{other}</a>{' '}
                            </>
                          ))}
                        </td>
                      </tr>
                    ))}
                  </Table>
                </Scroll>
              </Section>
            </>
          )}
        </>
      ),
    };
  },
});

function rankingPath(order: string, category: string, at: string): string {
  const fixed = { limit: SHOWN, trend: '1', related: '1' };
  return withQuery('/api/v1/ranking', { order, category, at, ...fixed });
}

function sizeOf(share: number): number {
  return 1 + Math.min(SIZES - 1, Math.floor(Math.sqrt(share) * SIZES));
}
