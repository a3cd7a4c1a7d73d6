/** Languages by their letters. */
import t from 'tap';
import {
  isWrittenIn,
  languageIn,
  languageOfScript,
  scriptOf,
} from '../../../src/kernel/text/language.js';

t.test('a tag is its language, in one spelling', async (t) => {
  const cases: [tag: string, language: string | null][] = [
    ...(
      [
        ['zh-TW', 'zh'],
        ['EN_gb', 'en'],
        [' de ', 'de'],
        ['cmn-Hans', 'zh'],
      ] as const
    ).map(([a, b]): [string, string] => [a, b]),
    ['iw', 'he'],
    ['nb-NO', 'no'],
    ['und', null],
    ['mul', null],
    ['x-none', null],
    ['english', null],
    ['', null],
  ];
  for (const [tag, language] of cases) t.equal(languageIn(tag), language, tag);
});

t.test('the script of a text is that of most of its words', async (t) => {
  const cases: [text: string, script: string | null][] = [
    ['市長今天宣布新線通車', 'Hani'],
    ['Taylor Swift 演唱會今晚開唱', 'Hani'],
    ['市長の発表は今日でした', 'Jpan'],
    ['「の」字招牌紅遍全台的原因', 'Hani'],
    ['서울 시장이 오늘 발표했다', 'Kore'],
    ['The mayor met 王小明 today', 'Latn'],
    ['Мэр объявил сегодня', 'Cyrl'],
    ['รัฐบาลประกาศวันนี้', 'Thai'],
    ['2026 / 12 %', null],
    ['', null],
  ];
  for (const [text, script] of cases) t.equal(scriptOf(text), script, text);
});

t.test('a script of one language tells it, a script of several does not', async (t) => {
  t.same(['Hani', 'Jpan', 'Kore', 'Thai', 'Grek', 'Hebr'].map(languageOfScript), [
    ...['zh', 'ja', 'ko', 'th', 'el', 'he'],
  ]);
  t.same(['Latn', 'Cyrl', 'Arab', 'Deva'].map(languageOfScript), [null, null, null, null]);
});

t.test('a statement that the letters rule out is none', async (t) => {
  t.ok(isWrittenIn('zh', 'Hani'));
  t.ok(isWrittenIn('ja', 'Hani'), 'a title of Han letters alone');
  t.ok(isWrittenIn('sr', 'Latn'));
  t.ok(isWrittenIn('en', null));
  t.notOk(isWrittenIn('en', 'Hani'));
  t.notOk(isWrittenIn('zh', 'Jpan'));
  t.notOk(isWrittenIn('de', 'Cyrl'));
});
