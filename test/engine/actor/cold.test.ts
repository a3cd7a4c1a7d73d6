import t, { type Test } from 'tap';
import { SNAPSHOTS } from '../../../src/kernel/limits.js';
import type { CounterNotes } from './fixtures/counter.js';
import { Stage } from './stage.js';

async function staged(t: Test): Promise<Stage> {
  const stage = new Stage();
  t.teardown(() => stage.actor.stop());
  return stage.start();
}

async function notes(stage: Stage): Promise<CounterNotes> {
  return (await stage.actor.ask('notes')) as CounterNotes;
}

t.test('history is written once, kept by name, and need not stay in memory', async (t) => {
  const stage = await staged(t);
  await stage.feed('archive', 'plain');
  await stage.actor.snapshot();
  t.same(await notes(stage), { 'note-1': null });
  await stage.feed('archive');
  await stage.actor.snapshot();
  t.same(
    stage.snapshots.added.filter((name) => name.startsWith('note')),
    ['note-1', 'note-3'],
  );
  t.same([...stage.snapshots.kept[0]!.cold], ['note-1', 'note-3']);
});

t.test('what is larger than a piece is written in pieces, and comes back whole', async (t) => {
  const stage = await staged(t);
  const long = 'long '.repeat(SNAPSHOTS.pieceBytesMax / 4);
  await stage.feed(long, long, 'short');
  await stage.actor.snapshot();
  t.equal(stage.snapshots.added.filter((name) => name === 'state-3').length, 3);
  const next = new Stage({ log: stage.log, snapshots: stage.snapshots });
  t.teardown(() => next.actor.stop());
  await next.start();
  t.equal(next.actor.figures.snapshotSequence, 3, 'it began with the snapshot');
  t.ok(next.view.keys.length === 3 && next.view.keys[1] === long);
});

t.test('small chunks are asked for and written together, a few at a time', async (t) => {
  const stage = await staged(t);
  await stage.feed(...new Array<string>(40).fill('archive'));
  await stage.actor.snapshot();
  const { batches } = stage.snapshots;
  t.same(
    batches.map(({ length }) => length),
    [16, 16, 10],
  );
  t.same(batches.flat().slice(0, 3), ['always', 'state-40', 'note-1']);
  t.equal(`${stage.snapshots.kept[0]!.chunks.get('note-17')}`, '"what happened at 17"');
});

t.test('a long chunk between small ones is written alone, and nothing is lost', async (t) => {
  const stage = await staged(t);
  const long = 'long '.repeat(SNAPSHOTS.pieceBytesMax / 4);
  await stage.feed('archive', long);
  await stage.actor.snapshot();
  t.same(stage.snapshots.batches, [['always'], ['state-2'], ['state-2'], ['note-1']]);
  const { chunks } = stage.snapshots.kept[0]!;
  t.same(JSON.parse(`${chunks.get('state-2')}`), await stage.state());
  t.equal(`${chunks.get('note-1')}`, '"what happened at 1"');
});

t.test('chunks that together are more than a piece are written one after the other', async (t) => {
  const stage = await staged(t);
  const half = 'half'.repeat(SNAPSHOTS.pieceBytesMax / 4 - 13);
  await stage.feed(half, 'archive');
  await stage.actor.snapshot();
  t.same(stage.snapshots.batches, [['always', 'state-2'], ['note-2']]);
});

t.test('a new thread is not given history, and knows of it', async (t) => {
  const stage = await staged(t);
  await stage.feed('archive');
  await stage.actor.snapshot();
  const next = new Stage({ log: stage.log, snapshots: stage.snapshots });
  t.teardown(() => next.actor.stop());
  await next.start();
  t.same(await notes(next), { 'note-1': null });
});

t.test('history that is wanted comes back when there is time', async (t) => {
  const stage = await staged(t);
  await stage.feed('archive', 'archive');
  await stage.actor.snapshot();
  await stage.feed('recall');
  await stage.until(async () => Object.values(await notes(stage)).every((note) => note !== null));
  t.same(await notes(stage), {
    'note-1': 'what happened at 1',
    'note-2': 'what happened at 2',
  });
});

t.test('history that cannot be read is reported as lost, and the rest comes back', async (t) => {
  const stage = await staged(t);
  await stage.feed('archive', 'archive');
  await stage.actor.snapshot();
  stage.snapshots.kept[0]!.chunks.set('note-1', null);
  await stage.feed('recall');
  await stage.until(async () => Object.values(await notes(stage)).every((note) => note !== null));
  t.same(await notes(stage), { 'note-1': 'lost', 'note-2': 'what happened at 2' });
  t.equal(stage.actor.figures.crashes, 0);
});

t.test('entries of other kinds pass a writer by, and count as folded', async (t) => {
  const stage = await staged(t);
  stage.log.records.push({ kind: 'tick', atMs: 9, runs: [] });
  stage.actor.offer(stage.log.block(1, 1));
  await stage.feed('plain');
  t.same(stage.view.sequences, [2]);
});
