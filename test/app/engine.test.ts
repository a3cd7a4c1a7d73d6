import t from 'tap';
import { LogClient } from '../../src/app/log-client.js';
import { silentLogger } from '../../src/kernel/logger.js';
import { tempFolder } from '../store/helper.js';

/** Native code that the process has loaded. */
function sharedObjects(): string[] {
  return (process.report.getReport() as unknown as { sharedObjects: string[] }).sharedObjects;
}

t.test('the code of LevelDB stays when the thread of the log has ended', async (t) => {
  const { client } = await LogClient.open(tempFolder(t), 'warn', silentLogger);
  await client.close();
  t.ok(sharedObjects().some((path) => /classic-level/.test(path)));
});
