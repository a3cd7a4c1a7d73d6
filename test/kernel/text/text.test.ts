import fc from 'fast-check';
import t from 'tap';
import {
  cleanCut,
  cleanText,
  codePointLength,
  cutCodePoints,
  isLongerThan,
  type TextShape,
  wellFormed,
} from '../../../src/kernel/text/text.js';

/** Any string of code units, lone surrogates and controls included. */
const anyText = fc.string({
  unit: fc.integer({ min: 0, max: 0xffff }).map((u) => String.fromCharCode(u)),
});
/** Text with much white space, many breaks and controls. */
const messyText = fc.string({
  unit: fc.constantFrom(
    ' ',
    '\t',
    '\n',
    '\r',
    '\0',
    '\u0085',
    '\u3000',
    '\ufeff',
    '\u2028',
    'a',
    '中',
    '😀',
  ),
});
const shapes: TextShape[] = ['line', 'body'];

t.test('counting agrees with iterating over the string', async (t) => {
  fc.assert(fc.property(anyText, (text) => codePointLength(text) === [...text].length));
  t.equal(codePointLength('a😀中'), 3);
  t.equal(codePointLength('\ud800\udbff'), 2, 'two high surrogates are no pair');
});

t.test('a cut keeps the first code points and splits no pair', async (t) => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (text, max) => {
      t.equal(cutCodePoints(text, max), [...text].slice(0, max).join(''));
      t.equal(isLongerThan(text, max), [...text].length > max);
    }),
  );
  t.equal(cutCodePoints('😀😀', 1), '😀');
  t.equal(cutCodePoints('abc', 3), 'abc');
});

t.test('a clean text is well-formed, free of controls and trimmed', async (t) => {
  fc.assert(
    fc.property(fc.oneof(anyText, messyText), fc.constantFrom(...shapes), (text, shape) => {
      const clean = cleanText(text, shape);
      t.equal(clean, wellFormed(clean));
      t.equal(clean, clean.trim());
      t.notMatch(
        clean,
        shape === 'line' ? /[\0-\x1f\x7f-\x9f\u2028\u2029]|\s\s/ : /[\0-\x09\x0b-\x1f\x7f-\x9f]/,
      );
      t.equal(cleanText(clean, shape), clean, 'cleaning again changes nothing');
    }),
  );
});

t.test('a line has neither breaks nor runs of white space', async (t) => {
  t.equal(cleanText(' a\r\n\tb  c\0d ', 'line'), 'a b cd');
  t.equal(cleanText('標題？　續', 'line'), '標題？　續', 'a single ideographic space stays');
  t.equal(cleanText('標題？　　續', 'line'), '標題？ 續');
});

t.test('a body keeps its lines', async (t) => {
  t.equal(
    cleanText('\ufeffone\r\ntwo\rthree\n\nfour\tfive\u0007\n', 'body'),
    'one\ntwo\nthree\n\nfour five',
  );
  t.equal(cleanText('a  b', 'body'), 'a  b');
});

t.test('lone surrogates become the replacement character', async (t) => {
  t.equal(cleanText('a\ud800b', 'line'), 'a\ufffdb');
  t.equal(cleanText('\udc00', 'body'), '\ufffd');
});

t.test('a cut text does not end in white space', async (t) => {
  t.equal(cleanCut('ab cd', 'line', 3), 'ab');
  t.equal(cleanCut(' ab ', 'line', 2), 'ab');
});
