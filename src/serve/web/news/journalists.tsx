/**
 * `/journalists/` and `/journalists/{name}/`: bylines, and articles that are similar to theirs.
 */
import type { JournalistBody, JournalistsBody } from '../../api/news/similarity/journalists.js';
import { missing } from '../error-view.js';
import { definePage } from '../page.js';
import { Out, pathTo } from '../parts/address.js';
import {
  ArticleGrid,
  EmptyStore,
  PageHead,
  percentOf,
  Scroll,
  Section,
  Table,
  TagChips,
} from '../parts/pieces.js';
import { Time } from '../parts/time.js';

const LIST = '/api/v1/journalists?hours=168&limit=300';
const PAIRS_SHOWN = 30;
const ARTICLES_SHOWN = 100;

export const journalistsPage = definePage<{ list: JournalistsBody }>({
  path: '/journalists/',
  load: () => ({ asks: { list: LIST } }),
  view: (c) => {
    const { t, answers } = c;
    const { list } = answers;
    const rows = list.ok ? list.value.journalists : [];
    return {
      title: t('journalistsTitle'),
      description: t('journalistsText'),
      section: 'navJournalists',
      json: [LIST],
      body: (
        <>
          <PageHead title={t('journalistsTitle')}>
            <p>{t('journalistsText')}</p>
          </PageHead>
          {rows.length === 0 ? (
            <EmptyStore t={t} answer={list} why={list.ok ? undefined : list.error} />
          ) : (
            <Scroll label={t('journalistsTitle')}>
              <Table
                t={t}
                columns={['personName', 'media', '#count', '#later', '#earlier', 'latest']}
              >
                {rows.map(({ name, media, articles, similar, latest }) => (
                  <tr>
                    <th scope="row">
                      <a href={pathTo.journalist(name)}>{name}</a>
                    </th>
                    <td>{media.map(({ name: one }) => one).join(t('comma'))}</td>
                    <td class="n">{articles}</td>
                    <td class="n">{similar.later}</td>
                    <td class="n">{similar.earlier}</td>
                    <td>
                      <Time c={c} at={latest} />
                    </td>
                  </tr>
                ))}
              </Table>
            </Scroll>
          )}
        </>
      ),
    };
  },
});

export const journalistPage = definePage<{ one: JournalistBody }>({
  path: '/journalists/{name}/',
  load: ({ params }) => ({
    asks: { one: `/api/v1/journalists/${encodeURIComponent(params.name!)}` },
  }),
  view: (c) => {
    const { t, answers } = c;
    const { one } = answers;
    if (!one.ok) return missing(c, one);
    const { name, stats, media, articles, pairs } = one.value;
    return {
      title: name,
      section: 'navJournalists',
      json: [`/api/v1/journalists/${encodeURIComponent(name)}`],
      schema: { '@context': 'https://schema.org', '@type': 'Person', name, jobTitle: 'Journalist' },
      body: (
        <>
          <PageHead title={name} kicker={media.map((m) => m.name).join(t('comma'))}>
            <p>
              {t('journalistSums', { n: stats.articles, cited: stats.cited })} {t('sameNames')}
            </p>
          </PageHead>
          <TagChips c={c} tags={stats.tags} />
          <div class="columns">
            <div>
              <Section title={t('navArticles')}>
                <ArticleGrid c={c} articles={articles.slice(0, ARTICLES_SHOWN)} />
              </Section>
            </div>
            <aside class="rail">
              {pairs.length === 0 ? null : (
                <Section class="rail-part" title={t('hisPairs')}>
                  <ul class="plain-list">
                    {pairs
                      .slice(0, PAIRS_SHOWN)
                      .map(({ own, other, score, relation, evidence }) => (
                        <li>
                          <a href={pathTo.article(own.id)}>{own.title}</a>
                          <span class="meta">
                            <span>{t('similarText', { percent: percentOf(score) })}</span>
                            <span>{t(relation === 'same' ? 'orderUnknown' : relation)}</span>
                            <Out href={other.url}>{other.mediaTitle}</Out>
                          </span>
                          <details>
                            <summary>{t('showPassage')}</summary>
                            <blockquote>
                              <mark>{evidence}</mark>
                            </blockquote>
                          </details>
                        </li>
                      ))}
                  </ul>
                </Section>
              )}
            </aside>
          </div>
        </>
      ),
    };
  },
});
