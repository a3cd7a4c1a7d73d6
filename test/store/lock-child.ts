/**
 * Takes locks for the lock's test: folders come as lines on standard input, `won` or the code of
 * the refusal goes out for each, and what was won is held until the input ends.
 */
import { createInterface } from 'node:readline';
import { lockFolder } from '../../src/store/lock.js';

process.stdout.write('ready\n');
for await (const folder of createInterface({ input: process.stdin })) {
  try {
    lockFolder(folder);
    process.stdout.write('won\n');
  } catch (error) {
    process.stdout.write(`${(error as { code?: string }).code ?? String(error)}\n`);
  }
}
