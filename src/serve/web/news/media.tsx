/**
 * `/media/{media}/`: one outlet with its newest reports, its tags and its words.
 */

import { CAMPS } from '../../../kernel/model/records.js';
import type { MediaList } from '../../api/news/lists.js';
import type { KeywordsAnswer, MediaPageAnswer } from '../../api/news/media/media-page.js';
import type { MediaStatsAnswer } from '../../api/news/media/media-stats.js';
import { missing } from '../error-view.js';
import { definePage, type ViewContext } from '../page.js';
import { pathTo, withQuery } from '../parts/address.js';
import { campText } from '../parts/graphics.js';
import {
  ArticleGrid,
  Choice,
  Empty,
  EmptyStore,
  Icon,
  laterText,
  PageHead,
  percentOf,
  Section,
  TagChips,
} from '../parts/pieces.js';
import { isOnlyCited } from './stats.js';

const HOURS = [24, 48, 168] as const;
const WORDS_SHOWN = 40;
const NONE = { titles7d: 0, titleShare7d: null, medianMinutes: null };

interface Answers {
  media: MediaPageAnswer;
  keywords: KeywordsAnswer;
  stats: MediaStatsAnswer;
}

export const mediaPage = definePage<Answers>({
  path: '/media/{media}/',
  load: ({ params, query }) => {
    const media = encodeURIComponent(params.media!);
    return {
      asks: {
        media: withQuery(`/api/v1/media/${media}`, { hours: query.get('hours') ?? '' }),
        keywords: `/api/v1/media/${media}/keywords`,
        stats: '/api/v1/media-stats',
      },
    };
  },
  view: (c) => {
    const { t, answers, params } = c;
    const { media, keywords } = answers;
    if (!media.ok) return missing(c as ViewContext, media);
    const { media: code, title, icon, hours, articleCount, topTags, articles } = media.value;
    const path = `/api/v1/media/${encodeURIComponent(params.media!)}`;
    return {
      title: title,
      section: 'navMedia',
      canonical: pathTo.media(code),
      admin: withQuery('/admin/media/', { q: code }),
      json: [path, `${path}/keywords`, `${path}/content`],
      schema: { '@context': 'https://schema.org', '@type': 'NewsMediaOrganization', name: title },
      body: (
        <>
          <PageHead
            title={
              <>
                <Icon c={c} url={icon} /> {title}
              </>
            }
            kicker={t('media')}
          >
            <p>{t('articlesInHours', { n: articleCount, hours })}</p>
            <Retitled c={c} code={code} />
          </PageHead>
          <Choice
            label={t('period')}
            entries={HOURS.map((one) => ({
              href: withQuery(pathTo.media(code), { hours: one }),
              text: t(`hours${one}`),
              isChosen: one === hours,
            }))}
          />
          <div class="columns">
            <div>
              {articles.length === 0 ? (
                <Empty title={t('nothingFound')}>
                  <p>{t('nothingAdvice')}</p>
                </Empty>
              ) : (
                <Section title={t('latestReports')}>
                  <ArticleGrid c={c} articles={articles} />
                </Section>
              )}
            </div>
            <aside class="rail">
              {topTags.length === 0 ? null : (
                <Section class="rail-part" title={t('topTags')}>
                  <TagChips c={c} tags={topTags.slice(0, WORDS_SHOWN)} />
                </Section>
              )}
              {keywords.ok && keywords.value.terms.length > 0 ? (
                <Section class="rail-part" title={t('keywords')}>
                  <ul class="chips">
                    {keywords.value.terms.slice(0, WORDS_SHOWN).map(({ label, count }) => (
                      <li>
                        <a class="chip" href={pathTo.search({ q: label, media: code })}>
                          {label} <small>{count}</small>
                        </a>
                      </li>
                    ))}
                  </ul>
                </Section>
              ) : null}
            </aside>
          </div>
        </>
      ),
    };
  },
});

/** How many titles of the last days were changed after publication; nothing where none was. */
function Retitled({ c, code }: { c: ViewContext<Answers>; code: string }) {
  const { t, answers } = c;
  const { stats } = answers;
  const row = stats.ok ? stats.value.media.find(({ media }) => media === code) : undefined;
  const { titles7d, titleShare7d, medianMinutes } = row?.revisions ?? NONE;
  if (titles7d === 0) return null;
  return (
    <p>
      <a href={withQuery('/revisions/', { media: code, kind: 'title', hours: 168 })}>
        {t('retitled', { n: titles7d, percent: percentOf(titleShare7d ?? 0) })}
      </a>{' '}
      {t('retitledAfter', { later: laterText(t, medianMinutes ?? 0) })}
    </p>
  );
}

/** `/media/`: every media that is known, by camp. */
export const mediaListPage = definePage<{ media: MediaList; stats: MediaStatsAnswer }>({
  path: '/media/',
  load: () => ({ asks: { media: '/api/v1/media', stats: '/api/v1/media-stats' } }),
  view: (c) => {
    const { t, answers } = c;
    const { media, stats } = answers;
    const byCount = ([a]: [string, unknown], [b]: [string, unknown]): number =>
      (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || (a < b ? -1 : 1);
    const cited = new Set(
      stats.ok ? stats.value.media.filter(isOnlyCited).map(({ media: code }) => code) : [],
    );
    const list = media.ok ? Object.entries(media.value) : [];
    const groups = [
      ...CAMPS.map((camp) => ({
        title: t(campText(camp)),
        list: list.filter(([code, one]) => one.camp === camp && !cited.has(code)),
      })),
      { title: t('onlyCited'), list: list.filter(([code]) => cited.has(code)) },
    ];
    const counts = new Map(
      stats.ok ? stats.value.media.map((one) => [one.media, one.last24h] as const) : [],
    );
    return {
      title: t('mediaTitle'),
      description: t('mediaText'),
      section: 'navMedia',
      json: ['/api/v1/media'],
      body: (
        <>
          <PageHead title={t('mediaTitle')}>
            <p>{t('mediaText')}</p>
          </PageHead>
          {list.length === 0 ? <EmptyStore t={t} answer={media} /> : null}
          {groups.map(({ title: heading, list: mine }) =>
            mine.length === 0 ? null : (
              <Section title={heading}>
                <ul class="media-grid">
                  {mine.toSorted(byCount).map(([code, { title, icon }]) => (
                    <li>
                      <Icon c={c} url={icon} />
                      <a href={pathTo.media(code)}>{title ?? code}</a>
                      {(counts.get(code) ?? 0) === 0 ? null : (
                        <span class="meta">{t('mediaToday', { n: counts.get(code)! })}</span>
                      )}
                    </li>
                  ))}
                </ul>
              </Section>
            ),
          )}
        </>
      ),
    };
  },
});
