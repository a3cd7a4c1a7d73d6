import t, { type Test } from 'tap';
import {
  articleAt,
  contentOf,
  eventually,
  MEDIA,
  openTestNode,
  send,
  type TestNode,
  writerOf,
} from './helper.js';
import { MemoryStream } from './memory-engine.js';

const LEASE_MS = 400;
/** More than enough for a node that thinks it may write. */
const LOOKS = 8;

interface Two {
  stream: MemoryStream;
  writer: TestNode;
  other: TestNode;
}

/** Two nodes with the same records, one of which does not hear of the next ones. */
async function two(t: Test): Promise<Two> {
  const stream = new MemoryStream(LEASE_MS);
  const nodes = await Promise.all(['a', 'b'].map((name) => openTestNode(t, stream, name)));
  await send(nodes, [MEDIA, articleAt(1)]);
  await eventually('both are level', () => isLevel(nodes));
  await eventually('both are members', () => {
    const members = stream.values.get('shared members')?.value ?? '[]';
    return (JSON.parse(members) as string[]).length === 2;
  });
  const writer = await writerOf(nodes);
  return { stream, writer, other: nodes.find((node) => node !== writer)! };
}

function isLevel(nodes: readonly TestNode[]): boolean {
  const entries = nodes.map(({ log }) => log.head.sequence);
  return entries.every((entry) => entry === Math.max(...entries));
}

/** Counts how often a node looks for a writer, and finds none. */
function looksOf({ engine }: TestNode): { count: number } {
  const looks = { count: 0 };
  const { held } = engine;
  engine.held = async (...given) => {
    const found = await held.apply(engine, given);
    if (given[0] === 'lease' && found === null) looks.count += 1;
    return found;
  };
  return looks;
}

async function areSame(t: Test, nodes: readonly TestNode[]): Promise<void> {
  await eventually('all are level', () => isLevel(nodes));
  const [first, ...others] = await Promise.all(nodes.map(contentOf));
  for (const other of others) t.equal(other, first);
}

t.test(
  'A node that lacks what NATS has lost leaves the writing to the one that has it',
  async (t) => {
    const { stream, writer, other } = await two(t);
    const comeBack = stream.synced();
    other.engine.isCut = true;
    await send([writer], [articleAt(2)]);
    writer.engine.isCut = true;
    comeBack();
    other.engine.isCut = false;
    const looks = looksOf(other);
    await eventually('it looks for a writer', () => looks.count >= LOOKS);
    t.equal(other.node.state().role, 'follower', 'it waits, however long the other one is away');
    t.match(other.node.state().trouble, new RegExp(`${writer.name} may have entries`));
    writer.engine.isCut = false;
    t.match(await send([writer, other], [articleAt(2), articleAt(3)]), {
      unchanged: 1,
      accepted: 1,
    });
    await areSame(t, [writer, other]);
    await eventually('nothing is wrong', () => other.node.state().trouble === null);
  },
);

t.test('After a power cut the node that is up first waits for the others', async (t) => {
  const { stream, writer, other } = await two(t);
  const comeBack = stream.synced();
  other.engine.isCut = true;
  await send([writer], [articleAt(2)]);
  await Promise.all([writer.crash(), other.crash()]);
  comeBack();
  const first = await openTestNode(t, stream, other.name, other.folder);
  const looks = looksOf(first);
  await eventually('it looks for a writer', () => looks.count >= LOOKS);
  t.equal(first.node.state().role, 'follower');
  const second = await openTestNode(t, stream, writer.name, writer.folder);
  t.match(await send([first, second], [articleAt(2)]), { unchanged: 1, accepted: 0 });
  await areSame(t, [first, second]);
});

t.test('A stream whose entries have expired is not taken for an empty log', async (t) => {
  const { stream, writer, other } = await two(t);
  await other.crash();
  await send([writer], [articleAt(2)]);
  await writer.crash();
  stream.dropBefore(stream.last + 1);
  const stale = await openTestNode(t, stream, other.name, other.folder);
  await eventually('it is behind', () => stale.node.state().role === 'behind');
  t.match(stale.node.state().trouble, /accept-loss --from 3/);
  const looks = looksOf(stale);
  await eventually('it stays so', () => looks.count >= LOOKS);
  t.equal(stale.node.state().role, 'behind');
  const full = await openTestNode(t, stream, writer.name, writer.folder);
  t.match(await send([full], [articleAt(2), articleAt(3)]), { unchanged: 1, accepted: 1 });
});

t.test('A log whose entries have expired goes on after all of NATS was restarted', async (t) => {
  const { stream, writer, other } = await two(t);
  await Promise.all([writer.crash(), other.crash()]);
  stream.dropBefore(stream.last + 1);
  stream.restart();
  const nodes = [
    await openTestNode(t, stream, 'a', [writer, other].find(({ name }) => name === 'a')!.folder),
    await openTestNode(t, stream, 'b', [writer, other].find(({ name }) => name === 'b')!.folder),
  ];
  t.match(await send(nodes, [articleAt(1), articleAt(2)]), { unchanged: 1, accepted: 1 });
  await areSame(t, nodes);
});

t.test('A writer goes on where NATS was restarted and another node is away', async (t) => {
  const { stream, writer, other } = await two(t);
  await other.crash();
  stream.restart();
  t.match(await send([writer], [articleAt(2)]), { accepted: 1 });
});

t.test('A writer that sees a node with more entries leaves the writing to it', async (t) => {
  const { stream, writer, other } = await two(t);
  for (const hear of stream.hearing) {
    hear(JSON.stringify({ node: 'c', url: 'http://c', sequence: 99, canWrite: true }));
  }
  await eventually('it steps back', () => writer.node.state().role !== 'writer');
  t.match(await send([writer, other], [articleAt(2)]), { accepted: 1 });
});
