/** Tags that are derived for outlets that give none, and what becomes of them later. */
import t from 'tap';
import { TagwireError } from '../../../src/kernel/errors.js';
import { silentLogger } from '../../../src/kernel/logger.js';
import { BlockCursor } from '../../../src/kernel/model/block.js';
import type { NewsRecord } from '../../../src/kernel/model/records.js';
import { IngestLog } from '../../../src/store/log/ingest-log.js';
import { TAG_METHOD, taggerHere } from '../../../src/store/log/tagging-link.js';
import { tempFolder } from '../helper.js';
import { at, bytesOf, type Desk, type Line, makeDesk, NOW_MS } from './helper.js';

const outlet = (media: string, fields: object = {}): Line => {
  return { kind: 'media', media, title: media, ...fields };
};

let written = 0;
function article(media: string, title: string, fields: object = {}): Line {
  written += 1;
  const url = `https://${media}.example/${written}`;
  return { kind: 'news', media, url, title, observedAt: at(written), ...fields };
}

/** The newest records of articles, by title. */
async function articles(log: IngestLog): Promise<Map<string, NewsRecord>> {
  const found = new Map<string, NewsRecord>();
  for (let from = 1; ; ) {
    const block = await log.read(from, 'none');
    if (block === null) return found;
    for (const cursor = new BlockCursor(block); cursor.remaining > 0; ) {
      const { record } = cursor.next(false);
      if (record.kind === 'news') found.set(record.title, record);
    }
    from += block.count;
  }
}

async function tagsOf({ log }: Desk, title: string): Promise<string[]> {
  return (await articles(log)).get(title)!.tags;
}

const OUTLETS = [
  outlet('one'),
  outlet('two'),
  outlet('bare', { tagging: 'derived' }),
  outlet('some', { tagging: 'both' }),
  outlet('plain', { tagging: 'own' }),
];
const TAGGED = [
  article('one', '大橋封閉', { tags: ['海港大橋', '封閉'] }),
  article('two', '大橋何時開', { tags: ['海港大橋', 'Harbour'] }),
  article('one', '獨有', { tags: ['燈塔'] }),
];

t.test('the name of an outlet is no derived tag of its own articles', async (t) => {
  const desk = await makeDesk(t);
  const daily = outlet('daily', { title: '海港日報', aliases: ['海日'], tagging: 'derived' });
  await desk.send([...OUTLETS, daily]);
  await desk.send([
    article('one', '報業', { tags: ['海港日報', '海日', '罷工'] }),
    article('two', '又報業', { tags: ['海港日報', '海日', '罷工'] }),
  ]);
  await desk.send([
    article('daily', '海港日報海日談罷工'),
    article('bare', '海港日報與海日的罷工'),
  ]);
  t.strictSame(await tagsOf(desk, '海港日報海日談罷工'), ['罷工']);
  t.strictSame(
    (await tagsOf(desk, '海港日報與海日的罷工')).sort(),
    ['海日', '海港日報', '罷工'].sort(),
  );
});

t.test(
  'an article has the language that its source states, or the one that it looks like',
  async (t) => {
    const desk = await makeDesk(t);
    const stated = article('bare', 'Ein Titel', { lang: 'en-GB' });
    const lines = [
      stated,
      article('plain', '大橋今天重新開放通車', { tags: ['mine'] }),
      article('one', '橋が今日から再び開通します', { tags: ['x'] }),
      article('bare', 'The bridge over the harbour opens again this morning'),
      article('bare', 'Die Brücke über den Hafen wird heute Morgen wieder geöffnet'),
      article('bare', '12 345'),
    ];
    await desk.send([...OUTLETS, ...lines]);
    const languages = async () => [...(await articles(desk.log)).values()].map(({ lang }) => lang);
    t.same(await languages(), ['en', 'zh', 'ja', 'en', 'de', null]);
    t.match(
      await desk.send(lines),
      { unchanged: lines.length },
      'what is sent again says the same',
    );
    await desk.send([{ ...stated, lang: undefined, description: 'Eine Beschreibung' }]);
    t.equal((await languages())[0], 'en', 'a statement stays');
    await desk.send([
      { ...stated, lang: null, description: 'Die Brücke über den Hafen ist heute wieder offen' },
    ]);
    t.equal((await languages())[0], 'de', 'and goes where it is taken back');
    t.equal(
      (await desk.send([article('bare', 'Words', { lang: 'no language' })])).rejects.length,
      1,
    );
  },
);

t.test('an article of an outlet without tags gets those that two others gave', async (t) => {
  const desk = await makeDesk(t);
  await desk.send([...OUTLETS, ...TAGGED]);
  await desk.send([
    article('bare', '海港大橋旁的燈塔', { tags: ['ignored'] }),
    article('some', '遊海港', { tags: ['旅遊'], body: '海港大橋今天又封閉。'.repeat(3) }),
    article('plain', '海港大橋的一天', { tags: ['mine'] }),
    article('bare', '與此無關的事'),
  ]);
  const found = await articles(desk.log);
  t.match(found.get('海港大橋旁的燈塔'), {
    tags: ['海港大橋'],
    ownTags: ['ignored'],
    tagMethod: TAG_METHOD,
  });
  t.match(found.get('遊海港'), { tags: ['旅遊', '海港大橋'], ownTags: ['旅遊'] });
  t.match(found.get('海港大橋的一天'), { tags: ['mine'], ownTags: null, tagMethod: null });
  t.match(found.get('與此無關的事'), { tags: [], ownTags: null, tagMethod: null });
});

t.test('a Latin word is found as a whole, and the longest form counts', async (t) => {
  const desk = await makeDesk(t);
  await desk.send([
    ...OUTLETS,
    ...['one', 'two'].map((media) =>
      article(media, 'x', { tags: ['Art', 'New York', 'york', '新北', '新北市'] }),
    ),
  ]);
  await desk.send([
    article('bare', 'Smart start of New York'),
    article('bare', 'Modern art'),
    article('bare', '新北市的夜'),
  ]);
  t.same(await tagsOf(desk, 'Smart start of New York'), ['New York']);
  t.same(await tagsOf(desk, 'Modern art'), ['Art']);
  t.same(await tagsOf(desk, '新北市的夜'), ['新北市']);
});

t.test('names of two texts are tags, and the first words of sentences are not', async (t) => {
  const desk = await makeDesk(t);
  const description = 'Yesterday the mayor Ann Harper spoke. Nothing came of it on Monday.';
  await desk.send([
    ...OUTLETS,
    article('bare', 'A speech', { description }),
    article('bare', 'Another speech', { description }),
  ]);
  await desk.send([article('bare', 'What Ann Harper said on Monday yesterday')]);
  t.same(await tagsOf(desk, 'What Ann Harper said on Monday yesterday'), ['Ann Harper']);
});

t.test('an outlet is given tags from its first article on, until it gives its own', async (t) => {
  const desk = await makeDesk(t);
  await desk.send([...OUTLETS, outlet('quiet'), ...TAGGED]);
  await desk.send([
    article('quiet', '海港大橋 one'),
    article('quiet', '海港大橋 two', { tags: ['mine'] }),
    article('one', '海港大橋 three'),
  ]);
  t.same(await tagsOf(desk, '海港大橋 one'), ['海港大橋']);
  t.same(await tagsOf(desk, '海港大橋 two'), ['mine']);
  t.same(await tagsOf(desk, '海港大橋 three'), ['海港大橋'], 'one that another time gives tags');
  const lines = Array.from({ length: 100 }, (_, n) => article('quiet', `quiet ${n}`));
  await desk.send([...lines, article('quiet', '海港大橋 four', { tags: ['seldom'] })]);
  t.same(await tagsOf(desk, '海港大橋 four'), ['seldom', '海港大橋'], 'the few are not lost');
});

/** Titles of several outlets about a bridge, a mayor and a strike, none with a tag. */
const HARBOUR = [
  '林海生宣布海港大橋週日封閉',
  '海港大橋封閉 市府派渡輪接駁',
  '渡輪工會罷工 林海生籲談判',
  '議員質詢海港大橋工程 林海生道歉',
  '罷工第三天 渡輪停駛',
  '海港大橋何時通車？林海生：年底',
  '工會罷工擴大 碼頭癱瘓',
  '林海生視察碼頭 談海港大橋',
];

t.test('words are learned from titles where no outlet gives a tag', async (t) => {
  const desk = await makeDesk(t);
  const outlets = ['a', 'b', 'c'];
  const lines = HARBOUR.map((title, n) => article(outlets[n % 3]!, title));
  await desk.send([...outlets.map((media) => outlet(media)), ...lines]);
  const title = '遊客看海港大橋 林海生陪同';
  await desk.send([article('a', title)]);
  t.same((await tagsOf(desk, title)).sort(), ['林海生', '海港大橋'].sort());
  await desk.reopen();
  const again = '夜裡的海港大橋 林海生也來了';
  await desk.send([article('b', again)]);
  t.same((await tagsOf(desk, again)).sort(), ['林海生', '海港大橋'].sort(), 'after a restart too');
});

t.test('the name of any outlet is no word that is learned from titles', async (t) => {
  const desk = await makeDesk(t);
  const outlets = ['a', 'b', 'c'];
  const lines = HARBOUR.map((title, n) => article(outlets[n % 3]!, title));
  const paper = outlet('paper', { title: '海港大橋' });
  await desk.send([paper, ...outlets.map((media) => outlet(media)), ...lines]);
  for (const title of ['遊客看海港大橋 林海生陪同', '夜裡的海港大橋 林海生也來了']) {
    await desk.send([article('a', title)]);
    t.same(await tagsOf(desk, title), ['林海生'], title);
    await desk.reopen();
  }
});

t.test('the same lines give the same tags, however they are cut and restarted', async (t) => {
  const outlets = ['a', 'b', 'c'];
  const lines = [...HARBOUR, ...HARBOUR.map((title) => `${title}（更新）`)].map((title, n) =>
    article(outlets[n % 3]!, title),
  );
  const whole = await makeDesk(t);
  await whole.send([...outlets.map((media) => outlet(media)), ...lines]);
  const cut = await makeDesk(t);
  await cut.send(outlets.map((media) => outlet(media)));
  for (const line of lines) {
    await cut.send([line]);
    await cut.reopen();
  }
  const tags = async ({ log }: Desk): Promise<string[][]> =>
    [...(await articles(log)).values()].map((record) => record.tags);
  t.same(await tags(cut), await tags(whole));
  t.ok((await tags(whole)).some((found) => found.length > 0));
});

t.test(
  'a name in headlines that write each word with a capital is known from others',
  async (t) => {
    const desk = await makeDesk(t);
    await desk.send([
      outlet('a'),
      outlet('b'),
      article('a', 'Why the mayor Ann Harper closed a bridge'),
      article('b', 'Bridge stays closed, says Ann Harper of the council'),
      article('a', 'Voters wonder what the council closed'),
    ]);
    const title = 'Voters Wonder Why Ann Harper Closed Bridge';
    await desk.send([article('b', title)]);
    t.same(await tagsOf(desk, title), ['Ann Harper']);
  },
);

/** Tells titles to three outlets that give no tags. */
async function withTitles(t: Parameters<typeof makeDesk>[0], titles: string[]): Promise<Desk> {
  const desk = await makeDesk(t);
  const outlets = ['a', 'b', 'c'];
  await desk.send(outlets.map((media) => outlet(media)));
  await desk.send(titles.map((title, n) => article(outlets[n % 3]!, title)));
  return desk;
}

t.test('words of katakana and of hangul are learned from titles', async (t) => {
  const kana = ['ミナトが新型を発表', '新型のミナトを試す', 'なぜミナトは売れる', '今ミナトを買う'];
  const japanese = await withTitles(t, kana);
  await japanese.send([article('a', '街でミナトを見た')]);
  t.same(await tagsOf(japanese, '街でミナトを見た'), ['ミナト']);
  const hangul = ['한강다리 통제', '통제된 한강다리를 걷다', '한강다리는 언제', '왜 한강다리에서'];
  const korean = await withTitles(t, hangul);
  await korean.send([article('a', '밤의 한강다리가 다시')]);
  t.same(await tagsOf(korean, '밤의 한강다리가 다시'), ['한강다리']);
});

t.test('what is counted is no word: four bridges are not a bridge of their own', async (t) => {
  const titles = [
    '四座大橋封閉',
    '看四座大橋',
    '3座大橋何時開',
    '兩座大橋重開',
    '談三座大橋',
    '四座大橋',
  ];
  const desk = await withTitles(t, titles);
  await desk.send([article('a', '再看四座大橋')]);
  const found = await tagsOf(desk, '再看四座大橋');
  t.notOk(
    found.some((tag) => tag.startsWith('座') || tag.startsWith('四')),
    found.join(),
  );
});

t.test('no word is the end of one with another, or one with what stands behind', async (t) => {
  const desk = await withTitles(t, [
    ...['問市長封閉令', '談市長封閉了', '看縣長封閉山', '找縣長封閉路'],
    ...[
      '封閉令何時來',
      '看封閉何時',
      '封閉令取消',
      '封閉山路',
      '談封閉',
      '封閉取消',
      '封閉嗎',
      '封閉橋',
    ],
    ...['看燈塔後山', '談燈塔後海', '燈塔後路', '問燈塔後街'],
    ...['燈塔夜景', '看燈塔', '談燈塔', '燈塔歷史', '燈塔旅行', '到燈塔去'],
  ]);
  await desk.send([article('a', '談縣長封閉海'), article('b', '找燈塔後山')]);
  t.same(await tagsOf(desk, '談縣長封閉海'), ['封閉']);
  t.same(await tagsOf(desk, '找燈塔後山'), ['燈塔']);
});

t.test('a sentence about a name leaves the name', async (t) => {
  const desk = await withTitles(t, [
    ...Array.from({ length: 12 }, (_, n) => `what then Ann Harper said on day number ${n}`),
    'yesterday Ann Harper Supporters waited there again',
    'because Ann Harper Supporters waited here once more',
    'where those Supporters came from nobody knows',
    'many other Supporters went home again later',
    'there were Supporters everywhere that evening',
    'nobody told Supporters what happened that evening',
  ]);
  const title = 'again some Ann Harper Supporters waited that evening';
  await desk.send([article('b', title)]);
  const found = await tagsOf(desk, title);
  t.ok(found.includes('Ann Harper'), found.join());
  t.notOk(found.includes('Ann Harper Supporters'));
});

t.test('a people alone is no tag, and stands in names', async (t) => {
  const desk = await withTitles(t, [
    'what fares of the French Railways were like last year',
    'whether the French Railways stop again next week',
    'when the French vote again next year',
    'what the French think about that vote',
  ]);
  const title = 'whether the French like what the French Railways think about them';
  await desk.send([article('c', title)]);
  t.same(await tagsOf(desk, title), ['French Railways']);
});

t.test('a tag of one outlet is derived where the titles of others have it', async (t) => {
  const desk = await makeDesk(t);
  await desk.send([...OUTLETS, outlet('quiet')]);
  await desk.send([
    ...['甲', '乙', '丙'].map((one) => article('one', `燈塔${one}`, { tags: ['燈塔', '舊港'] })),
    article('two', '看燈塔', { tags: ['x'] }),
  ]);
  await desk.send([article('quiet', '舊港的燈塔')]);
  t.same(await tagsOf(desk, '舊港的燈塔'), ['燈塔']);
});

t.test('a tag on most articles of an outlet is none, and stays none', async (t) => {
  const desk = await makeDesk(t);
  const lines = (count: number, ...tags: string[]): Line[] =>
    Array.from({ length: count }, (_, n) => article('loud', `loud ${n}`, { tags }));
  await desk.send([...OUTLETS, outlet('loud'), ...lines(9, 'Loud News', 'x')]);
  await desk.send([article('loud', 'ninth', { tags: ['Loud News', 'lighthouse'] })]);
  t.same(await tagsOf(desk, 'ninth'), ['Loud News', 'lighthouse'], 'of ten articles it is judged');
  await desk.send([article('loud', 'tenth', { tags: ['Loud News', 'lighthouse'] })]);
  t.same(await tagsOf(desk, 'tenth'), ['lighthouse']);
  t.match((await articles(desk.log)).get('tenth'), {
    ownTags: ['Loud News', 'lighthouse'],
    tagMethod: null,
  });
  await desk.send(lines(15, 'sports'));
  await desk.send([article('loud', 'later', { tags: ['Loud News', 'lighthouse'] })]);
  t.same(await tagsOf(desk, 'later'), ['lighthouse'], 'a new section does not bring it back');
});

t.test('what was derived stays, is the same after a restart, and goes by new text', async (t) => {
  const desk = await makeDesk(t);
  const line = article('bare', '海港大橋與燈塔');
  await desk.send([...OUTLETS, ...TAGGED, line]);
  await desk.send([article('two', '燈塔開放', { tags: ['燈塔'] })]);
  const again = await desk.send([line]);
  t.match(again, { unchanged: 1, updated: 0 }, 'what is sent again is found unchanged');
  await desk.reopen();
  t.match(await desk.send([line]), { unchanged: 1 }, 'after a restart too');
  await desk.send([article('bare', '燈塔之夜')]);
  t.same(await tagsOf(desk, '燈塔之夜'), ['燈塔'], 'words come back from the log');
  await desk.send([{ ...line, title: '只有燈塔' }]);
  t.same(await tagsOf(desk, '只有燈塔'), ['燈塔'], 'a new title is looked at');
});

t.test(
  'where who derives tags dies, the lines are sent again, and have the same tags',
  async (t) => {
    const lines = [...OUTLETS, ...TAGGED];
    const more = [
      article('bare', '海港大橋'),
      article('bare', '再談海港大橋'),
      article('one', 'x'),
    ];
    const calm = await makeDesk(t);
    await calm.send(lines);
    await calm.send(more);
    const folder = tempFolder(t);
    let tagger = taggerHere();
    let fails = false;
    const log = await IngestLog.open({
      folder,
      logger: silentLogger,
      tagger: {
        tell: async (told) => {
          if (!fails) return tagger.tell(told);
          fails = false;
          tagger = taggerHere();
          throw new TagwireError('STORE_WRITE_FAILED', 'it died');
        },
        close: async () => undefined,
      },
    });
    t.teardown(() => log.close());
    const send = (sent: readonly Line[]) =>
      log.ingest({ bytes: bytesOf(sent), replay: false, nowMs: NOW_MS });
    await send(lines);
    fails = true;
    await t.rejects(send(more), { code: 'STORE_WRITE_FAILED' });
    const { sequence } = log.head;
    await send(more);
    t.equal(log.head.sequence, sequence + more.length, 'nothing was written before');
    t.strictSame(await articles(log), await articles(calm.log));
  },
);

t.test('words of what was erased are forgotten', async (t) => {
  const desk = await makeDesk(t);
  await desk.send([...OUTLETS, ...TAGGED]);
  const [first] = TAGGED as unknown as { url: string }[];
  await desk.send([
    { kind: 'erase', target: 'news', key: first!.url },
    article('bare', '海港大橋之晨'),
  ]);
  t.same(await tagsOf(desk, '海港大橋之晨'), []);
});
