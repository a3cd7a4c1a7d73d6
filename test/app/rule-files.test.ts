import t from 'tap';
import { ruleFile } from '../../src/app/rule-files.js';
import { bylineRulesOf } from '../../src/news/shared/bylines/rules.js';
import { citationRulesOf } from '../../src/news/shared/citations/cues.js';

t.test('the rule files of bylines and citations are there, and are rules', async (t) => {
  t.ok(bylineRulesOf(ruleFile('bylines')).surnames.length > 100);
  t.ok(citationRulesOf(ruleFile('citations')).cues.length > 5);
  t.equal(ruleFile('citations'), ruleFile('citations'), 'a file is read once');
});

t.test('a file that is missing is an error of the configuration', async (t) => {
  t.throws(() => ruleFile('no-such-rules'), {
    code: 'CONFIG_INVALID',
    message: /data\/no-such-rules\.json cannot be read as rules/,
  });
});
