import fc from 'fast-check';
import t from 'tap';
import { DAY_MS, HOUR_MS, ManualClock, MINUTE_MS, SECOND_MS } from '../../src/kernel/clock.js';
import { type ClockEvidence, GuardedClock } from '../../src/kernel/guarded-clock.js';
import { CLOCK } from '../../src/kernel/limits.js';

const NOW_MS = Date.UTC(2026, 5, 1);
const YEAR_MS = 365 * DAY_MS;
const NEW: ClockEvidence = { lastTickMs: null, note: null };

/** A machine whose clock people set wrong, and that sleeps. */
class Machine {
  readonly monotonic = new ManualClock(5000);
  readonly boot = new ManualClock(60_000);
  /** What a right clock would say. */
  trueMs = NOW_MS;
  offMs = 0;

  readonly wall = { nowMs: () => this.trueMs + this.offMs };

  guard(evidence: ClockEvidence = NEW): GuardedClock {
    return new GuardedClock(this, evidence);
  }

  pass(ms: number): void {
    this.trueMs += ms;
    this.monotonic.advance(ms);
    this.boot.advance(ms);
  }

  sleep(ms: number): void {
    this.trueMs += ms;
    this.boot.advance(ms);
  }

  /** Time in which the clock is looked at every second. */
  live(clock: GuardedClock, ms: number): void {
    for (let gone = 0; gone < ms; gone += SECOND_MS) {
      this.pass(SECOND_MS);
      clock.look();
    }
  }

  proven(): GuardedClock {
    const clock = this.guard();
    this.live(clock, CLOCK.provingMs);
    return clock;
  }
}

t.test('a proven clock is never believed to be anywhere but where it should be', async () => {
  const jump = fc.oneof(
    fc.integer({ min: -400 * YEAR_MS, max: 400 * YEAR_MS }),
    fc.integer({ min: -2 * MINUTE_MS, max: 2 * MINUTE_MS }),
    fc.constant(0),
  );
  const step = fc.record({
    offMs: jump,
    passMs: fc.integer({ min: 0, max: 40 * DAY_MS }),
    sleepMs: fc.oneof(fc.constant(0), fc.integer({ min: 2000, max: 40 * DAY_MS })),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const machine = new Machine();
      const clock = machine.proven();
      for (const { offMs, passMs, sleepMs } of steps) {
        machine.offMs = offMs;
        machine.pass(passMs);
        const { isHeld } = clock.look();
        machine.sleep(sleepMs);
        clock.look();
        // Small steps add up, each within the slack of where time then is.
        const errorMs = Math.abs(clock.nowMs() - machine.trueMs);
        if (errorMs > steps.length * CLOCK.slackMs) return false;
        if (Math.abs(offMs) > (steps.length + 1) * CLOCK.slackMs && !isHeld) return false;
        machine.offMs = 0;
      }
      return true;
    }),
    { numRuns: 200 },
  );
});

t.test('a clock that jumps is held until it is right again, and time goes on', async (t) => {
  const machine = new Machine();
  const clock = machine.proven();
  for (const offMs of [8 * DAY_MS, -400 * YEAR_MS, 61 * SECOND_MS]) {
    machine.offMs = offMs;
    t.equal(clock.nowMs(), machine.trueMs, 'at once, before anybody has looked');
    machine.live(clock, 3 * HOUR_MS);
    t.match(clock.look(), { isHeld: true, isProven: true, nowMs: machine.trueMs });
    machine.offMs = 0;
    t.match(clock.look(), { isHeld: false, nowMs: machine.trueMs });
  }
});

t.test('what a time server puts right is believed', async (t) => {
  const machine = new Machine();
  const clock = machine.proven();
  machine.offMs = -MINUTE_MS;
  t.match(clock.look(), { isHeld: false, nowMs: machine.trueMs - MINUTE_MS });
});

t.test('a person confirms a clock', async (t) => {
  const machine = new Machine();
  const clock = machine.proven();
  machine.offMs = 30 * DAY_MS;
  t.equal(clock.look().isHeld, true);
  clock.accept();
  t.match(clock.look(), { isHeld: false, isProven: true, nowMs: machine.trueMs + 30 * DAY_MS });
  machine.offMs = 0;
  t.equal(clock.look().isHeld, true, 'and from then on the other one is wrong');
});

t.test('a machine that sleeps wakes up with the right time', async (t) => {
  const machine = new Machine();
  const clock = machine.proven();
  machine.sleep(30 * DAY_MS);
  t.equal(clock.nowMs(), machine.trueMs);
  machine.offMs = DAY_MS;
  clock.look();
  machine.sleep(HOUR_MS);
  t.match(clock.look(), { isHeld: true, nowMs: machine.trueMs }, 'while it is held too');
});

t.test('a clock is proven when it has gone on for a while, and a jump begins anew', async (t) => {
  const machine = new Machine();
  const clock = machine.guard();
  machine.live(clock, CLOCK.provingMs - MINUTE_MS);
  t.match(clock.look(), { isHeld: false, isProven: false });
  machine.offMs = DAY_MS;
  t.match(clock.look(), { isHeld: true, isProven: false });
  machine.offMs = 0;
  machine.live(clock, 2 * MINUTE_MS);
  t.match(clock.look(), { isHeld: false, isProven: false });
  machine.live(clock, CLOCK.provingMs);
  t.match(clock.look(), { isHeld: false, isProven: true });
});

t.test('a clock that is not proven may be set, and is believed when it stays', async (t) => {
  const machine = new Machine();
  machine.offMs = -3 * DAY_MS;
  const clock = machine.guard();
  machine.offMs = 0;
  machine.live(clock, CLOCK.provingMs - SECOND_MS);
  t.match(clock.look(), { isHeld: true, nowMs: machine.trueMs - 3 * DAY_MS });
  machine.live(clock, 2 * SECOND_MS);
  t.match(clock.look(), { isHeld: false, isProven: false, nowMs: machine.trueMs });
});

t.test('a clock of another century waits for a better one', async (t) => {
  for (const offMs of [400 * YEAR_MS, -56 * YEAR_MS]) {
    const machine = new Machine();
    machine.offMs = offMs;
    const lastTickMs = NOW_MS - DAY_MS;
    const clock = machine.guard({ lastTickMs, note: null });
    machine.live(clock, 2 * CLOCK.provingMs);
    t.match(clock.look(), { isHeld: true, isProven: false });
    t.equal(clock.nowMs(), lastTickMs + 2 * CLOCK.provingMs);
    machine.offMs = 0;
    t.match(clock.look(), { isHeld: false, nowMs: machine.trueMs }, 'a plausible one is better');
    const fresh = new Machine();
    fresh.offMs = offMs;
    t.equal(fresh.guard().nowMs(), CLOCK.plausibleFromMs, 'without a store there is no better one');
  }
});

t.test('a note of the same start of the machine tells what time it is', async (t) => {
  const machine = new Machine();
  const note = { wallMs: machine.trueMs, bootMs: machine.boot.nowMs() };
  machine.sleep(20 * DAY_MS);
  machine.pass(HOUR_MS);
  t.match(machine.guard({ lastTickMs: NOW_MS, note }).look(), { isHeld: false, isProven: true });
  machine.offMs = 8 * DAY_MS;
  const clock = machine.guard({ lastTickMs: NOW_MS, note });
  t.match(clock.look(), { isHeld: true, isProven: true, nowMs: machine.trueMs });
});

t.test(
  'a store that was off for a year goes on at once, one of older time waits a little',
  async (t) => {
    const machine = new Machine();
    const off = (years: number) =>
      machine.guard({ lastTickMs: NOW_MS - years * YEAR_MS, note: null });
    t.match(off(1).look(), { isHeld: false, waits: false, nowMs: machine.trueMs });
    const clock = off(3);
    t.match(clock.look(), { isHeld: false, waits: true, nowMs: machine.trueMs });
    machine.live(clock, CLOCK.provingMs);
    t.match(clock.look(), { isHeld: false, waits: false });
    const accepted = off(3);
    accepted.accept();
    t.match(accepted.look(), { waits: false, isProven: true });
  },
);
