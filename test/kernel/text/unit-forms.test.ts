/** What is known of single units agrees with how whole texts are folded. */
import fc from 'fast-check';
import t from 'tap';
import { foldLetters } from '../../../src/kernel/text/tag.js';
import { formOfUnit, TRAIT, traitsOf } from '../../../src/kernel/text/unit-forms.js';

const LETTER = /[\p{L}\p{N}]/u;

/** Units with a form by themselves; signs may be written out in a folded text, so only one stands for all. */
const PLAIN = Array.from({ length: 65_536 }, (_, unit) => unit).filter((unit) => {
  const isPlain = (traitsOf(unit) & TRAIT.plain) !== 0;
  return isPlain && (unit === 0x20 || LETTER.test(String.fromCharCode(unit)));
});

t.test('letters of the usual scripts have forms by themselves', async (t) => {
  for (const letter of 'aZéÉñøŁЖяЙ台臺选選ァが한０Ａ、。！？…「') {
    t.not(traitsOf(letter.charCodeAt(0)) & TRAIT.plain, 0, letter);
  }
  t.equal(String.fromCharCode(formOfUnit('臺'.charCodeAt(0))), '台');
  t.equal(String.fromCharCode(formOfUnit('Ａ'.charCodeAt(0))), 'a');
});

t.test('a mark, a half of a letter and a sigma have no form by themselves', async (t) => {
  for (const unit of [0x301, 0x3099, 0xff9e, 0xd83d, 0xde00, 0x3a3, 0x1161]) {
    t.equal(traitsOf(unit) & TRAIT.plain, 0, unit.toString(16));
  }
});

t.test(
  'neither has a letter that folds to one of them: Hangul alone, a lunate sigma',
  async (t) => {
    for (const letter of 'ㄱㅏﾡￄϲϹ') {
      t.equal(traitsOf(letter.charCodeAt(0)) & TRAIT.plain, 0, letter);
    }
  },
);

t.test('forms of plain units beside each other are the folded text', async () => {
  const text = fc.array(fc.constantFrom(...PLAIN), { maxLength: 30 });
  fc.assert(
    fc.property(text, (units) => {
      const forms = String.fromCharCode(...units.map(formOfUnit));
      return forms === foldLetters(String.fromCharCode(...units));
    }),
    { numRuns: 2000 },
  );
});
