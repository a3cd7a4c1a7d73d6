import fc from 'fast-check';
import t from 'tap';
import { collectGarbage } from '../../../../src/kernel/runtime/garbage.js';
import { codePointLength } from '../../../../src/kernel/text/text.js';
import { Letters, NameFinder } from '../../../../src/news/shared/citations/name-finder.js';
import { lines } from '../../../demo/world.js';
import { cited, finderOf, MEDIA } from './finder.js';

t.test('the phrases that name a source', async (t) => {
  const bodies = [
    '據澄川時報報導，市府將於下週宣布。',
    '據《澄川時報》報導，市府將於下週宣布。',
    '據「澄川時報」今日報導，市府將於下週宣布。',
    '另據澄川時報3日獨家報導，市府將於下週宣布。',
    '根據澄川時報的說法，市府將於下週宣布。',
    '澄川時報報導指出，市府將於下週宣布。',
    '澄川時報（Chengchuan Times）先前報導，市府將於下週宣布。',
    '市府將於下週宣布，《澄川時報》引述官員說法指出。',
    '（澄川時報潮原3日電）市府將於下週宣布。',
    '(澄川時報)市府將於下週宣布。',
    '市府將於下週宣布。（澄川時報）',
    '市府將於下週宣布。（轉載自澄川時報）',
    '本文轉載自澄川時報，已獲同意。',
    '綜合外電／澄川時報報導，市府將於下週宣布。',
    '資料來源：澄川時報',
    '市長接受《澄川時報》專訪時說，將於下週宣布。',
    '市長告訴澄川時報，將於下週宣布。',
    '市長向澄川時報記者表示，將於下週宣布。',
    '《澄川時報》最新民調顯示，三人差距不大。',
    '更多澄川時報報導',
    '市長今天在《澄川時報》「晨間對話」節目中表示，將於下週宣布。',
    '市長上澄川時報廣播節目，說將於下週宣布。',
  ];
  for (const body of bodies) t.strictSame(cited(body), ['river'], body);
});

t.test('the phrases that name a source in English', async (t) => {
  const bodies = [
    'According to Norria Tribune, the plan was ready.',
    'The plan was ready, according to the Norria Tribune.',
    'Norria Tribune reported on Monday that the plan was ready.',
    'NORRIA TRIBUNE, citing two officials, said the plan was ready.',
    '(Norria Tribune) The plan was ready.',
    'CORVANE (Norria) - The plan was ready.',
    'A minister told Norria Tribune that the plan was ready.',
    'The figures were first published by Norria Tribune.',
    'As reported by NT, the plan was ready.',
  ];
  for (const body of bodies) t.strictSame(cited(body), ['norria'], body);
});

t.test('a name without such a phrase is no citation', async (t) => {
  const bodies = [
    '澄川時報今年慶祝創刊七十週年。',
    '澄川縣長表示，根據統計，人口減少。',
    '他曾任澄川時報總編輯，並主持節目。',
    '《澄川時報》董事長陳某某指出，選情緊繃。',
    '（圖／澄川時報提供）',
    '（翻攝自澄川時報）',
    '照片／澄川時報',
    '據了解，市府下週宣布。澄川時報大樓停電。',
    'The Norria Tribune building lost power.',
    'Paint according to taste. Norria lies in the north.',
  ];
  for (const body of bodies) t.strictSame(cited(body), [], body);
});

t.test('an outlet does not cite itself', async (t) => {
  t.strictSame(cited('據澄川時報報導，市府宣布。', 'river'), []);
  t.strictSame(cited('記者陳某某／澄川報導', 'river'), []);
  t.strictSame(cited('根據澄川時報與晨嶼社報導，市府宣布。', 'river'), ['wire']);
});

t.test('the longest name wins, and short Latin names are whole words', async (t) => {
  t.strictSame(cited('據澄川時報電視報導，市府宣布。'), ['rivertv']);
  t.strictSame(cited('據澄川報導，市府宣布。'), ['river']);
  t.strictSame(cited('according to NTT, the plan was ready'), []);
  t.strictSame(cited('according to ANT reported'), []);
  t.strictSame(cited('據NT3日報導，市府宣布。'), ['norria'], 'a digit ends a word');
  t.strictSame(cited('據NT報導，市府宣布。'), ['norria'], 'so does a character');
});

t.test('case, width, brackets and written variants make no difference', async (t) => {
  t.strictSame(cited('據ｎｏｒｒｉａ　Ｔｒｉｂｕｎｅ報導'), ['norria']);
  t.strictSame(cited('據台嶼周報報導'), ['taipei']);
  t.strictSame(cited('據『臺嶼週報』報道'), ['taipei']);
  t.strictSame(cited('〔晨嶼社潮原3日電〕'), ['wire']);
});

t.test('a list of names is cited as a whole, each media once', async (t) => {
  t.strictSame(cited('綜合澄川時報、《晨嶼社》與Norria Tribune等外電報導'), [
    'river',
    'wire',
    'norria',
  ]);
  const body = '據澄川時報報導，甲。\n據澄川報導，乙。澄川時報報導丙。';
  const [citation, ...more] = finderOf().find(body, 'own');
  t.strictSame(more, []);
  t.equal(citation?.evidence, '據澄川時報報導，甲', 'the first words are the evidence');
});

t.test('evidence is the phrase in its sentence, at most 100 code points', async (t) => {
  const evidence = (body: string): string => finderOf().find(body, 'own')[0]!.evidence;
  t.equal(
    evidence('市府昨日開會。據《澄川時報》報導，新線將於下週通車！民眾期待。'),
    '據《澄川時報》報導，新線將於下週通車',
  );
  t.equal(evidence('市民期待新線早日通車，沿線商家已備妥。（澄川時報）').at(-1), '）');
  t.match(evidence('市民期待新線早日通車，沿線商家已備妥。（澄川時報）'), /商家已備妥。/);
  const long = evidence(`據澄川時報報導${'😀'.repeat(200)}`);
  t.equal(codePointLength(long), 100);
  t.equal(long, `據澄川時報報導${'😀'.repeat(93)}`, 'no pair is cut');
});

t.test('hostile bodies are read in one pass', async (t) => {
  const size = 200_000;
  t.strictSame(cited(''), []);
  t.strictSame(cited('澄'.repeat(size)), []);
  t.strictSame(cited('澄川'.repeat(size / 2)), []);
  t.strictSame(cited('('.repeat(size)), []);
  t.strictSame(cited('據'.repeat(size)), []);
  t.strictSame(cited('澄川據'.repeat(size / 3)), []);
  t.strictSame(cited('澄川、'.repeat(size / 3)), []);
  t.strictSame(cited('（澄川'.repeat(size / 3)), []);
  t.strictSame(cited('\ud800澄川\udc00'), []);
  t.strictSame(cited(`${'澄川是'.repeat(3000)}據晨嶼社報導`), [], '300 mentions are judged');
});

t.test('names are found as a naive search finds them', async () => {
  const spelling = new Letters(['台臺']);
  const letters = fc.constantFrom(...'澄川時報aBｂ臺台1 ');
  const name = fc.array(letters, { minLength: 2, maxLength: 4 }).map((parts) => parts.join(''));
  const text = fc.array(letters, { maxLength: 40 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.array(name, { maxLength: 6 }), text, (names, body) => {
      const finder = new NameFinder(
        spelling,
        names.map((one, number): [string, number] => [one, number]),
      );
      const found: [number, number][] = [];
      for (let one = finder.next(body, 0); one !== null; one = finder.next(body, one.end)) {
        found.push([one.start, one.end]);
      }
      return JSON.stringify(found) === JSON.stringify(naive(names, body));
    }),
    { numRuns: 500 },
  );
});

/** Every place, every name: the longest whole one, then on behind it. */
function naive(names: readonly string[], body: string): [number, number][] {
  const plain = (text: string): string =>
    text.normalize('NFKC').toLowerCase().replaceAll('臺', '台');
  const isJoined = (at: number): boolean =>
    [/[a-z]/, /[0-9]/].some(
      (sort) => at > 0 && sort.test(plain(body[at - 1]!)) && sort.test(plain(body[at] ?? '')),
    );
  const found: [number, number][] = [];
  for (let at = 0; at < body.length; at++) {
    const ends = names
      .map((name) => plain(name).trim())
      .filter((name) => name.length >= 2 && plain(body).startsWith(name, at))
      .map((name) => at + name.length)
      .filter((end) => !isJoined(at) && !isJoined(end));
    if (ends.length === 0) continue;
    const end = Math.max(...ends);
    found.push([at, end]);
    at = end - 1;
  }
  return found;
}

t.test('any body gives each media once, with evidence out of the body', async () => {
  const words = [
    '據',
    '澄川時報',
    '晨嶼社',
    '報導',
    '，',
    '。',
    '、',
    '(',
    ')',
    '電',
    '😀',
    '\ud83d',
    '\n',
    'NT',
    ' according to ',
    '市府宣布新線通車',
  ];
  const body = fc
    .array(fc.constantFrom(...words), { maxLength: 40 })
    .map((parts) => parts.join(''));
  const finder = finderOf();
  const known = new Set(MEDIA.map(({ media }) => media));
  fc.assert(
    fc.property(body, (text) => {
      const citations = finder.find(text, 'own');
      const codes = citations.map(({ media }) => media);
      return (
        new Set(codes).size === codes.length &&
        citations.every(
          ({ media, evidence }) =>
            known.has(media) &&
            media !== 'own' &&
            evidence !== '' &&
            text.includes(evidence) &&
            codePointLength(evidence) <= 100,
        )
      );
    }),
    { numRuns: 2000 },
  );
});

t.test("the generator's citations are found", async (t) => {
  const corpus = lines({ days: 1, blogs: 0 });
  const media = corpus
    .filter(({ kind }) => kind === 'media')
    .map((one) => ({ aliases: [], ...one })) as unknown as typeof MEDIA;
  const generated = finderOf(media);
  const bodies = corpus.filter(({ body }) => typeof body === 'string');
  let found = 0;
  for (const { media: own, body } of bodies as unknown as { media: string; body: string }[]) {
    const codes = generated.find(body, own).map(({ media: code }) => code);
    found += codes.length;
    for (const { media: code, title } of media) {
      const isQuoted = body.includes(`《${title}》`) || body.includes(`轉載自${title}`);
      if (isQuoted && code !== own && !codes.includes(code)) t.fail(`${own} names ${title}`);
    }
  }
  t.ok(found > 50, 'citations were found');
});

t.test('what is kept of a citation does not keep the body', async (t) => {
  const finder = finderOf();
  const usedBytes = (): number => {
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const before = usedBytes();
  const kept = Array.from({ length: 200 }, (_, at) => {
    const body = Buffer.from(
      `${'市府宣布。'.repeat(20_000)}據澄川時報第${at}號報導，將於下週宣布。`,
    );
    return finder.find(body.toString(), 'own');
  });
  const grown = usedBytes() - before;
  t.equal(kept.flat().length, 200);
  t.ok(grown < 8_000_000, `${grown} bytes of 40 million`);
});
