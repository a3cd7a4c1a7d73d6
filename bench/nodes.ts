/**
 * What does it cost to be one of several nodes, and how far behind are the others?
 *
 * Three servers of NATS and three nodes as processes of this machine, which share its processors: on
 * machines of their own every figure is better; processor time beside them says how much. Skipped where
 * `nats-server` is not installed. In turns with a server whose log is its own: records a second until a majority
 * has them (aim: half of it). Then: how long after its acknowledgement a follower shows a record while 5,000 a
 * second come in (limit: p99 a second), how long nobody takes records after the writer was killed (limit: 10 s), how
 * long a node with an empty folder takes until it is ready, and one that was away, and processor time of a node for a
 * page while two others run and while none does (limit: a tenth more). `TAGWIRE_BENCH_ARTICLES` asks for another
 * size of the store that is joined (100,000 unless told).
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IngestSink } from '../src/app/ingest/ingest-socket.js';
import { median, quantile, round, table, verdict, withFolder } from './lab.js';
import { Cluster, type NodeProcess, natsServer, until } from './torture/nodes-cluster.js';

const ARTICLES = Number(process.env.TAGWIRE_BENCH_ARTICLES ?? 100_000);
const TURNS = 3;
const TURN_RECORDS = 10_000;
/** Lines of a request, and requests under way, as `tagwire ingest` has them. */
const LINES = 1000;
const UNDER_WAY = 4;
const LAG_RATE = 5000;
const LAG_LINES = 250;
const LAG_SECONDS = 8;
const TAKEOVERS = 3;
/** What a node misses that is away. */
const MISSED = 20_000;
/** Many, because the system counts processor time in hundredths of a second. */
const PAGES = 12_000;
const CALLERS = 8;
const PAGE_PATH = '/api/v1/articles?limit=50';
const PATIENCE_MS = 300_000;
const OPTIONS = { rateLimitNews: 9_000_000 };

export async function run(): Promise<void> {
  const program = natsServer();
  if (program === null) {
    console.log('skipped: this benchmark needs nats-server (Debian package nats-server)');
    return;
  }
  await withFolder(async (folder) => {
    const cluster = await Cluster.lay(folder, program, { nodes: 5, options: OPTIONS });
    // One that joins later, and one whose log is its own.
    const [late, alone] = cluster.nodes.splice(3) as [NodeProcess, NodeProcess];
    alone.log = 'local';
    try {
      for (const member of [...cluster.servers, ...cluster.nodes, alone]) member.start();
      await cluster.ready(PATIENCE_MS);
      await ready(alone);
      await compareIngest(cluster, alone);
      await alone.end();
      await measureLag(cluster);
      await measureTakeover(cluster);
      await measureJoining(cluster, late);
      await measureCatchUp(cluster, late);
      await late.end();
      await measureReads(cluster);
    } finally {
      await Promise.all([late.kill(), alone.kill()]);
      await cluster.end();
    }
  });
}

let nextArticle = 0;

/** Lines of articles that were not there before. */
function linesOf(count: number): Uint8Array {
  const lines: string[] = [];
  if (nextArticle === 0) {
    lines.push(JSON.stringify({ kind: 'media', media: 'abc', title: 'ABC', enabled: true }));
  }
  for (let at = 0; at < count; at++) {
    const number = nextArticle++;
    const words = [7, 13, 101, 499].map((prime) => `word${(number * prime) % 2003}`);
    const title = `${words.join(' ')} ${number}`;
    const tags = words.slice(0, 2);
    const url = `https://abc.example/${number}`;
    lines.push(JSON.stringify({ kind: 'news', media: 'abc', url, title, tags }));
  }
  return Uint8Array.from(Buffer.from(`${lines.join('\n')}\n`));
}

async function sinkOf(node: NodeProcess): Promise<IngestSink> {
  const sink = await node.sink();
  if (sink === null) throw new Error(`${node.name} does not take records`);
  return sink;
}

async function writerOf(cluster: Cluster): Promise<NodeProcess> {
  let writer: NodeProcess | null = null;
  await until(PATIENCE_MS, async () => {
    writer = await cluster.writer();
    return writer === null ? 'no node writes' : null;
  });
  return writer!;
}

async function ready(node: NodeProcess): Promise<void> {
  await until(PATIENCE_MS, async () => {
    const state = await node.readiness();
    return state?.isReady === true ? null : `${node.name}: ${state?.text ?? node.errors}`;
  });
}

interface Sent {
  perSecond: number;
  /** Processor time of the node for a record, in microseconds. */
  cost: number;
}

/** Sends records, some requests at a time. */
async function send(node: NodeProcess, batches: readonly Uint8Array[]): Promise<Sent> {
  const sink = await sinkOf(node);
  const waiting = [...batches];
  const before = cpuSecondsOf(node);
  const startMs = performance.now();
  const worker = async (): Promise<void> => {
    for (let bytes = waiting.shift(); bytes !== undefined; bytes = waiting.shift()) {
      await sink.ingest(bytes, false);
    }
  };
  await Promise.all(Array.from({ length: UNDER_WAY }, worker));
  const seconds = (performance.now() - startMs) / 1000;
  await sink.settle();
  await sink.close();
  const records = batches.length * LINES;
  return { perSecond: records / seconds, cost: (1e6 * (cpuSecondsOf(node) - before)) / records };
}

function batchesOf(records: number): Uint8Array[] {
  return Array.from({ length: records / LINES }, () => linesOf(LINES));
}

async function compareIngest(cluster: Cluster, alone: NodeProcess): Promise<void> {
  // Catalogs, and what is compiled with the first records.
  const first = batchesOf(LINES);
  const writer = await writerOf(cluster);
  await send(alone, first);
  await send(writer, first);
  const own: Sent[] = [];
  const shared: Sent[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    const batches = batchesOf(TURN_RECORDS);
    own.push(await send(alone, batches));
    shared.push(await send(writer, batches));
    await cluster.level(PATIENCE_MS);
  }
  table(
    `${TURN_RECORDS} news records without bodies, ${TURNS} turns, records a second`,
    ['', 'median', 'all', 'processor µs a record'],
    [rowOf('own log, synced', own), rowOf('majority, synced', shared)],
  );
  verdict('share of the own log', rateOf(shared) / rateOf(own), 0.5, true);
  // What it would be at most where each node and each server has a machine of its own.
  verdict('the same by processor time of the writer', costOf(own) / costOf(shared), 0.5, true);
}

function costOf(sent: readonly Sent[]): number {
  return median(sent.map(({ cost }) => cost));
}

function rateOf(sent: readonly Sent[]): number {
  return median(sent.map(({ perSecond }) => perSecond));
}

function rowOf(name: string, sent: readonly Sent[]): (string | number)[] {
  const all = sent.map(({ perSecond }) => round(perSecond, 0)).join(' ');
  return [name, round(rateOf(sent), 0), all, round(costOf(sent), 0)];
}

async function measureLag(cluster: Cluster): Promise<void> {
  const writer = await writerOf(cluster);
  const followers = cluster.nodes.filter((node) => node !== writer);
  const sink = await sinkOf(writer);
  const lagMs: number[] = [];
  const gapMs = (1000 * LAG_LINES) / LAG_RATE;
  const count = (LAG_SECONDS * 1000) / gapMs;
  const before = followers.map(cpuSecondsOf);
  const startMs = performance.now();
  const under: Promise<void>[] = [];
  for (let at = 0; at < count; at++) {
    const dueMs = startMs + at * gapMs;
    const waitMs = dueMs - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    const acknowledged = sink.ingest(linesOf(LAG_LINES), false);
    under.push(
      acknowledged.then(async ({ sequence }) => {
        const sinceMs = performance.now();
        await Promise.all(followers.map((node) => shows(node, sequence!)));
        lagMs.push(performance.now() - sinceMs);
      }),
    );
  }
  await Promise.all(under);
  const records = count * LAG_LINES;
  const costs = followers.map((node, at) => (1e6 * (cpuSecondsOf(node) - before[at]!)) / records);
  const rate = (count * LAG_LINES * 1000) / (performance.now() - startMs);
  await sink.close();
  table(
    `After its acknowledgement both followers show a record; ${round(rate, 0)} records a second came in`,
    ['', 'p50 ms', 'p99 ms', 'max ms'],
    [['lag', ...[0.5, 0.99, 1].map((share) => round(quantile(lagMs, share), 0))]],
  );
  const shown = costs.map((cost) => round(cost, 0)).join(' and ');
  console.log(`  processor time of the followers for a record: ${shown} µs`);
  verdict('p99 in seconds', quantile(lagMs, 0.99) / 1000, 1, false);
}

async function shows(node: NodeProcess, entry: number): Promise<void> {
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${node.ports.news}/api/v1/articles?limit=1`, {
      headers: { 'tagwire-entry': String(entry) },
    });
    await response.arrayBuffer();
    if (response.status === 200) return;
  }
}

async function measureTakeover(cluster: Cluster): Promise<void> {
  const tookMs: number[] = [];
  for (let turn = 0; turn < TAKEOVERS; turn++) {
    const writer = await writerOf(cluster);
    const other = cluster.nodes.find((node) => node !== writer)!;
    const sink = await sinkOf(other);
    await writer.kill();
    const sinceMs = performance.now();
    await sink.ingest(linesOf(1), false);
    tookMs.push(performance.now() - sinceMs);
    await sink.close();
    writer.start();
    await cluster.ready(PATIENCE_MS);
  }
  console.log(
    `\nthe writer is killed; a record that another node got is acknowledged after ${tookMs
      .map((ms) => `${round(ms / 1000, 1)} s`)
      .join(', ')} (lease 3 s)`,
  );
  verdict('slowest takeover in seconds', Math.max(...tookMs) / 1000, 10, false);
}

async function measureJoining(cluster: Cluster, late: NodeProcess): Promise<void> {
  const writer = await writerOf(cluster);
  const missing = Math.max(0, ARTICLES - nextArticle);
  await send(writer, batchesOf(Math.ceil(missing / LINES) * LINES));
  const entry = await cluster.level(PATIENCE_MS);
  const before = cluster.nodes.map(cpuSecondsOf);
  const took = await startedUntil(late, entry);
  // One of them gave its store; the others do little meanwhile.
  const gave = Math.max(...cluster.nodes.map((node, at) => cpuSecondsOf(node) - before[at]!));
  console.log(
    `\na node with an empty folder has ${nextArticle} articles and is ready after ${took}; ` +
      `the node that gave its store spent ${round(gave, 1)} s`,
  );
}

/** A node that was away takes what came meanwhile from the stream. */
async function measureCatchUp(cluster: Cluster, late: NodeProcess): Promise<void> {
  await late.end();
  await send(await writerOf(cluster), batchesOf(MISSED));
  const took = await startedUntil(late, await cluster.level(PATIENCE_MS));
  console.log(`a node that was away for ${MISSED} articles has them and is ready after ${took}`);
}

/** Starts a node, and waits until it is ready and has an entry; says how long that took. */
async function startedUntil(node: NodeProcess, entry: number): Promise<string> {
  const sinceMs = performance.now();
  node.start();
  await ready(node);
  await until(PATIENCE_MS, async () => {
    const at = Number((await node.readiness())?.facts.get('entry') ?? 0);
    return at >= entry ? null : `at entry ${at} of ${entry}`;
  });
  const seconds = (performance.now() - sinceMs) / 1000;
  return `${round(seconds, 1)} s, ${round(cpuSecondsOf(node), 1)} s of processor time`;
}

/** Processor seconds of a process so far. */
function cpuSecondsOf({ pid }: NodeProcess): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Processor time of a page, without what the node does when nobody asks. */
async function pageMicroseconds(node: NodeProcess): Promise<number> {
  const url = `http://127.0.0.1:${node.ports.news}${PAGE_PATH}`;
  const ask = async (): Promise<void> => void (await (await fetch(url)).arrayBuffer());
  const all = async (count: number): Promise<void> => {
    const caller = async (): Promise<void> => {
      for (let at = 0; at < count / CALLERS; at++) await ask();
    };
    await Promise.all(Array.from({ length: CALLERS }, caller));
  };
  await all(PAGES / 4);
  const startMs = performance.now();
  const before = cpuSecondsOf(node);
  await all(PAGES);
  const tookMs = performance.now() - startMs;
  const asked = cpuSecondsOf(node);
  await sleep(tookMs);
  const idle = cpuSecondsOf(node) - asked;
  return (1e6 * (asked - before - idle)) / PAGES;
}

async function measureReads(cluster: Cluster): Promise<void> {
  const [first, ...others] = cluster.nodes as [NodeProcess, ...NodeProcess[]];
  const withOthers: number[] = [];
  const without: number[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    withOthers.push(await pageMicroseconds(first));
    await Promise.all(others.map((node) => node.end()));
    without.push(await pageMicroseconds(first));
    for (const node of others) node.start();
    await cluster.ready(PATIENCE_MS);
  }
  table(
    `Processor time of a node for a page of 50 articles, ${PAGES} pages, ${TURNS} turns`,
    ['', 'median µs', 'all'],
    [
      ['one node', round(median(without), 0), without.map((one) => round(one, 0)).join(' ')],
      ['three nodes', round(median(withOthers), 0), withOthers.map((o) => round(o, 0)).join(' ')],
    ],
  );
  verdict('of three nodes, as a share of one', median(withOthers) / median(without), 1.1, false);
}
