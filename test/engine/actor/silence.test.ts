/** Threads that have work and do nothing. */
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { RestartWaits } from '../../../src/app/indices.js';
import { Heartbeat } from '../../../src/engine/actor/heartbeat.js';
import type { ActorFigures } from '../../../src/engine/actor/ports.js';
import { CELL, CELL_COUNT } from '../../../src/engine/actor/protocol.js';
import { TagwireError } from '../../../src/kernel/errors.js';
import {
  systemThread,
  type ThreadState,
  threadState,
} from '../../../src/kernel/runtime/thread-priority.js';
import { times } from '../../all.js';
import { plain, Stage, upTo } from './stage.js';

/** Longer than anything else here takes; a thread that is given no processor has four times as long. */
const SILENT_MS = times(2000, 4000);

async function started(t: Test): Promise<Stage> {
  const stage = new Stage({ silentMsMax: SILENT_MS });
  t.teardown(() => stage.actor.stop());
  return stage.start();
}

t.test('a thread that folds an entry for ever is ended and begins again', async (t) => {
  const stage = await started(t);
  await stage.feed(...plain(5));
  stage.fuses[7] = 1;
  await stage.feed('plain', 'loop', 'plain');
  t.same(stage.view.sequences, upTo(8));
  t.match(stage.actor.figures, { crashes: 1, silences: 1 });
  t.same(stage.log.skips, [], 'once is no reason to set the entry aside');
});

t.test('an entry that does it three times is set aside', async (t) => {
  const stage = await started(t);
  stage.fuses[2] = 1_000_000;
  await stage.feed('plain', 'loop', 'plain');
  t.same(stage.log.skips, [2]);
  await stage.actor.reached(stage.log.head);
  t.same(stage.view.sequences, [1, 3, 4]);
  t.match(stage.actor.figures, { crashes: 3, silences: 3 });
});

t.test('a question that is never answered costs the thread, and nobody else', async (t) => {
  const stage = await started(t);
  await stage.feed(...plain(3));
  await t.rejects(stage.actor.ask('loop'), { code: 'ACTOR_DOWN' });
  await stage.until(() => stage.actor.figures.isFollowing);
  t.same(await stage.state(), { sequences: upTo(3), keys: plain(3) });
});

t.test('a thread that takes long over what came back from a snapshot is left to it', async (t) => {
  const before = await started(t);
  await before.feed('plain', 'lasting');
  await before.actor.snapshot();
  const { log, snapshots } = before;
  const stage = new Stage({ silentMsMax: SILENT_MS, log, snapshots });
  t.teardown(() => stage.actor.stop());
  const start = stage.start();
  await sleep(2 * SILENT_MS);
  t.match(stage.actor.figures, { crashes: 0, silences: 0, isFollowing: false });
  stage.openGate();
  await start;
  t.same(stage.view.sequences, upTo(2));
  t.match(stage.actor.figures, { crashes: 0, silences: 0, isFollowing: true });
});

t.test('a thread without work is never silent, one with work is once', async (t) => {
  const cells = new SharedArrayBuffer(CELL_COUNT * 8);
  let hasWork = false;
  let silences = 0;
  const heartbeat = new Heartbeat({
    cells,
    silentMsMax: 40,
    hasWork: () => hasWork,
    onSilence: () => {
      silences += 1;
    },
  });
  t.teardown(() => heartbeat.stop());
  const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 150));
  await pause();
  t.equal(silences, 0);
  hasWork = true;
  const beating = setInterval(() => {
    new Float64Array(cells)[CELL.beats]! += 1;
  }, 1);
  await pause();
  clearInterval(beating);
  t.equal(silences, 0);
  await pause();
  await pause();
  t.equal(silences, 1);
});

/** Looks at a silent thread until it is given up, by what the system says of it at each. */
function looksUntilSilence(stateAt: (look: number) => ThreadState | null): Promise<number> {
  let looks = 0;
  return new Promise((resolve) => {
    new Heartbeat({
      cells: new SharedArrayBuffer(CELL_COUNT * 8),
      silentMsMax: 40,
      hasWork: () => true,
      stateOf: () => stateAt(looks++),
      onSilence: () => resolve(looks),
    });
  });
}

t.test('a thread that wants a processor and is given none has four times as long', async (t) => {
  const alive = setInterval(() => undefined, 1000);
  t.teardown(() => clearInterval(alive));
  const looping = await looksUntilSilence((look) => ({ isReady: true, cpuMs: 10 * look }));
  t.equal(await looksUntilSilence(() => ({ isReady: false, cpuMs: 0 })), looping, 'it waits');
  t.equal(await looksUntilSilence(() => null), looping, 'nothing is known of it');
  t.equal(await looksUntilSilence(() => ({ isReady: true, cpuMs: 0 })), 1 + 4 * (looping - 1));
});

const skip = process.platform === 'linux' ? false : 'only Linux tells of threads';
t.test('a thread finds itself ready, with the time that it used', { skip }, async (t) => {
  const before = threadState(systemThread())!;
  t.equal(before.isReady, true);
  const untilMs = performance.now() + 500;
  while (performance.now() < untilMs);
  t.ok(threadState(systemThread())!.cpuMs > before.cpuMs);
  t.equal(threadState(2 ** 30), null, 'there is no such thread');
});

t.test('a question is asked again after a restart, once', async (t) => {
  const waits = new RestartWaits();
  const down = new TagwireError('ACTOR_DOWN', 'is restarting');
  const actorOf = (failures: number, isBack: boolean) => {
    let asked = 0;
    return {
      ask: async () => {
        asked += 1;
        if (asked <= failures) throw down;
        return asked;
      },
      figures: { isFollowing: isBack } as ActorFigures,
    };
  };
  t.equal(await waits.ask(actorOf(0, true), ''), 1);
  t.equal(await waits.ask(actorOf(1, true), ''), 2);
  await t.rejects(waits.ask(actorOf(2, true), ''), { code: 'ACTOR_DOWN' });
  const broken = { ...actorOf(0, true), ask: async () => Promise.reject(new Error('bug')) };
  await t.rejects(waits.ask(broken, ''), { message: 'bug' });
  const waiting = waits.ask(actorOf(1, false), '');
  t.equal(waits.waiting, 0, 'it has been asked and has not failed yet');
  await new Promise((resolve) => setTimeout(resolve, 50));
  t.equal(waits.waiting, 1);
  waits.end();
  await t.rejects(waiting, { code: 'ACTOR_DOWN' });
  t.equal(waits.waiting, 0);
});
