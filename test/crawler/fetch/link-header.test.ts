/** Link headers, as servers write them. */
import t from 'tap';
import { linksOf } from '../../../src/crawler/fetch/answers.js';

const BASE = 'https://a.example/b/';

t.test('links are read with their relations, types and titles', async (t) => {
  const link =
    '</feed>; rel="alternate"; type="application/rss+xml"; title="News, all", ' +
    '<https://hub.example/?a=1,2>;rel=HUB, <next?p=2> ; type=x ; rel="prev next", <http://[>; rel=hub';
  t.strictSame(linksOf({ link }, BASE), [
    {
      ...{ url: 'https://a.example/feed', relations: ['alternate'] },
      ...{ type: 'application/rss+xml', title: 'News, all' },
    },
    { url: 'https://hub.example/?a=1,2', relations: ['hub'], type: '', title: '' },
    { url: 'https://a.example/b/next?p=2', relations: ['prev', 'next'], type: 'x', title: '' },
  ]);
  t.strictSame(linksOf({}, BASE), []);
  t.strictSame(linksOf({ link: `<${'<'.repeat(99_999)};rel="` }, BASE), [], 'at once');
});
