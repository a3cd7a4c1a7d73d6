import t from 'tap';
import { isCutOf, saidBy, wordChangeOf } from '../../../src/kernel/text/substance.js';

t.test('how a line is set is not what it says', async (t) => {
  t.equal(saidBy('“Ｂudget” Cut — Again (12)'), saidBy('"Budget" cut - again'));
  t.equal(saidBy('台北新線 通車'), saidBy('臺北新線，通車'));
});

t.test('a question is not a statement, and an amount is not another one', async (t) => {
  t.not(saidBy('Mayor resigns?'), saidBy('Mayor resigns'));
  t.not(saidBy('Fare rises 5%'), saidBy('Fare rises 5'));
  t.not(saidBy('Fare is €5'), saidBy('Fare is $5'));
});

t.test('a line of signs alone says its signs', async (t) => {
  t.not(saidBy('…'), saidBy('!'));
});

t.test('a summary that was cut off is the same one, a short beginning is not', async (t) => {
  const whole = 'The new line was opened this morning by the mayor, with eight stations.';
  t.ok(isCutOf(whole, `${whole.slice(0, 45)}…`));
  t.notOk(isCutOf(whole, 'The new line'));
});

t.test('sentences that move and short lines around a text are no change', async (t) => {
  const [one, other] = ['The line was opened today.', 'It has eight stations.'];
  t.same(wordChangeOf(`${one}\n${other}\nRelated news`, `Most read\n${other}\n${one}`), {
    out: 0,
    in: 0,
  });
});

t.test('words that went and came in a sentence are counted', async (t) => {
  t.same(wordChangeOf('It has eight stations.', 'It has nine stations today.'), { out: 1, in: 2 });
  t.same(wordChangeOf('全線設八站。', '全線設十二站。'), { out: 1, in: 2 });
});
