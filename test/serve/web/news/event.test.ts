/** The page of a story: where it goes on after a merge, and where it came from. */
import t from 'tap';
import { eventPage, titleOf } from '../../../../src/serve/web/news/event.js';
import type { ViewContext } from '../../../../src/serve/web/page.js';
import { translator } from '../../../../src/serve/web/texts.js';

const HOUR = '2026-03-10T04:00:00.000Z';

/** Other threads that a thread names. */
interface Named {
  combinedFrom?: number[];
  combinedTo?: number[];
  splitFrom?: number[];
  splitInto?: number[];
  related?: number[];
}

/** The page's text for a thread, where one of the others is known. */
function pageOf(
  named: Named,
  known: { id: number; majorTags: string[] },
  coverage?: object,
): string {
  const { combinedFrom = [], combinedTo = [], splitFrom = [], splitInto = [] } = named;
  const { related = [] } = named;
  const thread = {
    ...{ id: 5, majorTags: ['harbour'], allTags: ['harbour'], combinedFrom, combinedTo },
    ...{ splitFrom, splitInto, hours: 1, firstTime: HOUR, lastTime: HOUR },
  };
  const hours = [{ hourStart: HOUR, rank: 1, score: 2, news: [] }];
  const failed = { ok: false, status: 404, error: '', code: 'not_found' };
  const good = (value: object) => ({ ok: true, status: 200, value });
  const context = {
    ...{ t: translator('en'), path: '/eve/5/', params: { id: '5' }, query: {}, data: undefined },
    facts: { service: 'news', publicUrl: 'http://127.0.0.1' },
    viewer: { language: 'en', scheme: 'auto' },
    nowMs: Date.parse(HOUR),
    answers: {
      ...{ series: failed, propagation: failed, blogs: failed },
      coverage: coverage === undefined ? failed : good(coverage),
      thread: good({ thread, hours, related, kin: [known] }),
    },
  };
  return String(eventPage.view(context as unknown as ViewContext).body);
}

const KNOWN = { id: 9, majorTags: ['bridge', 'flood'] };

t.test('a story that was merged points on to the one that it became part of', async (t) => {
  const page = pageOf({ combinedTo: [9] }, KNOWN);
  t.match(page, /became part of another one[^<]*<a href="\/eve\/9\/">bridge · flood/);
  t.ok(page.indexOf('/eve/9/') < page.indexOf('class="columns"'), 'before anything else');
});

t.test('the one that it became part of names it, and says nothing of going on', async (t) => {
  const page = pageOf({ combinedFrom: [9, 3], related: [7] }, KNOWN);
  t.notMatch(page, /became part/);
  t.match(page, /Merged from.*\/eve\/9\/">bridge · flood.*\/eve\/3\/">Event 3/s);
  t.match(page, /\/eve\/7\/">Event 7/);
});

t.test('a story that split says from which, and what split from it', async (t) => {
  const page = pageOf({ splitFrom: [9], splitInto: [3], related: [9, 7] }, KNOWN);
  t.match(page, /Split from.*\/eve\/9\/">bridge · flood.*Split into.*\/eve\/3\/">Event 3/s);
  t.equal(page.split('/eve/9/').length, 2, 'and is not named twice');
});

t.test('a story of its own has no such part', async (t) => {
  t.notMatch(pageOf({}, KNOWN), /became part|Merged|Split|\/eve\/9\//);
});

t.test(
  'figures and headlines are of the event, and what only bears its tag stands apart',
  async (t) => {
    const article = (id: number, ofEvent: boolean) => {
      return { ...{ id, title: `report ${id}`, publishedAt: HOUR, hits: 1 }, ofEvent };
    };
    const none = { articles: 0, outlets: 0, camps: [], blindspot: [] };
    const outlet = (media: string, camp: string, id: number, ofEvent: boolean) => {
      return { media, title: media, icon: null, camp, articles: [article(id, ofEvent)] };
    };
    const mine = [outlet('a', 'blue', 1, true), outlet('c', 'blue', 3, true)];
    const own = {
      ...{ outlets: [{ media: 'a', camp: 'blue' }], articles: 17, lean: null, tilt: null },
      ...{ camps: { blue: 1, green: 0, other: 0 }, blindspot: ['green'] },
    };
    const page = pageOf({}, KNOWN, {
      ...none,
      articles: 59,
      event: { ...none, articles: 23, outlets: 3, byOutlet: mine },
      lastHour: { hour: HOUR, builtAt: HOUR, coverage: own },
      byOutlet: [outlet('a', 'blue', 1, true), outlet('b', 'green', 2, false)],
    });
    t.match(page, /<dd>17<\/dd>/);
    t.match(page, /3 outlets, articles: 23/);
    t.notMatch(page, /<dd>59<\/dd>/);
    const apart = page.indexOf('Also tagged so');
    t.ok(page.indexOf('report 1') < apart && page.indexOf('report 2') > apart);
    t.ok(page.indexOf('report 3') < apart, 'also one that bears no main tag');
    t.notMatch(
      pageOf({}, KNOWN, {
        ...none,
        event: { ...none, byOutlet: mine },
        lastHour: { hour: HOUR, builtAt: HOUR, coverage: own },
        byOutlet: [outlet('a', 'blue', 1, true)],
      }),
      /Also tagged/,
    );
  },
);

t.test('headlines of a set stand under its camps, and those of others under none', async (t) => {
  const outlet = (media: string, id: number) => {
    const articles = [{ id, title: `report ${id}`, publishedAt: HOUR, hits: 1, ofEvent: true }];
    return { media, title: media, icon: null, camp: 'blue', articles };
  };
  const camp = (key: string, label: string, outlets: string[]) => {
    return { key, label, colour: '#aa0000', compared: true, outlets };
  };
  const counts = { camps: { press: 1, air: 1 }, blindspot: [], tilt: null, articles: 2 };
  const page = pageOf({}, KNOWN, {
    ...{ threadId: 5, articles: 3, outlets: 3, byOutlet: [] },
    set: { title: 'Mine', camps: [camp('press', 'Press', ['a']), camp('air', 'On air', ['b'])] },
    event: { articles: 3, outlets: 3, byOutlet: [outlet('b', 2), outlet('a', 1), outlet('c', 3)] },
    lastHour: { hour: HOUR, builtAt: HOUR, coverage: {}, setCoverage: counts },
  });
  const at = (text: string): number => page.indexOf(text);
  const sides = page.slice(at('side-by-side'));
  t.ok(sides.indexOf('Press') < sides.indexOf('report 1'));
  t.ok(sides.indexOf('report 1') < sides.indexOf('On air'), 'camps in the order of the set');
  t.ok(sides.indexOf('On air') < sides.indexOf('report 2'));
  t.notMatch(sides, /report 3/, 'an outlet that is not of the set');
  t.notMatch(sides, /偏藍|>Blue</, 'nor a pole of the place');
});

t.test('a story has the headline of its last hour, as on the front page', async (t) => {
  const at = (hour: number): string => `2026-03-10T0${hour}:00:00.000Z`;
  const thread = { id: 5, majorTags: ['harbour'], allTags: [], firstTime: at(2), lastTime: at(4) };
  const hours = [
    { hourStart: at(4), rank: 3, score: 1, news: [] },
    { hourStart: at(3), rank: 2, score: 2, news: [{ title: 'Ferries sail again' }] },
    { hourStart: at(2), rank: 1, score: 9, news: [{ title: 'Ferries stay in port' }] },
  ];
  t.equal(titleOf({ thread, hours } as never, translator('en')), 'Ferries sail again');
  t.equal(titleOf({ thread, hours: [] } as never, translator('en')), 'harbour');
});
