/** Tags that are derived for outlets that give none, and what becomes of them later. */
import t from 'tap';
import type { IngestLog } from '../../src/log/ingest-log.js';
import { TAG_METHOD } from '../../src/log/tagging.js';
import { BlockCursor } from '../../src/model/block.js';
import type { NewsRecord } from '../../src/model/records.js';
import { at, type Desk, type Line, makeDesk } from './helper.js';

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

t.test('by itself an outlet is given tags once a hundred articles had hardly any', async (t) => {
  const desk = await makeDesk(t);
  const lines = Array.from({ length: 100 }, (_, n) => article('quiet', `quiet ${n}`));
  await desk.send([...OUTLETS, outlet('quiet'), ...TAGGED, ...lines.slice(1)]);
  await desk.send([article('quiet', '海港大橋 one')]);
  t.same(await tagsOf(desk, '海港大橋 one'), [], 'the hundredth');
  await desk.send([
    article('quiet', '海港大橋 two'),
    article('quiet', '海港大橋 three', { tags: ['seldom'] }),
  ]);
  t.same(await tagsOf(desk, '海港大橋 two'), ['海港大橋']);
  t.same(await tagsOf(desk, '海港大橋 three'), ['seldom', '海港大橋'], 'its own are not lost');
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
