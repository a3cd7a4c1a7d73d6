/**
 * The rule file of tags that are one tag under different names, and of words in -s that are no plurals.
 *
 * It is part of the code and no file of `data/`, because every thread and every start must compare tags
 * alike: another table is another state. Write names as they are commonly spelt; case, width, white
 * space, and simplified or traditional letters make no difference. A group holds names of exactly one
 * thing, not of its parts, its people or what is near it. No name is a word of some language as well (who,
 * un, eu, ai): names are looked for in titles.
 */
import { wordsOf } from '../words.js';

export const TAG_ALIASES: readonly (readonly string[])[] = [
  [
    '新冠肺炎',
    'COVID-19',
    'COVID19',
    'COVID',
    '武漢肺炎',
    '嚴重特殊傳染性肺炎',
    '新型冠狀病毒肺炎',
  ],
  ['世衛', '世界衛生組織', '世衛組織', 'World Health Organization'],
  ['聯合國', 'United Nations'],
  ['歐盟', '歐洲聯盟', 'European Union'],
  ['北約', '北大西洋公約組織', 'NATO'],
  ['世貿', '世界貿易組織', '世貿組織', 'WTO', 'World Trade Organization'],
  ['亞太經合會', '亞太經濟合作會議', 'APEC'],
  ['東協', '東南亞國家協會', 'ASEAN'],
  ['國際貨幣基金', '國際貨幣基金組織', 'IMF', 'International Monetary Fund'],
  ['人工智慧', '人工智能', 'artificial intelligence'],
  ['台積電', 'TSMC', '台灣積體電路'],
  ['鴻海', 'Foxconn', '鴻海科技集團'],
  ['輝達', '英偉達', 'NVIDIA'],
  ['美國職籃', 'NBA'],
  ['美國職棒', '美國職棒大聯盟', 'MLB'],
  ['United States', 'USA', 'United States of America'],
  ['United Kingdom', 'UK'],
];

/** Last words of a tag that are not the plural of another word, or mean something else than it. */
export const NO_PLURALS: ReadonlySet<string> = new Set(
  wordsOf(`
    news arms goods customs mars means glasses works series species always perhaps adams
    williams roberts edwards richards stevens rogers phillips peters james jones woods brooks
    mets nets jets giants reds cubs bulls rays suns greens gas does alps
  `),
);
