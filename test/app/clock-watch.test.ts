import { join } from 'node:path';
import t from 'tap';
import { ClockWatch } from '../../src/app/clock-watch.js';
import { HOUR_MS } from '../../src/kernel/clock.js';
import type { Logger } from '../../src/kernel/logger.js';

const START_MS = Date.UTC(2026, 2, 2, 12);

t.test('a note of the clock that cannot be written is told, and nothing else fails', async (t) => {
  const told: string[] = [];
  const note = (_: object, message: string): void => void told.push(message);
  let passedMs = 0;
  const running = { nowMs: () => passedMs };
  const watch = new ClockWatch({
    folder: join(t.testdir({}), 'gone'),
    logger: { info: note, warn: note, error: note } as unknown as Logger,
    lastTickMs: () => START_MS,
    named: null,
    wall: { nowMs: () => START_MS + passedMs },
    monotonic: running,
    boot: running,
  });
  passedMs = HOUR_MS;
  t.equal(watch.report().state, 'right');
  watch.stop();
  t.strictSame(told, ['no note of the clock could be written']);
});
