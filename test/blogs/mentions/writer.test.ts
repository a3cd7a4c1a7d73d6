/** How the writer lives: any order of entries, clocks, bounds, snapshots, memory. */
import t from 'tap';
import { MENTIONS_RESOLVED_FROM } from '../../../src/blogs/mentions/codec.js';
import { decode, encode } from '../../../src/kernel/codec.js';
import { blogMaskOf, blogOf, postMaskOf, postOf, START_MS, tickOf } from './records.js';
import { homeOf as home, worldOf } from './small-world.js';
import { type Chunk, World } from './world.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW_MS = START_MS + 100 * DAY_MS;
const RECENT_MS = NOW_MS - HOUR_MS;

t.test('entries may come in any order', async (t) => {
  const world = new World().fold(
    blogMaskOf('hide', 2),
    postMaskOf('hide', 2),
    postMaskOf('erase', 9),
    blogMaskOf('show', 7),
    postOf(1, 1, RECENT_MS, [home(2), home(3)]),
    postOf(2, 1, RECENT_MS, [home(3)]),
    blogOf(3),
    blogOf(2),
    blogOf(1),
  );
  t.same(world.edgesOf(NOW_MS), ['1>3 1']);
  t.same(world.fold(blogMaskOf('show', 2)).edgesOf(NOW_MS), ['1>2 1', '1>3 1']);
  t.same(world.fold(postMaskOf('show', 2)).edgesOf(NOW_MS), ['1>3 2', '1>2 1']);
});

t.test('questions from a clock in the past are answered as of then', async (t) => {
  const world = worldOf(2).fold(
    postOf(1, 1, START_MS, [home(2)]),
    postOf(2, 2, RECENT_MS, [home(1)]),
    tickOf(NOW_MS),
  );
  t.same(world.edgesOf(START_MS), ['1>2 1']);
  world.fold(tickOf(NOW_MS + HOUR_MS));
  t.same(world.edgesOf(START_MS), ['1>2 1']);
  t.same(world.edgesOf(NOW_MS), ['2>1 1']);
});

t.test('beyond the bound the oldest days go, and windows that reach there say so', async (t) => {
  const world = worldOf(2, 10);
  for (let day = 0; day < 15; day++) {
    world.fold(postOf(day + 1, 1, NOW_MS - (20 - day) * DAY_MS, [home(2)]));
  }
  t.same(world.fold(tickOf(NOW_MS, 'ranking')).edgesOf(NOW_MS), ['1>2 15']);
  world.fold(tickOf(NOW_MS, 'expiry'));
  t.same(world.edgesOf(NOW_MS), ['1>2 10']);
  t.equal(world.reader.figures.links, 10);
  const isCut = (hours: 168 | 720): boolean =>
    world.relations(NOW_MS, hours).coverage.aggregationTruncated;
  t.same([isCut(168), isCut(720)], [false, true]);
  world.restart(world.snapshot());
  t.same([isCut(168), isCut(720)], [false, true], 'after a restart as well');
});

t.test('a hidden post that went with its day stays hidden when it comes back', async (t) => {
  const world = worldOf(2, 0).fold(postOf(1, 1, RECENT_MS, [home(2)]), postMaskOf('hide', 1));
  world.fold(tickOf(NOW_MS, 'expiry'));
  t.equal(world.reader.figures.posts, 0);
  world.restart(world.snapshot()).fold(postOf(1, 1, RECENT_MS, [home(2)], { title: 'Again' }));
  t.same(world.edgesOf(NOW_MS), []);
});

t.test('only days that changed get new chunks, and what is erased is in none', async (t) => {
  const world = worldOf(2).fold(
    postOf(1, 1, START_MS, [home(2)], { title: 'Old words' }),
    postOf(2, 1, RECENT_MS, [home(2)]),
  );
  const names = (): string[] => world.snapshot().map(({ name }) => name);
  const before = names();
  world.fold(postOf(3, 1, RECENT_MS, [home(2)]));
  const after = names();
  const isNew = (name: string): boolean => !before.includes(name);
  const kinds = after.filter(isNew).map((name) => name.split('-')[0]);
  t.same(kinds, ['day', 'links'], 'the day, and what its links came to');
  world.fold(postOf(1, 1, START_MS, [home(2)], { title: 'Old words', summary: 'another' }));
  t.same(names(), after, 'a change that says nothing here writes nothing');
  world.fold(blogMaskOf('hide', 2), blogMaskOf('show', 2));
  t.equal(names().filter((name) => !after.includes(name)).length, 1, 'only the blogs');
  world.fold(postMaskOf('erase', 1));
  const words = (text: string): boolean =>
    world.snapshot().some(({ bytes }) => Buffer.from(bytes).includes(text));
  t.equal(words('Old words'), false);
  world.fold(blogMaskOf('erase', 2));
  t.equal(words('Blog 2'), false);
});

t.test('a start resolves no link again, unless the snapshot is older than the rules', async (t) => {
  const world = worldOf(3).fold(
    postOf(1, 1, RECENT_MS, [home(2), home(3), 'https://nobody.example/']),
    postOf(2, 2, RECENT_MS, [home(3)]),
    postOf(3, 3, RECENT_MS, [home(1)]),
    postMaskOf('hide', 3),
    tickOf(NOW_MS),
  );
  const edges = world.edgesOf(NOW_MS);
  t.same(edges, ['1>2 1', '1>3 1', '2>3 1']);
  const chunks = world.snapshot();
  // What stands there instead is told: nothing else can have said it.
  const forged = chunks.map(({ name, bytes }) => ({
    name,
    bytes: name.startsWith('links-') ? withUnresolved(bytes, 7) : bytes,
  }));
  const unresolvedOf = (version?: number): number =>
    new World().restart(forged, version).relations(NOW_MS).coverage.unresolvedLinks;
  t.same([unresolvedOf(), unresolvedOf(MENTIONS_RESOLVED_FROM - 1)], [7, 0]);
  const old = new World().restart(chunks, MENTIONS_RESOLVED_FROM - 1);
  t.same(
    old.snapshot().map(({ bytes }) => bytes),
    chunks.map(({ bytes }) => bytes),
    'and writes the same',
  );
  t.same(old.fold(postMaskOf('show', 3)).edgesOf(NOW_MS), [...edges, '3>1 1']);
});

t.test('what links come to changes with the blogs, and the day is stored again', async (t) => {
  const world = worldOf(1).fold(postOf(1, 1, START_MS, [home(2)]), postOf(2, 1, RECENT_MS, []));
  const names = (): string[] => world.snapshot().map(({ name }) => name);
  const before = names();
  world.fold(blogOf(2));
  const kinds = names()
    .filter((name) => !before.includes(name))
    .map((name) => name.split('-')[0]);
  t.same(kinds, ['blogs', 'links'], 'of one day');
  const edges = world.edgesOf(START_MS);
  t.same(edges, ['1>2 1']);
  t.same(world.restart(world.snapshot()).edgesOf(START_MS), edges);
});

t.test('resolutions that belong to other posts are refused', async (t) => {
  const chunksOf = (...targets: number[]) =>
    worldOf(3)
      .fold(...targets.map((id, at) => postOf(at + 1, 1, RECENT_MS, [home(id)])))
      .snapshot();
  const mixed = (other: readonly Chunk[]): Chunk[] =>
    chunksOf(2, 3).map((chunk) => {
      if (!chunk.name.startsWith('links-')) return chunk;
      const { bytes } = other.find(({ name }) => name.startsWith('links-'))!;
      return { name: chunk.name, bytes };
    });
  t.throws(() => new World().restart(mixed(chunksOf(2))), 'a post less');
  const hidden = worldOf(3)
    .fold(postOf(1, 1, RECENT_MS, []), postOf(2, 1, RECENT_MS, []), postMaskOf('hide', 1))
    .snapshot();
  t.throws(() => new World().restart(mixed(hidden)), 'a hidden one');
  t.doesNotThrow(() => new World().restart(mixed(chunksOf(2, 3))));
});

t.test('memory of edited and erased posts is used again', async (t) => {
  const world = worldOf(3);
  const round = (number: number): number => {
    for (let id = 1; id <= 200; id++) {
      const title = `${'long '.repeat(50)}${number}`;
      world.fold(postOf(id, 1, RECENT_MS, [home(2 + ((id + number) % 2))], { title }));
    }
    return world.reader.figures.heldBytes;
  };
  round(0);
  const settled = round(1);
  for (let number = 2; number < 30; number++) round(number);
  t.ok(world.reader.figures.heldBytes <= 2 * settled, `${settled} bytes at first`);
  t.same(world.edgesOf(NOW_MS), ['1>2 100', '1>3 100']);
});

t.test('a chunk that makes no sense is refused', async (t) => {
  const world = worldOf(2).fold(postOf(1, 1, RECENT_MS, [home(2)]));
  const chunks = world.snapshot();
  const damaged = (change: (bytes: Uint8Array) => Uint8Array): (() => void) => {
    return () => {
      new World().restart(
        chunks.map(({ name, bytes }) => ({
          name,
          bytes: name.startsWith('day-') ? change(bytes.slice()) : bytes,
        })),
      );
    };
  };
  t.throws(damaged((bytes) => bytes.slice(0, -20)));
  t.throws(damaged(() => new Uint8Array(0)));
  t.throws(damaged((bytes) => bytes.fill(0)));
  t.throws(() => new World().restart(chunks.filter(({ name }) => !name.startsWith('blogs-'))));
  t.doesNotThrow(damaged((bytes) => bytes));
});

/** A chunk of resolutions that says of the first post that so many links lead nowhere. */
function withUnresolved(bytes: Uint8Array, count: number): Uint8Array {
  const chunk = decode(bytes) as { unresolved: Uint8Array };
  const unresolved = Uint8Array.from(chunk.unresolved);
  new DataView(unresolved.buffer).setUint16(0, count, true);
  return Uint8Array.from(encode({ ...chunk, unresolved }));
}
