/**
 * `/media/`: every media that is known, by camp.
 */

import { CAMPS } from '../../../kernel/model/records.js';
import type { MediaList } from '../../api/news/lists.js';
import type { MediaStatsAnswer } from '../../api/news/media/media-stats.js';
import { definePage } from '../page.js';
import { pathTo } from '../parts/address.js';
import { campText } from '../parts/camps.js';
import { EmptyStore, Icon, PageHead, Section } from '../parts/pieces.js';
import { isOnlyCited } from './stats.js';

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
