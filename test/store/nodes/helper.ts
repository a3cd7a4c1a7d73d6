/** Nodes of a shared log over an engine in memory, each with a store of its own; without indices. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Test } from 'tap';
import { TagwireError } from '../../../src/kernel/errors.js';
import { silentLogger } from '../../../src/kernel/logger.js';
import { IngestLog } from '../../../src/store/log/ingest-log.js';
import type { IngestResult } from '../../../src/store/log/intake.js';
import type { NodeSettings } from '../../../src/store/log/node-state.js';
import { Node } from '../../../src/store/nodes/node.js';
import { tempFolder } from '../helper.js';
import { MemoryEngine, type MemoryStream } from './memory-engine.js';

const PATIENCE_MS = 20_000;

export interface TestNode {
  name: string;
  folder: string;
  node: Node;
  log: IngestLog;
  engine: MemoryEngine;
  /** As a process that ends without a word. */
  crash(): Promise<void>;
}

export async function openTestNode(
  t: Test,
  stream: MemoryStream,
  name: string,
  folder = tempFolder(t),
  url = `http://${name}`,
): Promise<TestNode> {
  const engine = new MemoryEngine(stream);
  const settings = {
    name: 'test',
    node: name,
    url,
    leaseMs: stream.leaseMs,
    mayWrite: true,
  };
  const node = new Node(settings as NodeSettings, engine, silentLogger);
  const log = await IngestLog.open({ folder, logger: silentLogger, order: node });
  await log.adoptSecret(await node.secret(log.secret, 1000));
  node.begin(log);
  const draining = { on: true };
  void (async () => {
    while (draining.on) await node.next(50);
  })();
  let isOpen = true;
  const crash = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    engine.isCut = true;
    draining.on = false;
    await node.close();
    await log.close();
  };
  t.teardown(crash);
  return { name, folder, node, log, engine, crash };
}

/** Waits for something. */
export async function eventually(
  what: string,
  holds: () => boolean | Promise<boolean>,
): Promise<void> {
  const endMs = performance.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (performance.now() > endMs) throw new Error(`still not: ${what}`);
    await sleep(5);
  }
}

export async function writerOf(nodes: readonly TestNode[]): Promise<TestNode> {
  await eventually('one writes', () => nodes.some(({ node }) => node.state().role === 'writer'));
  return nodes.find(({ node }) => node.state().role === 'writer')!;
}

/** Sends lines to whichever node writes, again and again until they are acknowledged. */
export async function send(
  nodes: readonly TestNode[],
  lines: readonly object[],
): Promise<IngestResult> {
  const bytes = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  for (;;) {
    const writer = await writerOf(nodes);
    try {
      return await writer.log.ingest({ bytes: Uint8Array.from(bytes), replay: false, nowMs: 1e12 });
    } catch (error) {
      const code = error instanceof TagwireError ? error.code : null;
      if (code !== 'NOT_WRITER' && code !== 'STORE_WRITE_FAILED') throw error;
      await sleep(5);
    }
  }
}

export function articleAt(at: number): object {
  const url = `https://abc.example/${at}`;
  return { kind: 'news', media: 'abc', url, title: `Title ${at}`, body: `Body ${at}. `.repeat(20) };
}

export const MEDIA = { kind: 'media', media: 'abc', title: 'ABC', enabled: true };

/** Everything that a store's log holds, as text; nodes at the same entry have the same. */
export async function contentOf({ log }: TestNode): Promise<string> {
  const { sequence, chain, nextIds, lastTickMs } = log.head;
  const bytes: string[] = [];
  for (let from = 1; ; ) {
    const block = await log.read(from, 'needed');
    if (block === null) break;
    bytes.push(Buffer.from(new Uint8Array(block.bytes)).toString('base64'));
    from += block.count;
  }
  return JSON.stringify([sequence, chain.toString(), nextIds, lastTickMs, bytes]);
}
