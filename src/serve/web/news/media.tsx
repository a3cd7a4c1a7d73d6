/**
 * `/media/{media}/`: one outlet with its newest reports, its tags and its words.
 */
import type { MediaPageAnswer } from '../../api/news/media/media-page.js';
import type { MediaStatsAnswer } from '../../api/news/media/media-stats.js';
import type { KeywordsAnswer } from '../../api/news/tags/keywords.js';
import { definePage, type ViewContext } from '../page.js';
import { pathTo, withQuery } from '../parts/address.js';
import {
  ArticleGrid,
  Choice,
  Empty,
  Icon,
  laterText,
  PageHead,
  percentOf,
  Section,
  TagChips,
} from '../parts/pieces.js';
import { missing } from './missing.js';

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
