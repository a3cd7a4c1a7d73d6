import t from 'tap';
import type { LogClient } from '../../src/app/log-client.js';
import { SnapshotRounds } from '../../src/app/snapshot-rounds.js';
import type { Actor } from '../../src/engine/actor/actor.js';
import { silentLogger } from '../../src/kernel/logger.js';

/** Rounds over an index that has its snapshot at entry 100, and writes the next one at `head`. */
function roundsAt(head: number): { rounds: SnapshotRounds; written: number[] } {
  const written: number[] = [];
  const figures = { snapshotSequence: 100, chunksWanted: 0 };
  const snapshot = async (): Promise<void> => {
    figures.snapshotSequence = head;
    written.push(head);
  };
  const actors = [{ name: 'tags', figures, snapshot } as unknown as Actor];
  const rounds = new SnapshotRounds({
    ...{ actors, log: {} as LogClient, logger: silentLogger },
    settle: async () => undefined,
    onErasure: () => undefined,
  });
  return { rounds, written };
}

t.test('a node that takes a store gets snapshots that are near its head', async (t) => {
  const { rounds, written } = roundsAt(60_000);
  await Promise.all([rounds.freshen(60_000), rounds.freshen(60_000)]);
  t.same(written, [60_000], 'one round for all who ask');
  await rounds.freshen(60_200);
  t.same(written, [60_000], 'a few entries are folded again');
});
