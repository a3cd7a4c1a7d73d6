/**
 * What a node of a shared log is told at its start, and what it says of itself.
 *
 * Not here: how it comes to it (`src/store/nodes`).
 */
import type { Block } from '../../kernel/model/block.js';
import type { IngestLog } from './ingest-log.js';
import type { LogOrder } from './order.js';

/** Where the engine is, and who this node is. */
export interface NodeSettings {
  /** Addresses of the engine's servers, as host:port. */
  servers: string[];
  user: string | null;
  password: string | null;
  token: string | null;
  /** A file of credentials; null where there is none. */
  credentials: string | null;
  tls: { ca: string | null } | null;
  /** The log's name: nodes of the same name are nodes of one log. */
  name: string;
  /** Copies that the engine keeps of each entry. */
  replicas: number;
  /** How long, and how many bytes, the engine keeps entries. */
  retentionMs: number;
  retainedBytes: number;
  /** After this time without a sign of life of the writer another node may take over. */
  leaseMs: number;
  /** How long a node that cannot reach the engine goes on to believe keys and sessions. */
  trustedMs: number;
  /** Name of this node, and where the others reach it. */
  node: string;
  url: string;
  /** Its store was damaged, and lies aside in the data folder. */
  wasReplaced?: boolean;
  /** A process that only sends records never writes the log itself. */
  mayWrite: boolean;
}

/**
 * - `joining`: it reads the shared log, up to where it has been when it was asked.
 * - `follower`, `writer`: it is at the head, or as far behind as `lagEntries` says.
 * - `apart`: the engine cannot be reached.
 * - `behind`: the stream does not hold what this node lacks; it needs a snapshot of another node.
 * - `doubt`: the shared log does not go on from this node's store; it folds nothing more.
 */
export type NodeRole = 'joining' | 'follower' | 'writer' | 'apart' | 'behind' | 'doubt';

export interface Peer {
  node: string;
  url: string;
  sequence: number;
}

export interface NodeState {
  node: string;
  log: string;
  role: NodeRole;
  /** The node that takes records; null while there is none. */
  writer: Peer | null;
  /** All nodes that gave a sign of life within the lease, this one included. */
  peers: Peer[];
  sequence: number;
  /** The store's time. */
  lastTickMs: number | null;
  /** The newest entry of the shared log that this node knows of. */
  knownSequence: number;
  /** What is wrong; null where nothing is. */
  trouble: string | null;
  /** How often this node has become the writer, and lost entries of the engine that it made good. */
  takeovers: number;
  repairs: number;
  /** A damaged store of this node lies aside, and that of another one took its place. */
  wasReplaced: boolean;
}

/** What was taken over from other nodes since the last question. */
export interface Followings {
  blocks: Block[];
  /** Something was erased: snapshots that were taken before still hold it. */
  hasErased: boolean;
  state: NodeState;
}

/** A store's part of a shared log, as the log's thread uses it. */
export interface SharedOrder extends LogOrder {
  /**
   * The secret that all nodes have in common; `own` where there is none yet.
   * @throws TagwireError SYSTEM_REFUSED when the engine has not answered within a time.
   */
  secret(own: Buffer, withinMs: number): Promise<Buffer>;
  /** Begins to follow and, when its turn comes, to write. */
  begin(log: FollowingLog): void;
  state(): NodeState;
  /** What was taken over; waits for something new, up to a time. */
  next(waitMs: number): Promise<Followings>;
  /** Gives the lease back and ends. */
  close(): Promise<void>;
}

/** What a shared order does with its log. */
export type FollowingLog = Pick<
  IngestLog,
  'head' | 'trouble' | 'follow' | 'settle' | 'rebuilt' | 'chainHexAt'
>;

/** Makes the order of a node. */
export type OpenOrder = (settings: NodeSettings) => Promise<SharedOrder>;
