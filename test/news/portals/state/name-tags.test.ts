import t from 'tap';
import { tagKey } from '../../../../src/kernel/text/tag.js';
import { NameTags } from '../../../../src/news/portals/state/name-tags.js';

function tagsIn(name: string, tags: readonly string[], noise: readonly string[] = []): string[] {
  const names = new NameTags(new Set(noise.map(tagKey)));
  names.setName(1, tagKey(name));
  for (const tag of tags) names.add(tagKey(tag));
  return names.of(1);
}

t.test('the longest tag at a place counts, and what lies within it does not', async (t) => {
  t.strictSame(tagsIn('新北市專題', ['新北', '新北市', '北市']), ['新北市']);
  t.strictSame(tagsIn('新北市與新北', ['新北', '新北市']), ['新北市', '新北'], 'elsewhere it does');
  t.strictSame(tagsIn('新北市府', ['新北', '北市府']), ['新北', '北市府'], 'so does an overlap');
});

t.test('tags come in the order of the name, each once', async (t) => {
  t.strictSame(tagsIn('捷運、颱風、捷運', ['颱風', '捷運']), ['捷運', '颱風']);
});

t.test('Latin letters and digits match as whole words', async (t) => {
  t.strictSame(tagsIn('NBA總冠軍', ['nba']), ['nba']);
  t.strictSame(tagsIn('NBAX 與 5G 與 15G', ['NBA', '5G']), ['5g']);
  t.strictSame(tagsIn('Ａｐｐｌｅ發表會', ['apple']), ['apple'], 'width makes no difference');
  t.strictSame(tagsIn('École', ['cole']), [], 'letters with marks are letters');
});

t.test('single characters and words that name no topic are no tags of a name', async (t) => {
  t.strictSame(tagsIn('水與𠮷', ['水', '𠮷']), []);
  t.strictSame(tagsIn('焦點專題', ['焦點', '專題'], ['專題']), ['焦點']);
});

t.test(
  'a tag that comes, goes or is shown differently concerns the names that hold it',
  async (t) => {
    const names = new NameTags(new Set());
    names.setName(1, '颱風專題');
    names.setName(2, '颱');
    names.setName(3, '');
    t.strictSame(names.takeTouched(), [1, 2, 3]);
    names.add('颱風');
    t.strictSame(names.takeTouched(), [1]);
    names.add('颱風');
    names.add('颱風眼');
    t.strictSame(names.takeTouched(), [], 'what is known, and what no name holds');
    names.touch('颱風');
    t.strictSame(names.takeTouched(), [1]);
    names.remove('颱風');
    t.strictSame([names.takeTouched(), names.of(1)], [[1], []]);
    names.remove('颱風');
    names.setName(1, '颱風專題');
    t.strictSame(names.takeTouched(), []);
    names.setName(1, '新名');
    names.add('專題');
    t.strictSame(names.takeTouched(), [1], 'a new name, without what the old one held');
    names.touch('新名');
    names.dropName(1);
    t.strictSame([names.takeTouched(), names.of(1)], [[], []]);
  },
);
