/** Synonyms and shared clauses: what is replaced, what is left alone, what is refused. */
import t from 'tap';
import { Random } from '../../demo/random.js';
import { SLOT_COUNT } from '../../demo/slots.js';
import { compile, type Facts, lexiconOf, render } from '../../demo/template.js';

const FACTS: Facts = { values: new Array<string>(SLOT_COUNT).fill('X'), seed: 9 };

/** Every text that a source gives in 200 tries. */
function texts(source: string, synonyms: string[], parts: Record<string, string[]> = {}): string[] {
  const lexicon = lexiconOf(synonyms, parts);
  const template = compile(source, false, lexicon);
  const random = new Random(3);
  const all = Array.from({ length: 200 }, () => {
    lexicon.beginText();
    return render(template, FACTS, random);
  });
  return [...new Set(all)].sort();
}

t.test('a word is replaced by its synonyms, wherever it stands', async (t) => {
  t.same(
    texts('他說明[天說|他]', ['說/講']),
    ['他說明天說', '他說明他', '他講明天說', '他講明他', '他說明天講', '他講明天講'].sort(),
  );
  t.same(texts('目前沒有', ['目前>現在/眼下']), ['目前沒有', '現在沒有', '眼下沒有'].sort());
  t.same(texts('現在沒有', ['目前>現在/眼下']), ['現在沒有'], 'some words only replace');
});

t.test(
  'the longest word is taken, and one without synonyms protects what it contains',
  async (t) => {
    t.same(texts('不過', ['過/逾', '不過>然而']), ['不過', '然而'].sort());
    t.same(texts('只不過三天', ['不過>然而', '只不過']), ['只不過三天']);
  },
);

t.test('a Latin word is one only where no letter joins it', async (t) => {
  t.same(texts('about {city} abouts, about', ['about>near']).length, 4);
  t.same(texts('roundabout', ['about>near']), ['roundabout']);
});

t.test('a text gets no shared clause twice as long as there are others', async (t) => {
  const found = texts('{@a}{@a}{@a}', [], { a: ['1', '2', '3'] });
  t.same(found, ['123', '132', '213', '231', '312', '321']);
  t.same(texts('{@a}{@a}', [], { a: ['1'] }), ['11'], 'then they come again');
});

t.test('a clause may use lists that stand before its own', async (t) => {
  t.same(texts('{@b}', [], { a: ['1', '2'], b: ['<{@a}>'] }), ['<1>', '<2>']);
  t.throws(() => texts('{@b}', [], { b: ['{@a}'], a: ['1'] }), /unknown part \{@a\}/);
});

t.test(
  'a figure depends on story and place alone, whatever wording stands before it',
  async (t) => {
    t.equal(
      texts('[約{n3}|近]，{n4}', [])
        .map((text) => text.split('，')[1])
        .filter((figure, at, all) => all.indexOf(figure) === at).length,
      1,
    );
  },
);

t.test('a word in two groups and an empty one are refused', async (t) => {
  t.throws(() => lexiconOf(['說/講', '講/談'], {}), /twice among the synonyms: 講/);
  t.throws(() => lexiconOf(['說/'], {}), /empty word/);
});
