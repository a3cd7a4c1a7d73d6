/** The list of media that others cite, and what of it a store is missing. */
import t from 'tap';
import { knownMediaOf, missingOf } from '../../src/app/registered.js';
import { ruleFile } from '../../src/app/rule-files.js';
import { tagKeysOf } from '../../src/kernel/text/tag.js';
import { CitationFinder } from '../../src/news/shared/citations/citations.js';
import { citationRulesOf } from '../../src/news/shared/citations/cues.js';

const known = knownMediaOf(ruleFile('known-media'));

t.test('every code and every name of the list stands once', async (t) => {
  t.equal(new Set(known.map(({ media }) => media)).size, known.length);
  const names = known.flatMap(({ title, aliases = [] }) => [...tagKeysOf([title, ...aliases])]);
  t.equal(new Set(names).size, names.length);
});

t.test('every medium of the list is found under its title and each of its names', async (t) => {
  const media = known.map((one) => ({ ...one, aliases: one.aliases ?? [] }));
  const finder = new CitationFinder(citationRulesOf(ruleFile('citations')), media);
  for (const { media: code, title, aliases } of media) {
    for (const name of [title, ...aliases]) {
      const found = finder.find(`據${name}報導,會議延期。According to ${name}, it rained.`, 'own');
      t.same(
        found.map(({ media }) => media),
        [code],
        name,
      );
    }
  }
});

t.test('a name inside of other words is no citation', async (t) => {
  const media = known.map((one) => ({ ...one, aliases: one.aliases ?? [] }));
  const finder = new CitationFinder(citationRulesOf(ruleFile('citations')), media);
  for (const text of [
    '人民視報導為真',
    '根據共同社會報導指出',
    '根據說明報導指出',
    '據防衛報告指出',
  ]) {
    t.same(finder.find(text, 'own'), [], text);
  }
});

t.test('what is registered under its code or any name is not missing', async (t) => {
  const [first, second, third] = known as [(typeof known)[0], (typeof known)[0], (typeof known)[0]];
  const missing = missingOf(known, [
    { media: first.media, title: 'Another name', aliases: [] },
    { media: 'x', title: second.title.toUpperCase(), aliases: [] },
    { media: 'y', title: 'Y', aliases: [third.aliases?.[0] ?? third.title] },
  ]);
  t.equal(missing.length, known.length - 3);
});

t.test('a list of another shape is refused with its place', async (t) => {
  t.throws(() => knownMediaOf({}), /media must be a list/);
  t.throws(() => knownMediaOf({ media: [null] }), /media\[0\] must have/);
  const entry = { media: 'a', title: 'A', country: 'B', countryCode: 'BB', aliases: 'c' };
  t.throws(() => knownMediaOf({ media: [entry] }), /media\[0\]\.aliases/);
});
