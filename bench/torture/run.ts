/**
 * Runs faults in full and prints what they met: `npm run torture -- [NAME…] [--rounds N] [--seed N]`.
 * Without names it runs all of them, one after the other. The exit code is 1 when a promise broke, or not every round was made.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { messageOf } from '../../src/kernel/errors.js';
import { type Fault, makeDice } from './fault.js';

const PROGRESS_MS = 5000;
/** Violations that are printed; the rest is only counted. */
const SHOWN_MAX = 20;
const NOT_FAULTS = new Set([
  'fault.js',
  'run.js',
  'processes.js',
  'log-records.js',
  'kill-batches.js',
  'nodes-cluster.js',
  'nodes-keys.js',
  'nodes-scenes.js',
]);

const USAGE = 'npm run torture -- [NAME…] [--rounds N] [--seed N]';

const { values, positionals } = optionsOf();
const here = fileURLToPath(new URL('.', import.meta.url));
const known = readdirSync(here)
  .filter((file) => file.endsWith('.js') && !NOT_FAULTS.has(file) && !file.endsWith('-child.js'))
  .map((file) => file.replace(/\.js$/, ''))
  .sort();
if (values.help === true) {
  console.log(`${USAGE}\nfaults: ${known.join(', ')}`);
  process.exit(0);
}
const names = positionals.length === 0 ? known : positionals;
for (const name of names) {
  if (known.includes(name)) continue;
  console.error(`no fault is called ${name}; there are ${known.join(', ')}`);
  process.exit(2);
}
for (const name of names) {
  const { fault } = (await import(`./${name}.js`)) as { fault: Fault };
  const rounds = Number(values.rounds ?? fault.rounds);
  const seed = Number(values.seed);
  console.log(`${name}: ${fault.promise} (${rounds} rounds, seed ${seed})`);
  const folder = mkdtempSync(join(tmpdir(), `tagwire-torture-${name}-`));
  const startMs = performance.now();
  let shownMs = startMs;
  const outcome = await fault.run({
    rounds,
    dice: makeDice(seed),
    folder,
    progress(line) {
      if (performance.now() - shownMs < PROGRESS_MS) return;
      shownMs = performance.now();
      console.log(`  ${line}`);
    },
  });
  rmSync(folder, { recursive: true, force: true });
  const seconds = ((performance.now() - startMs) / 1000).toFixed(0);
  if (outcome.skipped !== undefined) console.log(`  skipped: ${outcome.skipped}`);
  for (const [figure, value] of Object.entries(outcome.figures)) {
    console.log(`  ${figure}: ${value}`);
  }
  for (const violation of outcome.violations.slice(0, SHOWN_MAX))
    console.log(`  BROKEN ${violation}`);
  console.log(`  ${outcome.rounds} rounds, ${outcome.violations.length} violations, ${seconds} s`);
  const isWhole = outcome.skipped !== undefined || outcome.rounds === rounds;
  if (outcome.violations.length > 0 || !isWhole) process.exitCode = 1;
}

function optionsOf() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        rounds: { type: 'string' },
        seed: { type: 'string', default: '1' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    console.error(`${messageOf(error)}\n${USAGE}`);
    process.exit(2);
  }
}
