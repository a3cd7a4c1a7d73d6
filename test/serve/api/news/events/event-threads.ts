import t from 'tap';
import { HOUR_MS } from '../../../../../src/kernel/clock.js';
import { startServer } from '../../harness.js';
import {
  BUDGET,
  everyday,
  hoursAfter,
  MEDIA,
  QUAKE,
  report,
  reports,
  START_MS,
} from '../event-world.js';

t.test('threads', async (t) => {
  const { app, clock, get, ingest, news } = await startServer(t, {
    ticksByHand: true,
    now: hoursAfter(0),
    records: MEDIA,
  });
  const advance = async (hours: number): Promise<void> => {
    clock.set(START_MS + hours * HOUR_MS);
    await app.pipeline.advance(START_MS + hours * HOUR_MS);
  };
  // 18:00 to 03:00: midnight in Taipei lies between.
  await ingest([...everyday(1), ...reports(QUAKE, [0, 1, 2, 3, 8], 2), report(QUAKE, 'local', 3)]);
  await advance(2.6);
  await ingest([...reports(BUDGET, [0, 1, 4, 5, 6], 170), ...everyday(175)]);
  await advance(5.9);
  await ingest([...reports(QUAKE, [4, 5], 400), ...everyday(410)]);
  await advance(8.7);

  const { data: today } = await news.GET('/api/v1/events/threads');
  const quake = today!.threads.find(({ majorTags }) => majorTags.includes('強震'))!;
  const budget = today!.threads.find(({ majorTags }) => majorTags.includes('預算案'))!;

  await t.test('a day lists the threads that appeared in it, by highest score', async (t) => {
    t.equal(today!.day, '2026-03-11');
    t.strictSame(today!.days, ['2026-03-10', '2026-03-11']);
    t.strictSame(today!.dayHours, [hoursAfter(6), hoursAfter(7), hoursAfter(8)]);
    const scores = today!.threads.map(({ maxScore }) => maxScore);
    t.strictSame(
      scores,
      [...scores].sort((a, b) => b - a),
    );
    t.equal(quake.firstTime, hoursAfter(0));
    t.equal(quake.trailEnd, hoursAfter(8));
    t.equal(quake.rankTrail.length, 24);
    t.equal(quake.rankTrail.at(-1) !== null, true);
    t.ok(QUAKE.tags.includes(quake.maxTag!));
    const ranks = quake.rankTrail.slice(-3).filter((rank) => rank !== null);
    t.equal(quake.bestRank, Math.min(...ranks));
    t.ok(quake.news.length > 0 && quake.news.every(({ camp }) => camp !== undefined));
  });

  await t.test('the coverage of today is that of the last 24 hours, as in /events', async (t) => {
    const { data: events } = await news.GET('/api/v1/events');
    t.strictSame(today!.baseline, events!.baseline);
    const event = events!.events.find(({ threadId }) => threadId === quake.id)!;
    t.strictSame(event.coverage, quake.coverage);
  });

  await t.test('the coverage of a day that is over is that of the day', async (t) => {
    const { data } = await news.GET('/api/v1/events/threads', {
      params: { query: { day: '2026-03-10' } },
    });
    const then = data!.threads.find(({ id }) => id === quake.id)!;
    t.strictSame(then.coverage.camps, { blue: 4, green: 0, other: 1 });
    t.strictSame(then.coverage.blindspot, ['green']);
    t.strictSame(
      quake.coverage.camps,
      { blue: 4, green: 2, other: 1 },
      'green came after midnight',
    );
    t.equal(then.trailEnd, hoursAfter(5));
    t.equal(data!.dayStats.length, 6);
  });

  await t.test('a day without news is empty, a malformed one is refused', async (t) => {
    const { data } = await news.GET('/api/v1/events/threads', {
      params: { query: { day: '2025-01-01' } },
    });
    t.strictSame([data!.threads, data!.dayHours, data!.dayStats], [[], [], []]);
    for (const day of ['2026-02-30', '20260310', 'today', '', '2026-03-10T00:00:00Z']) {
      t.equal((await get(`/api/v1/events/threads?day=${day}`)).status, 400, day);
    }
  });

  await t.test(
    'one thread: its hours newest first, its history, what it merged with',
    async (t) => {
      const { data } = await news.GET('/api/v1/events/threads/{id}', {
        params: { path: { id: quake.id } },
      });
      const { thread, hours } = data!;
      t.equal(thread.category, 'news');
      t.equal(thread.hours, 9);
      t.equal(thread.firstTime, hoursAfter(0));
      t.equal(thread.lastTime, hoursAfter(8));
      t.strictSame(
        hours.map(({ hourStart }) => hourStart),
        Array.from({ length: 9 }, (_, at) => hoursAfter(8 - at)),
      );
      t.equal(Object.keys(thread.history).length, 9);
      t.equal(Object.keys(thread.history)[0], '2026-03-10 18:00:00');
      t.strictSame(thread.history['2026-03-10 18:00:00'], Object.fromEntries(hours.at(-1)!.tags));
      t.strictSame([thread.combinedFrom, thread.combinedTo], [[], []]);
      t.strictSame([thread.splitFrom, thread.splitInto], [[], []]);
      const named = [...thread.splitFrom, ...thread.combinedFrom, ...data!.related];
      t.strictSame(
        data!.kin.map(({ id }) => id),
        named,
      );
      t.equal(thread.hoursTotal, 9);
      t.equal(thread.equalFirstTime, thread.firstTime);
      t.equal(thread.equalLastTime, thread.lastTime);
      t.strictSame(new Set(thread.allTags), new Set(QUAKE.tags));
      t.equal(thread.maxScore, quake.maxScore);
      t.equal(Math.max(...hours.map(({ score }) => score)), thread.maxScore);
    },
  );

  await t.test(
    'the fields of the list and of the thread agree, for days gone by too',
    async (t) => {
      for (const day of today!.days) {
        const { data } = await news.GET('/api/v1/events/threads', { params: { query: { day } } });
        for (const { id, firstTime, lastTime, hours, maxScore, majorTags } of data!.threads) {
          const { data: one } = await news.GET('/api/v1/events/threads/{id}', {
            params: { path: { id } },
          });
          const { thread } = one!;
          t.strictSame(
            [thread.firstTime, thread.lastTime, thread.hours, thread.maxScore, thread.majorTags],
            [firstTime, lastTime, hours, maxScore, majorTags],
          );
        }
      }
    },
  );

  await t.test(
    'coverage by outlet holds every article with a main tag, of all media',
    async (t) => {
      const { data } = await news.GET('/api/v1/events/threads/{id}/coverage', {
        params: { path: { id: quake.id } },
      });
      t.equal(data!.articles, 15);
      t.equal(data!.outlets, 8);
      t.strictSame(
        data!.camps.map(({ camp, outlets, articles }) => [camp, outlets, articles]),
        [
          ['blue', 5, 9],
          ['green', 2, 4],
          ['other', 1, 2],
        ],
      );
      t.strictSame(data!.blindspot, []);
      const sizes = data!.byOutlet.map(({ articles }) => articles.length);
      t.strictSame(
        sizes,
        [...sizes].sort((a, b) => b - a),
      );
      const first = data!.byOutlet.find(({ media }) => media === 'outlet0')!;
      t.equal(first.icon, 'https://outlet0.example/icon.png');
      t.equal(first.title, '第 0 報');
      t.equal(first.articles[0]!.hits, data!.majorTags.length);
      const { data: other } = await news.GET('/api/v1/events/threads/{id}/coverage', {
        params: { path: { id: budget.id } },
      });
      t.strictSame(other!.blindspot, [], 'both camps reported');
    },
  );

  await t.test(
    'coverage tells which articles are of the event, with figures of both',
    async (t) => {
      const { data } = await news.GET('/api/v1/events/threads/{id}/coverage', {
        params: { path: { id: quake.id } },
      });
      const own = data!.byOutlet.filter(({ articles }) => articles.some(({ ofEvent }) => ofEvent));
      t.strictSame([data!.event.articles, data!.event.outlets], [14, own.length]);
      t.equal(own.flatMap(({ articles }) => articles).filter(({ ofEvent }) => ofEvent).length, 14);
      t.notOk(
        own.some(({ media }) => media === 'local'),
        'no news media, so it is in no event',
      );
      t.strictSame(
        data!.event.camps.map(({ camp, articles }) => [camp, articles]),
        [
          ['blue', 8],
          ['green', 4],
          ['other', 2],
        ],
      );
      const { data: events } = await news.GET('/api/v1/events');
      const event = events!.events.find(({ threadId }) => threadId === quake.id)!;
      t.equal(data!.lastHour.hour, events!.hour);
      t.equal(data!.lastHour.builtAt, events!.builtAt);
      t.strictSame(data!.lastHour.coverage, event.coverage, 'the same figures as in the list');
    },
  );

  await t.test(
    'the articles of an event are its own members, newest first, page by page, each once',
    async (t) => {
      const path = { id: quake.id };
      const { data: whole } = await news.GET('/api/v1/events/threads/{id}/articles', {
        params: { path, query: { limit: 200 } },
      });
      const members = new Set<number>();
      for (let hour = 0; hour <= 8; hour++) {
        const { data } = await news.GET('/api/v1/explain/event/{id}', {
          params: { path, query: { at: hoursAfter(hour) } },
        });
        for (const id of data!.articleIds) members.add(id);
      }
      const ids = whole!.articles.map(({ id }) => id);
      t.strictSame(new Set(ids), members, 'what explanations of all hours name');
      t.strictSame([whole!.total, whole!.count, whole!.nextCursor], [14, 14, null]);
      const order = whole!.articles.map(({ publishedAt, id }) => [Date.parse(publishedAt), id]);
      t.strictSame(
        order,
        order.toSorted((a, b) => b[0]! - a[0]! || b[1]! - a[1]!),
      );
      const paged: number[] = [];
      let cursor: string | undefined;
      do {
        const { data } = await news.GET('/api/v1/events/threads/{id}/articles', {
          params: { path, query: { limit: 3, ...(cursor === undefined ? {} : { cursor }) } },
        });
        t.ok(data!.count <= 3 && data!.total === 14);
        paged.push(...data!.articles.map(({ id }) => id));
        cursor = data!.nextCursor ?? undefined;
      } while (cursor !== undefined);
      t.strictSame(paged, ids);
      const { data: first } = await news.GET('/api/v1/events/threads/{id}/articles', {
        params: { path, query: { limit: 3 } },
      });
      const other = `/api/v1/events/threads/${budget.id}/articles?cursor=${first!.nextCursor}`;
      t.equal((await get(other)).status, 400, 'the cursor of another event');
      t.equal((await get(`/api/v1/events/threads/${quake.id}/articles?limit=0`)).status, 400);
    },
  );

  await t.test('the series is drawn from twelve hours before to the last full hour', async (t) => {
    const { data } = await news.GET('/api/v1/events/threads/{id}/series', {
      params: { path: { id: quake.id } },
    });
    t.equal(data!.from, hoursAfter(-12));
    t.equal(data!.to, hoursAfter(7), 'the hour under way is not complete');
    t.equal(data!.points.length, 20);
    const first = data!.points.find((point) => point.t === hoursAfter(0))!;
    t.strictSame([first.blue, first.green, first.other], [9, 0, 2], 'over all media');
    t.strictSame(Object.keys(first.tags!), data!.tags);
    for (const { rank, score } of Object.values(first.tags!)) {
      t.equal(rank, null);
      t.ok(score! > 0);
    }
    t.equal(data!.basis.media.length, 10, 'the basis of the news');
    const total = data!.points.reduce(
      (sum, { blue, green, other }) => sum + blue + green + other,
      0,
    );
    t.equal(total, 15);
  });

  await t.test('malformed and unknown ids', async (t) => {
    for (const rest of ['', '/series', '/coverage', '/articles']) {
      for (const id of ['x', '1.5', '-1', '1e3', '99999999999999999999', '%20']) {
        t.equal((await get(`/api/v1/events/threads/${id}${rest}`)).status, 400, `${id}${rest}`);
      }
      t.equal((await get(`/api/v1/events/threads/0${rest}`)).status, 404);
      t.equal((await get(`/api/v1/events/threads/123456${rest}`)).status, 404);
    }
  });

  await t.test('a tag’s status names its threads, the most recent first', async (t) => {
    const { data } = await news.GET('/api/v1/tags/{tag}/status', {
      params: { path: { tag: '強震' } },
    });
    t.strictSame(
      data!.threads.map(({ id, hours, firstTime, lastTime, maxScore }) => {
        return [id, hours, firstTime, lastTime, maxScore];
      }),
      [[quake.id, 9, hoursAfter(0), hoursAfter(8), quake.maxScore]],
    );
    clock.set(START_MS + 82 * HOUR_MS);
    const { data: later } = await news.GET('/api/v1/tags/{tag}/status', {
      params: { path: { tag: '強震' } },
    });
    t.strictSame(later!.threads, [], 'more than 72 hours ago');
    clock.set(START_MS + 8.7 * HOUR_MS);
  });

  await t.test('ids survive a new thread of the actor and a day of silence', async (t) => {
    for (const name of ['status', 'stats']) await get(`/api/v1/tags/強震/${name}`);
    await app.pipeline.snapshot();
    await advance(10);
    await ingest(reports(QUAKE, [6, 7], 610));
    await advance(11);
    const { data } = await news.GET('/api/v1/events');
    const again = data!.events.find(({ major }) => major.includes('強震'))!;
    t.equal(again.threadId, quake.id);
    const path = { tag: '強震' };
    const status = await news.GET('/api/v1/tags/{tag}/status', { params: { path } });
    t.equal(status.data!.threads[0]!.lastTime, data!.hour, 'a kept status does not outlive a run');
    const stats = await news.GET('/api/v1/tags/{tag}/stats', { params: { path } });
    const history = stats.data!.stats.find(({ category }) => category === 'news');
    t.equal(history!.lastHour, status.data!.history!.lastHour, 'nor do kept statistics');
  });
});

t.test('a thread that is named by a phrase has its articles', async (t) => {
  const { app, clock, ingest, news } = await startServer(t, {
    ticksByHand: true,
    now: hoursAfter(0),
    records: MEDIA,
  });
  const story = { tags: [], title: '碼頭罷工談判破裂' };
  await ingest([...everyday(1), ...reports(story, [0, 1, 4, 8], 2)]);
  clock.set(START_MS + HOUR_MS);
  await app.pipeline.advance(START_MS + HOUR_MS);
  const { data: events } = await news.GET('/api/v1/events');
  const [event] = events!.events;
  const { data } = await news.GET('/api/v1/events/threads/{id}/coverage', {
    params: { path: { id: event!.threadId! } },
  });
  const all = data!.byOutlet.flatMap(({ articles }) => articles);
  t.equal(all.length, 8);
  t.ok(all.every(({ ofEvent, hits }) => ofEvent && hits === data!.majorTags.length));
  t.strictSame([data!.articles, data!.event.articles, data!.event.outlets], [8, 8, 4]);
});
