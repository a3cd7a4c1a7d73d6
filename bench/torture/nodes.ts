/**
 * Nodes and servers of NATS that are killed or stopped at any moment while records are sent.
 *
 * Three servers and three nodes, as processes. Each round breaks one thing: a node or a server is
 * killed, the writer is stopped for longer than its lease, or a server or a follower for a while, as
 * a network that is cut, a node comes back with an empty disk, or finds that the stream has forgotten
 * what it lacks, its disk is full or its clock wrong for a while. Everything is killed at once, too, and comes
 * back in any order. Some rounds go through what has cost records once (nodes-scenes.ts), or upgrade all nodes.
 * After one round of each kind, the servers come back in every second one with only what they had synced before.
 * Records go to all nodes that run;
 * a batch counts when it was acknowledged, and is sent again until it was. After each round every
 * node must have the same entries, answer the same bytes, and hold what was acknowledged, once. A key that
 * is revoked meanwhile must be refused by every node, within the time that docs/nodes.md tells.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IngestSink } from '../../src/app/ingest/ingest-socket.js';
import { DAY_MS, MINUTE_MS } from '../../src/kernel/clock.js';
import { messageOf } from '../../src/kernel/errors.js';
import type { Dice, Fault, Outcome } from './fault.js';
import { batchOf, wrongIn } from './kill-batches.js';
import { entriesIn } from './log-records.js';
import { Cluster, type NodeProcess, natsServer, until } from './nodes-cluster.js';
import { ClusterKeys } from './nodes-keys.js';
import { forgetStream, isScene, playScene, SCENES } from './nodes-scenes.js';

/** What is broken in a round; a short run has the first of them, a longer one each once at first. */
const BREAKS = [
  'writer killed',
  'server killed',
  'follower replaced',
  'writer stopped',
  'writer full',
  'writer jumped',
  'follower killed',
  'follower stopped',
  'server stopped',
  'node ended',
  'follower full',
  'follower jumped',
  'follower outdated',
  'everything killed',
  'everything lost',
  ...SCENES,
] as const;
/** The servers lose what they had not synced. */
const LOSSES = ['everything lost', 'engine lost', 'stale first'] as const;
/** Longer than the lease of the cluster, so that another node takes over. */
const STOPPED_MS = 4500;
/** Most files of a node are longer by the first rounds: what it writes fails. */
const FULL_BYTES = 2048;
/** By how much a clock is off: what a time server mends, and what a broken battery makes. */
const JUMPS_MS = [5 * MINUTE_MS, -5 * MINUTE_MS, 8 * DAY_MS, -8 * DAY_MS];
/** Batches sent before and after the break; some are under way in it. */
const BATCHES = 3;
const PATIENCE_MS = 90_000;
/** Callers ask more often than a minute allows an address. */
const OPTIONS = { rateLimitNews: 1_000_000 };
const PATHS = ['/api/v1/articles?limit=50', '/api/v1/media'];

export const fault: Fault = {
  promise:
    'Of three nodes and three servers any one may be lost at any moment: nothing acknowledged is lost or doubled, all nodes answer the same, and a revoked key holds on none.',
  rounds: 200,
  run: async ({ rounds, dice, folder, progress }) => {
    const broken = Object.fromEntries(BREAKS.map((what) => [what, 0]));
    const outcome: Outcome = {
      rounds: 0,
      violations: [],
      figures: {
        ...broken,
        acknowledged: 0,
        'sent again': 0,
        'slowest takeover ms': 0,
        'slowest revocation ms': 0,
      },
    };
    const program = natsServer();
    if (program === null) return { ...outcome, skipped: 'nats-server is not installed' };
    const cluster = await Cluster.start(folder, program, { options: OPTIONS });
    const run = new ClusterRun(cluster, dice, outcome);
    try {
      while (outcome.rounds < rounds) {
        await run.round();
        progress(`${outcome.rounds} of ${rounds} rounds, ${outcome.violations.length} broken`);
      }
      await run.end();
    } catch (error) {
      outcome.violations.push(`round ${outcome.rounds}: ${messageOf(error)}`);
    } finally {
      await cluster.end();
    }
    return outcome;
  },
};

class ClusterRun {
  readonly #cluster: Cluster;
  readonly #dice: Dice;
  readonly #outcome: Outcome;
  readonly #keys: ClusterKeys;
  readonly #acknowledged = new Set<number>();
  readonly #sinks = new Map<NodeProcess, IngestSink>();
  #next = 0;

  constructor(cluster: Cluster, dice: Dice, outcome: Outcome) {
    this.#cluster = cluster;
    this.#dice = dice;
    this.#outcome = outcome;
    this.#keys = new ClusterKeys(cluster, dice);
  }

  async round(): Promise<void> {
    const { figures, violations } = this.#outcome;
    if (this.#next === 0) await this.#send();
    await this.#keys.make();
    const what = this.#choose();
    const sent = Promise.all(Array.from({ length: BATCHES }, () => this.#send()));
    // Told where it is waited for: the round may wait for something else when it fails.
    sent.catch(() => undefined);
    if ((LOSSES as readonly string[]).includes(what)) await this.#sync();
    await sleep(this.#dice(300));
    const brokenMs = performance.now();
    const mend = await this.#break(what);
    const isOff = what.startsWith('everything');
    if (isOff) await mend();
    await this.#send();
    const took = Math.round(performance.now() - brokenMs);
    if (what.startsWith('writer')) {
      figures['slowest takeover ms'] = Math.max(figures['slowest takeover ms']!, took);
    }
    const holds = await this.#keys.revoke();
    await sent;
    if (!isOff) await mend();
    await this.#cluster.ready(PATIENCE_MS);
    await this.#send();
    await this.#cluster.level(PATIENCE_MS);
    for (const path of PATHS) await this.#compare(path, what);
    for (const wrong of [holds, await this.#keys.wrong()]) {
      if (wrong !== null) violations.push(`round ${this.#outcome.rounds}, ${what}: ${wrong}`);
    }
    figures['slowest revocation ms'] = this.#keys.slowestMs;
    figures[what]! += 1;
    this.#outcome.rounds += 1;
    if (violations.length > 20) throw new Error('too much is broken to go on');
  }

  #choose(): (typeof BREAKS)[number] {
    const { rounds } = this.#outcome;
    const some = rounds % 2 === 0 ? BREAKS : LOSSES;
    return BREAKS[rounds] ?? some[this.#dice(some.length)]!;
  }

  /** Ends all nodes, and reads their logs through. */
  async end(): Promise<void> {
    for (const sink of this.#sinks.values()) await sink.close().catch(() => undefined);
    const { nodes } = this.#cluster;
    await Promise.all(nodes.map((node) => node.end()));
    const logs = new Set<string>();
    for (const { name, data } of nodes) {
      const entries = await entriesIn(data);
      for (const wrong of wrongIn(entries, this.#acknowledged)) {
        this.#outcome.violations.push(`${name}: ${wrong}`);
      }
      const records = entries.map(({ record }) => record);
      logs.add(JSON.stringify(records.filter(({ kind }) => kind !== 'tick')));
    }
    if (logs.size > 1) this.#outcome.violations.push('the nodes have different entries');
  }

  /** Notes what the servers of NATS have synced; what is acknowledged after that they may lose. */
  async #sync(): Promise<void> {
    const { servers } = this.#cluster;
    await Promise.all(servers.map((server) => server.end()));
    for (const server of servers) server.note();
    for (const server of servers) server.start();
    // Nodes say for a moment what was before; who takes records has compared what all of them have.
    await this.#send();
    await this.#cluster.ready(PATIENCE_MS);
    // A node that is paused, or slow, does not have it when the power goes.
    let writer: NodeProcess | null = null;
    await until(PATIENCE_MS, async () => {
      writer = await this.#cluster.writer();
      return writer === null ? 'no node says that it writes' : null;
    });
    const followers = this.#cluster.nodes.filter((node) => node !== writer);
    for (const node of followers) node.stop();
    await this.#send();
  }

  /** Kills all that runs; gives how to start it, in any order. */
  async #breakAll(isLost: boolean): Promise<() => Promise<void>> {
    const { nodes, servers } = this.#cluster;
    this.#sinks.clear();
    await Promise.all([...nodes, ...servers].map((member) => member.kill()));
    if (isLost) for (const server of servers) server.putBack();
    return async () => {
      for (const server of servers) server.start();
      for (const node of [...nodes].sort(() => this.#dice(3) - 1)) {
        node.start();
        await sleep(this.#dice(1500));
      }
    };
  }

  /** Breaks something; gives how to mend it. */
  async #break(what: (typeof BREAKS)[number]): Promise<() => Promise<void>> {
    const { nodes, servers } = this.#cluster;
    if (isScene(what)) {
      this.#sinks.clear();
      const { figures } = this.#outcome;
      const wrong = await playScene(what, this.#cluster, () => this.#send(), figures);
      if (wrong !== null) {
        this.#outcome.violations.push(`round ${this.#outcome.rounds}, ${what}: ${wrong}`);
      }
      return async () => undefined;
    }
    const [who, how] = what.split(' ') as [string, string];
    if (who === 'everything') return this.#breakAll(how === 'lost');
    if (who === 'server') {
      const server = servers[this.#dice(servers.length)]!;
      if (how === 'killed') {
        await server.kill();
        return async () => server.start();
      }
      server.stop();
      return async () => {
        await sleep(STOPPED_MS / 2);
        server.goOn();
      };
    }
    const writer = (await this.#cluster.writer()) ?? nodes[0]!;
    const others = nodes.filter((node) => node !== writer);
    const node = who === 'writer' ? writer : others[this.#dice(others.length)]!;
    if (how === 'full') {
      if (!node.limitFiles(FULL_BYTES)) return async () => undefined;
      return async () => {
        await sleep(STOPPED_MS / 2);
        node.limitFiles(null);
      };
    }
    if (how === 'jumped') {
      node.shiftClock(JUMPS_MS[this.#dice(JUMPS_MS.length)]!);
      return async () => {
        await sleep(STOPPED_MS / 2);
        node.shiftClock(0);
      };
    }
    this.#sinks.delete(node);
    if (how === 'ended') await node.end();
    if (['killed', 'replaced', 'outdated'].includes(how)) await node.kill();
    // A machine with an empty disk, which takes the store of another node.
    if (how === 'replaced') rmSync(node.data, { recursive: true });
    if (how === 'replaced') mkdirSync(node.data);
    if (how === 'outdated') {
      return async () => {
        await forgetStream(node, 0);
        node.start();
      };
    }
    if (how !== 'stopped') return async () => node.start();
    node.stop();
    return async () => {
      await sleep(STOPPED_MS / 2);
      node.goOn();
    };
  }

  /** Sends the next batch to a node that runs, and to another one until it is acknowledged. */
  async #send(): Promise<void> {
    const number = this.#next++;
    const endMs = performance.now() + PATIENCE_MS;
    for (let tries = 0; ; tries++) {
      try {
        const sink = await this.#sink(tries);
        await within(sink.ingest(batchOf(number), false));
        break;
      } catch (error) {
        if (performance.now() > endMs) {
          const stand = await this.#cluster.standing();
          throw new Error(`batch ${number} is not taken: ${messageOf(error)}; ${stand}`);
        }
        this.#outcome.figures['sent again']! += 1;
        await sleep(50);
      }
    }
    this.#acknowledged.add(number);
    this.#outcome.figures.acknowledged! += 1;
  }

  async #sink(tries: number): Promise<IngestSink> {
    const running = this.#cluster.nodes.filter(
      ({ isRunning, isStopped }) => isRunning && !isStopped,
    );
    const node = running[(this.#dice(running.length) + tries) % running.length];
    if (node === undefined) throw new Error('no node runs');
    const known = this.#sinks.get(node);
    if (known !== undefined && tries === 0) return known;
    const sink = await node.sink();
    if (sink === null) throw new Error(`${node.name} does not answer`);
    this.#sinks.set(node, sink);
    return sink;
  }

  /** All nodes must answer a question with the same bytes. */
  async #compare(path: string, what: string): Promise<void> {
    let answers: string[] = [];
    const look = async (): Promise<string | null> => {
      answers = await Promise.all(
        this.#cluster.nodes.map(async ({ ports }) => {
          const response = await fetch(`http://127.0.0.1:${ports.news}${path}`);
          return `${response.status} ${await response.text()}`;
        }),
      );
      const areSame = new Set(answers).size === 1 && answers[0]!.startsWith('200 ');
      return areSame ? null : 'answers differ';
    };
    // Lists may show a record a moment after the entry is there.
    await until(5000, look).catch(() => {
      const starts = answers.map((answer) => answer.slice(0, 200)).join('\n');
      this.#outcome.violations.push(`round ${this.#outcome.rounds}, ${what}, ${path}: ${starts}`);
    });
  }
}

/** A node that was stopped answers nothing; the batch goes to another one. */
async function within<T>(work: Promise<T>): Promise<T> {
  const late = sleep(8000, null, { ref: false }).then(() => {
    throw new Error('no answer');
  });
  return Promise.race([work, late]);
}
