/** Runs a few rounds of a fault inside the tests: one of each kind, and more of them in the full run. */
import t, { type Test } from 'tap';
import { type Fault, makeDice } from '../../bench/torture/fault.js';
import { nodeArguments } from '../../bench/torture/processes.js';
import { times } from '../all.js';
import { threadsHere } from '../app/cli/run-command.js';
import { tempFolder } from '../store/helper.js';

/** Rounds of many processes take long on a busy machine: each may take this. */
const ROUND_MS = 60_000;
const TIMEOUT_MS = { min: times(240_000, 600_000), max: times(600_000, 900_000) };

/** @param usual rounds of `npm test`; `all` are those of `npm run test:all`. */
export function smallRun(fault: Fault, usual: number, all = usual, seed = 1): void {
  const rounds = times(usual, all);
  t.setTimeout(Math.min(TIMEOUT_MS.max, Math.max(TIMEOUT_MS.min, rounds * ROUND_MS)));
  t.test(fault.promise, async (t: Test) => {
    nodeArguments.splice(0, nodeArguments.length, ...threadsHere);
    const outcome = await fault.run({
      rounds,
      dice: makeDice(seed),
      folder: tempFolder(t),
      progress: () => undefined,
    });
    if (outcome.skipped !== undefined) {
      t.pass('', { skip: outcome.skipped });
      return;
    }
    t.comment(JSON.stringify(outcome.figures));
    t.same(outcome.violations, [], `nothing broke in ${outcome.rounds} rounds`);
    t.equal(outcome.rounds, rounds, 'every round was made');
  });
}
