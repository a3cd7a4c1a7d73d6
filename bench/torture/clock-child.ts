/**
 * A server whose clocks run fast, and whose wall clock its parent sets wrong.
 *
 * Arguments: folder, speed, the moment on the machine's monotonic clock and the time then, and how far
 * the wall clock is off. Messages: a number sets that anew; anything else asks how the clock stands.
 */
import { serve } from '../../src/app/app.js';
import { askClock } from '../../src/app/cli/actions/clock.js';
import { resolveConfig } from '../../src/kernel/config.js';
import { silentLogger } from '../../src/kernel/logger.js';

const [data, ...numbers] = process.argv.slice(2) as [string, ...string[]];
const [speed, zeroMs, startMs, firstOffMs] = numbers.map(Number) as [
  number,
  number,
  number,
  number,
];
let offMs = firstOffMs;

// The same for all processes of a machine, so that a later server can know what an earlier one knew.
const gone = (): number => (Number(process.hrtime.bigint()) / 1e6 - zeroMs) * speed;
const clocks = {
  wall: { nowMs: () => Math.floor(startMs + gone() + offMs) },
  monotonic: { nowMs: gone },
  boot: { nowMs: gone },
};
const ports = { newsPort: 0, blogPort: 0, adminPort: 0 };
const flags = { data, ...ports, logLevel: 'silent', rateLimitNews: 1_000_000 };
const config = resolveConfig({ flags, environment: {}, file: {} });
const app = await serve({ config, logger: silentLogger, clocks });

process.on('message', (message) => {
  if (typeof message === 'number') offMs = message;
  else if (message === 'close') void app.close().then(() => process.disconnect());
  else {
    askClock(config, silentLogger, 'status').then(
      ({ state, nowMs, lastTickMs }) => process.send?.({ state, nowMs, lastTickMs }),
      () => process.send?.({ state: 'unknown', nowMs: 0, lastTickMs: null }),
    );
  }
});
process.send?.({ newsUrl: app.newsUrl, blogUrl: app.blogUrl });
