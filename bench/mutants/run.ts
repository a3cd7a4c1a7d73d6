/**
 * Breaks the code on purpose, one place at a time, and says which test file notices:
 * `npm run mutants -- [WORD…] [--wide]`. Words choose mutants whose file contains one of them.
 *
 * A mutant is tried against the test files that it names; with `--wide`, where none of them notices,
 * against all others that import its file, the nearest first. Every test file is run once as it is
 * before it counts. The exit code is 1 when a mutant survives.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { messageOf } from '../../src/kernel/errors.js';
import { Checkout, root } from './checkout.js';
import { testsOf } from './importers.js';
import { mutants } from './list.js';
import type { Mutant } from './mutant.js';

const USAGE = 'npm run mutants -- [WORD…] [--wide]';
const DIST = join(root, 'dist');
/** A test file that waits for what a mutant prevents is ended after so long, or so many of its times. */
const PATIENCE_S = 40;
const PATIENCE_TIMES = 5;

const { values, positionals } = optionsOf();
if (values.help === true) {
  console.log(USAGE);
  process.exit(0);
}
const chosen = mutants.filter(
  ({ file }) => positionals.length === 0 || positionals.some((word) => file.includes(word)),
);
if (chosen.length === 0) {
  console.error('no mutant is in such a file');
  process.exit(2);
}

/** Seconds that a test file takes as the code is; null where it fails. */
const soundTests = new Map<string, number | null>();
const checkout = new Checkout();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    checkout.remove();
    process.exit(1);
  });
}
try {
  const survivors: Mutant[] = [];
  for (const mutant of chosen) {
    const startMs = performance.now();
    const noticed = await noticedBy(mutant);
    if (noticed === null) survivors.push(mutant);
    const seconds = ((performance.now() - startMs) / 1000).toFixed(1).padStart(6);
    console.log(`${seconds} s  ${mutant.file}: ${mutant.breaks}`);
    console.log(`          ${noticed ?? 'SURVIVES'}`);
  }
  for (const { file, breaks } of survivors) console.log(`SURVIVES ${file}: ${breaks}`);
  console.log(`${chosen.length} mutants, ${survivors.length} survive`);
  process.exitCode = survivors.length === 0 ? 0 : 1;
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 2;
} finally {
  checkout.remove();
}

/** The first test file that fails because of the mutant, and what failed; null when none does. */
async function noticedBy(mutant: Mutant): Promise<string | null> {
  const others = values.wide === true ? testsOf(DIST, mutant.file) : [];
  for (const name of new Set([...mutant.noticedBy, ...others])) {
    const soundS = await soundSecondsOf(name);
    if (soundS === null) continue;
    const secondsMax = Math.max(PATIENCE_S, PATIENCE_TIMES * soundS);
    const run = await checkout.with(mutant, () => checkout.test(name, secondsMax));
    if (!run.passed) return `${name} (${run.seconds.toFixed(1)} s): ${run.failure}`;
  }
  return null;
}

/** How long a test file takes without a mutant; null for one that fails, which tells nothing. */
async function soundSecondsOf(name: string): Promise<number | null> {
  const known = soundTests.get(name);
  if (known !== undefined) return known;
  const { passed, failure, seconds } = await checkout.test(name);
  if (!passed) console.log(`test/${name} fails without a mutant, so it tells nothing: ${failure}`);
  const sound = passed ? seconds : null;
  soundTests.set(name, sound);
  return sound;
}

function optionsOf() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { wide: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h' } },
    });
  } catch (error) {
    console.error(`${messageOf(error)}\n${USAGE}`);
    process.exit(2);
  }
}
