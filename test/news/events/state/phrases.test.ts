import t from 'tap';
import {
  isCommonWord,
  isEmptyName,
  phrasesOf,
  wordingOf,
} from '../../../../src/news/events/state/phrases.js';

const RARE = 1;
/** Words that stand everywhere weigh nothing. */
function weightOf(phrase: string): number {
  const words = phrase
    .split(' ')
    .map((word) => (/^(the|a|of|in|says|表示)$/.test(word) ? 0 : RARE));
  return words.reduce<number>((sum, one) => sum + one, 0) / words.length;
}

t.test('a story is named by what its headlines have in common', async (t) => {
  const titles = ['王小明墜谷獲救', '登山客王小明獲救 家屬致謝', '王小明脫險 消防局說明'];
  t.equal(phrasesOf(titles, weightOf)[0], '王小明');
});

t.test('a part of one longer wording is no name', async (t) => {
  const names = phrasesOf(['大巨蛋分潤出爐', '談大巨蛋分潤', '大巨蛋開幕'], weightOf);
  t.ok(names.includes('大巨蛋'));
  for (const part of ['巨蛋', '大巨', '蛋分']) t.notOk(names.includes(part), part);
});

t.test(
  'words are named as the newest headline writes them, without what stands everywhere',
  async (t) => {
    const titles = ['Quake in Harbor City', 'The harbor city quake', 'Rescue at Harbor City'];
    t.strictSame(phrasesOf(titles, weightOf).slice(0, 1), ['Harbor City']);
    for (const name of phrasesOf(['3 of the', '3 of the', 'the 3'], weightOf)) t.fail(name);
  },
);

t.test('a long name is one name', async (t) => {
  const titles = ['國務機要費除罪三讀', '國務機要費除罪 藍綠衝突', '擋國務機要費除罪化'];
  t.equal(phrasesOf(titles, weightOf)[0], '國務機要費除罪');
});

t.test('headlines that are the same word by word have a name too', async (t) => {
  const same = Array(3).fill('Parliament rejects budget of finance minister again today');
  t.ok(phrasesOf(same, weightOf).length > 0);
});

t.test('headlines without anything in common have no name', async (t) => {
  t.strictSame(phrasesOf(['Quake', 'Flood', '選舉'], weightOf), []);
  t.strictSame(phrasesOf([], weightOf), []);
});

t.test('a phrase that is cut off inside a word is no name', async (t) => {
  // 烏克 and 視訊 are letters of common words; 訊烏 stands nowhere else.
  const common = /烏克|烏國|視訊|市長|大城/;
  const weight = (phrase: string): number =>
    phrase.length === 2 && common.test(phrase) ? 0.4 : RARE;
  const titles = ['王小明視訊烏克蘭市長', '王小明視訊烏國市長'];
  const names = phrasesOf(titles, weight);
  t.ok(names.length > 0);
  t.notOk(names.some((name) => name.endsWith('烏')));
});

t.test('what a figure counts is no name, what stands before it may be one', async (t) => {
  const names = phrasesOf(['援助400萬美元 居服法6月上路', '捐400萬美元 居服法6/1施行'], weightOf);
  t.strictSame(names, ['居服法']);
});

t.test(
  'words that only join others are no name, however rare they are, and begin and end none',
  async (t) => {
    const always = () => RARE;
    t.strictSame(phrasesOf(['Is it in danger?', 'Is it in bloom?', 'Is it in time?'], always), []);
    const tickets = ['Ferry tickets now on sale', 'Ferry tickets are gone', 'No ferry tickets now'];
    t.equal(phrasesOf(tickets, always)[0], 'ferry tickets');
    const bridge = ['海港橋是危橋', '海港橋是古蹟', '與海港橋的距離', '與海港橋的一天'];
    t.strictSame(phrasesOf(bridge, always), ['海港橋']);
  },
);

t.test('a day or a month is no name', async (t) => {
  t.strictSame(
    phrasesOf(['March 12: a look back', 'Sunday, March 12', 'On March 12'], weightOf),
    [],
  );
  t.strictSame(phrasesOf(['Sunday March', 'Hunger March', 'The Hunger March'], weightOf), [
    'Hunger March',
  ]);
});

t.test('a verb before or behind a name is no part of it, one within a word is', async (t) => {
  // 縣長, 海港 and 反對 stand in other headlines, too; letters across their edges do not.
  const weight = (phrase: string): number => (/^(?:縣長|海港|反對)$/.test(phrase) ? 0.5 : RARE);
  const runs = ['王小明選海港縣長', '林阿土選海港縣長', '陳大文選海港縣長'];
  t.equal(phrasesOf(runs, weight)[0], '海港縣長');
  t.equal(phrasesOf(['海港縣長稱無礙', '海港縣長稱遺憾'], weight)[0], '海港縣長');
  t.equal(phrasesOf(['海港縣長提方案', '海港縣長提建言'], weight)[0], '海港縣長');
  t.equal(phrasesOf(['海港縣長爆弊案', '海港縣長爆造假'], weight)[0], '海港縣長');
  t.equal(phrasesOf(['居民反對', '海港居民反對', '漁會居民反對'], weight)[0], '居民反對');
});

t.test('words that stand for others or join them are empty names, US is none', async (t) => {
  for (const name of ['什麼', '一切', '没有', 'such as', 'Now', 'how to'])
    t.ok(isEmptyName(name), name);
  for (const name of ['US', 'IT', '海港', 'Game of Thrones', 'no-fly zone']) {
    t.notOk(isEmptyName(name), name);
  }
  const titles = ['海港為什麼淹水', '漁會問為什麼', '居民為什麼抗議'];
  t.notOk(phrasesOf(titles, weightOf).includes('為什麼'));
});

t.test('a dot or an apostrophe within a name stays, at its ends it goes', async (t) => {
  const titles = ["Mt. Garnet's smoke", 'Smoke over Mt. Garnet.', 'Mt. Garnet: villages cleared'];
  t.equal(phrasesOf(titles, weightOf)[0], 'Mt. Garnet');
});

t.test('a version is part of a name, though figures tell nothing', async (t) => {
  const weight = (phrase: string): number => (/^[0-9.]+$/.test(phrase) ? 0 : RARE);
  const titles = ['Kestrel 4.2 is out', 'Try Kestrel 4.2', 'What Kestrel 4.2 brings'];
  t.equal(phrasesOf(titles, weight)[0], 'Kestrel 4.2');
});

t.test('a word that headlines write small is common, and has the wording around it', async (t) => {
  const titles = [
    'Pipeline talks stall',
    'EU halts pipeline talks',
    'A pipeline for gas',
    'Pipeline',
  ];
  t.ok(isCommonWord('Pipeline', titles));
  t.notOk(isCommonWord('Larkport', ['Larkport votes', 'Vote in Larkport']));
  t.equal(wordingOf('Pipeline', titles, weightOf), 'pipeline talks');
  t.equal(wordingOf('Pipeline', ['Pipeline of games', 'A pipeline for gas'], weightOf), null);
  t.ok(isCommonWord('疫苗', []));
  t.equal(wordingOf('疫苗', ['兒童疫苗到貨', '兒童疫苗開打'], weightOf), '兒童疫苗');
});
