/** `POST /api/v1/match`: near copies of a text or an address, and what fits them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { MINUTE_MS } from '../../../../src/kernel/clock.js';
import { proseOf } from '../../../news/similarity/prose.js';
import { tempFolder } from '../../../store/helper.js';
import { startServer } from '../harness.js';
import { everyday, hoursAfter, MEDIA as OUTLETS, QUAKE, reports } from './event-world.js';
import { article, MEDIA, NOW, retold, STORY } from './similarity-world.js';

interface Match {
  article: { title: string } | null;
  chars: number | null;
  limited: boolean;
  matches: {
    article: { id: number; title: string };
    score: number;
    containment: number;
    sharedShingles: number;
    kind: string;
    passages: string[];
  }[];
  tags: { tag: string; articles: number; inText: boolean }[];
  threads: {
    id: number;
    tags: string[];
    articles: number;
    belongs: boolean;
    likeness: number | null;
    rank: number | null;
  }[];
}

const RECORDS = [
  ...MEDIA.map((one) => ({ ...one, categories: ['news'] })),
  { kind: 'category', key: 'news', label: '新聞' },
  article({ key: 'first', media: 'sunrise', minutes: 300, body: STORY, tags: ['隧道', '通車'] }),
  article({ key: 'retold', media: 'plain', minutes: 100, body: retold(300, 5), tags: ['隧道'] }),
  article({ key: 'copy', media: 'harbour', minutes: 200, body: STORY, tags: ['隧道'] }),
  article({ key: 'mirrored', media: 'mirror', minutes: 90, body: STORY }),
  article({ key: 'other', media: 'plain', minutes: 50, body: proseOf(77, 0, 400), tags: ['颱風'] }),
];

t.test('what is like a text', async (t) => {
  const folder = tempFolder(t);
  const server = await startServer(t, {
    ticksByHand: true,
    now: NOW,
    records: RECORDS,
    flags: { data: folder },
  });
  server.clock.advance(MINUTE_MS);
  await server.app.pipeline.tickEarly(server.clock.nowMs());
  await server.app.pipeline.settle();
  const match = async (body: unknown, status = 200): Promise<Match> => {
    const answer = await server.post('/api/v1/match', body);
    t.equal(answer.status, status, JSON.stringify(body).slice(0, 60));
    return (await answer.json()) as Match;
  };
  const refused = async (body: unknown, status = 400): Promise<string> =>
    ((await match(body, status)) as unknown as { error: string }).error;

  t.test('near copies come with their scores and passages, the most similar first', async (t) => {
    const { article: own, chars, limited, matches } = await match({ text: STORY });
    t.equal(own, null);
    t.equal(chars, 400);
    t.equal(limited, false);
    t.same(
      matches.map(({ article, kind, score }) => [article.title, kind, score === 1]),
      [
        ['標題 first', 'identical', true],
        ['標題 copy', 'identical', true],
        ['標題 retold', 'high', false],
      ],
      'without the syndicated outlet',
    );
    for (const { passages } of matches) {
      t.ok(passages.length > 0);
      for (const passage of passages) t.ok(STORY.includes(passage), passage);
    }
  });

  t.test('its numbers are those of the pair that the text would make as an article', async (t) => {
    const text = retold(320, 9);
    const { matches } = await match({ text, threshold: 0.5 });
    await server.ingest([article({ key: 'taken', media: 'wire', minutes: 1, body: text })]);
    const { matches: again } = await match({ url: 'https://wire.example/taken', threshold: 0.5 });
    const numbers = (list: Match['matches']) =>
      list.map(({ article, score, containment, sharedShingles, kind }) => [
        ...[article.title, score, containment, sharedShingles, kind],
      ]);
    t.ok(matches.length >= 3);
    t.same(numbers(matches), numbers(again));
    await server.ingest([{ kind: 'erase', target: 'news', key: 'https://wire.example/taken' }]);
  });

  t.test('an address stands for its article, in any of its forms', async (t) => {
    const answer = await match({ url: ' https://Sunrise.example/first?utm_source=x#top ' });
    t.equal(answer.article?.title, '標題 first');
    t.same(
      answer.matches.map(({ article }) => article.title),
      ['標題 copy', '標題 retold'],
    );
    t.match(
      await refused({ url: 'https://sunrise.example/none' }, 404),
      /no article with this address/,
    );
    t.match(await refused({ url: 'mailto:x' }), /address of the web/);
    t.match(await refused({ url: `https://a.example/${'x'.repeat(5000)}` }), /^url must/);
  });

  t.test('tags fit that near copies carry or whose words stand in the text', async (t) => {
    const { tags } = await match({ text: STORY });
    t.same(
      tags.map(({ tag, articles }) => [tag, articles]),
      [
        ['隧道', 3],
        ['通車', 1],
      ],
    );
    const { tags: named } = await match({ text: `${proseOf(500, 0, 300)}颱風來了` });
    t.same(named, [{ tag: '颱風', articles: 0, inText: true }]);
  });

  t.test('what is hidden is nowhere, at once', async (t) => {
    const key = 'https://harbour.example/copy';
    await server.ingest([{ kind: 'hide', target: 'news', key }]);
    const { matches, tags } = await match({ text: STORY });
    t.same(
      matches.map(({ article }) => article.title),
      ['標題 first', '標題 retold'],
    );
    t.equal(tags[0]!.articles, 2);
    t.match(await refused({ url: key }, 404), /no article/);
    await server.ingest([{ kind: 'show', target: 'news', key }]);
    t.equal((await match({ text: STORY })).matches.length, 3);
    await server.ingest([{ kind: 'hide', target: 'media', key: 'sunrise' }]);
    t.same(
      (await match({ text: STORY })).matches.map(({ article }) => article.title),
      ['標題 copy', '標題 retold'],
    );
    await server.ingest([{ kind: 'show', target: 'media', key: 'sunrise' }]);
  });

  t.test('texts that cannot be compared are refused with the reason', async (t) => {
    t.match(await refused({}), /either text or url/);
    t.match(await refused({ text: STORY, url: 'https://a.example/' }), /either text or url/);
    t.match(await refused({ text: '' }), /at least 100 letters and digits; this one has 0/);
    t.match(await refused({ text: '😀'.repeat(5000) }), /this one has 0/);
    t.match(await refused({ text: '，。！ \n'.repeat(1000) }), /this one has 0/);
    t.match(await refused({ text: `${'字'.repeat(99)}。` }), /this one has 99/);
    t.match(await refused({ text: STORY, threshold: 0.4 }), /^threshold must/);
    t.match(await refused({ text: '字'.repeat(200_001) }), /at most 200000 characters/);
    t.match(await refused({ text: 'x'.repeat(10_000_000) }, 413), /at most 1048576 bytes/);
    t.equal((await match({ text: '\ud800'.repeat(300) + STORY })).matches.length, 3);
    t.same((await match({ text: '啦'.repeat(200_000) })).matches, [], 'one letter without end');
  });

  t.test('a text that was sent is in no file of the store', async (t) => {
    const secret = '絕密文字從未寫下';
    await match({ text: `${STORY}${secret.repeat(30)}` });
    await server.app.pipeline.snapshot();
    const needle = Buffer.from(secret);
    for (const name of readdirSync(folder, { recursive: true }) as string[]) {
      try {
        t.notOk(readFileSync(join(folder, name)).includes(needle), name);
        t.notOk(readFileSync(join(folder, name)).includes(Buffer.from(secret, 'utf16le')), name);
      } catch (thrown) {
        if (!['EISDIR', 'ENXIO', 'ENOENT'].includes((thrown as { code: string }).code))
          throw thrown;
      }
    }
  });
});

t.test('threads fit whose tags stand in a text, or for which near copies stand', async (t) => {
  const server = await startServer(t, { ticksByHand: true, now: hoursAfter(0), records: OUTLETS });
  const told = reports(QUAKE, [0, 1, 2, 3, 4, 5], 20);
  const [first] = told as { url: string }[];
  await server.ingest([
    ...everyday(10),
    ...told.map((report) => (report === first ? { ...report, body: STORY } : report)),
  ]);
  server.clock.set(Date.parse(hoursAfter(2)));
  await server.app.pipeline.advance(server.clock.nowMs());
  await server.app.pipeline.settle();
  const match = async (text: string): Promise<Match> =>
    (await (await server.post('/api/v1/match', { text })).json()) as Match;
  const [thread] = (
    (await (await server.get('/api/v1/events')).json()) as { events: { threadId: number }[] }
  ).events;
  const named = await match(`${proseOf(900, 0, 200)}花蓮發生強震。`);
  t.same(named.matches, []);
  t.match(named.threads, [{ id: thread!.threadId, articles: 0 }]);
  t.same([...named.threads[0]!.tags].sort(), ['強震', '花蓮'].sort());
  t.same((await match(`${proseOf(900, 0, 200)}花蓮的市場。`)).threads, [], 'one tag is not enough');
  const copied = await match(STORY);
  t.equal(copied.matches.length, 1);
  t.match(copied.threads, [{ id: thread!.threadId }]);
});

/** Four outlets tell of one thing in words of their own. */
const BRIDGE = [
  [
    'Harbour bridge closed after divers find crack',
    'The harbour bridge was closed to all traffic on Monday after divers found a crack in one of its pillars. Ferries carry commuters until engineers have looked at the pillar.',
  ],
  [
    'Crack in pillar shuts harbour bridge',
    'Commuters have to take ferries: a crack in a pillar of the harbour bridge was found by divers, and the city closed it at once. Engineers inspect the pillar this week.',
  ],
  [
    'City closes harbour bridge, engineers inspect pillar',
    'Engineers of the city inspect a pillar of the harbour bridge, which is closed since divers reported a crack. Additional ferries sail for commuters from Monday.',
  ],
  [
    'Ferries instead of harbour bridge: divers saw a crack',
    'Divers saw a crack below the water line of a pillar. The harbour bridge stays closed while engineers inspect it, and ferries take over, the city said.',
  ],
] as const;

/** Everyday English: its function words are in all of it, its other words in one report each. */
function everydayEnglish(count: number): object[] {
  const word = (at: number): string => `${'bdfgklmnprst'[at % 12]}a${at.toString(36)}o`;
  return Array.from({ length: count }, (_, at) => {
    const [one] = reports({ tags: [], title: '' }, [at % 8], 1 + (at % 9));
    const [a, b, c] = [word(3 * at), word(3 * at + 1), word(3 * at + 2)];
    const body = `The ${a} and the ${b} of the city are there for a week, said those that take it. What is in the ${c} this time has to be more than that, and from Monday on it will.`;
    return { ...one!, title: `The ${a} of ${b} and a ${c}`, body };
  });
}

t.test('a text belongs to the event that it tells of, also where it is reworded', async (t) => {
  const server = await startServer(t, { ticksByHand: true, now: hoursAfter(0), records: OUTLETS });
  const told = BRIDGE.map(([title, body], outlet) => {
    const [one] = reports({ tags: [], title: '' }, [outlet], 20 + 5 * outlet);
    return { ...one!, title, body };
  });
  await server.ingest([...everydayEnglish(80), ...told]);
  server.clock.set(Date.parse(hoursAfter(2)));
  await server.app.pipeline.advance(server.clock.nowMs());
  await server.app.pipeline.settle();
  const match = async (body: object): Promise<Match> =>
    (await (await server.post('/api/v1/match', body)).json()) as Match;
  const { events } = (await (await server.get('/api/v1/events')).json()) as {
    events: { threadId: number }[];
  };
  t.equal(events.length, 1);
  const text =
    'Nobody drives across the harbour at present: the bridge is closed. A diver had noticed that a pillar has a crack, which the engineers of the city inspect now, and commuters wait for ferries.';
  const { matches, threads } = await match({ text });
  t.same(matches, [], 'no near copy');
  t.match(threads, [{ id: events[0]!.threadId, belongs: true, rank: 1, articles: 0 }]);
  t.ok(threads[0]!.likeness! >= 1);
  const { threads: own } = await match({ url: (told[1] as unknown as { url: string }).url });
  t.match(own, [{ id: events[0]!.threadId, belongs: true }], 'an article of the event');
  const other =
    'The city council talks about the budget of the schools this week. Teachers ask for smaller classes and more rooms, and the mayor said that the money is there from next autumn on.';
  t.same((await match({ text: other })).threads, [], 'another story');
});
