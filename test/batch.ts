/**
 * Runs test files one after the other in one process: tap, the modules that files share and what the compiler
 * made of them are loaded once, which costs more than most files. `test/run.ts` starts this and writes a name
 * of a file in a line when it is to run; a message follows with what the file's tests came to.
 *
 * A file is a subtest here. What it calls of `t`, which is tap's root where the file is run alone, goes to that
 * subtest, so that hooks, teardowns and timeouts are of the file.
 */
import './no-async-hooks.js';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { Assertions } from '@tapjs/asserts';
import t, { type Test } from 'tap';

/** What is sent when all tests of a file have ended. */
export interface FileCounts {
  file: string;
  passed: number;
  failed: number;
}

/** For one file. */
const TIMEOUT_MS = Number(process.env.TAP_TIMEOUT) * 1000;

const HOOKS = ['after', 'afterEach', 'before', 'beforeEach', 'setTimeout', 'teardown'] as const;
const ASSERTIONS = [
  'doesNotThrow',
  'equal',
  'fail',
  'match',
  'not',
  'notMatch',
  'notOk',
  'notSame',
  'ok',
  'pass',
  'rejects',
  'resolves',
  'same',
  'strictSame',
  'test',
  'throws',
  'type',
] as const;

const test = t.test.bind(t);
for (const name of ['same', 'strictSame'] as const) compareFirst(name);
t.setTimeout(0);
for await (const file of createInterface({ input: process.stdin })) {
  let counts = t.counts;
  await test(file, { timeout: TIMEOUT_MS }, async (own) => {
    counts = own.counts;
    redirect(own);
    await import(pathToFileURL(resolve(file)).href);
  });
  process.send!({ file, passed: counts.pass, failed: counts.fail } satisfies FileCounts);
}

/**
 * Both print what is compared before they know whether it differs, which takes longer than most of what is
 * tested: snapshots, chunks of bytes, lists of answers.
 */
function compareFirst(name: 'same' | 'strictSame'): void {
  const print = Assertions.prototype[name] as (...args: unknown[]) => boolean;
  Object.assign(Assertions.prototype, {
    [name](this: Assertions, found: unknown, wanted: unknown, ...rest: unknown[]) {
      const isEqual = isDeepStrictEqual(found, wanted);
      return print.call(this, isEqual || found, isEqual || wanted, ...rest);
    },
  });
}

function redirect(own: Test): void {
  for (const call of [...HOOKS, ...ASSERTIONS]) {
    Object.assign(t, { [call]: (own[call] as () => unknown).bind(own) });
  }
}
