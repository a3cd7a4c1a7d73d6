/** The search page: which time it asks for, and which it says it searched. */
import t from 'tap';
import { articlesPage } from '../../../../src/serve/web/news/articles.js';
import type { PageLoad, ViewContext } from '../../../../src/serve/web/page.js';
import { translator } from '../../../../src/serve/web/texts.js';

/** What the page asks of the API for a query. */
function askedFor(query: string): URLSearchParams {
  const request = { query: new URLSearchParams(query) };
  const load = articlesPage.load as unknown as (request: object) => PageLoad;
  return new URL(load(request).asks!.found!, 'http://127.0.0.1').searchParams;
}

t.test('the last day that is named is part of the search, also when it is the first', async (t) => {
  const month = askedFor('since=2026-02-01&until=2026-02-28');
  t.same([month.get('since'), month.get('until')], ['2026-02-01', '2026-03-01']);
  const day = askedFor('since=2026-02-28&until=2026-02-28');
  t.same([day.get('since'), day.get('until')], ['2026-02-28', '2026-03-01']);
  t.equal(
    askedFor('until=2026-02-28T12:00:00Z').get('until'),
    '2026-02-28T12:00:00Z',
    'an instant',
  );
  for (const none of ['2026-02-99', '2026-02-30', '2025-02-29']) {
    t.equal(askedFor(`until=${none}`).get('until'), none, 'the API refuses what is no day');
  }
});

t.test('hours are honoured, and other windows are offered', async (t) => {
  t.equal(askedFor('hours=168').get('hours'), '168');
  const query = { since: '2026-02-01T00:00:00.000Z', until: '2026-02-08T00:00:00.000Z' };
  const failed = { ok: false, status: 404, error: '', code: 'not_found' };
  const context = {
    ...{ t: translator('en'), path: '/articles/', params: {}, data: undefined },
    query: { q: 'tea', hours: '168' },
    facts: { service: 'news', publicUrl: 'http://127.0.0.1' },
    viewer: { language: 'en', scheme: 'auto' },
    nowMs: Date.parse(query.until),
    answers: {
      found: { ok: true, status: 200, value: { query, articles: [] } },
      ...{ times: failed, media: failed },
    },
  };
  const page = String(articlesPage.view(context as unknown as ViewContext).body);
  t.match(page, /Searched: <time[^>]*>1 Feb 2026 08:00<\/time> to <time[^>]*>8 Feb 2026 08:00/);
  t.match(page, /href="\/articles\/\?q=tea&amp;hours=744"/);
  t.match(page, /href="\/articles\/\?q=tea&amp;until=2026-02-01T00%3A00%3A00.000Z&amp;hours=744"/);
});
