/**
 * `/topics/`: topics on the portals of media.
 */
import type { TopicsOverview } from '../../api/news/portals/topics-items.js';
import { definePage } from '../page.js';
import { Out, pathTo, withQuery } from '../parts/address.js';
import { Choice, Empty, PageHead, Section, TagChips } from '../parts/pieces.js';
import { Time } from '../parts/time.js';

const KINDS = ['topic', 'feature'] as const;

export const topicsPage = definePage<{ topics: TopicsOverview }>({
  path: '/topics/',
  load: ({ query }) => ({ asks: { topics: topicsPath(query.get('kind') ?? '') } }),
  view: (c) => {
    const { t, query, answers } = c;
    const { topics } = answers;
    const kind = query.kind === 'feature' ? 'feature' : 'topic';
    const feed = topics.ok ? topics.value.feed : [];
    const media = topics.ok ? topics.value.media : [];
    return {
      title: t('topicsTitle'),
      description: t('topicsText'),
      section: 'navTopics',
      canonical: withQuery('/topics/', { kind: kind === 'topic' ? '' : kind }),
      json: [topicsPath(query.kind ?? '')],
      body: (
        <>
          <PageHead title={t('topicsTitle')}>
            <p>{t('topicsText')}</p>
          </PageHead>
          <Choice
            label={t('kind')}
            entries={KINDS.map((one) => ({
              href: withQuery('/topics/', { kind: one === 'topic' ? '' : one }),
              text: t(one === 'topic' ? 'kindTopic' : 'kindFeature'),
              isChosen: one === kind,
            }))}
          />
          {feed.length === 0 && media.every(({ recent }) => recent.length === 0) ? (
            <Empty title={t('emptyTitle')}>
              <p>{topics.ok ? t('topicsEmpty') : topics.error}</p>
            </Empty>
          ) : null}
          <div class="columns">
            <div>
              <ul class="topic-list">
                {feed.map(({ media: code, coverage, ...item }) => (
                  <li>
                    <h2>
                      <Out href={item.url}>{item.title}</Out>
                    </h2>
                    <p class="meta">
                      <a href={pathTo.media(code)}>{item.mediaTitle}</a>
                      {item.updatedAt === null ? null : <Time c={c} at={item.updatedAt} />}
                      {item.storyCount === null ? null : (
                        <span>{t('stories', { n: item.storyCount })}</span>
                      )}
                      {item.sponsored ? <span>{t('sponsored')}</span> : null}
                      {coverage === null || coverage === undefined ? null : (
                        <span>
                          {t('outletsArticles', {
                            n: coverage.mediaCount,
                            articles: coverage.count,
                          })}
                        </span>
                      )}
                    </p>
                    {item.tags.length === 0 ? null : (
                      <TagChips c={c} tags={item.tags.map((tag) => ({ tag }))} />
                    )}
                  </li>
                ))}
              </ul>
            </div>
            <aside class="rail">
              {topics.ok && topics.value.tags.length > 0 ? (
                <Section class="rail-part" title={t('navTags')}>
                  <TagChips c={c} tags={topics.value.tags.map(({ tag }) => ({ tag }))} />
                </Section>
              ) : null}
              {media.map(({ media: code, title, link, recent }) =>
                recent.length === 0 ? null : (
                  <Section title={title}>
                    <ul class="plain-list">
                      {recent.map((item) => (
                        <li>
                          <Out href={item.url}>{item.title}</Out>{' '}
                          {item.status === 'ended' ? <span class="fine">{t('ended')}</span> : null}
                        </li>
                      ))}
                    </ul>
                    <p class="fine">
                      <Out href={link}>{title}</Out> · <a href={pathTo.media(code)}>{t('media')}</a>
                    </p>
                  </Section>
                ),
              )}
            </aside>
          </div>
        </>
      ),
    };
  },
});

function topicsPath(kind: string): string {
  return withQuery('/api/v1/topics', { kind });
}
