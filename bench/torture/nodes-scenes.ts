/**
 * Rounds of a cluster that go through one course of events each: those that have lost records once, and an
 * upgrade of all nodes during which no caller may hear of it.
 *
 * A scene breaks things and mends them; what is compared after every round is compared after these as well.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { resolveConfig } from '../../src/kernel/config.js';
import { openJetStream } from '../../src/store/nodes/jetstream.js';
import { nodeSettingsOf } from '../../src/store/nodes/settings.js';
import { type Cluster, LEASE_SECONDS, type NodeProcess, until } from './nodes-cluster.js';

/**
 * - `engine lost`: the servers come back without what they had not synced, and the nodes run on: one of them lacks
 *   what was acknowledged last.
 * - `stale first`: everything loses power, and a node that lacks it is back first.
 * - `stream expired`: the stream has forgotten everything, and a node that lacks some of it is back first.
 * - `nodes rolled`: one node after the other is stopped and started, as in an upgrade.
 */
export const SCENES = ['engine lost', 'stale first', 'stream expired', 'nodes rolled'] as const;
type Scene = (typeof SCENES)[number];

const PATIENCE_MS = 90_000;
/** A balancer looks at its servers this often. */
const PROBE_MS = 100;
const ASKED = '/api/v1/similarity?hours=24';

type Play = (cluster: Cluster, send: () => Promise<void>) => Promise<string | null>;

export function isScene(what: string): what is Scene {
  return (SCENES as readonly string[]).includes(what);
}

/**
 * Plays a scene. For the first two the servers have noted what they synced, and followers are stopped.
 * @returns what was wrong; null where nothing was.
 */
export function playScene(
  scene: Scene,
  cluster: Cluster,
  send: () => Promise<void>,
): Promise<string | null> {
  return PLAYS[scene](cluster, send);
}

/** The stream keeps its newest messages alone, as many as are told. */
export async function forgetStream({ log }: NodeProcess, kept: 0 | -1): Promise<void> {
  const config = resolveConfig({ flags: { log }, environment: {}, file: {} });
  const engine = await openJetStream(nodeSettingsOf(config, false)!, 'log');
  try {
    await engine.dropBefore((await engine.bounds()).last - kept);
  } finally {
    await engine.close();
  }
}

const PLAYS: { readonly [scene in Scene]: Play } = {
  'engine lost': async ({ nodes, servers }) => {
    await Promise.all(servers.map((server) => server.kill()));
    for (const server of servers) server.putBack();
    for (const node of nodes) if (node.isStopped) node.goOn();
    // Longer than any lease, so that nothing of it is remembered.
    await sleep(2 * LEASE_SECONDS * 1000);
    for (const server of servers) server.start();
    return null;
  },
  'stale first': async ({ nodes, servers }) => {
    const stale = nodes.filter(({ isStopped }) => isStopped);
    await Promise.all([...nodes, ...servers].map((member) => member.kill()));
    for (const server of servers) server.putBack();
    for (const server of servers) server.start();
    for (const node of stale) node.start();
    const wrong = await neverWrites(stale);
    for (const node of nodes) node.start();
    return wrong;
  },
  'stream expired': async (cluster, send) => {
    const { nodes } = cluster;
    await cluster.ready(PATIENCE_MS);
    const writer = await cluster.writer();
    const stale = nodes.find((node) => node !== writer)!;
    await stale.kill();
    await send();
    await Promise.all(nodes.map((node) => node.end()));
    await forgetStream(stale, -1);
    stale.start();
    const wrong = await neverWrites([stale]);
    for (const node of nodes) node.start();
    return wrong;
  },
  'nodes rolled': async (cluster) => {
    await cluster.ready(PATIENCE_MS);
    const callers = new Callers(cluster.nodes);
    for (const node of cluster.nodes) {
      await node.end();
      node.start();
      await cluster.ready(PATIENCE_MS);
    }
    return callers.end();
  },
};

/** Nodes that lack something are there, and do not write for longer than it takes to become the writer. */
async function neverWrites(stale: readonly NodeProcess[]): Promise<string | null> {
  const rolesOf = async (): Promise<(string | undefined)[]> =>
    Promise.all(stale.map(async (node) => (await node.readiness())?.facts.get('role')));
  await until(PATIENCE_MS, async () => {
    const roles = await rolesOf();
    return roles.every((role) => role !== undefined)
      ? null
      : 'a node that lacks some does not answer';
  });
  const endMs = performance.now() + 3 * LEASE_SECONDS * 1000;
  while (performance.now() < endMs) {
    if ((await rolesOf()).includes('writer'))
      return 'a node writes that lacks what was acknowledged';
    await sleep(PROBE_MS);
  }
  return null;
}

/** Callers behind a balancer, which asks the next node where one does not take the connection. */
class Callers {
  readonly #nodes: readonly NodeProcess[];
  readonly #ready = new Set<NodeProcess>();
  readonly #wrong = new Map<string, number>();
  #isOver = false;
  #answers = 0;
  readonly #loops: Promise<void>[];

  constructor(nodes: readonly NodeProcess[]) {
    this.#nodes = nodes;
    for (const node of nodes) this.#ready.add(node);
    this.#loops = [this.#probe(), this.#ask()];
  }

  /** @returns what callers were told other than answers; null where they were all answered. */
  async end(): Promise<string | null> {
    this.#isOver = true;
    await Promise.all(this.#loops);
    if (this.#answers === 0) return 'no caller was answered';
    const wrong = [...this.#wrong].map(([what, count]) => `${count} × ${what}`);
    return wrong.length === 0 ? null : `${this.#answers} answers, but ${wrong.join(', ')}`;
  }

  async #probe(): Promise<void> {
    while (!this.#isOver) {
      for (const node of this.#nodes) {
        if ((await node.readiness())?.isReady === true) this.#ready.add(node);
        else this.#ready.delete(node);
      }
      await sleep(PROBE_MS);
    }
  }

  async #ask(): Promise<void> {
    for (let turn = 0; !this.#isOver; turn++) {
      const ready = [...this.#ready];
      const answer = await this.#firstOf(ready.map((_, at) => ready[(turn + at) % ready.length]!));
      if (answer === 200) this.#answers += 1;
      else this.#wrong.set(String(answer), (this.#wrong.get(String(answer)) ?? 0) + 1);
      await sleep(PROBE_MS / 5);
    }
  }

  async #firstOf(nodes: readonly NodeProcess[]): Promise<number | string> {
    for (const { ports } of nodes) {
      try {
        const response = await fetch(`http://127.0.0.1:${ports.news}${ASKED}`);
        await response.arrayBuffer();
        return response.status;
      } catch {
        // Its connection is closed: the next one is asked.
      }
    }
    return 'no node takes a connection';
  }
}
