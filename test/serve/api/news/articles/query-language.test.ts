import fc from 'fast-check';
import t from 'tap';
import { searchForm } from '../../../../../src/kernel/text/tag.js';
import {
  parseQuery,
  queryMatches,
} from '../../../../../src/serve/api/news/articles/query-language.js';

/** A query as a tree, with what it means: the oracle knows no parser. */
type Tree =
  | { what: 'word'; text: string }
  | { what: 'and' | 'or'; left: Tree; right: Tree }
  | { what: 'not'; part: Tree };

interface Doc {
  title: string;
  description: string | null;
  media: string;
  publishedAt: string;
  tags: string[];
}

const WORDS = [
  '颱風',
  '捷運',
  'rain',
  '"heavy rain"',
  'tag:颱風',
  'media:sunrise',
  'before:2026-03-02',
  'after:2026-03-02',
];
const word = fc.constantFrom(...WORDS).map((text): Tree => ({ what: 'word', text }));
const tree = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    word,
    fc.record({
      what: fc.constantFrom('and' as const, 'or' as const),
      left: tie('tree'),
      right: tie('tree'),
    }),
    fc.record({ what: fc.constant('not' as const), part: tie('tree') }),
  ),
})).tree;
const doc: fc.Arbitrary<Doc> = fc.record({
  title: fc.constantFrom('颱風來襲', '捷運通車', 'Heavy  Rain', 'HEAVY RAIN 停班', '無'),
  description: fc.constantFrom(null, '大雨 rain', '捷運'),
  media: fc.constantFrom('sunrise', 'harbour'),
  publishedAt: fc.constantFrom(
    '2026-03-01T15:59:59.000Z',
    '2026-03-01T16:00:00.000Z',
    '2026-03-05T00:00:00.000Z',
  ),
  tags: fc.constantFrom([], ['颱風'], ['捷運', 'Rain']),
});

function written(one: Tree): string {
  if (one.what === 'word') return one.text;
  if (one.what === 'not') return `NOT (${written(one.part)})`;
  const between = one.what === 'and' ? ' ' : ' OR ';
  return `(${written(one.left)}${between}${written(one.right)})`;
}

function holds(one: Tree, doc: Doc): boolean {
  switch (one.what) {
    case 'and':
      return holds(one.left, doc) && holds(one.right, doc);
    case 'or':
      return holds(one.left, doc) || holds(one.right, doc);
    case 'not':
      return !holds(one.part, doc);
    case 'word':
      return holdsWord(one, doc);
  }
}

function holdsWord(one: Tree & { what: 'word' }, doc: Doc): boolean {
  const boundaryMs = Date.parse('2026-03-02T00:00:00+08:00');
  const tags = doc.tags.map((tag) => tag.toLowerCase());
  switch (one.text) {
    case 'tag:颱風':
      return tags.includes('颱風');
    case 'media:sunrise':
      return doc.media === 'sunrise';
    case 'before:2026-03-02':
      return Date.parse(doc.publishedAt) < boundaryMs;
    case 'after:2026-03-02':
      return Date.parse(doc.publishedAt) >= boundaryMs;
    default: {
      const text = one.text.replaceAll('"', '');
      const texts = [doc.title, doc.description ?? ''];
      return (
        tags.includes(text) || texts.some((each) => searchForm(each).includes(searchForm(text)))
      );
    }
  }
}

t.test('a query means what its tree says', async (t) => {
  fc.assert(
    fc.property(tree, doc, (one, doc) => {
      t.equal(queryMatches(parseQuery(written(one)), doc), holds(one, doc), written(one));
    }),
    { numRuns: 300 },
  );
});

t.test('AND binds stronger than OR, and a minus is NOT', async (t) => {
  const titled = (title: string) => ({
    title,
    description: null,
    media: 'm',
    publishedAt: '',
    tags: [],
  });
  const finds = (query: string, title: string) => queryMatches(parseQuery(query), titled(title));
  t.ok(finds('甲 OR 乙 丙', '甲'));
  t.notOk(finds('(甲 OR 乙) 丙', '甲'));
  t.ok(finds('甲 AND -乙', '甲丙'));
  t.notOk(finds('甲 -乙', '甲乙'));
  t.ok(finds('and OR (x)', 'AND'), 'operators are capitals, words are not');
  t.ok(finds('covid-19', 'Covid-19'), 'a minus inside a word is part of it');
  t.ok(finds('http://a.example', '見 http://a.example'), 'other colons are text');
});

t.test('errors say where', async (t) => {
  const wrong: [string, RegExp][] = [
    ['甲 AND', /at character 6: .*before the end/],
    ['(甲', /at character 1: this \( is never closed/],
    ['甲)', /at character 2: this \) closes nothing/],
    ['甲 "乙', /at character 3: this " is never closed/],
    ['before:soon', /at character 1: before: needs a date/],
    ['甲 tag:', /at character 3: tag: needs a tag/],
    ['OR 甲', /at character 1: .* not OR/],
    ['""', /at character 1: this phrase is empty/],
    ['('.repeat(10_000), /at character 17: more than 16 levels/],
    ['NOT '.repeat(200), /more than 16 levels/],
    ['甲 '.repeat(33), /more than 32 terms/],
    ['.*(a+)+$', /./],
  ];
  for (const [query, reason] of wrong.slice(0, -1)) {
    t.throws(() => parseQuery(query), { status: 400, message: reason }, query.slice(0, 20));
  }
  t.doesNotThrow(() => parseQuery('.*(a+)+$'), 'what looks like a pattern is text');
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'()"-: ANDORT颱a') }), (text) => {
      try {
        parseQuery(text);
      } catch (error) {
        t.match(error, { status: 400, message: /^query: at character \d+: / });
      }
    }),
  );
});
