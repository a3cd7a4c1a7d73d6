import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import t, { type Test } from 'tap';
import { plain, Stage, type StageOptions, upTo } from './stage.js';

function staged(t: Test, options: StageOptions = {}): Stage {
  const stage = new Stage(options);
  t.teardown(() => {
    stage.openGate();
    return stage.actor.stop();
  });
  return stage;
}

t.test('entries are folded in order and once, from offers and from the log alike', async () => {
  const range = fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 25 }));
  await fc.assert(
    fc.asyncProperty(
      fc.array(range, { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 1, max: 20 }),
      fc.nat(60),
      async (offers, blockMax, startAt) => {
        const stage = new Stage();
        stage.log.add(...plain(60));
        stage.log.blockMax = blockMax;
        const started = stage.actor.start(startAt);
        let last = startAt;
        for (const [from, count] of offers) {
          stage.actor.offer(stage.log.block(from, count));
          last = Math.max(last, Math.min(60, from + count - 1));
          if (count % 3 === 0) await new Promise(setImmediate);
        }
        await started;
        await stage.actor.reached(last);
        const state = await stage.state();
        await stage.actor.stop();
        // A block of the log may hold more than was announced.
        assert.ok(state.sequences.length >= last);
        assert.deepEqual(state.sequences, upTo(state.sequences.length));
        assert.deepEqual(stage.view.sequences, state.sequences);
      },
    ),
    { numRuns: 30 },
  );
});

t.test(
  'questions are answered between the steps of a long entry, which shows when it is over',
  async (t) => {
    const stage = await staged(t).start();
    await stage.feed('plain');
    stage.offer('long', 'plain', 'long', 'slow');
    for (let at = 0; at < 3; at++)
      t.same(await stage.actor.ask('state'), { sequences: [1], keys: ['plain'] });
    t.same(stage.view.sequences, [1]);
    stage.openGate();
    await stage.actor.reached(5);
    t.same(stage.view.keys, ['plain', 'long', 'plain', 'long', 'slow']);
    t.same(stage.view.sequences, upTo(5));
  },
);

t.test('an actor that is stopped in the middle of a long entry does not wait for it', async (t) => {
  const stage = await staged(t).start();
  stage.offer('long', 'plain');
  await stage.actor.ask('state');
  await stage.actor.stop();
  t.same(stage.view.sequences, []);
});

t.test('an actor that is to hold folds nothing until it is far enough behind', async (t) => {
  const stage = staged(t);
  await stage.start();
  stage.isYielding = (lagEntries) => lagEntries < 5;
  stage.offer('plain', 'plain');
  await sleep(100);
  t.same(stage.view.sequences, [], 'two entries wait');
  stage.offer('plain', 'plain', 'plain');
  await stage.actor.reached(2);
  t.same(stage.view.sequences, upTo(2), 'with five it began, and holds again with three');
  stage.isYielding = () => false;
  await stage.actor.reached(5);
  t.same(stage.view.sequences, upTo(5));
});

t.test('deltas reach readers in order, and before reached() resolves', async (t) => {
  const stage = staged(t);
  stage.log.add(...plain(5));
  await stage.start();
  t.same(stage.view.sequences, upTo(5));
  const seen = upTo(30).map((number) => {
    stage.offer('plain', 'slow');
    return stage.actor.reached(5 + 2 * number).then(() => stage.view.sequences.length);
  });
  (await Promise.all(seen)).forEach((length, at) => {
    t.ok(length >= 7 + 2 * at, 'readers hold what was waited for');
  });
  t.same(stage.view.sequences, upTo(65));
  t.same(
    stage.view.heads,
    [...stage.view.heads].sort((a, b) => a - b),
  );
  t.same(
    stage.view.arrivals.filter((fresh) => fresh),
    [true],
    'only the first is fresh',
  );
});

t.test('a question overtakes the entries that wait', async (t) => {
  const stage = await staged(t).start();
  stage.offer('hold', ...new Array<string>(60).fill('slow'));
  const answer = stage.actor.ask('state') as Promise<{ sequences: number[] }>;
  stage.openGate();
  t.ok((await answer).sequences.length < 61, 'it is answered between two slices');
  await stage.actor.reached(61);
});

t.test('too many questions are refused, and the others answered', async (t) => {
  const stage = await staged(t).start();
  const held = stage.actor.ask('hold');
  const asked = upTo(1030).map(() => stage.actor.ask('state'));
  stage.openGate();
  const outcomes = await Promise.allSettled(asked);
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  t.equal(refused.length, 6);
  for (const { reason } of refused) t.match(reason, { code: 'ACTOR_OVERLOADED' });
  await held;
  t.ok(await stage.actor.ask('state'), 'later there is room again');
});

t.test('a question that fails leaves the actor alone', async (t) => {
  const stage = await staged(t).start();
  await t.rejects(stage.actor.ask('throw'), /no such thing/);
  await t.rejects(
    stage.actor.ask(() => 'a function cannot cross threads'),
    /could not be cloned/,
  );
  await stage.feed('plain');
  t.equal(stage.actor.figures.generation, 1);
  t.equal(stage.actor.figures.crashes, 0);
});

t.test('a question that kills the thread gives ACTOR_DOWN until there is another', async (t) => {
  const stage = await staged(t).start();
  await stage.feed('plain', 'plain');
  const questions = ['exit', 'state', 'state'].map((question) => stage.actor.ask(question));
  for (const question of questions) await t.rejects(question, { code: 'ACTOR_DOWN' });
  await t.rejects(stage.actor.ask('state'), { code: 'ACTOR_DOWN' });
  t.same((await stage.state()).sequences, [1, 2], 'nothing had to be ingested for that');
  t.equal(stage.actor.figures.generation, 2);
});

t.test('a thread that dies between messages is replaced without being asked', async (t) => {
  const stage = await staged(t).start();
  await stage.feed('plain');
  await stage.actor.ask('exit-later');
  await stage.until(() => stage.actor.figures.generation === 2);
  t.same((await stage.state()).sequences, [1]);
  t.same(stage.view.arrivals, [true, false, true]);
});

t.test('after a stop questions, waits and snapshots are refused', async (t) => {
  const stage = await staged(t).start();
  const waiting = stage.actor.reached(99);
  const refused = t.rejects(waiting, { code: 'ACTOR_DOWN' });
  await stage.actor.stop();
  await refused;
  await t.rejects(stage.actor.ask('state'), { code: 'ACTOR_DOWN' });
  await t.rejects(stage.actor.reached(99), { code: 'ACTOR_DOWN' });
  await t.resolves(stage.actor.snapshot(), 'there is nothing to write');
});

t.test('a log that is away for a while costs no thread', async (t) => {
  const stage = await staged(t).start();
  stage.log.failures = 2;
  stage.log.add(...plain(3));
  stage.actor.offer(stage.log.block(3, 1));
  await stage.actor.reached(3);
  t.same(stage.view.sequences, [1, 2, 3]);
  t.equal(stage.actor.figures.generation, 1);
});

t.test('beside an empty log the thread starts with the first entry', async (t) => {
  const stage = await staged(t).start();
  await stage.actor.snapshot();
  await sleep(50);
  t.match(stage.actor.figures, { generation: 0, isFollowing: true, crashes: 0 }, 'it sleeps');
  t.same(stage.view.arrivals, [], 'readers are as they began');
  await stage.feed('plain', 'plain');
  t.match(stage.actor.figures, { generation: 1, isFollowing: true });
  t.same(stage.view.sequences, upTo(2));
  t.same(stage.view.arrivals.slice(0, 1), [true], 'the first delta is the whole state');
});

t.test('beside an empty log the thread starts with the first question', async (t) => {
  const stage = await staged(t).start();
  const questions = ['state', 'state', 'state'].map((question) => stage.actor.ask(question));
  for (const answer of await Promise.all(questions)) {
    t.same((answer as { sequences: number[] }).sequences, [], 'each waits for the thread');
  }
  t.equal(stage.actor.figures.generation, 1);
  await stage.feed('plain');
  t.same(stage.view.sequences, [1], 'entries follow as ever');
});

t.test('an actor that sleeps can be stopped', async (t) => {
  const stage = await staged(t).start();
  await stage.actor.stop();
  t.equal(stage.actor.figures.generation, 0);
  await t.rejects(stage.actor.ask('state'), { code: 'ACTOR_DOWN' });
  await t.rejects(stage.actor.reached(1), { code: 'ACTOR_DOWN' });
});
