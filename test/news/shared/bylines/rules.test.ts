import t from 'tap';
import { bylineRulesOf } from '../../../../src/news/shared/bylines/rules.js';
import { rules } from './reader.js';

t.test('the file that ships is a rule file', async (t) => {
  t.equal(bylineRulesOf(rules), rules);
  t.equal(new Set(rules.surnames).size, Array.from(rules.surnames).length, 'no surname twice');
});

t.test('what is no rule file is refused with the place of the fault', async (t) => {
  t.throws(() => bylineRulesOf(null), /the file is an object/);
  t.throws(() => bylineRulesOf({ ...rules, surnames: 7 }), /surnames is a text/);
  t.throws(() => bylineRulesOf({ ...rules, places: ['潮川', 3] }), /places is a list of texts/);
  t.throws(() => bylineRulesOf({ ...rules, roles: ['記者', ''] }), /roles is a list of texts/);
  const { words: _, ...rest } = rules;
  t.throws(() => bylineRulesOf(rest), /words is a list of texts/);
});
