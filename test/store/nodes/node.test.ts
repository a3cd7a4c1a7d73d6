import t, { type Test } from 'tap';
import { silentLogger } from '../../../src/kernel/logger.js';
import { IngestLog } from '../../../src/store/log/ingest-log.js';
import { EngineRefused } from '../../../src/store/nodes/engine.js';
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

async function three(t: Test): Promise<{ stream: MemoryStream; nodes: TestNode[] }> {
  const stream = new MemoryStream(LEASE_MS);
  const nodes = await Promise.all(['a', 'b', 'c'].map((name) => openTestNode(t, stream, name)));
  return { stream, nodes };
}

async function areLevel(t: Test, nodes: readonly TestNode[]): Promise<void> {
  const newest = () => Math.max(...nodes.map(({ log }) => log.head.sequence));
  await eventually('all are at the head', () =>
    nodes.every(({ log }) => log.head.sequence === newest()),
  );
  const [first, ...others] = await Promise.all(nodes.map(contentOf));
  for (const other of others) t.equal(other, first, 'all nodes hold the same');
}

t.test('What one node takes in, every node has, byte for byte', async (t) => {
  const { nodes } = await three(t);
  t.match(await send(nodes, [MEDIA, articleAt(1)]), { accepted: 2 });
  t.match(await send(nodes, [articleAt(1), articleAt(2)]), { accepted: 1, unchanged: 1 });
  const moved = { ...articleAt(1), body: undefined, publishedAt: '2001-01-01T00:00:00Z' };
  t.match(await send(nodes, [moved]), { updated: 1 });
  await areLevel(t, nodes);
  const secrets = nodes.map(({ log }) => log.secret.toString('hex'));
  t.equal(new Set(secrets).size, 1, 'cursors of one node hold on every node');
});

t.test('A node that does not write refuses, and says that another one does', async (t) => {
  const { nodes } = await three(t);
  await send(nodes, [MEDIA]);
  const writer = await writerOf(nodes);
  const other = nodes.find((node) => node !== writer)!;
  const request = { bytes: Uint8Array.from(Buffer.from('{}\n')), replay: false, nowMs: 0 };
  await t.rejects(other.log.ingest(request), { code: 'NOT_WRITER' });
  await t.rejects(other.log.tick(1e12), { code: 'NOT_WRITER' });
  await eventually('it knows who does', () => other.node.state().writer?.node === writer.name);
});

t.test(
  'Another node goes on when the writer is gone, and nothing is lost or doubled',
  async (t) => {
    const { stream, nodes } = await three(t);
    await send(nodes, [MEDIA, articleAt(1)]);
    const first = await writerOf(nodes);
    await first.crash();
    const left = nodes.filter((node) => node !== first);
    t.match(await send(left, [articleAt(1), articleAt(2)]), { accepted: 1, unchanged: 1 });
    const again = await openTestNode(t, stream, first.name, first.folder);
    await areLevel(t, [...left, again]);
  },
);

t.test('A batch whose answer was lost is in the log once', async (t) => {
  const { nodes } = await three(t);
  await send(nodes, [MEDIA]);
  const writer = await writerOf(nodes);
  writer.engine.losesAnswer = true;
  t.match(await send(nodes, [articleAt(1)]), { accepted: 0, unchanged: 1 });
  t.match(await send(nodes, [articleAt(1), articleAt(2)]), { accepted: 1, unchanged: 1 });
  await areLevel(t, nodes);
});

t.test(
  'A writer that is cut off for longer than its lease is refused when it comes back',
  async (t) => {
    const { nodes } = await three(t);
    await send(nodes, [MEDIA]);
    const writer = await writerOf(nodes);
    writer.engine.isCut = true;
    const left = nodes.filter((node) => node !== writer);
    t.match(await send(left, [articleAt(1)]), { accepted: 1 });
    writer.engine.isCut = false;
    await eventually('it follows', () => writer.node.state().role === 'follower');
    await areLevel(t, nodes);
  },
);

t.test('A writer that did not run for longer than its lease takes nothing more', async (t) => {
  const { nodes } = await three(t);
  const { node } = await writerOf(nodes);
  // As a process that is stopped: no timer of its own has told it yet.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LEASE_MS);
  t.throws(() => node.demand(), { code: 'NOT_WRITER' });
});

t.test('A node that lacks entries of another one leaves the writing to it', async (t) => {
  const { stream, nodes } = await three(t);
  await send(nodes, [MEDIA, articleAt(1)]);
  await areLevel(t, nodes);
  const writer = await writerOf(nodes);
  const [slow, other] = nodes.filter((node) => node !== writer) as [TestNode, TestNode];
  slow.engine.isCut = true;
  const { last } = stream;
  await send([writer], [articleAt(2)]);
  await eventually('the other one has it', async () => (await other.log.item('news', 2)) !== null);
  stream.loseNewest(stream.last - last);
  const { claim } = other.engine;
  other.engine.claim = async (...given) => {
    if (given[0] === 'lease') throw new EngineRefused('not yet');
    return claim.apply(other.engine, given);
  };
  let [claims, looks] = [0, 0];
  slow.engine.claim = async (...given) => {
    if (given[0] === 'lease') claims += 1;
    return claim.apply(slow.engine, given);
  };
  const { held } = slow.engine;
  slow.engine.held = async (...given) => {
    const found = await held.apply(slow.engine, given);
    if (found === null && given[0] === 'lease') looks += 1;
    return found;
  };
  await writer.crash();
  slow.engine.isCut = false;
  await eventually('it has seen that no node writes', () => looks >= 5);
  t.equal(claims, 0);
  other.engine.claim = claim;
  await send([slow, other], [articleAt(3)]);
  await areLevel(t, [slow, other]);
  t.not(await slow.log.item('news', 2), null);
});

t.test('What is erased leaves the files of every node, and stays erased', async (t) => {
  const { stream, nodes } = await three(t);
  await send(nodes, [MEDIA, articleAt(1), articleAt(2)]);
  const { last } = stream;
  const erased = await send(nodes, [
    { kind: 'erase', target: 'news', key: 'https://abc.example/1' },
  ]);
  t.match(erased, { accepted: 1, hasErased: true });
  await areLevel(t, nodes);
  for (const { log } of nodes) t.equal(await log.item('news', 1), null);
  await eventually('it leaves the shared log', () => stream.first > last);
  t.match(await send(nodes, [articleAt(1)]), { accepted: 0, rejects: [{ index: 0 }] });
});

t.test('Entries that the engine has lost are appended again by a node that has them', async (t) => {
  const { stream, nodes } = await three(t);
  // What was erased stays in the stream here: a node begins with it below.
  for (const { engine } of nodes) engine.dropBefore = async () => undefined;
  await send(nodes, [MEDIA, articleAt(1)]);
  const url = 'https://abc.example/1';
  await send(nodes, [{ kind: 'erase', target: 'news', key: url }]);
  for (let at = 2; at < 8; at++) await send(nodes, [articleAt(at)]);
  const writer = await writerOf(nodes);
  for (const lost of [1, 3, 7]) {
    stream.loseNewest(lost);
    await send(nodes, [articleAt(100 + lost)]);
    await eventually('it is made good', () => nodes.some(({ node }) => node.state().repairs > 0));
    await areLevel(t, nodes);
  }
  t.ok(writer.node.state().takeovers > 0);
  // A node that begins with nothing comes to the same by the stream alone.
  const fresh = await openTestNode(t, stream, 'd');
  await areLevel(t, [...nodes, fresh]);
  t.equal(await fresh.log.item('news', 1), null, 'what was erased is so for it as well');
});

t.test('A store whose entries are other ones folds nothing of the log, and says so', async (t) => {
  const { stream, nodes } = await three(t);
  await send(nodes, [MEDIA, articleAt(1), articleAt(2)]);
  const foreign = new MemoryStream(LEASE_MS);
  const alone = await openTestNode(t, foreign, 'x');
  await send([alone], [{ ...MEDIA, title: 'Another' }, articleAt(9)]);
  const { sequence } = alone.log.head;
  await alone.crash();
  const stranger = await openTestNode(t, stream, 'x', alone.folder);
  await eventually('it is in doubt', () => stranger.node.state().role === 'doubt');
  t.match(stranger.node.state().trouble, /does not go on from this store/);
  await send(nodes, [articleAt(3)]);
  t.equal(stranger.log.head.sequence, sequence, 'it stays as it is');
  t.equal((await writerOf(nodes)).node.state().role, 'writer', 'the others go on');
});

t.test(
  'A node that was away for longer than entries are kept says that it is behind',
  async (t) => {
    const { stream, nodes } = await three(t);
    await send(nodes, [MEDIA]);
    await areLevel(t, nodes);
    const away = nodes.find(({ node }) => node.state().role !== 'writer')!;
    await away.crash();
    const left = nodes.filter((node) => node !== away);
    for (let at = 0; at < 5; at++) await send(left, [articleAt(at)]);
    stream.dropBefore(stream.last);
    const back = await openTestNode(t, stream, away.name, away.folder);
    await eventually('it is behind', () => back.node.state().role === 'behind');
    t.match(back.node.state().trouble, /keeps only newer entries/);
    t.match(await send(left, [articleAt(9)]), { accepted: 1 });
  },
);

t.test('Of two nodes of one name the later one gives way', async (t) => {
  const { stream, nodes } = await three(t);
  await send(nodes, [MEDIA]);
  const twin = await openTestNode(t, stream, 'a');
  await eventually('it gives way', () => twin.node.state().role === 'doubt');
  t.match(twin.node.state().trouble, /nodeName "a": the node at http:\/\/a has this name/);
  t.match(await send(nodes, [articleAt(1)]), { accepted: 1 });
  await areLevel(t, nodes);
});

t.test("A node's store is opened for its log and for no other", async (t) => {
  const { nodes } = await three(t);
  await send(nodes, [MEDIA]);
  const [{ folder, crash, log }] = nodes as [TestNode];
  await eventually('it has what was sent', () => log.head.sequence > 0);
  await crash();
  await t.rejects(IngestLog.open({ folder, logger: silentLogger }), {
    code: 'CONFIG_INVALID',
    message: /is a node's store of the shared log "test"/,
  });
  const read = await IngestLog.open({ folder, logger: silentLogger, mayBeShared: true });
  t.ok(read.head.sequence > 0, 'a backup is made of it all the same');
  await read.close();
});
