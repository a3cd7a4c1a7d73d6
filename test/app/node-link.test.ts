import t from 'tap';
import { NodeCounter, NodeLink, type NodePart } from '../../src/app/node-link.js';
import { TagwireError } from '../../src/kernel/errors.js';
import type { NodeState } from '../../src/store/log/node-state.js';
import { type NodeForPeers, PeerServer } from '../../src/store/nodes/peer-server.js';
import { peerTokenOf } from '../../src/store/nodes/peers.js';
import { startSample } from '../serve/http/sample-service.js';

const WRITER = { node: 'a', url: 'http://a', sequence: 1 };

/** Three nodes, of which the first one writes. */
function three(): { counters: NodeCounter[]; cut: { is: boolean }; asked: number[] } {
  const cut = { is: false };
  const asked: number[] = [];
  const counters: NodeCounter[] = [];
  const peers = {
    count: async (_: string, batch: Parameters<NodeCounter['count']>[0]) => {
      asked.push(batch.length);
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (cut.is) throw new Error('no answer');
      return counters[0]!.count(batch);
    },
  };
  for (const role of ['writer', 'follower', 'follower']) {
    const state = { role, writer: WRITER, peers: [WRITER, WRITER, WRITER] } as unknown as NodeState;
    counters.push(new NodeCounter(() => state, peers));
  }
  return { counters, cut, asked };
}

t.test('A caller has one quota on all nodes, whatever is asked at the same time', async (t) => {
  const { counters, asked } = three();
  const taken = await Promise.all(
    Array.from({ length: 60 }, (_, at) => counters[at % 3]!.take('news', 'ann', 25)),
  );
  t.equal(taken.filter((quota) => quota?.isAdmitted).length, 25);
  t.match(await counters[2]!.take('news', 'bob', 25), {
    isAdmitted: true,
    remaining: 24,
    limit: 25,
  });
  t.match(await counters[1]!.take('blog', 'ann', 25), { isAdmitted: true, remaining: 24 });
  t.ok(asked.length < 40, 'many are asked for at once');
  t.throws(() => counters[1]!.count([['news', 'ann', 25]]), { code: 'NOT_WRITER' });
});

t.test(
  'While the writer does not answer each node admits its share, with what it has admitted',
  async (t) => {
    const { counters, cut } = three();
    const admitted = async (count: number, at: number): Promise<number> => {
      const quotas = Array.from({ length: count }, () => counters[at]!.take('news', 'ann', 30));
      return (await Promise.all(quotas)).filter((quota) => quota?.isAdmitted).length;
    };
    t.same([await admitted(8, 1), await admitted(2, 2)], [8, 2], 'the writer counts them');
    cut.is = true;
    t.same([await admitted(30, 1), await admitted(30, 2)], [2, 8], 'ten each in all');
    t.equal(await admitted(30, 0), 20, 'the writer knows what it counted for others');
  },
);

t.test(
  'Answers of a node that counts with others are those of one that counts alone',
  async (t) => {
    const { counters } = three();
    const rateLimits = { anonymous: 2, key: 3 };
    const authenticate = {
      cached: (key: string) => (key === 'used' ? 'key 1' : null),
      verify: (key: string) => (key === 'fresh' ? 'key 2' : null),
    };
    const place = { showing: async () => undefined, headers: () => [], counter: counters[2]! };
    const shared = await startSample({ place, rateLimits, authenticate });
    const alone = await startSample({ rateLimits, authenticate });
    t.teardown(() => Promise.all([shared.server.close(), alone.server.close()]));
    const asked = ['used', 'used', 'used', 'used', 'fresh', 'none', '', ''];
    const quotas = async (url: string): Promise<unknown[]> => {
      const found = [];
      for (const key of asked) {
        const headers = key === '' ? {} : { 'x-api-key': key };
        const answer = await fetch(`${url}/api/v1/echo`, { headers });
        const { status } = answer;
        const of = (name: string) => answer.headers.get(name);
        found.push([
          key,
          status,
          of('x-ratelimit-limit'),
          of('x-ratelimit-remaining'),
          await answer.text(),
        ]);
      }
      return found;
    };
    t.same(await quotas(shared.url), await quotas(alone.url));
  },
);

t.test(
  'Lines without an answer are sent again as such, and lines that are in are not',
  async (t) => {
    const secret = Buffer.alloc(32, 7);
    const asked: (number | undefined)[] = [];
    const failed = new TagwireError('STORE_WRITE_FAILED', 'not known');
    const writer = {
      records: async (_: Uint8Array[], __: boolean, sentBehind?: number) => {
        asked.push(sentBehind);
        if (asked.length === 1) throw failed;
        return { summary: { accepted: 1 }, sequence: 7, isPlain: true };
      },
    };
    const server = new PeerServer(peerTokenOf(secret), writer as unknown as NodeForPeers);
    t.teardown(() => server.close());
    const url = `http://127.0.0.1:${await server.listen('127.0.0.1', 0)}`;
    let looks = 0;
    const part = {
      secret,
      state: { role: 'follower', node: 'b', writer: { ...WRITER, url }, peers: [] },
      head: () => (asked.length < 2 ? 5 : 7),
      shown: async () => {
        looks += 1;
        if (looks === 1) throw failed;
      },
    };
    const link = new NodeLink(part as unknown as NodePart);
    t.teardown(() => link.close());
    t.match(await link.ingest([Buffer.from('{}')], false, 0), { accepted: 1, sequence: 7 });
    t.same([asked, looks], [[undefined, 5], 2]);
  },
);
