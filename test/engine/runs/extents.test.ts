import fc from 'fast-check';
import t from 'tap';
import { createArenaMemory } from '../../../src/engine/columns/arena.js';
import { SharedExtents } from '../../../src/engine/runs/extents.js';

const BYTES = 64;

type Step = 'allocate' | 'publish' | 'drop' | 'endDelta' | 'acknowledge';

const steps = fc.array(
  fc.record({
    step: fc.constantFrom<Step>('allocate', 'publish', 'drop', 'endDelta', 'acknowledge'),
    pick: fc.nat(),
  }),
  { maxLength: 60 },
);

t.test('no extent is used again that a reader may hold, and none is lost', async (t) => {
  fc.assert(
    fc.property(steps, (all) => {
      const extents = new SharedExtents(createArenaMemory(0), 0);
      /** By offset: whether a delta named it, and the delta that drops it, once one does. */
      const held = new Map<number, { named: boolean; droppedBy: number | null }>();
      let deltas = 0;
      for (const { step, pick } of all) {
        const mine = [...held].filter(([, { droppedBy }]) => droppedBy === null);
        const [at, state] = mine[pick % Math.max(1, mine.length)] ?? [];
        if (step === 'allocate') {
          const fresh = extents.allocate(BYTES);
          if (held.has(fresh)) return false;
          held.set(fresh, { named: false, droppedBy: null });
        } else if (step === 'endDelta') {
          extents.endDelta();
          deltas += 1;
        } else if (step === 'acknowledge') {
          const known = pick % (deltas + 1);
          extents.acknowledge(known);
          for (const [one, { droppedBy }] of held) {
            if (droppedBy !== null && droppedBy <= known) held.delete(one);
          }
        } else if (at !== undefined && state !== undefined) {
          if (step === 'publish') {
            extents.publish(at);
            state.named = true;
          } else {
            extents.drop(at);
            if (state.named) state.droppedBy = deltas + 1;
            else held.delete(at);
          }
        }
        if (extents.usedBytes !== BYTES * held.size) return false;
      }
      return true;
    }),
  );
  t.pass();
});

t.test('parts lie one after the other in one extent', async (t) => {
  const extents = new SharedExtents(createArenaMemory(0), 0);
  const at = extents.place([Uint8Array.of(1, 2), Uint8Array.of(3)]);
  t.same([...extents.arena.bytes().slice(at, at + 3)], [1, 2, 3]);
});
