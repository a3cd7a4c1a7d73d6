import { MessageChannel } from 'node:worker_threads';
import t from 'tap';
import { PortSink } from '../../src/crawler/port-sink.js';
import type { SinkAsk } from '../../src/crawler/protocol.js';

interface Owner {
  teardown(work: () => void): void;
}

/** A sink, the lines of each request that it made, and how to answer the oldest one. */
function openSink(owner: Owner) {
  const { port1, port2 } = new MessageChannel();
  owner.teardown(() => port1.close());
  const requests: { id: number; lines: string[] }[] = [];
  port1.on('message', (ask: SinkAsk) => {
    if (ask.call !== 'send') return;
    const text = new TextDecoder().decode(ask.lines);
    requests.push({ id: ask.id, lines: text.trimEnd().split('\n') });
  });
  const asked = async (count: number): Promise<void> => {
    while (requests.length < count) await new Promise((resolve) => setImmediate(resolve));
  };
  const answer = (rejected: number[] = []): void => {
    const { id } = requests.at(-1)!;
    const rejects = rejected.map((index) => ({ index, reason: `bad ${index}` }));
    port1.postMessage({ id, ok: true, value: { rejects } });
  };
  const fail = (message: string): void =>
    port1.postMessage({ id: requests.at(-1)!.id, ok: false, message });
  return { sink: new PortSink(port2), requests, asked, answer, fail };
}

const record = (name: string) => ({ kind: 'news', name });

t.test('what is sent while a request is under way goes together in the next one', async (t) => {
  const { sink, requests, asked, answer } = openSink(t);
  const first = sink.send([record('a')]);
  await asked(1);
  const others = [sink.send([record('b'), record('c')]), sink.send([record('d')])];
  answer();
  t.same(await first, { rejects: [] });
  await asked(2);
  t.equal(requests[1]!.lines.length, 3);
  answer([1, 2]);
  t.same(await others[0], { rejects: [{ index: 1, reason: 'bad 1' }] });
  t.same(
    await others[1],
    { rejects: [{ index: 0, reason: 'bad 2' }] },
    'places are of each own list',
  );
});

t.test('a request that fails fails for all who are in it, and the next one goes out', async (t) => {
  const { sink, asked, answer, fail } = openSink(t);
  const first = sink.send([record('a')]);
  await asked(1);
  fail('the disk is full');
  await t.rejects(first, { message: 'the disk is full' });
  const second = sink.send([record('a')]);
  await asked(2);
  answer();
  t.same(await second, { rejects: [] });
});

t.test('more than a request holds goes in several, with places of the whole list', async (t) => {
  const { sink, requests, asked, answer } = openSink(t);
  const long = 'x'.repeat(900_000);
  const sent = sink.send([record(long), record(long), record('last')]);
  await asked(1);
  answer();
  await asked(2);
  answer([1]);
  t.same(await sent, { rejects: [{ index: 2, reason: 'bad 1' }] });
  t.same(
    requests.map(({ lines }) => lines.length),
    [1, 2],
  );
});

t.test('nothing to send needs no request', async (t) => {
  const { sink, requests } = openSink(t);
  t.same(await sink.send([]), { rejects: [] });
  t.equal(requests.length, 0);
});
