import fc from 'fast-check';
import t from 'tap';
import { BUSY, type GateOptions, HostGates } from '../../../src/crawler/fetch/gates.js';
import { ManualClock } from '../../../src/kernel/clock.js';

/** A clock whose sleeps end when it is moved. */
class Sleeper extends ManualClock {
  sleeps: { atMs: number; wake: () => void }[] = [];

  readonly sleep = (ms: number): Promise<void> =>
    new Promise((wake) => this.sleeps.push({ atMs: this.nowMs() + ms, wake }));

  async move(byMs: number): Promise<void> {
    await settled();
    const untilMs = this.nowMs() + byMs;
    for (;;) {
      const next = this.sleeps.sort((a, b) => a.atMs - b.atMs)[0];
      if (next === undefined || next.atMs > untilMs) break;
      this.sleeps.shift();
      this.set(Math.max(this.nowMs(), next.atMs));
      next.wake();
      await settled();
    }
    this.set(untilMs);
    await settled();
  }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function gatesWith(options: Partial<GateOptions> = {}) {
  const clock = new Sleeper();
  const gates = new HostGates({ monotonic: clock, sleep: clock.sleep, ...options });
  const log: string[] = [];
  /** Work that lasts until the clock has moved so far. */
  const ask = (key: string, gapMs: number, workMs: number, signal?: AbortSignal) =>
    gates.run(
      key,
      gapMs,
      async () => {
        log.push(`${key} ${clock.nowMs()}`);
        if (workMs > 0) await clock.sleep(workMs);
        return key;
      },
      signal,
    );
  return { clock, gates, log, ask };
}

t.test('a host is asked once at a time, with a pause after each answer', async (t) => {
  const { clock, log, ask } = gatesWith();
  const all = [ask('a', 1000, 300), ask('a', 1000, 300), ask('a', 5000, 0), ask('b', 1000, 0)];
  await clock.move(10_000);
  t.same(log, ['a 0', 'b 0', 'a 1300', 'a 6600']);
  t.same(await Promise.all(all), ['a', 'a', 'a', 'b']);
});

t.test('the pause holds for one who comes later, and is over some day', async (t) => {
  const { clock, gates, log, ask } = gatesWith();
  await Promise.all([ask('a', 1000, 0), clock.move(400)]);
  void ask('a', 1000, 0);
  await clock.move(5000);
  t.same(log, ['a 0', 'a 1000']);
  void ask('a', 86_400_000, 0);
  await clock.move(60_000);
  t.equal(log.at(-1), 'a 61000', 'no pause is longer than a minute');
  t.equal(gates.counts.hosts, 0);
});

t.test('a host that hangs delays no other', async (t) => {
  const { clock, log, ask } = gatesWith({ underWayMax: 2 });
  void ask('hung', 0, 1_000_000);
  for (let at = 0; at < 5; at++) void ask('hung', 0, 0);
  for (const key of ['a', 'b', 'c', 'd']) void ask(key, 0, 100);
  await clock.move(1000);
  t.same(log, ['hung 0', 'a 0', 'b 100', 'c 200', 'd 300']);
});

t.test('where too many wait the answer is busy, at once', async (t) => {
  const { clock, log, ask } = gatesWith({ waitingPerHostMax: 2 });
  const all = [1, 2, 3, 4, 5].map(() => ask('a', 0, 10));
  t.same(await Promise.race([all[3], settled()]), BUSY);
  t.same(await all[4], BUSY);
  await clock.move(100);
  t.same(log, ['a 0', 'a 10', 'a 20']);
});

t.test('one who is stopped while waiting never begins, and his place is free', async (t) => {
  const { clock, gates, log, ask } = gatesWith({ waitingPerHostMax: 1 });
  void ask('a', 0, 100);
  const controller = new AbortController();
  const waiting = ask('a', 0, 0, controller.signal);
  controller.abort(new Error('stopped'));
  await t.rejects(waiting, { message: 'stopped' });
  await t.rejects(ask('b', 0, 0, AbortSignal.abort(new Error('before'))), { message: 'before' });
  t.equal(await Promise.race([ask('a', 0, 0), clock.move(1000)]), 'a');
  t.same(log, ['a 0', 'a 100']);
  t.equal(gates.counts.hosts, 0);
});

t.test('work that fails frees its host, and its failure is passed on', async (t) => {
  const { clock, gates, ask } = gatesWith();
  const broken = gates.run('a', 0, () => Promise.reject(new Error('broken')));
  const thrown = gates.run('b', 0, () => {
    throw new Error('thrown');
  });
  await t.rejects(broken, { message: 'broken' });
  await t.rejects(thrown, { message: 'thrown' });
  t.equal(await Promise.race([ask('a', 0, 0), clock.move(10)]), 'a');
  t.same(gates.counts, { underWay: 0, hosts: 0, remembered: 2 });
});

t.test('ten thousand hosts pass, and nothing of them stays', async (t) => {
  const { clock, gates, log, ask } = gatesWith();
  for (let at = 0; at < 20_000; at++) void ask(`host-${at % 10_000}`, 1000, 0);
  t.ok(clock.sleeps.length < 10, 'no host has a timer of its own');
  await clock.move(10_000);
  t.equal(log.length, 20_000);
  t.equal(gates.counts.hosts, 0);
  await clock.move(120_000);
  await Promise.all([ask('last', 0, 0), clock.move(1)]);
  t.equal(gates.counts.remembered, 1);
});

t.test('however requests come, the rules hold and none is lost', async () => {
  const request = fc.record({
    key: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    gapMs: fc.constantFrom(0, 10, 50),
    workMs: fc.constantFrom(0, 5, 30),
    waitMs: fc.constantFrom(0, 0, 0, 7, 100),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(request, { maxLength: 40 }), async (requests) => {
      const clock = new Sleeper();
      const gates = new HostGates({ monotonic: clock, sleep: clock.sleep, underWayMax: 3 });
      const endedMs = new Map<string, number>();
      const underWay = new Set<string>();
      let faults = 0;
      let done = 0;
      for (const { key, gapMs, workMs, waitMs } of requests) {
        void gates.run(key, gapMs, async () => {
          if (underWay.has(key) || underWay.size >= 3) faults++;
          if (clock.nowMs() < (endedMs.get(key) ?? -1000) + gapMs) faults++;
          underWay.add(key);
          if (workMs > 0) await clock.sleep(workMs);
          underWay.delete(key);
          endedMs.set(key, clock.nowMs());
          done++;
        });
        await clock.move(waitMs);
      }
      await clock.move(10_000);
      return faults === 0 && done === requests.length && gates.counts.hosts === 0;
    }),
    { numRuns: 100 },
  );
});
