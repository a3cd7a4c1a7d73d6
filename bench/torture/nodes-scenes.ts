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
 * - `servers flapped`: servers are killed and started again and again, a majority of them every second time.
 */
export const SCENES = [
  'engine lost',
  'stale first',
  'stream expired',
  'nodes rolled',
  'servers flapped',
] as const;
type Scene = (typeof SCENES)[number];

const PATIENCE_MS = 90_000;
/** A balancer looks at its servers this often. */
const PROBE_MS = 100;
/** Kills of servers in a scene, and how long they are there in between: a leader is chosen, and lost again. */
const FLAPS = 6;
const FLAP_MS = 4000;
/** One for each kill, and one that came to nothing. */
const TAKEOVERS_MAX = 2 * FLAPS;
/** Who sends records hears by then that they were not taken. */
const WAIT_MS_MAX = 30_000;
const ASKED = '/api/v1/similarity?hours=24';

/** What a scene met, by name. */
type Figures = Record<string, number>;
const FLAP_FIGURES = ['most takeovers while servers flap', 'slowest batch meanwhile ms'] as const;

type Play = (
  cluster: Cluster,
  send: () => Promise<void>,
  figures: Figures,
) => Promise<string | null>;

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
  figures: Figures,
): Promise<string | null> {
  return PLAYS[scene](cluster, send, figures);
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
  'servers flapped': async (cluster, send, figures) => {
    const { servers } = cluster;
    await cluster.ready(PATIENCE_MS);
    const before = await cluster.takeovers();
    let isOver = false;
    let slowestMs = 0;
    const sending = (async () => {
      while (!isOver) {
        const sentMs = performance.now();
        await send();
        slowestMs = Math.max(slowestMs, performance.now() - sentMs);
        await sleep(PROBE_MS);
      }
    })();
    // Told where it is waited for.
    sending.catch(() => undefined);
    for (let at = 0; at < FLAPS; at++) {
      const gone = servers.filter(
        (_, one) => one === at % 3 || (at % 2 === 1 && one === (at + 1) % 3),
      );
      await Promise.all(gone.map((server) => server.kill()));
      await sleep(FLAP_MS / 4);
      for (const server of gone) server.start();
      await sleep(FLAP_MS);
    }
    await cluster.ready(PATIENCE_MS);
    isOver = true;
    await sending;
    const takeovers = (await cluster.takeovers()) - before;
    const [mostName, slowestName] = FLAP_FIGURES;
    figures[mostName] = Math.max(figures[mostName] ?? 0, takeovers);
    figures[slowestName] = Math.max(figures[slowestName] ?? 0, Math.round(slowestMs));
    if (takeovers <= TAKEOVERS_MAX && slowestMs <= WAIT_MS_MAX) return null;
    return `${takeovers} takeovers in ${FLAPS} kills, and a batch took ${Math.round(slowestMs)} ms`;
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
