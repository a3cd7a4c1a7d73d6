/** Patterns on addresses against the engine's own regular expressions. */
import fc from 'fast-check';
import t from 'tap';
import { addressPattern } from '../../../src/crawler/sources/address-pattern.js';

const atoms = fc.constantFrom('a', 'b', '/', '.', '\\d', '[ab]', '[^a/]', '\\.', '1', '^', '$');
const pattern: fc.Arbitrary<string> = fc.letrec<{ whole: string; part: string }>((tie) => ({
  whole: fc
    .array(fc.array(tie('part'), { maxLength: 4 }), { minLength: 1, maxLength: 3 })
    .map((branches) => branches.map((parts) => parts.join('')).join('|')),
  part: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    atoms,
    fc
      .tuple(
        fc.oneof(
          fc.constantFrom('a', 'b', '\\d', '[ab]'),
          tie('whole').map((inner) => `(?:${inner})`),
          tie('whole').map((inner) => `(${inner})`),
        ),
        fc.constantFrom('', '*', '+', '?', '{2}', '{1,3}', '{2,}', '{0}', '*?', '+?'),
      )
      .map(([inner, count]) => inner + count),
  ),
})).whole;
const address = fc
  .array(fc.constantFrom('a', 'b', '/', '.', '1', 'x'), { maxLength: 8 })
  .map((chars) => chars.join(''));

t.test('a pattern answers as the engine does', async (t) => {
  fc.assert(
    fc.property(
      pattern,
      fc.array(address, { minLength: 5, maxLength: 10 }),
      (source, addresses) => {
        fc.pre(source !== '');
        const own = addressPattern(source);
        if (typeof own === 'string') return fc.pre(false);
        const native = new RegExp(source, 'u');
        for (const one of addresses) {
          if (own.test(one) !== native.test(one)) throw new Error(`/${source}/ on "${one}"`);
        }
        return;
      },
    ),
    { numRuns: 3000 },
  );
  t.pass();
});

t.test('patterns as people write them', async (t) => {
  const test = (source: string, url: string): boolean => {
    const made = addressPattern(source);
    if (typeof made === 'string') throw new Error(made);
    return made.test(url);
  };
  t.ok(test('/news/\\d{4}/', 'https://gazette.example/news/2031/x'));
  t.notOk(test('/news/\\d{4}/', 'https://gazette.example/news/203/x'));
  t.ok(
    test('^https://gazette\\.example/[^/]+/[a-z-]+\\.html?$', 'https://gazette.example/a/b-c.htm'),
  );
  t.notOk(test('^/news', 'https://gazette.example/news'));
});

t.test('a pattern that would hold an engine for hours ends', async (t) => {
  const slow = addressPattern('(a*)*(a|aa)+a*a*a*a*b$');
  if (typeof slow === 'string') throw new Error(slow);
  t.notOk(slow.test('a'.repeat(4000)));
  t.ok(slow.test(`${'a'.repeat(4000)}b`));
  t.type(addressPattern('(((){9999}){9999}){9999}a'), 'object');
});

t.test('what cannot be matched in linear time is refused with a sentence', async (t) => {
  for (const [source, reason] of [
    ['', /empty/],
    ['(', /unterminated group/],
    ['(a)\\1', /not known here/],
    ['(?=a)', /ahead or behind/],
    ['\\bnews', /not known here/],
    ['新聞', /ASCII/],
    ['(?:(?:a{100}){100}){100}', /states/],
    ['('.repeat(30) + ')'.repeat(30), /groups/],
    ['a'.repeat(600), /longer than/],
    ['[b-a]', /range out of order/],
  ] as const) {
    t.match(addressPattern(source), reason, source.slice(0, 40));
  }
});
