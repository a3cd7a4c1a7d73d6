import fc from 'fast-check';
import t from 'tap';
import type { SharedBatch } from '../../../src/store/log/order.js';
import { Assembly, headOf, partsOf } from '../../../src/store/nodes/message.js';

const bytes = (max: number) =>
  fc.uint8Array({ minLength: 1, maxLength: max }).map((array) => Buffer.from(array));
const operation = fc.oneof(
  fc.record({ type: fc.constant('put' as const), key: bytes(40), value: bytes(2000) }),
  fc.record({ type: fc.constant('del' as const), key: bytes(40) }),
);
const batches = fc
  .record({
    sequence: fc.nat(1e9),
    chain: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
    operations: fc.array(operation, { maxLength: 30 }),
    repeats: fc.constantFrom(1, 1, 40),
    lastTickMs: fc.option(fc.nat()),
  })
  .map(({ sequence, chain, operations, repeats, lastTickMs }): SharedBatch => {
    const all = Array.from({ length: repeats }, () => operations.map((one) => ({ ...one }))).flat();
    return {
      before: { sequence, chain },
      head: {
        sequence: sequence + all.length,
        chain: chain ^ 5n,
        nextIds: { news: 3, post: 4, blog: 5, 'portal-item': 6 },
        lastTickMs,
      },
      operations: all,
      rewritten: all.filter((_, at) => at % 3 === 0),
    };
  });

t.test('A batch comes out of its messages as it went in', async (t) => {
  fc.assert(
    fc.property(batches, fc.nat(1000), (batch, term) => {
      const assembly = new Assembly();
      const parts = partsOf(batch, term);
      for (const part of parts.slice(0, -1)) t.equal(assembly.add(part), null);
      const whole = assembly.add(parts.at(-1)!);
      t.same(whole, { batch, term });
      return true;
    }),
    { numRuns: 60 },
  );
});

t.test('Parts of a writer that was cut off mean nothing, whatever follows them', async (t) => {
  const make = (size: number): SharedBatch => ({
    before: { sequence: 7, chain: 1n },
    head: {
      sequence: 8,
      chain: BigInt(size),
      nextIds: { news: 1, post: 1, blog: 1, 'portal-item': 1 },
      lastTickMs: null,
    },
    operations: [{ type: 'put', key: Buffer.from('k'), value: Buffer.alloc(size, size % 251) }],
    rewritten: [],
  });
  const long = partsOf(make(2_000_000), 1);
  const other = partsOf(make(1_900_000), 2);
  t.ok(long.length > 3);
  for (let cut = 1; cut < long.length; cut++) {
    const assembly = new Assembly();
    for (const part of long.slice(0, cut)) t.equal(assembly.add(part), null);
    const found = other.map((part) => assembly.add(part));
    t.equal(found.at(-1)?.batch.head.chain, 1_900_000n, `cut after ${cut} parts`);
    // A beginning that was dropped by the engine.
    for (const part of long.slice(cut)) t.equal(assembly.add(part), null);
  }
});

t.test(
  'A byte that changes on the way is noticed, and so is a message of another format',
  async (t) => {
    const [part] = partsOf(
      {
        before: { sequence: 0, chain: 0n },
        head: {
          sequence: 1,
          chain: 9n,
          nextIds: { news: 1, post: 1, blog: 1, 'portal-item': 1 },
          lastTickMs: 5,
        },
        operations: [{ type: 'put', key: Buffer.from('key'), value: Buffer.from('value') }],
        rewritten: [],
      },
      1,
    );
    t.equal(headOf(part!).after.sequence, 1);
    const broken = Buffer.from(part!);
    broken[broken.length - 1]! ^= 1;
    t.throws(() => new Assembly().add(broken), { code: 'STORE_DAMAGED' });
    const foreign = Buffer.from(part!);
    foreign[0] = 9;
    t.throws(() => new Assembly().add(foreign), { code: 'STORE_UNKNOWN', message: /format 9/ });
  },
);
