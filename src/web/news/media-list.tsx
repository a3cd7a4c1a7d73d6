/**
 * `/media/`: every media that is known, by camp.
 */
import type { MediaList } from '../../api/news/lists.js';
import { definePage } from '../page.js';
import { pathTo } from '../parts/address.js';

export const mediaListPage = definePage<{ media: MediaList }>({
  path: '/media/',
  load: () => ({ asks: { media: '/api/v1/media' } }),
  view: ({ t, answers: { media } }) => ({
    title: t('navMedia'),
    section: 'navMedia',
    json: ['/api/v1/media'],
    body: (
      <>
        <h1>{t('navMedia')}</h1>
        <ul>
          {media.ok
            ? Object.entries(media.value).map(([code, { title }]) => (
                <li>
                  <a href={pathTo.media(code)}>{title ?? code}</a>
                </li>
              ))
            : null}
        </ul>
      </>
    ),
  }),
});
