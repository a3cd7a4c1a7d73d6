/**
 * Settings and state of a node of a shared log.
 *
 * Not here: how the state is reached (`src/store/nodes`).
 */
import type { Block } from '../../kernel/model/block.js';
import type { IngestLog } from './ingest-log.js';
import type { LogOrder } from './order.js';

/** The address of the engine, and the identity of this node. */
export interface NodeSettings {
  /** Addresses of the engine's servers, as host:port. */
  servers: string[];
  user: string | null;
  password: string | null;
  token: string | null;
  /** A file of credentials; null without one. */
  credentials: string | null;
  tls: { ca: string | null } | null;
  /** Nodes with the same log name are nodes of one log. */
  name: string;
  /** Copies of each entry in the engine. */
  replicas: number;
  /** How long, and how many bytes, the engine keeps entries. */
  retentionMs: number;
  retainedBytes: number;
  /** Time without a report of the writer after which another node may take over. */
  leaseMs: number;
  /** Time for which a node without the engine treats keys and sessions as valid. */
  trustedMs: number;
  /** Name of this node, and its address for the others. */
  node: string;
  url: string;
  /** Its store was damaged, and was moved aside in the data folder. */
  wasReplaced?: boolean;
  /** False for a process that only sends records. */
  mayWrite: boolean;
}

/**
 * - `joining`: the node reads the shared log, and has not reached its end yet.
 * - `follower`, `writer`: the node is at the head, or as far behind as `lagEntries` says.
 * - `apart`: the engine does not answer.
 * - `behind`: the stream lacks entries that this node needs; it needs a snapshot of another node.
 * - `doubt`: the shared log does not continue this node's store; it folds nothing more.
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
  /** The writer; null while there is none. */
  writer: Peer | null;
  /** All nodes with a report within the lease, this one included. */
  peers: Peer[];
  sequence: number;
  /** The store's time. */
  lastTickMs: number | null;
  /** The newest entry of the shared log that this node knows of. */
  knownSequence: number;
  /** The fault of the node; null without one. */
  trouble: string | null;
  /** How often this node has become the writer, and has replaced lost entries of the engine. */
  takeovers: number;
  repairs: number;
  /** True when the store of another node replaced a damaged one, which was moved aside. */
  wasReplaced: boolean;
}

/** Blocks of other nodes since the last request. */
export interface Followings {
  blocks: Block[];
  /** True after an erasure: earlier snapshots still have the erased content. */
  hasErased: boolean;
  state: NodeState;
}

/** A store's part of a shared log, for the log's thread. */
export interface SharedOrder extends LogOrder {
  /**
   * The secret that all nodes share; `own` where there is none yet.
   * @throws TagwireError SYSTEM_REFUSED when the engine has not answered within a time.
   */
  secret(own: Buffer, withinMs: number): Promise<Buffer>;
  /** Begins to follow and, in its turn, to write. */
  begin(log: FollowingLog): void;
  state(): NodeState;
  /** New blocks of other nodes; waits for some, up to a time. */
  next(waitMs: number): Promise<Followings>;
  /** Frees the lease and ends. */
  close(): Promise<void>;
}

/** The methods of a log that a shared order calls. */
export type FollowingLog = Pick<
  IngestLog,
  'head' | 'trouble' | 'follow' | 'settle' | 'rebuilt' | 'chainHexAt'
>;

export type OpenOrder = (settings: NodeSettings) => Promise<SharedOrder>;
