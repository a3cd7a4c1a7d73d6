import { join } from 'node:path';
import t from 'tap';
import { ClockWatch } from '../../src/app/clock-watch.js';
import { HOUR_MS, SECOND_MS } from '../../src/kernel/clock.js';
import { type Logger, silentLogger } from '../../src/kernel/logger.js';
import { readClockNote } from '../../src/store/clock-note.js';

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

t.test(
  'a process that follows believes the time that the one before it believed last',
  async (t) => {
    const folder = t.testdir({});
    let passedMs = 0;
    let offMs = 0;
    const running = { nowMs: () => passedMs };
    const start = (): ClockWatch =>
      new ClockWatch({
        ...{ folder, logger: silentLogger, lastTickMs: () => START_MS, named: null },
        wall: { nowMs: () => START_MS + passedMs + offMs },
        ...{ monotonic: running, boot: running },
      });
    const setOff = (watch: ClockWatch, seconds: number): string => {
      passedMs += SECOND_MS;
      offMs = seconds * SECOND_MS;
      return watch.look().state;
    };
    const first = start();
    passedMs = HOUR_MS;
    first.look();
    if (readClockNote(folder) === null) return t.pass('', { skip: 'no notes on this system' });
    t.equal(setOff(first, -17), 'right', 'a clock may be set by less than a minute');
    first.stop();
    const second = start();
    t.equal(setOff(second, 0), 'right');
    t.equal(setOff(second, -65), 'held');
    const killed = start();
    t.equal(killed.report().state, 'held', 'by what the one that was killed had noted');
    killed.stop();
    const third = start();
    t.equal(third.report().state, 'held', 'by what was noted while the clock was held');
    t.equal(setOff(third, 0), 'right');
  },
);
