import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import t from 'tap';
import { STREAMS } from '../../../src/kernel/limits.js';
import { silentLogger } from '../../../src/kernel/logger.js';
import {
  ChangeFeed,
  type FeedPart,
  type FeedPlace,
  type FeedRequest,
} from '../../../src/serve/streams/change-feed.js';
import type { Outflow } from '../../../src/serve/streams/event-stream.js';
import { StreamFilter } from '../../../src/serve/streams/stream-filter.js';
import { StreamHub } from '../../../src/serve/streams/stream-hub.js';

const NOW_MS = Date.parse('2026-03-10T04:00:00Z');
/** Two of these are more than is handed to a socket at once. */
const LONG = 'x'.repeat(40_000);

function filterOf(q: string | null): StreamFilter {
  const question = { kinds: null, q, tag: null, owners: null, category: null };
  return new StreamFilter(question, () => false);
}

/** A client whose socket is full when the test says so. */
class Client implements Outflow {
  text = '';
  isFull = false;
  isOver = false;
  onWrite = (): void => undefined;

  write(bytes: Uint8Array): boolean {
    this.text += Buffer.from(bytes).toString();
    this.onWrite();
    return !this.isFull;
  }

  close(): void {
    this.isOver = true;
  }

  get ids(): number[] {
    return [...this.text.matchAll(/"id":(\d+)/g)].map(([, id]) => Number(id));
  }

  async until(text: string): Promise<void> {
    while (!this.text.includes(text)) await sleep(1);
  }

  async has(id: number): Promise<void> {
    while (!this.ids.includes(id)) await sleep(1);
  }
}

/** A hub over a log of one item an entry, whose clock goes on with every look at it. */
function makeHub(t: { teardown(work: () => void): void }, text = '') {
  const state = {
    sequence: 3,
    jsons: 0,
    nowMs: 0,
    arrived: [] as { id: number; timeMs: number }[],
  };
  const read = async ({ after, untilSequence, countMax }: FeedRequest): Promise<FeedPart> => {
    const last = Math.min(untilSequence, after.sequence + countMax);
    const ids = Array.from({ length: last - after.sequence }, (_, at) => after.sequence + at + 1);
    const next = { sequence: last, id: 0, chain: 7 };
    return { isKnown: true, ids, sortMs: ids.map(() => NOW_MS), owners: [], next };
  };
  const feed = new ChangeFeed(
    {
      kind: 'news',
      itemKind: 'article',
      ownerKind: 'media',
      sequence: () => state.sequence,
      arrived: (afterMs, untilMs) =>
        state.arrived.filter(({ timeMs }) => timeMs > afterMs && timeMs <= untilMs),
      items: async (refs) =>
        refs.map(({ id }) => Buffer.from(JSON.stringify({ id, title: `title ${text}` }))),
      owner: () => null,
    },
    { changes: read, entriesOf: async (ids) => [...ids] },
  );
  const hub = new StreamHub({
    feed,
    monotonic: {
      nowMs: () => {
        state.nowMs += 1;
        return state.nowMs;
      },
    },
    nowMs: () => NOW_MS,
    logger: silentLogger,
    tokenOf: ({ sequence }) => String(sequence),
    jsonOf: ({ json }) => {
      state.jsons += 1;
      return json!;
    },
    computed: [],
    perAddressMax: 1000,
  });
  t.teardown(() => hub.stop());
  const connect = (q: string | null = null, place: FeedPlace | null = null) => {
    const client = new Client();
    const receiver = hub.receiver('here', filterOf(q), place);
    receiver.opened(client);
    return Object.assign(client, { drained: () => receiver.drained() });
  };
  return { hub, state, connect };
}

t.test('between writing to streams, others get their turn', async (t) => {
  const { state, connect } = makeHub(t);
  const clients = Array.from({ length: 100 }, () => connect());
  for (const client of clients) await client.until('event: live');
  let written = 0;
  let turns = 0;
  for (const client of clients) {
    client.onWrite = () => {
      written += 1;
    };
  }
  state.sequence = 4;
  let isDone = false;
  const others = (async () => {
    while (!isDone) {
      if (written > 0) turns += 1;
      written = 0;
      await turn();
    }
  })();
  for (const client of clients) await client.has(4);
  isDone = true;
  await others;
  // One for each; where the process is given no processor for a while, some timers end together.
  t.ok(turns >= clients.length / 2, `others got ${turns} turns between`);
});

t.test('an event is made once, however many filters it passes', async (t) => {
  const { state, connect } = makeHub(t);
  const clients = ['title', 'titl', 'itle', null].map((q) => connect(q));
  const other = connect('nothing');
  for (const client of [...clients, other]) await client.until('event: live');
  state.sequence = 5;
  for (const client of clients) await client.has(5);
  t.same(
    clients.map(({ ids }) => ids),
    clients.map(() => [4, 5]),
  );
  t.same(other.ids, []);
  t.equal(state.jsons, 2);
});

t.test('a socket that fills up and drains while all are told loses nothing', async (t) => {
  const { state, connect } = makeHub(t, LONG);
  const [slow, ...rest] = [connect(), connect(), connect()];
  for (const client of [slow!, ...rest]) await client.until('event: live');
  slow!.onWrite = () => {
    if (!slow!.text.includes('event: article')) return;
    slow!.onWrite = () => undefined;
    slow!.isFull = true;
    // The next one that is written to finds it drained again.
    rest[0]!.onWrite = () => {
      if (!slow!.isFull) return;
      slow!.isFull = false;
      slow!.drained();
    };
  };
  state.sequence = 6;
  for (const client of [slow!, ...rest]) await client.has(6);
  t.same([...new Set(slow!.ids)], [4, 5, 6]);
});

t.test('a client that comes while all are told misses nothing', async (t) => {
  const { state, connect } = makeHub(t);
  const clients = [connect(), connect()];
  for (const client of clients) await client.until('event: live');
  let late: ReturnType<typeof connect> | null = null;
  clients[0]!.onWrite = () => {
    late ??= connect();
  };
  state.sequence = 4;
  for (const client of clients) await client.has(4);
  await late!.until('event: live');
  state.sequence = 5;
  await late!.has(5);
  t.same(late!.ids, [4, 5], 'it came before that was told to all');
});

t.test(
  'who was blocked while others were told more is told to be behind, first of all',
  async (t) => {
    const { state, connect } = makeHub(t);
    const [slow, other] = [connect(), connect()];
    for (const client of [slow, other]) await client.until('event: live');
    slow.isFull = true;
    state.sequence = 4;
    await other.has(4);
    state.sequence = 9;
    await other.has(9);
    t.same(slow.ids, [4], 'nothing is written to a full socket');
    slow.isFull = false;
    const from = slow.text.length;
    slow.drained();
    await slow.has(9);
    t.match(slow.text.slice(from), /^event: behind\n/);
    t.same(slow.ids, [4, 5, 6, 7, 8, 9]);
  },
);

t.test('a socket that drains before others were told more is not behind', async (t) => {
  const { state, connect } = makeHub(t);
  const [slow, other] = [connect(), connect()];
  for (const client of [slow, other]) await client.until('event: live');
  slow.isFull = true;
  state.sequence = 4;
  await other.has(4);
  slow.isFull = false;
  slow.drained();
  state.sequence = 5;
  await slow.has(5);
  t.notMatch(slow.text, /event: behind/);
  t.same(slow.ids, [4, 5]);
});

t.test(
  'what came of itself since a place is told, though the log stands where it stood',
  async (t) => {
    const { state, connect } = makeHub(t);
    const first = connect();
    await first.until('event: live');
    state.arrived.push({ id: 2, timeMs: NOW_MS - 500 });
    const place = { sequence: 3, id: 0, chain: 7, nowMs: NOW_MS - 1000 };
    const late = connect(null, place);
    await late.until('event: live');
    t.same(late.ids, [2]);
    const later = connect(null, { ...place, nowMs: NOW_MS - 100 });
    await later.until('event: live');
    t.same(later.ids, []);
  },
);

t.test('a client is told when to come back, and gets signs of life with its place', async (t) => {
  const { state, connect } = makeHub(t);
  const client = connect();
  await client.until('event: live');
  t.match(client.text, /^retry: \d+\n\n/, 'first of all');
  const from = client.text.length;
  state.nowMs += STREAMS.heartbeatMs;
  while (client.text.length === from) await sleep(1);
  t.match(client.text.slice(from), /^: \nid: 3\n\n/);
  t.same(client.ids, [], 'which are no events');
});
