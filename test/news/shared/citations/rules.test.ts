import t from 'tap';
import { citationRulesOf } from '../../../../src/news/shared/citations/cues.js';
import { rules } from './finder.js';

t.test('the file that ships is a rule file', async (t) => {
  t.ok(citationRulesOf(rules).cues.length > 5);
});

t.test('what is no rule file is refused with the place of the fault', async (t) => {
  const [cue] = rules.cues;
  const faults: [unknown, RegExp][] = [
    [null, /the file is an object/],
    [[], /the file is an object/],
    [{ ...rules, cues: [] }, /cues is a list with entries/],
    [{ ...rules, cues: [7] }, /cues\[0\] is an object/],
    [{ ...rules, cues: [{ name: 'x' }] }, /cues\[0\] has a phrase/],
    [{ ...rules, cues: [{ ...cue, gapBefore: 99 }] }, /cues\[0\].gapBefore is a whole number/],
    [{ ...rules, cues: [{ ...cue, after: [''] }] }, /cues\[0\].after\[0\] is a text/],
    [{ ...rules, persons: 'x' }, /persons is a list/],
    [{ ...rules, stops: '' }, /stops is a text/],
  ];
  for (const [file, message] of faults)
    t.throws(() => citationRulesOf(file), { code: 'CONFIG_INVALID', message });
});
