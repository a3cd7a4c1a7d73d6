/** Where a text says words again, against plain searching. */
import fc from 'fast-check';
import t from 'tap';
import { WordText } from '../../../../src/store/log/words/word-text.js';

function read(text: string): WordText {
  const words = new WordText();
  words.read(text);
  return words;
}

const HAN = fc.string({ unit: fc.constantFrom(...'海港大橋市'), maxLength: 60 });

t.test('a word of letters without blanks is counted as often as it stands there', async () => {
  fc.assert(
    fc.property(
      HAN,
      fc.string({ unit: fc.constantFrom(...'海港大'), minLength: 2, maxLength: 4 }),
      (text, word) => read(text).timesOf(word) === text.split(word).length - 1,
    ),
  );
});

t.test('letters stand again where they stand further on, and not before', async () => {
  fc.assert(
    fc.property(HAN, (text) => {
      const words = read(text);
      return [...text].every((_, at) => {
        const length = words.againAt(at);
        if (length === 0) return true;
        const row = text.slice(at, at + length);
        return length >= 2 && text.indexOf(row, at + 1) > at;
      });
    }),
  );
});

t.test('what a text says twice is told at its first place', async (t) => {
  const words = read('海港大橋今天封閉海港大橋');
  t.equal(words.againAt(0), 4);
  t.equal(words.againAt(8), 0, 'not at the second');
});

t.test('a Latin word is counted as a whole', async (t) => {
  const words = read('Because US troops, says the US, discuss us');
  t.equal(words.timesOf('us'), 3);
  t.equal(words.timesOf('use'), 0);
});

t.test('UTF-8 is read as the text that it is', async () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
      const [bytes, plain] = [new WordText(), read(text)];
      bytes.readBytes(Buffer.from(text));
      const whole = (words: WordText): string => words.slice(0, words.length);
      return whole(bytes) === whole(plain) && bytes.traits === plain.traits;
    }),
  );
});

t.test('a text is shown as it was written', async (t) => {
  const words = read('臺北選Mayor');
  t.equal(words.slice(0, 3), '台北選');
  t.equal(words.shown(0, 8), '臺北選Mayor');
});
