/**
 * One command of kill-commands.ts: loads what it needs, says that it is ready, and begins when it is told to,
 * so that a kill meets its work. Arguments: those of `tagwire`, or `convert` and a data folder.
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { SnapshotLists } from '../../src/store/snapshot-lists.js';
import { MAIN } from './processes.js';

const [command = '', ...rest] = process.argv.slice(2);
const isConversion = command === 'convert';
if (command === 'import') await import('../../src/app/cli/actions/export.js');
else if (command === 'repair') await import('../../src/app/cli/actions/verify.js');
else if (!isConversion) await import('../../src/app/cli/actions/store.js');
const told = once(process, 'message');
process.send!('ready');
await told;
process.disconnect();
if (isConversion) await (await SnapshotLists.open(join(rest[0]!, 'snapshots/lists'))).close();
else {
  process.argv[1] = MAIN;
  await import(MAIN);
}
