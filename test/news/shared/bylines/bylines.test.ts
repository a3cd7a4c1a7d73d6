import fc from 'fast-check';
import t, { type Test } from 'tap';
import { lines, vocabulary } from '../../../demo/world.js';
import { readerOf } from './reader.js';

const reader = readerOf();

function reads(t: Test, cases: readonly (readonly [byline: string, ...names: string[]])[]): void {
  for (const [byline, ...names] of cases) t.strictSame(reader.namesOf([byline]), names, byline);
}

t.test('the common forms of Chinese bylines give the name', async (t) => {
  reads(t, [
    ['陳沐芮', '陳沐芮'],
    ['記者陳沐芮／台北報導', '陳沐芮'],
    ['記者 陳沐芮 台北報導', '陳沐芮'],
    ['〔記者陳沐芮／綜合報導〕', '陳沐芮'],
    ['【記者陳沐芮／高雄報導】', '陳沐芮'],
    ['（記者陳沐芮台北報導）', '陳沐芮'],
    ['文／陳沐芮', '陳沐芮'],
    ['文:陳沐芮', '陳沐芮'],
    ['圖文／陳沐芮', '陳沐芮'],
    ['文／陳沐芮 攝影／林朔', '陳沐芮', '林朔'],
    ['文‧陳沐芮／攝影‧林朔岳', '陳沐芮', '林朔岳'],
    ['編輯／陳沐芮', '陳沐芮'],
    ['編譯陳沐芮', '陳沐芮'],
    ['特派員陳沐芮', '陳沐芮'],
    ['實習記者陳沐芮', '陳沐芮'],
    ['攝影記者陳沐芮', '陳沐芮'],
    ['即時中心／陳沐芮報導', '陳沐芮'],
    ['財經中心陳沐芮', '陳沐芮'],
    ['政治組記者陳沐芮', '陳沐芮'],
    ['晨嶼社記者陳沐芮台北27日電', '陳沐芮'],
    ['（中央社記者陳沐芮高雄3日專電）', '陳沐芮'],
    ['2026-03-10 記者陳沐芮', '陳沐芮'],
  ]);
});

t.test('places are taken off, glued ones and unknown ones too', async (t) => {
  reads(t, [
    ['陳沐芮台北', '陳沐芮'],
    ['陳沐芮桃園機場', '陳沐芮'],
    ['陳沐芮多倫多', '陳沐芮'],
    ['陳沐德國', '陳沐'],
    ['陳沐丹麥哥本哈根', '陳沐'],
    ['陳沐芮潮川市', '陳沐芮'],
    ['陳沐芮在馬來西亞吉隆坡', '陳沐芮'],
    ['陳沐芮、林朔岳台北', '陳沐芮', '林朔岳'],
    ['陳沐芮台北,林朔岳、吳棠高雄', '陳沐芮', '林朔岳', '吳棠'],
    ['陳沐芮、林朔岳 台北-桃', '陳沐芮', '林朔岳'],
    ['高雄'],
    ['柏林'],
    ['羅馬/雅典'],
    ['馬尼拉'],
  ]);
});

t.test('names are parted by marks and blanks', async (t) => {
  for (const joint of ['、', '／', '/', '；', ';', ' | ', '｜', '・', ' ', '　', ',', '，']) {
    t.strictSame(reader.namesOf([`陳沐芮${joint}林朔岳`]), ['陳沐芮', '林朔岳'], joint);
  }
  reads(t, [
    ['陳沐芮林朔岳', '陳沐芮', '林朔岳'],
    ['記者陳沐芮、林朔岳／台北報導', '陳沐芮', '林朔岳'],
    ['林　靜', '林靜'],
    ['林 大 岳', '林大岳'],
  ]);
});

t.test('和, 與 and 及 part names only where both sides are whole names', async (t) => {
  reads(
    t,
    [
      ['林本和', '林本和'],
      ['陳與義', '陳與義'],
      ['陳沐芮和林朔岳', '陳沐芮', '林朔岳'],
      ['陳沐芮與林朔岳', '陳沐芮', '林朔岳'],
      ['陳沐芮及林朔岳', '陳沐芮', '林朔岳'],
      ['陳沐芮和平台'],
      ['林本和與陳沐芮', '林本和', '陳沐芮'],
    ].map((row) => row as [string, ...string[]]),
  );
});

t.test('compound surnames, married names and transcribed names are names', async (t) => {
  reads(t, [
    ['歐陽沐', '歐陽沐'],
    ['歐陽沐芮', '歐陽沐芮'],
    ['記者范姜沐芮', '范姜沐芮'],
    ['陳林沐芮', '陳林沐芮'],
    ['多米安·柯瑞爾', '多米安·柯瑞爾'],
    ['多米安‧柯瑞爾', '多米安·柯瑞爾'],
    ['多米安・柯瑞爾', '多米安·柯瑞爾'],
    ['作者多米安•柯瑞爾報導', '多米安·柯瑞爾'],
    ['陳沐芮・林朔岳', '陳沐芮', '林朔岳'],
    ['甲·乙·丙', '甲·乙·丙'],
  ]);
});

t.test('media, departments, agencies and slogans are nobody', async (t) => {
  reads(t, [
    ['海潮日報'],
    ['海潮'],
    ['夏林'],
    ['Qtoday新聞雲'],
    ['Tide Daily'],
    ['晨嶼通訊社'],
    ['中央社'],
    ['路透'],
    ['綜合報導'],
    ['(綜合報導)'],
    ['國際中心／綜合報導'],
    ['文化組'],
    ['編輯部'],
    ['主筆室'],
    ['新聞週刊專題組'],
    ['高雄美食地圖'],
    ['左岸咖啡館'],
    ['下午茶經濟學'],
    ['網路溫度計'],
    ['記者'],
    ['SNG'],
    ['夏林 陳沐芮', '陳沐芮'],
    ['夏林新聞網陳沐芮', '陳沐芮'],
    ['Qtoday新聞雲／陳沐芮', '陳沐芮'],
    ['兒童內分泌科醫師陳沐芮', '陳沐芮'],
    ['陳沐芮醫師', '陳沐芮'],
    ['陳沐芮（某某大學教授）', '陳沐芮'],
  ]);
});

t.test('responsible editors are no journalists of the article', async (t) => {
  reads(t, [
    ['責任編輯陳沐芮'],
    ['責任編輯：陳沐芮'],
    ['責任編輯／陳沐芮'],
    ['責任編輯／陳沐芮、林朔岳'],
    ['記者陳沐芮報導／責任編輯：林朔岳', '陳沐芮'],
    ['責任編輯：林朔岳／記者陳沐芮', '陳沐芮'],
    ['責任編輯：林朔岳／陳沐芮', '陳沐芮'],
    ['責任編輯：林朔岳 記者陳沐芮', '陳沐芮'],
    ['Edited by Ann Serrin / By Tom Correl', 'Tom Correl'],
  ]);
});

t.test('Latin names are two to four capitalised words', async (t) => {
  reads(t, [
    ['Chen Mu-jui', 'Chen Mu-jui'],
    ['By Chen Mu-jui', 'Chen Mu-jui'],
    ['By Chen Mu-jui and Lin Shuo-yueh', 'Chen Mu-jui', 'Lin Shuo-yueh'],
    ['Chen Mu-jui, Lin Shuo-yueh & Wu Tang', 'Chen Mu-jui', 'Lin Shuo-yueh', 'Wu Tang'],
    ['By Ludo van der Torrun', 'Ludo van der Torrun'],
    ["Ana O'Serrin", "Ana O'Serrin"],
    ['J. R. Correl', 'J. R. Correl'],
    ['ANA SERRIN', 'ANA SERRIN'],
    ['By Ana Serrin, Staff Writer', 'Ana Serrin'],
    ['Ana Serrin Correspondent', 'Ana Serrin'],
    ['Ana Serrin in Hong Kong', 'Ana Serrin'],
    ['Ana Serrin / Tide Daily', 'Ana Serrin'],
    ['Staff writer'],
    ['Published May Third'],
    ['Updated Aug Monday'],
    ['Last Updated Ana Serrin'],
    ['Former Mayor Ana Serrin'],
    ['Reuters Bloomberg'],
    ['Staff Reporter'],
    ['Newsroom'],
    ['Ana'],
    ['ana serrin'],
    ['AB CD'],
    ['New Taipei'],
    ['One Two Three Four Five'],
  ]);
});

t.test('each name is given once, in the order of the bylines', async (t) => {
  const authors = ['記者林朔岳／台北報導', '陳沐芮', '林朔岳台北', '綜合報導'];
  t.strictSame(reader.namesOf(authors), ['林朔岳', '陳沐芮']);
  t.strictSame(reader.namesOf([]), []);
});

t.test('odd bylines give no names and no errors', async (t) => {
  const odd = ['', ' ', '／', '👩‍💻', '\ud800', 'م. أحمد', '·', '··', '甲·', '和', '陳', '1234'];
  for (const byline of odd) t.strictSame(reader.namesOf([byline]), [], JSON.stringify(byline));
  t.strictSame(reader.namesOf(['和'.repeat(200)]), []);
  t.strictSame(reader.namesOf(['·'.repeat(200)]), []);
  t.ok(reader.namesOf(['陳沐芮'.repeat(60)]).length > 0);
  t.strictSame(readerOf([]).namesOf(['海潮']), [], 'an outlet that nobody registered');
});

t.test('any text gives names of 2 to 40 characters, the same each time', async () => {
  const letters = fc.constantFrom(
    ..."陳林歐陽沐芮和與·・、／ 記者台北報導責任編輯AbBy-.'1\ud83d\ude00的",
  );
  const byline = fc.array(letters, { maxLength: 40 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(byline, (text) => {
      const names = reader.namesOf([text]);
      const again = readerOf().namesOf([text]);
      return (
        JSON.stringify(names) === JSON.stringify(again) &&
        names.every((name) => name.length >= 2 && name.length <= 40)
      );
    }),
    { numRuns: 300 },
  );
});

t.test('a name is found in whatever form it is signed', async () => {
  const { surnames, givenFirst, givenSecond } = vocabulary.names;
  const han = fc
    .tuple(
      fc.constantFrom(...surnames),
      fc.constantFrom(...givenFirst),
      fc.constantFrom(...givenSecond),
    )
    .map((parts) => parts.map(([letter]) => letter).join(''));
  const form = fc.constantFrom<(name: string) => string>(
    (name) => name,
    (name) => `記者${name}／台北報導`,
    (name) => `〔記者${name}／綜合報導〕`,
    (name) => `${name}台北`,
    (name) => `即時中心／${name}報導`,
    (name) => `（晨嶼社記者${name}花蓮27日電）`,
    (name) => `海潮 ${name}`,
  );
  fc.assert(
    fc.property(han, form, (name, sign) => reader.namesOf([sign(name)]).join() === name),
    { numRuns: 500 },
  );
});

t.test("the generator's bylines are read right", async (t) => {
  const corpus = lines({ days: 1, blogs: 0 });
  const media = corpus.filter(({ kind }) => kind === 'media') as unknown as {
    media: string;
    title: string;
    aliases?: string[];
  }[];
  const generated = readerOf(media.map((one) => ({ ...one, aliases: one.aliases ?? [] })));
  const { surnames, givenFirst, givenSecond } = vocabulary.names;
  const set = (words: readonly (readonly [string, string])[]): string =>
    `[${words.map(([letter]) => letter).join('')}]`;
  const person = new RegExp(
    `${set(surnames)}${set(givenFirst)}${set(givenSecond)}|\\b[A-Z][a-z]+ [A-Z][a-z]+-[a-z]+`,
    'g',
  );
  let read = 0;
  for (const { kind, authors = [] } of corpus as { kind: string; authors?: string[] }[]) {
    if (kind !== 'news') continue;
    for (const byline of authors) {
      const expected = byline.startsWith('責任編輯') ? [] : (byline.match(person) ?? []);
      if (generated.namesOf([byline]).join() !== expected.join()) t.fail(byline);
      read += expected.length;
    }
  }
  t.ok(read > 500, 'names were read');
});
