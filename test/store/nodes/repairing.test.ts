import t, { type Test } from 'tap';
import { silentLogger } from '../../../src/kernel/logger.js';
import { BackupSource } from '../../../src/store/backup/source.js';
import { BackupSessions } from '../../../src/store/log/backup-session.js';
import { IngestLog } from '../../../src/store/log/ingest-log.js';
import type { NodeSettings } from '../../../src/store/log/node-state.js';
import { type NodeForPeers, PeerServer } from '../../../src/store/nodes/peer-server.js';
import { peerTokenOf } from '../../../src/store/nodes/peers.js';
import { LogRepair, type OwnEntry } from '../../../src/store/nodes/repairing.js';
import { tempFolder } from '../helper.js';
import { articleAt, eventually, MEDIA, openTestNode, send, type TestNode } from './helper.js';
import { MemoryEngine, MemoryStream } from './memory-engine.js';

const LEASE_MS = 400;

interface Lost {
  stream: MemoryStream;
  /** Has less, and answers other nodes. */
  stale: TestNode;
  /** Has an acknowledged article that is nowhere else, and does not run. */
  folder: string;
}

/** A stream that has forgotten what only a node has that is away. */
async function lost(t: Test): Promise<Lost> {
  const stream = new MemoryStream(LEASE_MS);
  const secret = Buffer.from('5e'.repeat(32), 'hex');
  stream.share(secret);
  let node: TestNode | null = null;
  const sessions = new BackupSessions(() => ({ log: node!.log, pieces: {} }));
  const door = {
    backup: (request: Parameters<NodeForPeers['backup']>[0]) => sessions.answer(request),
    records: async (parts: Uint8Array[]) => {
      const bytes = Uint8Array.from(Buffer.concat(parts));
      const summary = await node!.log.ingest({ bytes, replay: false, nowMs: 1e12 });
      return { summary, sequence: node!.log.head.sequence, isPlain: true };
    },
  };
  const server = new PeerServer(peerTokenOf(secret), door as unknown as NodeForPeers);
  const port = await server.listen('127.0.0.1', 0);
  t.teardown(() => server.close());
  const stale = await openTestNode(t, stream, 'a', tempFolder(t), `http://127.0.0.1:${port}`);
  node = stale;
  const full = await openTestNode(t, stream, 'b');
  await send([stale, full], [MEDIA, articleAt(1)]);
  await eventually('both are level', () => full.log.head.sequence === stale.log.head.sequence);
  stale.engine.isCut = true;
  await send([full], [articleAt(2)]);
  await full.crash();
  stream.dropBefore(stream.last + 1);
  stale.engine.isCut = false;
  await eventually('it is behind', () => stale.node.state().role === 'behind');
  return { stream, stale, folder: full.folder };
}

async function repairing(t: Test, stream: MemoryStream): Promise<LogRepair> {
  const settings = { name: 'test', node: 'command', leaseMs: LEASE_MS } as NodeSettings;
  const repair = await LogRepair.open(settings, new MemoryEngine(stream));
  t.teardown(() => repair.close());
  return repair;
}

t.test('What is given up is named, and then the log goes on without it', async (t) => {
  const { stream, stale } = await lost(t);
  const repair = await repairing(t, stream);
  await t.rejects(repair.acceptLoss(2), { message: /a has entries up to 2; .* begins with 3/ });
  t.match(await repair.acceptLoss(3), /entries 3 to 3, which b may have, is given up/);
  t.match(await send([stale], [articleAt(3)]), { accepted: 1 });
  const again = await repairing(t, stream);
  await t.rejects(again.acceptLoss(stale.log.head.sequence + 1), { message: /nothing is missing/ });
});

t.test('Records that only one store has are listed, and sent to the log again', async (t) => {
  const { stream, stale, folder } = await lost(t);
  await (await repairing(t, stream)).acceptLoss(3);
  await send([stale], [articleAt(3)]);
  const back = await openTestNode(t, stream, 'b', folder);
  await eventually('it is in doubt', () => back.node.state().role === 'doubt');
  t.match(await send([stale], [articleAt(4)]), { accepted: 1 }, 'the other one goes on');
  await back.crash();
  const log = await IngestLog.open({ folder, logger: silentLogger, mayBeShared: true });
  t.teardown(() => log.close());
  const sessions = new BackupSessions(() => ({ log, pieces: {} }));
  const own = new BackupSource(folder, (request) => sessions.answer(request), false);
  const repair = await repairing(t, stream);
  const entries: OwnEntry[] = [];
  for await (const entry of repair.ownEntries(own)) entries.push(entry);
  t.match(entries, [{ sequence: 3, record: { url: 'https://abc.example/2' } }]);
  t.equal(await repair.resend(repair.ownEntries(own)), 1);
  t.match(await send([stale], [articleAt(2)]), { unchanged: 1 }, 'nothing of it is lost');
});
