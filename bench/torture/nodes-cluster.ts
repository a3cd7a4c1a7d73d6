/**
 * Three servers of NATS and three nodes of one log, as processes on loopback.
 *
 * A process is killed, or stopped as a cut of the network: one that is stopped answers nothing, keeps its
 * connections, and goes on in the middle of what it did. `nats-server` is looked for in PATH and where
 * Debian puts it.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectIngest, type IngestSink } from '../../src/app/ingest/ingest-socket.js';
import { child, endOf, kill } from './processes.js';

const PLACES = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/bin'];
/** Starting three servers and three nodes takes seconds on a busy machine. */
const PATIENCE_MS = 120_000;
const LOOK_MS = 50;
/** Shorter than by default, so that a round is. */
export const LEASE_SECONDS = 3;
const TRUST_SECONDS = 6;

/** Where `nats-server` is; null where there is none. */
export function natsServer(): string | null {
  return (
    PLACES.map((folder) => join(folder, 'nats-server')).find((path) => existsSync(path)) ?? null
  );
}

export interface Readiness {
  isReady: boolean;
  text: string;
  /** What the lines say that have the form `name value`. */
  facts: Map<string, string>;
}

/** A process that is started, killed and started again in the same place. */
abstract class Member {
  readonly name: string;
  protected process: ChildProcess | null = null;
  #errors = '';
  isStopped = false;

  constructor(name: string) {
    this.name = name;
  }

  abstract spawn(): ChildProcess;

  /** What it wrote last about errors. */
  get errors(): string {
    return this.#errors;
  }

  get pid(): number | undefined {
    return this.process?.pid;
  }

  get isRunning(): boolean {
    return (
      this.process !== null && this.process.exitCode === null && this.process.signalCode === null
    );
  }

  start(): void {
    if (this.isRunning) return;
    this.isStopped = false;
    this.process = this.spawn();
    for (const stream of [this.process.stderr, this.process.stdout]) {
      stream?.on('data', (chunk: Buffer) => {
        this.#errors = (this.#errors + chunk.toString()).slice(-8000);
      });
    }
  }

  /** Answers nothing from now on. */
  stop(): void {
    this.process?.kill('SIGSTOP');
    this.isStopped = true;
  }

  /**
   * Files grow no further than this, as on a full disk, or as they like; false where the system has no way
   * to say that. Linux only.
   */
  limitFiles(bytes: number | null): boolean {
    const pid = this.process?.pid;
    if (pid === undefined) return false;
    const limit = bytes === null ? 'unlimited' : `${bytes}:unlimited`;
    return spawnSync('prlimit', ['--pid', String(pid), `--fsize=${limit}`]).status === 0;
  }

  goOn(): void {
    this.process?.kill('SIGCONT');
    this.isStopped = false;
  }

  async kill(): Promise<void> {
    if (this.process === null) return;
    await kill(this.process);
    this.process = null;
    this.isStopped = false;
  }

  /** Asks it to end, and waits. */
  async end(): Promise<void> {
    if (this.process === null) return;
    this.goOn();
    this.process.kill('SIGTERM');
    await endOf(this.process);
    this.process = null;
  }
}

export class EngineServer extends Member {
  readonly #program: string;
  readonly #config: string;
  readonly #folder: string;

  constructor(name: string, program: string, config: string, folder: string) {
    super(name);
    this.#folder = folder;
    this.#program = program;
    this.#config = config;
  }

  /** Notes what it has on disk, as after a sync; only while it does not run. */
  note(): void {
    rmSync(`${this.#folder}.synced`, { recursive: true, force: true });
    cpSync(this.#folder, `${this.#folder}.synced`, { recursive: true });
  }

  /** What it has not synced since then is gone, as after a loss of power; only while it does not run. */
  putBack(): void {
    rmSync(this.#folder, { recursive: true });
    cpSync(`${this.#folder}.synced`, this.#folder, { recursive: true });
  }

  spawn(): ChildProcess {
    return spawn(this.#program, ['-c', this.#config], { stdio: ['ignore', 'pipe', 'pipe'] });
  }
}

export interface Ports {
  news: number;
  blog: number;
  admin: number;
  node: number;
}

export class NodeProcess extends Member {
  readonly data: string;
  readonly ports: Ports;
  /** Of which log it is one; `local` for a server that is alone. */
  log: string;
  readonly #options: { readonly [name: string]: unknown };

  constructor(
    name: string,
    folder: string,
    log: string,
    ports: Ports,
    options: { readonly [name: string]: unknown },
  ) {
    super(name);
    this.data = join(folder, name);
    mkdirSync(this.data, { recursive: true });
    this.ports = ports;
    this.log = log;
    this.#options = options;
  }

  spawn(): ChildProcess {
    const { news, blog, admin, node } = this.ports;
    const ports = { newsPort: news, blogPort: blog, adminPort: admin, nodePort: node };
    const own = { data: this.data, log: this.log, nodeName: this.name, logLevel: 'error' };
    return child('nodes-child', [JSON.stringify({ ...own, ...ports, ...this.#options })], true);
  }

  /** Its wall clock is off by this. */
  shiftClock(offMs: number): void {
    this.process?.send?.(offMs);
  }

  /** What it says of itself; null when it does not answer. */
  async readiness(): Promise<Readiness | null> {
    try {
      const url = `http://127.0.0.1:${this.ports.admin}/readyz`;
      const response = await fetch(url, { signal: AbortSignal.timeout(2000) });
      const text = await response.text();
      const facts = new Map<string, string>();
      for (const line of text.split('\n')) {
        const blank = line.indexOf(' ');
        if (blank > 0) facts.set(line.slice(0, blank), line.slice(blank + 1));
      }
      return { isReady: response.status === 200, text, facts };
    } catch {
      return null;
    }
  }

  /** Takes records, for as long as the process lives. */
  async sink(): Promise<IngestSink | null> {
    return connectIngest(this.data);
  }
}

export class Cluster {
  readonly servers: EngineServer[];
  readonly nodes: NodeProcess[];

  private constructor(servers: EngineServer[], nodes: NodeProcess[]) {
    this.servers = servers;
    this.nodes = nodes;
  }

  /** Three servers and three nodes, or as many as are named; started and ready. */
  static async start(
    folder: string,
    program: string,
    { servers = 3, nodes = 3, options = {} as { readonly [name: string]: unknown } } = {},
  ): Promise<Cluster> {
    const cluster = await Cluster.lay(folder, program, { servers, nodes, options });
    try {
      for (const server of cluster.servers) server.start();
      for (const node of cluster.nodes) node.start();
      await cluster.ready();
    } catch (error) {
      await cluster.end();
      throw error;
    }
    return cluster;
  }

  static async lay(
    folder: string,
    program: string,
    { servers = 3, nodes = 3, options = {} as { readonly [name: string]: unknown } } = {},
  ): Promise<Cluster> {
    const ports = await freePorts(2 * servers + 4 * nodes);
    const clients = ports.splice(0, servers);
    const routes = ports.splice(0, servers);
    const engines = clients.map((port, at) => {
      const config = join(folder, `nats-${at}.conf`);
      const routed = routes.map((other) => `nats://127.0.0.1:${other}`).join(', ');
      const cluster =
        servers === 1
          ? ''
          : `cluster { name: tagwire, listen: "127.0.0.1:${routes[at]}", routes: [${routed}] }\n`;
      writeFileSync(
        config,
        `server_name: n${at}\nlisten: "127.0.0.1:${port}"\n${cluster}` +
          `jetstream { store_dir: "${join(folder, `nats-${at}`)}", max_file: 4G, max_mem: 64M }\n`,
      );
      return new EngineServer(`nats-${at}`, program, config, join(folder, `nats-${at}`));
    });
    const addresses = clients.map((port) => `127.0.0.1:${port}`).join(',');
    const log = `jetstream://${addresses}/torture?lease=${LEASE_SECONDS}&trust=${TRUST_SECONDS}&keepBytes=1G`;
    const laid = Array.from({ length: nodes }, (_, at) => {
      const [news, blog, admin, node] = ports.splice(0, 4) as [number, number, number, number];
      return new NodeProcess(`node-${at}`, folder, log, { news, blog, admin, node }, options);
    });
    return new Cluster(engines, laid);
  }

  /** Waits until every running node is ready and one writes. */
  async ready(withinMs = PATIENCE_MS): Promise<void> {
    await until(withinMs, async () => {
      const states = await Promise.all(this.nodes.map((node) => node.readiness()));
      const missing = states.findIndex((state) => state?.isReady !== true);
      if (missing >= 0) {
        const { name, errors } = this.nodes[missing]!;
        return `${name} is not ready: ${states[missing]?.text ?? errors.slice(-600)}`;
      }
      const isWritten = states.some((state) => state!.facts.get('role') === 'writer');
      return isWritten ? null : 'no node writes';
    });
  }

  /** Waits until all nodes say the same entry. */
  async level(withinMs = PATIENCE_MS): Promise<number> {
    let entry = 0;
    await until(withinMs, async () => {
      const states = await Promise.all(this.nodes.map((node) => node.readiness()));
      const entries = states.map((state) => state?.facts.get('entry') ?? 'none');
      entry = Number(entries[0]);
      return new Set(entries).size === 1 && entries[0] !== 'none'
        ? null
        : `entries ${entries.join(', ')}`;
    });
    return entry;
  }

  async writer(): Promise<NodeProcess | null> {
    for (const node of this.nodes) {
      if ((await node.readiness())?.facts.get('role') === 'writer') return node;
    }
    return null;
  }

  /** How often nodes became the writer, since their starts. */
  async takeovers(): Promise<number> {
    const counts = this.nodes.map(async ({ ports }) => {
      const response = await fetch(`http://127.0.0.1:${ports.admin}/metrics`);
      return Number(/^tagwire_node_takeovers\S* (\d+)/m.exec(await response.text())?.[1] ?? 0);
    });
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  }

  /** What each node says of its part, in a line, for somebody who finds out why nothing goes on. */
  async standing(): Promise<string> {
    const parts = this.nodes.map(async (node) => {
      const facts = (await node.readiness())?.facts;
      const told = ['role', 'entry', 'writer', 'trouble'].map((name) => facts?.get(name) ?? '-');
      return `${node.name} ${node.isStopped ? 'stopped' : told.join(' ')}`;
    });
    return (await Promise.all(parts)).join('; ');
  }

  async end(): Promise<void> {
    for (const member of [...this.nodes, ...this.servers]) await member.kill();
  }
}

/** Looks again and again; `look` says what is missing. @throws Error with it after a time. */
export async function until(withinMs: number, look: () => Promise<string | null>): Promise<void> {
  const endMs = performance.now() + withinMs;
  for (;;) {
    const missing = await look();
    if (missing === null) return;
    if (performance.now() > endMs) throw new Error(`${missing}, after ${withinMs / 1000} s`);
    await sleep(LOOK_MS);
  }
}

/** Ports that are free now: each is held until all are known. */
async function freePorts(count: number): Promise<number[]> {
  const held = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return server;
    }),
  );
  const ports = held.map((server: Server) => (server.address() as { port: number }).port);
  await Promise.all(held.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
