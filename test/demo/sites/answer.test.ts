import t from 'tap';
import { answerOf } from '../../../demo/sites/answer.js';
import { pageAt } from '../../../demo/sites/site.js';
import { MINUTE_MS } from '../../../src/kernel/clock.js';
import { article, NOW_MS, siteWith } from './example-site.js';

t.test('what has not changed is 304, by whatever the site names', async (t) => {
  for (const validators of ['both', 'etag', 'date'] as const) {
    const view = siteWith([article(1)], { validators, feed: 'rss', feedPath: 'rss.xml' });
    for (const target of ['/rss.xml', '/news/1', '/favicon.ico']) {
      const first = answerOf(pageAt(view, target), view.style, {});
      if (validators === 'date' && target === '/favicon.ico') continue;
      const again = answerOf(pageAt({ ...view, visit: 2 }, target), view.style, {
        'if-none-match': first.headers.etag,
        'if-modified-since': first.headers['last-modified'],
      });
      t.same(
        [first.status, again.status, again.content],
        [200, 304, ''],
        `${validators} ${target}`,
      );
    }
  }
});

t.test('what has changed is sent again', async (t) => {
  for (const validators of ['both', 'etag', 'date'] as const) {
    const view = siteWith([article(1)], { validators, feed: 'rss', feedPath: 'rss.xml' });
    const first = ['/rss.xml', '/news/1'].map((target) =>
      answerOf(pageAt(view, target), view.style, {}),
    );
    const changedMs = NOW_MS - MINUTE_MS;
    view.content.put(article(1, { title: '改了', changedMs }), changedMs);
    for (const [index, target] of ['/rss.xml', '/news/1'].entries()) {
      const again = answerOf(pageAt(view, target), view.style, {
        'if-none-match': first[index]?.headers.etag,
        'if-modified-since': first[index]?.headers['last-modified'],
      });
      t.equal(again.status, 200, `${validators} ${target}`);
      t.match(again.content, '改了');
    }
  }
});

t.test('lists have no validators, and sites without any answer in full', async (t) => {
  const view = siteWith([article(1)], { validators: 'both' });
  t.same(Object.keys(answerOf(pageAt(view, '/'), view.style, {}).headers), ['content-type']);
  const silent = siteWith([article(1)], { validators: 'none' });
  const answer = answerOf(pageAt(silent, '/news/1'), silent.style, { 'if-none-match': '"1"' });
  t.same([answer.status, Object.keys(answer.headers)], [200, ['content-type']]);
});

t.test('an etag goes before a date', async (t) => {
  const view = siteWith([article(1)], { validators: 'both' });
  const { headers } = answerOf(pageAt(view, '/news/1'), view.style, {});
  const answer = answerOf(pageAt(view, '/news/1'), view.style, {
    ...{ 'if-none-match': '"other"', 'if-modified-since': headers['last-modified'] },
  });
  t.equal(answer.status, 200);
});
