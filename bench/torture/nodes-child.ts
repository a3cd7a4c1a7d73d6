/**
 * A node whose wall clock its parent sets wrong: what `tagwire serve` does, with another clock.
 *
 * Argument: options as JSON. A message is how far the clock is off, in milliseconds; SIGTERM ends it.
 */
import { serve } from '../../src/app/app.js';
import { systemClock } from '../../src/kernel/clock.js';
import { resolveConfig } from '../../src/kernel/config.js';
import { createLogger } from '../../src/kernel/logger.js';

const flags = JSON.parse(process.argv[2]!) as { [name: string]: unknown };
const config = resolveConfig({ flags, environment: {}, file: {} });
const logger = createLogger(config, 'tagwire');
let offMs = 0;
const clocks = { wall: { nowMs: () => systemClock.nowMs() + offMs } };
process.on('message', (message) => {
  offMs = message as number;
});
const asked = new Promise<'stop'>((resolve) => process.once('SIGTERM', () => resolve('stop')));
for (;;) {
  const app = await serve({ config, logger, clocks });
  const why = await Promise.race([asked, app.renews]);
  await app.close();
  if (why === 'stop') break;
}
process.disconnect();
