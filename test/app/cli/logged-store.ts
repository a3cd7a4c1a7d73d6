/** Stores for commands to work on: a log alone, which takes no time to make. */
import { bytesOf, type Line, NOW_MS, openLog } from '../../store/log/helper.js';
import { folderFor, type Owner } from './run-command.js';

/** A data folder whose log holds lines; gone after the test. */
export async function loggedStore(owner: Owner, lines: readonly Line[]): Promise<string> {
  const data = folderFor(owner);
  const log = await openLog(data);
  const { rejects } = await log.ingest({ bytes: bytesOf(lines), replay: false, nowMs: NOW_MS });
  await log.close();
  if (rejects.length > 0) throw new Error(rejects[0]!.reason);
  return data;
}
