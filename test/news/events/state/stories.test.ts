import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import fc from 'fast-check';
import t from 'tap';
import { HOUR_MS, MINUTE_MS } from '../../../../src/kernel/clock.js';
import { finished } from '../../../../src/kernel/runtime/pause.js';
import { majorCountOf } from '../../../../src/news/events/state/naming.js';
import { findEvents, type RunFindings } from '../../../../src/news/events/state/run.js';
import { RunInputs } from '../../../../src/news/events/state/stories.js';
import { categoryOf, mediaOf, newsOf } from '../../catalog/records.js';

const NOW_MS = Date.UTC(2026, 0, 15, 10);
const OUTLETS = 8;

interface Piece {
  outlet: number;
  title: string;
  body?: string;
  tags?: string[];
  minutesAgo?: number;
}

/**
 * The events of pieces; ids are their places, from 1.
 * @param order in which they come. @param collectedForMs how long the outlets have been read.
 */
function eventsOf(
  pieces: readonly Piece[],
  order = pieces.map((_, at) => at),
  collectedForMs = 400 * HOUR_MS,
): RunFindings {
  const inputs = new RunInputs();
  const { counter } = inputs;
  counter.apply(categoryOf('news', 'News'));
  for (let outlet = 0; outlet < OUTLETS; outlet++) {
    const collectingSinceMs = NOW_MS - collectedForMs;
    counter.apply(mediaOf(`outlet${outlet}`, { categories: ['news'], collectingSinceMs }));
  }
  for (const at of order) {
    const { outlet, title, body = null, tags = [], minutesAgo = 1 } = pieces[at]!;
    const timeMs = NOW_MS - minutesAgo * MINUTE_MS;
    const record = newsOf(at + 1, `outlet${outlet}`, timeMs, { tags, title });
    inputs.apply({ sequence: at, record, body });
  }
  counter.apply({ kind: 'tick', atMs: NOW_MS, runs: ['events'] });
  counter.moveTo(NOW_MS);
  return finished(findEvents(inputs));
}

function articlesOf({ events }: RunFindings): number[][] {
  return events.map(({ articles }) => [...articles]);
}

function times(count: number, make: (at: number) => Piece): Piece[] {
  return Array.from({ length: count }, (_, at) => make(at));
}

/** Articles that have nothing to do with any story. */
const elsewhere = times(60, (at) => ({
  outlet: at % OUTLETS,
  title: `lone${at} piece${at}`,
  tags: [`other${at}`, 'island'],
}));

/** A number of two digits is a word of its own: no report is a copy of another. */
const quake = times(6, (at) => ({
  outlet: at % 3,
  title: `Quake shakes Tainan coast, report ${at + 10}`,
  body: `Rescue teams searched collapsed houses near Tainan after the quake; hospitals count injured people, schools stay closed, trains stand still and power is out in several districts, part ${at + 10}.`,
  tags: ['quake', 'Tainan'],
}));
const budget = times(5, (at) => ({
  outlet: at % 3,
  title: `Parliament rejects budget of the finance minister ${at + 10}`,
  body: `The finance minister said that parliament must vote on the budget again; opposition members want lower spending, a smaller deficit and fewer subsidies before summer recess, ${at + 10}.`,
  tags: ['budget', 'parliament'],
}));

t.test('articles whose texts are about one thing are one event, with its articles', async (t) => {
  const found = eventsOf([...quake, ...budget, ...elsewhere]);
  t.strictSame(articlesOf(found), [
    [1, 2, 3, 4, 5, 6],
    [7, 8, 9, 10, 11],
  ]);
  const names = found.events.map(({ tags }) => tags.map(({ tag }) => tag).sort());
  t.strictSame(names, [
    ['Tainan', 'quake'],
    ['budget', 'parliament'],
  ]);
});

t.test('outlets without tags make the same events, named by their headlines', async (t) => {
  const bare = [...quake, ...budget, ...elsewhere].map((piece) => ({ ...piece, tags: [] }));
  const found = eventsOf(bare);
  t.strictSame(articlesOf(found).sort(), [
    [1, 2, 3, 4, 5, 6],
    [7, 8, 9, 10, 11],
  ]);
  for (const { tags, majors, score } of found.events) {
    t.ok(majors > 0 && score > 0);
    t.match(tags[0]!.tag, /Quake|Tainan|coast|budget|Parliament|minister/i);
  }
});

t.test('a broad tag neither ties stories together nor names one', async (t) => {
  const broad = (piece: Piece): Piece => ({ ...piece, tags: [...piece.tags!, 'island'] });
  const found = eventsOf([...quake.map(broad), ...budget.map(broad), ...elsewhere]);
  t.equal(found.events.length, 2);
  for (const { tags } of found.events) t.notOk(tags.some(({ tag }) => tag === 'island'));
});

function tagsOf({ events }: RunFindings): string[][] {
  return events.map(({ tags }) => tags.map(({ tag }) => tag));
}

t.test(
  'a place alone does not name a story: beside it stands what the headlines share',
  async (t) => {
    const titles = [
      'Tainan: houses fall in quake',
      'After the quake Tainan closes schools',
      'Quake: hospitals of Tainan count injured',
      'No trains since quake, says Tainan',
    ];
    const bare = titles.map((title, at) => ({
      ...quake[at]!,
      title,
      outlet: at,
      tags: ['Tainan'],
    }));
    const [tags] = tagsOf(eventsOf([...bare, ...elsewhere]));
    t.strictSame(tags!.map((tag) => tag.toLowerCase()).sort(), ['quake', 'tainan']);
  },
);

t.test('a tag that some articles carry stands beside what the headlines share', async (t) => {
  const some = times(8, (at) => ({
    outlet: at,
    title: `Harbor Bridge: ward${at} hears of costs${at} and dates${at}`,
    tags: at < 4 ? ['ministry', 'how to'] : [],
  }));
  const [tags] = tagsOf(eventsOf([...some, ...elsewhere]));
  t.strictSame(tags!.sort(), ['Harbor Bridge', 'ministry'], 'and what joins words is no name');
});

t.test('headlines that share nothing but one common word are no event', async (t) => {
  const words = ['ahead of a vote', 'ahead in polls', 'ahead by far', 'ahead with works'];
  const week = words.map((more, at) => ({ outlet: at, title: `Place${at} is ${more}` }));
  t.strictSame(articlesOf(eventsOf([...week, ...elsewhere])), []);
  const waters = [
    'awaits a spring tide',
    'after the spring tide',
    'measures a tide',
    'fears no tide',
  ];
  const tides = waters.map((more, at) => ({ outlet: at, title: `Place${at} ${more}` }));
  const [tags] = tagsOf(eventsOf([...tides, ...elsewhere]));
  t.strictSame(tags, ['spring tide']);
});

t.test('what few articles of a story carry does not name it', async (t) => {
  const side = { tags: ['quake', 'Tainan', 'aftershock', 'mayor'] };
  const [first, ...others] = quake;
  const twice: Piece[] = [{ ...first!, ...side }, { ...first!, ...side, outlet: 3 }, ...others];
  twice.push(...others.slice(0, 3));
  const [tags] = tagsOf(eventsOf([...twice, ...elsewhere]));
  t.strictSame(tags!.sort(), ['Tainan', 'quake'], 'two of ten carry the others');
});

t.test('a tag that is mostly of other things leaves the name to what a story shares', async (t) => {
  const health = times(9, (at) => ({
    outlet: at % OUTLETS,
    title: `Clinic${at} tells area${at}, ward${at} and street${at} what case${at} means`,
    tags: ['virus'],
  }));
  const boy = times(4, (at) => ({
    outlet: at % 4,
    title: `Brain fever: councillor Huang tells of his son, ${at + 10}`,
    body: `His son fell ill within hours, councillor Huang said, part ${at + 10}.`,
    tags: at === 0 ? ['virus'] : ['virus', 'Huang'],
  }));
  const before = { outlet: 7, title: 'Huang opens a park', tags: ['Huang'], minutesAgo: 4 * 60 };
  const old = times(4, (at) => ({ ...before, outlet: at, minutesAgo: (26 + at) * 60 }));
  const found = eventsOf([...health, ...boy, before, ...old, ...elsewhere]);
  const names = tagsOf(found).find((tags) => tags.includes('Huang'));
  t.ok(names !== undefined && !names.includes('virus'), JSON.stringify(tagsOf(found)));
});

t.test('where no tag can be compared with the past, a story is named by its tags', async (t) => {
  const found = eventsOf([...quake, ...budget, ...elsewhere], undefined, HOUR_MS);
  t.strictSame(
    tagsOf(found).map((tags) => tags.slice(0, 2).sort()),
    [
      ['Tainan', 'quake'],
      ['budget', 'parliament'],
    ],
  );
  for (const { score } of found.events) t.ok(score > 0);
});

t.test('the name of an outlet is none of a story that it tags with it', async (t) => {
  const signed = quake.map((piece): Piece => {
    return piece.outlet === 0 ? { ...piece, tags: ['outlet0', ...piece.tags!] } : piece;
  });
  const mostly = [...signed, ...signed.filter(({ outlet }) => outlet === 0)];
  const [tags] = tagsOf(eventsOf([...mostly, ...elsewhere]));
  t.strictSame(tags!.sort(), ['Tainan', 'quake']);
  const about = quake.map((piece) => ({ ...piece, tags: ['outlet7', ...piece.tags!] }));
  const [named] = tagsOf(eventsOf([...about, ...elsewhere]));
  t.ok(named!.includes('outlet7'), 'where others write about it, it is');
});

t.test('two stories that share their main tag are told apart', async (t) => {
  const shared = (piece: Piece): Piece => ({ ...piece, tags: [...piece.tags!, 'Lin'] });
  const found = eventsOf([...quake.map(shared), ...budget.map(shared), ...elsewhere]);
  t.equal(found.events.length, 2);
  const named = found.events.filter(({ tags }) => tags.some(({ tag }) => tag === 'Lin'));
  t.ok(named.length <= 1, 'a tag names one event at most');
});

t.test('an outlet that floods neither makes a story nor breaks one', async (t) => {
  const flood = times(200, (at) => ({
    outlet: 7,
    title: `Daily horoscope for sign${at % 12}`,
    body: `What the stars say about sign${at % 12}.`,
    tags: ['horoscope'],
  }));
  const found = eventsOf([...quake, ...flood, ...elsewhere]);
  t.strictSame(articlesOf(found), [[1, 2, 3, 4, 5, 6]], 'one outlet is no story');
});

t.test('an outlet that sends five hundred different articles changes no event', async (t) => {
  const before = eventsOf([...quake, ...budget, ...elsewhere]);
  // Of each lone article several times, and of the stories.
  const flood = times(500, (at) => ({
    outlet: 7,
    title: `${at % 5 === 0 ? quake[0]!.title : elsewhere[at % 60]!.title} view${at}`,
    tags: [`other${at % 60}`, 'Tainan'],
  }));
  const after = eventsOf([...quake, ...budget, ...elsewhere, ...flood]);
  const last = quake.length + budget.length + elsewhere.length;
  const own = articlesOf(after).map((ids) => ids.filter((id) => id <= last));
  t.strictSame(own, articlesOf(before));
  t.strictSame(
    after.events.map(({ news }) => news),
    before.events.map(({ news }) => news),
  );
});

t.test('two articles or one outlet are no event', async (t) => {
  t.strictSame(articlesOf(eventsOf([...quake.slice(0, 2), ...elsewhere])), []);
  const alone = quake.map((piece) => ({ ...piece, outlet: 1 }));
  t.strictSame(articlesOf(eventsOf([...alone, ...elsewhere])), []);
  t.strictSame(articlesOf(eventsOf([])), []);
});

t.test('near-copies are together, whatever their tags, and say as much as one text', async (t) => {
  const copies = times(3, (at) => ({
    outlet: at,
    title: '台鐵列車出軌三人受傷 交通部成立應變小組',
    body: '台鐵一列區間車今天上午在花蓮出軌，三名旅客受傷送醫，交通部成立應變小組調查原因。',
    tags: [`tag${at}`],
  }));
  t.strictSame(articlesOf(eventsOf([...copies, ...elsewhere])), [], 'one text is no story');
  const own = {
    outlet: 5,
    title: '花蓮區間車出軌 三名旅客送醫',
    body: '一列台鐵區間車上午在花蓮出軌，有三人受傷，乘客說列車突然搖晃，交通部已派員調查。',
  };
  t.strictSame(articlesOf(eventsOf([...copies, own, ...elsewhere])), [[1, 2, 3, 4]]);
  t.strictSame(articlesOf(eventsOf([own, ...copies, ...elsewhere])), [[1, 2, 3, 4]]);
});

t.test('two outlets that send the same five hundred articles change no event', async (t) => {
  const flood = times(500, (at) => ({
    outlet: 6 + (at % 2),
    title: `Stars of sign${at >> 1}: luck${at >> 1} and love${at >> 1}`,
    body: `What the stars say about sign${at >> 1} today, with luck${at >> 1} in love${at >> 1}.`,
    tags: ['horoscope', 'luck', 'love', 'money', 'quake'],
  }));
  const before = eventsOf([...quake, ...budget, ...elsewhere]);
  const after = eventsOf([...quake, ...budget, ...elsewhere, ...flood]);
  t.strictSame(articlesOf(after).sort(), articlesOf(before).sort());
});

t.test('among many other articles stories are found whole', async (t) => {
  const many = times(1400, (at) => ({
    outlet: at % OUTLETS,
    title: `lone${at} piece${at} word${at}`,
  }));
  const large = times(40, (at) => ({ ...quake[at % 6]!, outlet: at % 4 }));
  const found = eventsOf([...large, ...budget, ...many]);
  t.strictSame(articlesOf(found), [
    Array.from({ length: 40 }, (_, at) => at + 1),
    [41, 42, 43, 44, 45],
  ]);
});

t.test('main tags follow decision 19', async (t) => {
  t.equal(majorCountOf([40, 20, 19.9, 8]), 2, 'at least half of the top burst');
  t.equal(majorCountOf(Array(8).fill(10)), 6, 'at most six');
});

const STORIES = [
  ['quake', 'Tainan', 'coast', 'rescue'],
  ['budget', 'parliament', 'minister', 'vote'],
  ['strike', 'airline', 'pilots', 'budget'],
];

const press = fc.array(
  fc.record({
    outlet: fc.nat({ max: OUTLETS - 1 }),
    story: fc.nat({ max: STORIES.length - 1 }),
    words: fc.nat({ max: 3 }),
    tagged: fc.boolean(),
    minutesAgo: fc.integer({ min: 1, max: 1400 }),
  }),
  { minLength: 8, maxLength: 40 },
);

t.test('an article is of one event at most, and every event is a story', async () => {
  let events = 0;
  fc.assert(
    fc.property(press, (drawn) => {
      const pieces = drawn.map(({ outlet, story, words, tagged, minutesAgo }, at): Piece => {
        const mine = STORIES[story]!.filter((_, word) => word !== words);
        return {
          outlet,
          title: `${mine.join(' ')} ${at + 10}`,
          tags: tagged ? mine : [],
          minutesAgo,
        };
      });
      const found = eventsOf(pieces);
      events += found.events.length;
      const articles = articlesOf(found).flat();
      strictEqual(new Set(articles).size, articles.length);
      for (const { articles: mine } of found.events) {
        ok(mine.length >= 3);
        ok(new Set([...mine].map((id) => pieces[id - 1]!.outlet)).size >= 2);
      }
      const scores = found.events.map(({ score }) => score);
      deepStrictEqual(
        scores,
        [...scores].sort((a, b) => b - a),
      );
    }),
    { numRuns: 100 },
  );
  ok(events > 100, `there are events: ${events}`);
});
