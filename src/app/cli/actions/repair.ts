/**
 * `tagwire repair`: makes a damaged store whole again from what is sound in it, or in a backup. It says
 * first what will be kept and what is lost, and changes nothing before it is told to. Exit codes: 0 the
 * store is sound, 1 it is not, or nothing was done, 2 wrong usage.
 */
import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import { type Plan, withRepair } from '../../tools/checking.js';
import { refuse } from '../answers.js';
import { configOf } from '../config-file.js';

/** What is typed to agree. */
const WORDS = { repair: 'repair', lose: 'repair and lose' } as const;

interface Answers {
  yes?: true;
  acceptLoss?: true;
  fromBackup?: string;
}

function textOf({ damage, steps, losses }: Plan): string {
  return [
    ...damage.map(
      ({ file, at, what }) => `damaged  ${at === null ? file : `${file} at byte ${at}`}: ${what}`,
    ),
    ...steps.map((step) => `plan     ${step}`),
    ...(losses.length === 0 ? ['lost     nothing'] : losses.map((loss) => `lost     ${loss}`)),
    'aside    what is damaged or replaced goes to quarantine/; nothing is deleted',
  ].join('\n');
}

/** @throws TagwireError INPUT_INVALID unless the operator agrees. */
async function agree({ losses }: Plan, { yes, acceptLoss }: Answers): Promise<void> {
  const isLossy = losses.length > 0;
  if (yes === true && (!isLossy || acceptLoss === true)) return;
  if (yes === true) {
    refuse(
      'the plan loses something; nothing was changed. Name a backup with --from-backup, or add --accept-loss',
    );
  }
  if (!process.stdin.isTTY) {
    refuse(
      `nothing was changed; run it again with --yes${isLossy ? ' --accept-loss' : ''} to do this`,
    );
  }
  const word = isLossy ? WORDS.lose : WORDS.repair;
  const asker = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await asker.question(`Type "${word}" to do this: `);
  asker.close();
  if (answer.trim() !== word) refuse('nothing was changed');
}

export async function repair(options: Answers, own: Command): Promise<void> {
  const { data } = configOf(own);
  if (options.acceptLoss === true && options.yes !== true) {
    own.error('--accept-loss goes with --yes');
  }
  await withRepair(data, options.fromBackup ?? null, async (repair) => {
    if (!repair.isNeeded) {
      process.stdout.write('sound: there is nothing to repair\n');
      return;
    }
    process.stdout.write(`${textOf(repair.plan)}\n`);
    await agree(repair.plan, options);
    const aside = await repair.run();
    process.stdout.write(
      `repaired. What was damaged lies in ${aside}; it keeps what it holds, also what was erased or has expired since: delete it when nobody looks at it any more\n`,
    );
  });
}
