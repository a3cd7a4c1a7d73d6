import { setFlagsFromString } from 'node:v8';
import t, { type Test } from 'tap';
import { FakeSnapshots, type Kept, plain, Stage, type StageOptions, upTo } from './stage.js';

/** Enough to start a thread, and soon full. */
const SMALL_HEAP_MB = 64;

function staged(t: Test, options: StageOptions = {}): Stage {
  const stage = new Stage(options);
  t.teardown(() => stage.actor.stop());
  return stage;
}

/** A stage with snapshots at entries 40 and 80, and the log at 90. */
async function withHistory(t: Test): Promise<Stage> {
  const stage = await staged(t).start();
  await stage.feed(...plain(40));
  await stage.actor.snapshot();
  await stage.feed(...plain(40));
  await stage.actor.snapshot();
  return stage.feed(...plain(10));
}

t.test('a thread that dies goes on from its snapshot as if it had never died', async (t) => {
  const stage = await withHistory(t);
  t.same(stage.snapshots.added, ['always', 'state-40', 'state-80'], 'what is unchanged is kept');
  stage.log.reads.length = 0;
  stage.fuses[92] = 1;
  await stage.feed('plain', 'exit', 'plain');
  const unharmed = staged(t, { log: stage.log });
  await unharmed.start();
  t.same(await stage.state(), await unharmed.state());
  t.same(stage.view.sequences, upTo(93));
  t.same(stage.log.reads[0], 81, 'the tail after the newest snapshot is all that is read');
  t.equal(stage.actor.figures.crashes, 1);
  t.equal(stage.actor.figures.snapshotSequence, 80);
});

t.test('a new process starts from the snapshot and the tail', async (t) => {
  const { log, snapshots } = await withHistory(t);
  log.reads.length = 0;
  const next = await staged(t, { log, snapshots }).start();
  t.same(next.view.sequences, upTo(90));
  t.same(log.reads, [81]);
});

t.test('readers never go back, and get a whole state after every restart', async (t) => {
  const stage = await withHistory(t);
  for (const [at, way] of ['exit', 'throw', 'exit'].entries()) {
    stage.fuses[stage.log.head + 1] = 1;
    await stage.feed(way, 'plain');
    t.equal(stage.view.arrivals.filter((fresh) => fresh).length, 2 + at);
  }
  t.same(
    stage.view.heads,
    [...stage.view.heads].sort((a, b) => a - b),
  );
  t.same(stage.view.sequences, upTo(stage.log.head));
});

t.test('reached() holds for what readers have, also while the thread is replaced', async (t) => {
  const stage = await withHistory(t);
  await t.rejects(stage.actor.ask('exit'), { code: 'ACTOR_DOWN' });
  await stage.actor.reached(90);
  t.same(stage.view.sequences, upTo(90));
  t.same(await stage.state(), { sequences: upTo(90), keys: plain(90) });
});

const FAULTS: { title: string; spoil(newest: Kept): void }[] = [
  { title: 'of another version', spoil: (newest) => Object.assign(newest, { version: 2 }) },
  { title: 'ahead of the log', spoil: (newest) => Object.assign(newest, { sequence: 91 }) },
  { title: 'with a lost chunk', spoil: ({ chunks }) => chunks.set('state-80', null) },
  { title: 'that makes no sense', spoil: ({ chunks }) => chunks.set('state-80', Buffer.from('{')) },
  {
    title: 'that kills the thread',
    spoil: ({ chunks }) => chunks.set('state-80', Buffer.from('exit')),
  },
];

for (const { title, spoil } of FAULTS) {
  t.test(`a snapshot ${title} is passed over for the one before it`, async (t) => {
    const { log, snapshots } = await withHistory(t);
    spoil(snapshots.kept[0]!);
    log.reads.length = 0;
    const next = await staged(t, { log, snapshots }).start();
    t.same(await next.state(), { sequences: upTo(90), keys: plain(90) });
    t.equal(snapshots.chosen.at(-1), 40);
    t.equal(snapshots.kept.length, 2, 'and stays until another is there');
    t.same(log.reads[0], 41);
    t.equal(next.actor.figures.snapshotSequence, 40);
  });
}

t.test(
  'with no sound snapshot the log is replayed, and the next snapshot is written',
  async (t) => {
    const { log, snapshots } = await withHistory(t);
    for (const kept of snapshots.kept) kept.chunks.set('always', null);
    log.reads.length = 0;
    const next = await staged(t, { log, snapshots }).start();
    t.same(await next.state(), { sequences: upTo(90), keys: plain(90) });
    t.same(log.reads[0], 1);
    await next.actor.snapshot();
    t.same(
      snapshots.kept.map(({ sequence }) => sequence),
      [90],
    );
  },
);

t.test('a snapshot that was passed over is written again at the same entry', async (t) => {
  const stage = await staged(t).start();
  await stage.feed(...plain(5));
  await stage.actor.snapshot();
  stage.snapshots.kept[0]!.chunks.set('always', null);
  await t.rejects(stage.actor.ask('exit'), { code: 'ACTOR_DOWN' });
  await stage.state();
  await stage.actor.snapshot();
  t.same(
    stage.snapshots.kept.map(({ sequence }) => sequence),
    [5],
  );
});

for (const way of ['throw', 'exit', 'grow']) {
  t.test(
    `an entry that ends three threads by "${way}" is set aside, the rest goes on`,
    async (t) => {
      if (way === 'grow') setFlagsFromString(`--max-old-space-size=${SMALL_HEAP_MB}`);
      const stage = await staged(t).start();
      stage.fuses[3] = 1_000_000;
      await stage.feed('plain', 'plain', way, 'plain', 'plain');
      t.same(stage.log.skips, [3]);
      t.equal(stage.actor.figures.crashes, 3);
      await stage.actor.reached(stage.log.head);
      t.same(stage.view.sequences, [1, 2, 4, 5, 6], 'entry 6 says that entry 3 was set aside');
      t.equal(stage.fuses[3], 999_997, 'it was tried three times');
      const next = await staged(t, { log: stage.log }).start();
      t.same(next.view.sequences, [1, 2, 4, 5, 6], 'it stays aside');
    },
  );
}

t.test('an entry that fails twice and then works is not set aside', async (t) => {
  const stage = await staged(t).start();
  stage.fuses[2] = 2;
  await stage.feed('plain', 'exit', 'plain');
  t.same(stage.log.skips, []);
  t.same(stage.view.sequences, [1, 2, 3]);
});

t.test('a second poisonous entry is set aside as quickly as the first', async (t) => {
  const stage = await staged(t).start();
  stage.fuses.fill(1_000_000, 2, 6);
  await stage.feed('plain', 'throw', 'plain');
  await stage.feed('exit', 'plain');
  t.same(stage.log.skips, [2, 5]);
  await stage.actor.reached(stage.log.head);
  t.same(stage.view.sequences, [1, 3, 4, 6, 7]);
});

t.test('a crash that no entry explains does not spin, however well the replay goes', async (t) => {
  const stage = await staged(t).start();
  await stage.feed(...plain(20));
  await stage.actor.snapshot();
  await stage.feed('plain', 'plain');
  stage.fuses[0] = 1_000_000;
  stage.offer('messy');
  await stage.until(() => stage.actor.figures.crashes >= 2);
  const { crashes } = stage.actor.figures;
  // The pauses double from 0.1 s: in 1.2 s there is no time for more than three.
  await new Promise((resolve) => setTimeout(resolve, 1200));
  t.ok(stage.actor.figures.crashes <= crashes + 3, `${stage.actor.figures.crashes} crashes`);
  t.same(stage.log.skips, [], 'nobody innocent is set aside');
});

t.test('a snapshot that cannot be written fails alone', async (t) => {
  const snapshots = new FakeSnapshots();
  const stage = await staged(t, { snapshots }).start();
  await stage.feed('plain');
  const { begin } = snapshots;
  const { TagwireError } = await import('../../../src/kernel/errors.js');
  snapshots.begin = async () => {
    throw new TagwireError('STORE_WRITE_FAILED', 'no room');
  };
  await t.rejects(stage.actor.snapshot(), { code: 'STORE_WRITE_FAILED' });
  snapshots.begin = begin;
  await stage.actor.snapshot();
  t.equal(snapshots.kept.length, 1);
  t.equal(stage.actor.figures.crashes, 0);
});
