/** The front page of the news service: what it calls rising. */
import t from 'tap';
import { frontPage } from '../../../../src/serve/web/news/front.js';
import type { ViewContext } from '../../../../src/serve/web/page.js';
import { translator } from '../../../../src/serve/web/texts.js';

/** The page's text for a ranking whose tags have such bursts. */
function pageOf(bursts: readonly (number | null)[], muted: readonly string[] = []): string {
  const failed = { ok: false, status: 503, error: '', code: 'unavailable' };
  const entries = bursts.map((burst, at) => {
    return { tag: `tag${at}`, count: 3, burst, trend: [], new: false };
  });
  const context = {
    ...{ t: translator('en'), path: '/', params: {}, query: {}, data: { at: '', muted, set: '' } },
    facts: { service: 'news', publicUrl: 'http://127.0.0.1' },
    viewer: { language: 'en', scheme: 'auto' },
    nowMs: Date.parse('2026-03-10T04:00:00.000Z'),
    answers: {
      ...{ events: failed, media: failed, evidence: failed, newest: failed, articles: failed },
      sets: failed,
      ranking: { ok: true, status: 200, value: { entries } },
    },
  };
  return String(frontPage.view(context as unknown as ViewContext).body);
}

t.test('tags rise where they can be compared, and are the most reported ones before', async (t) => {
  const rising = pageOf([1.5, null]);
  t.match(rising, '>Rising tags<');
  t.notMatch(rising, 'Most reported');
  const young = pageOf([null, null]);
  t.match(young, 'Most reported tags');
  t.match(young, 'three days');
  t.notMatch(young, '>Rising tags<');
  t.match(young, 'tag1');
});

t.test('a muted word takes its tags from the front', async (t) => {
  const page = pageOf([1, 2, 3], ['tag1']);
  t.match(page, 'tag0');
  t.match(page, 'tag2');
  t.notMatch(page, 'tag1');
});
