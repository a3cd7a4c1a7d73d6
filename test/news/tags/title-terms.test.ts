import t from 'tap';
import { TitleTerms } from '../../../src/news/tags/answers/keywords.js';

function found(terms: string[], title: string): string[] {
  return [...new TitleTerms(terms).in(title)].sort();
}

t.test('the longest term at a place counts, and what lies within it does not', async (t) => {
  t.strictSame(found(['新北', '新北市', '北市', '市長'], '新北市長'), ['市長', '新北市']);
  t.strictSame(found(['新北', '新北市'], '新北與新北市'), ['新北', '新北市']);
  t.strictSame(found(['台灣', '灣大', '台灣大學'], '台灣大學生'), ['台灣大學']);
});

t.test('a term counts once in a title', async (t) => {
  t.strictSame(found(['捷運'], '捷運接捷運'), ['捷運']);
});

t.test('latin letters and digits match as whole words', async (t) => {
  t.strictSame(found(['ai'], 'main rain'), []);
  t.strictSame(found(['ai'], 'ai晶片'), ['ai'], 'between scripts a word ends');
  t.strictSame(found(['ai', 'ai pc'], 'new ai pc!'), ['ai pc']);
  t.strictSame(found(['2026'], '12026年'), []);
  t.strictSame(found(['5g', '5g手機'], '買5g手機'), ['5g手機']);
  t.strictSame(found(['café'], 'le café, 咖啡'), ['café']);
});

t.test('single characters are no title words, and nothing is found in nothing', async (t) => {
  t.strictSame(found(['台', '😀', '😀😀'], '台😀😀'), ['😀😀']);
  t.strictSame(found([], '台灣'), []);
  t.strictSame(found(['台灣'], ''), []);
  t.strictSame(found(['台灣'], '無關的字'), []);
});
