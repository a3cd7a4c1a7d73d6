/**
 * Copies the store of another node before this node's store is opened: when this node has none, or
 * the shared log has only entries that are newer than its own.
 *
 * ```
 *  joining/backup   slices from the other node, each with its checksum
 *  joining/store    the store made of these, verified
 *  joined/          the same folder, renamed: from now on it replaces the old store
 * ```
 *
 * Invariants: the old store stays untouched until a whole new store exists, and is replaced only by
 * a store that continues its log. After a network failure the transfer continues within the other
 * node's session; after that, or without the other node, it begins again. After a crash a process
 * continues from `joined`, or begins again.
 */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS, systemMonotonic } from '../../kernel/clock.js';
import { messageOf, TagwireError } from '../../kernel/errors.js';
import type { Logger } from '../../kernel/logger.js';
import { type AnchorPoint, inspectAnchor } from '../anchor.js';
import { makeBackup } from '../backup/make-backup.js';
import { restore } from '../backup/restore.js';
import type { BackupSource } from '../backup/source.js';
import { FolderTarget } from '../backup/target.js';
import { makeFolder, syncFolder } from '../folders.js';
import { lockFolder } from '../lock.js';
import type { NodeSettings } from '../log/node-state.js';
import { isNewStore } from '../log/store-parts.js';
import type { Engine } from './engine.js';
import { HeadNote } from './head-note.js';
import { chainIn, PeerClient, sourceOfPeer } from './peer-client.js';
import { knownSecret, type PeerReport, Peers, peerTokenOf } from './peers.js';
import { placeOf } from './stream-position.js';

const DRAFT = 'joining';
const DONE = 'joined';
/** Folder of the damaged store that was replaced last. */
export const DAMAGED = 'damaged';
/** The anchor last: an interrupted move is not taken for a store. */
const PARTS = ['log', 'snapshots', 'history', 'anchor'];
/** When no other node answers for so long, the store is opened as it is. */
const PATIENCE_MS = 60 * SECOND_MS;
const PAUSE_MS = 500;
/** Wait for reports of other nodes when the store can also be opened as it is, in leases. */
const LISTEN_LEASES = 1;

export interface Joiner {
  folder: string;
  settings: NodeSettings;
  engine: Engine;
  logger: Logger;
  /** The store cannot be opened: it is replaced by a store that has all noted entries. */
  isDamaged?: boolean;
}

/**
 * Copies the store of another node if necessary.
 * @returns whether it did.
 * @throws TagwireError STORE_LOCKED. Other failures are logged, and the store is opened as it is.
 */
export async function joinBySnapshot(joiner: Joiner): Promise<boolean> {
  const { folder, settings, engine, logger } = joiner;
  const release = lockFolder(folder);
  try {
    await finishJoining(folder);
    rmSync(join(folder, DRAFT), { recursive: true, force: true });
    const own = joiner.isDamaged ? { sequence: 0, chain: 0n } : await ownPointOf(folder);
    const need = joiner.isDamaged ? 'needed' : await needOf(engine, own);
    if (need === 'none') return false;
    const peers = new Peers(settings.leaseMs);
    engine.onTold((text) => void peers.hear(text));
    return await new Join(joiner, own, peers).run(need === 'wanted');
  } catch (error) {
    logger.warn({ reason: messageOf(error) }, 'no store of another node was taken');
    return false;
  } finally {
    release();
  }
}

/** Completes an interrupted replacement of the store. */
export async function finishJoining(folder: string): Promise<void> {
  const done = join(folder, DONE);
  if (!existsSync(done)) return;
  const store = join(done, 'store');
  for (const name of PARTS) {
    // A part that was moved already is missing here.
    if (!existsSync(join(store, name))) continue;
    rmSync(join(folder, name), { recursive: true, force: true });
    renameSync(join(store, name), join(folder, name));
    await syncFolder(folder);
  }
  rmSync(done, { recursive: true });
}

/** Moves a store into a new folder; settings, sources and accounts stay. */
export function moveStore(folder: string, aside: string): void {
  mkdirSync(aside, { mode: 0o700 });
  for (const name of PARTS) {
    if (existsSync(join(folder, name))) renameSync(join(folder, name), join(aside, name));
  }
}

/** The newest entry of the store; entry 0 without a store. */
async function ownPointOf(folder: string): Promise<AnchorPoint> {
  if (await isNewStore(folder)) return { sequence: 0, chain: 0n };
  return inspectAnchor(join(folder, 'anchor')).point ?? { sequence: 0, chain: 0n };
}

/** `wanted`: faster than the stream, or the only way. `needed`: the stream does not reach back. */
async function needOf(
  engine: Engine,
  { sequence }: AnchorPoint,
): Promise<'none' | 'wanted' | 'needed'> {
  const bounds = await engine.bounds();
  if (bounds.last === 0) return 'none';
  if ((await placeOf(engine, bounds, sequence)) === null) return 'needed';
  const { head } = await new HeadNote(engine).standing();
  // Only the stores of other nodes have the entries in between.
  const isEmpty = bounds.last < bounds.first;
  if (isEmpty && head !== null && head.entry > sequence) return 'needed';
  return sequence === 0 ? 'wanted' : 'none';
}

class Join {
  readonly #joiner: Joiner;
  readonly #own: AnchorPoint;
  readonly #peers: Peers;

  constructor(joiner: Joiner, own: AnchorPoint, peers: Peers) {
    this.#joiner = joiner;
    this.#own = own;
    this.#peers = peers;
  }

  /** Asks one node after the other. @param mayRead whether the stream suffices if no node answers. */
  async run(mayRead: boolean): Promise<boolean> {
    const { logger, settings } = this.#joiner;
    const leaseMs = settings.leaseMs * LISTEN_LEASES;
    // A node that has a store serves it meanwhile, and joins again when another node is there.
    const hasOwn = this.#own.sequence > 0;
    let untilMs = systemMonotonic.nowMs() + (mayRead || hasOwn ? leaseMs : PATIENCE_MS);
    for (let tries = 0; ; tries++) {
      const peer = this.#choose(tries);
      if (peer === null) {
        if (systemMonotonic.nowMs() > untilMs) break;
        await sleep(PAUSE_MS);
        continue;
      }
      try {
        await this.#take(peer);
        return true;
      } catch (error) {
        if (error instanceof TagwireError && error.code === 'STORE_DAMAGED') throw error;
        const reason = messageOf(error);
        logger.warn({ node: peer.node, reason }, 'its store could not be taken; trying again');
        // The other nodes are asked as well, each for a time.
        if (tries === 0) untilMs = systemMonotonic.nowMs() + PATIENCE_MS;
        if (systemMonotonic.nowMs() > untilMs) break;
        await sleep(PAUSE_MS);
      }
    }
    if (!mayRead) logger.warn({}, 'no other node gives its store away now');
    return false;
  }

  /** Nodes with more entries, in turn; the node with most entries first. */
  #choose(tries: number): PeerReport | null {
    const { node } = this.#joiner.settings;
    const others = this.#peers.all
      .filter((peer) => peer.node !== node && peer.canWrite && peer.sequence > this.#own.sequence)
      .sort((a, b) => b.sequence - a.sequence);
    return others[tries % Math.max(1, others.length)] ?? null;
  }

  async #take(peer: PeerReport): Promise<void> {
    const { folder, engine, logger } = this.#joiner;
    const secret = await knownSecret(engine);
    if (secret === null) throw new TagwireError('NOT_WRITER', 'the shared log has no secret yet');
    if (this.#joiner.isDamaged) await this.#demandAll(peer);
    const client = new PeerClient(peerTokenOf(secret));
    const beganMs = systemMonotonic.nowMs();
    const draft = join(folder, DRAFT);
    try {
      rmSync(draft, { recursive: true, force: true });
      makeFolder(draft);
      const backup = join(draft, 'backup');
      logger.info({ from: peer.node }, 'this node takes the store of another one');
      const source = sourceOfPeer(client, peer.url, this.#joiner.settings.node);
      await this.#demandOwn(source);
      const { byteLength } = await makeBackup(source, await FolderTarget.open(backup));
      const store = join(draft, 'store');
      mkdirSync(store, { mode: 0o700 });
      const { sequence, warnings } = await restore(backup, store, logger);
      for (const reason of warnings) logger.warn({ reason }, 'of the taken store');
      if (this.#joiner.isDamaged) this.#setAside();
      rmSync(backup, { recursive: true });
      renameSync(draft, join(folder, DONE));
      await syncFolder(folder);
      await finishJoining(folder);
      const tookMs = Math.round(systemMonotonic.nowMs() - beganMs);
      const facts = { from: peer.node, entry: sequence, bytes: byteLength, tookMs };
      logger.info(facts, 'this node has the store of another one');
    } finally {
      client.close();
      rmSync(draft, { recursive: true, force: true });
    }
  }

  /** @throws TagwireError STORE_DAMAGED when a node lacks noted entries. */
  async #demandAll({ node, sequence }: PeerReport): Promise<void> {
    const { head } = await new HeadNote(this.#joiner.engine).standing();
    if (head === null || head.entry <= sequence) return;
    const message = `${node} has come to entry ${sequence}, and the log to ${head.entry}`;
    throw new TagwireError('STORE_DAMAGED', message);
  }

  /** Moves the damaged store aside. */
  #setAside(): void {
    const { folder, logger } = this.#joiner;
    const aside = join(folder, DAMAGED);
    rmSync(aside, { recursive: true, force: true });
    moveStore(folder, aside);
    logger.error(
      { aside },
      'the store was damaged; it is set aside, and that of another node takes its place',
    );
  }

  /** @throws TagwireError STORE_DAMAGED when this store is not the beginning of the other one. */
  async #demandOwn(source: BackupSource): Promise<void> {
    const { sequence, chain } = this.#own;
    if (sequence === 0) return;
    await source.begin();
    if ((await chainIn(source, sequence).finally(() => source.end())) === chain) return;
    const message = `entry ${sequence} is another one on the other node: this store is of another log, or was changed`;
    throw new TagwireError('STORE_DAMAGED', message);
  }
}
