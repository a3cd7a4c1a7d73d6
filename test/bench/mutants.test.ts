import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { mutants } from '../../bench/mutants/list.js';
import { mutated } from '../../bench/mutants/mutant.js';
import { root } from '../tidy/root.js';

t.test('every mutant still has its place in the code, and test files that notice it', async (t) => {
  for (const mutant of mutants) {
    const source = readFileSync(join(root, mutant.file), 'utf8');
    t.doesNotThrow(() => mutated(source, mutant), mutant.breaks);
    t.ok(mutant.noticedBy.length > 0, mutant.breaks);
    for (const name of mutant.noticedBy) {
      t.ok(existsSync(join(root, 'test', `${name}.test.ts`)), `${mutant.breaks} ${name}`);
      t.notMatch(name, /\.all$/, 'npm test alone notices it');
    }
  }
});

t.test('a text that is there twice, or not at all, is no place of a mutant', async (t) => {
  const mutant = { file: 'a.ts', text: 'x', instead: 'y', breaks: '', noticedBy: [] };
  t.throws(() => mutated('x x', mutant), /2 times, not once/);
  t.throws(() => mutated('z', mutant), /0 times, not once/);
  t.equal(mutated('a x b', mutant), 'a y b');
});
