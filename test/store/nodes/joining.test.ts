import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { TagwireError } from '../../../src/kernel/errors.js';
import { silentLogger } from '../../../src/kernel/logger.js';
import { LocalFiles } from '../../../src/store/backup/source.js';
import { type BackupRequest, BackupSessions } from '../../../src/store/log/backup-session.js';
import type { NodeSettings } from '../../../src/store/log/node-state.js';
import { finishJoining, joinBySnapshot } from '../../../src/store/nodes/joining.js';
import { type NodeForPeers, PeerServer } from '../../../src/store/nodes/peer-server.js';
import { peerTokenOf } from '../../../src/store/nodes/peers.js';
import { tempFolder } from '../helper.js';
import {
  articleAt,
  contentOf,
  eventually,
  MEDIA,
  openTestNode,
  send,
  type TestNode,
} from './helper.js';
import { MemoryEngine, MemoryStream } from './memory-engine.js';

const LEASE_MS = 400;

interface Giver {
  stream: MemoryStream;
  node: TestNode;
  asked: BackupRequest['op'][];
  /** Is called before each answer, and may throw. */
  before: { each: (op: BackupRequest['op'] | 'file') => void };
}

/** A node with articles that answers other nodes, and whose stream has forgotten the beginning. */
async function giver(t: Test, articles: number): Promise<Giver> {
  const stream = new MemoryStream(LEASE_MS);
  const before: Giver['before'] = { each: () => undefined };
  const asked: Giver['asked'] = [];
  const folder = tempFolder(t);
  let sessions: BackupSessions | null = null;
  const door = {
    backup: async (request: BackupRequest) => {
      asked.push(request.op);
      before.each(request.op);
      return sessions!.answer(request);
    },
    files: new LocalFiles(folder),
  };
  const secret = Buffer.from('5e'.repeat(32), 'hex');
  stream.share(secret);
  const server = new PeerServer(peerTokenOf(secret), door as unknown as NodeForPeers);
  const port = await server.listen('127.0.0.1', 0);
  t.teardown(() => server.close());
  const node = await openTestNode(t, stream, 'a', folder, `http://127.0.0.1:${port}`);
  sessions = new BackupSessions(() => ({ log: node.log, pieces: {} }));
  await send([node], [MEDIA]);
  for (let at = 0; at < articles; at += 50) {
    const count = Math.min(50, articles - at);
    await send(
      [node],
      Array.from({ length: count }, (_, index) => articleAt(at + index)),
    );
  }
  return { stream, node, asked, before };
}

async function joining(stream: MemoryStream, folder: string, isDamaged = false): Promise<boolean> {
  const settings = { name: 'test', node: 'b', url: 'http://b', leaseMs: LEASE_MS } as NodeSettings;
  const engine = new MemoryEngine(stream);
  const joiner = { folder, settings, engine, logger: silentLogger, isDamaged };
  return joinBySnapshot(joiner).finally(() => engine.close());
}

async function areSame(t: Test, a: TestNode, b: TestNode): Promise<void> {
  await eventually('both are at the same entry', () => a.log.head.sequence === b.log.head.sequence);
  t.equal(await contentOf(b), await contentOf(a), 'both hold the same');
}

t.test('A new node takes the store of another one, then what came since', async (t) => {
  const { stream, node } = await giver(t, 300);
  stream.dropBefore(stream.last + 1);
  const folder = tempFolder(t);
  await joining(stream, folder);
  await send([node], [articleAt(1000)]);
  const other = await openTestNode(t, stream, 'b', folder);
  await areSame(t, node, other);
  t.same(
    readdirSync(folder).filter((name) => name.startsWith('join')),
    [],
    'no draft is left',
  );
});

t.test('A node that was away for longer than the stream keeps does the same', async (t) => {
  const { stream, node } = await giver(t, 60);
  const other = await openTestNode(t, stream, 'b');
  await areSame(t, node, other);
  await other.crash();
  await send([node], [articleAt(500), articleAt(501)]);
  await send([node], [articleAt(502)]);
  stream.dropBefore(stream.last);
  const early = await openTestNode(t, stream, 'b', other.folder);
  await eventually('it says so', () => early.node.state().role === 'behind');
  await early.crash();
  await joining(stream, other.folder);
  await areSame(t, node, await openTestNode(t, stream, 'b', other.folder));
});

t.test('A node that the stream still serves is left alone', async (t) => {
  const { stream, node, asked } = await giver(t, 10);
  const other = await openTestNode(t, stream, 'b');
  await areSame(t, node, other);
  await other.crash();
  await send([node], [articleAt(500)]);
  await joining(stream, other.folder);
  t.same(asked, [], 'nothing was asked');
  await areSame(t, node, await openTestNode(t, stream, 'b', other.folder));
});

t.test('A cut of the network goes on where it was', async (t) => {
  const { stream, node, asked, before } = await giver(t, 400);
  stream.dropBefore(stream.last + 1);
  let cuts = 0;
  before.each = (op) => {
    if (op !== 'range' || cuts === 2) return;
    cuts += 1;
    throw new TagwireError('STORE_WRITE_FAILED', 'cut');
  };
  const folder = tempFolder(t);
  await joining(stream, folder);
  t.equal(asked.filter((op) => op === 'begin').length, 1, 'within one session');
  await areSame(t, node, await openTestNode(t, stream, 'b', folder));
});

t.test('What is compacted meanwhile is read from the beginning', async (t) => {
  const { stream, node, asked, before } = await giver(t, 400);
  stream.dropBefore(stream.last + 1);
  let ends = 0;
  before.each = (op) => {
    if (op !== 'get' || ends === 1) return;
    ends += 1;
    throw new TagwireError('STORE_CLOSED', 'compacted');
  };
  const folder = tempFolder(t);
  await joining(stream, folder);
  t.equal(asked.filter((op) => op === 'begin').length, 2);
  await areSame(t, node, await openTestNode(t, stream, 'b', folder));
});

t.test('A node that comes back to a stream without entries does the same', async (t) => {
  const { stream, node } = await giver(t, 60);
  const other = await openTestNode(t, stream, 'b');
  await areSame(t, node, other);
  await other.crash();
  await send([node], [articleAt(500)]);
  stream.dropBefore(stream.last + 1);
  await joining(stream, other.folder);
  await areSame(t, node, await openTestNode(t, stream, 'b', other.folder));
});

t.test('A damaged store is set aside for that of another node', async (t) => {
  const { stream, node } = await giver(t, 60);
  const other = await openTestNode(t, stream, 'b');
  await areSame(t, node, other);
  await other.crash();
  const log = join(other.folder, 'log');
  for (const name of readdirSync(log)) {
    if (/\.(ldb|log)$/.test(name)) writeFileSync(join(log, name), 'no log at all');
  }
  await t.rejects(openTestNode(t, stream, 'b', other.folder), { code: 'STORE_DAMAGED' });
  t.equal(await joining(stream, other.folder, true), true);
  t.ok(existsSync(join(other.folder, 'damaged', 'log')), 'what there was is kept');
  await areSame(t, node, await openTestNode(t, stream, 'b', other.folder));
});

t.test('A damaged store stays where no node has all that was acknowledged', async (t) => {
  const { stream } = await giver(t, 60);
  const folder = tempFolder(t);
  const head = { entry: 1000, hash: '0', term: 9, nodes: ['b'] };
  stream.values.set('witness head', { value: JSON.stringify(head), revision: 1, untilMs: 1e12 });
  writeFileSync(join(folder, 'anchor'), 'what there is');
  t.equal(await joining(stream, folder, true), false);
  t.ok(existsSync(join(folder, 'anchor')));
});

t.test('A store of another log is not replaced', async (t) => {
  const { stream } = await giver(t, 60);
  const foreign = await openTestNode(t, new MemoryStream(LEASE_MS), 'b');
  await send([foreign], [MEDIA, articleAt(7)]);
  const content = await contentOf(foreign);
  await foreign.crash();
  stream.dropBefore(stream.last);
  await joining(stream, foreign.folder);
  const again = await openTestNode(t, new MemoryStream(LEASE_MS), 'b', foreign.folder);
  t.equal(await contentOf(again), content);
});

t.test('A store that is whole and not in its place takes it at the next start', async (t) => {
  const { stream, node } = await giver(t, 60);
  stream.dropBefore(stream.last + 1);
  const folder = tempFolder(t);
  await joining(stream, folder);
  // As if the process had ended between the parts.
  const store = join(folder, 'joined', 'store');
  mkdirSync(store, { recursive: true });
  renameSync(join(folder, 'anchor'), join(store, 'anchor'));
  await finishJoining(folder);
  t.ok(existsSync(join(folder, 'anchor')));
  await areSame(t, node, await openTestNode(t, stream, 'b', folder));
});
