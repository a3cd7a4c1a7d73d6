/**
 * What passes between the crawler's thread and the main thread.
 *
 *   main ── call {name, request} ──► crawler        answered by the thread's reply
 *   main ◄── ask {id, …} ────────── crawler        over a port of its own: the log is on main's side
 *   main ── answer {id, …} ───────► crawler
 */
import type { MessagePort } from 'node:worker_threads';
import type { LogFormat, LogLevel } from '../kernel/config.js';
import type { RegisteredItem, SendSummary } from './parts.js';
import type { CrawlDigest, CrawlStatus } from './status.js';

/** What the thread is started with. */
export interface CrawlSettings {
  /** Folder of the crawler's own state. */
  folder: string;
  /** Path of `sources.toml`. */
  sourcesPath: string;
  allow: string[];
  userAgent: string;
  hostGapMs: number;
  extractThreads: number;
  /** Where hubs reach us; null where WebSub is not configured. */
  callbackUrl: string | null;
  logLevel: LogLevel;
  logFormat: LogFormat;
  /** What the clock says now, and whether it stands still; null for the system's clock. */
  clock: { atMs: number; isFrozen: boolean } | null;
}

/** Calls of the crawler's thread, by name. */
export interface CrawlCalls {
  open: {
    request: { settings: CrawlSettings; port: MessagePort };
    response: Record<string, never>;
  };
  /** Looks at the clock from now on. */
  start: { request: Record<string, never>; response: Record<string, never> };
  /** Polls every channel once and does what follows from it. */
  once: { request: Record<string, never>; response: Record<string, never> };
  status: { request: Record<string, never>; response: CrawlStatus };
  digest: { request: Record<string, never>; response: CrawlDigest };
  /** What time it is: the thread's clock goes on from there. */
  clock: { request: { atMs: number }; response: Record<string, never> };
  /** Has channels polled at once: all, or those of a source. */
  poll: { request: { source: string | null }; response: { channels: number } };
  reload: { request: Record<string, never>; response: { faults: number } };
  /** A hub asks or tells something. */
  hub: { request: HubRequest; response: HubResponse };
  close: { request: Record<string, never>; response: Record<string, never> };
}

export type CrawlCallName = keyof CrawlCalls;

export interface CrawlMessage<N extends CrawlCallName = CrawlCallName> {
  call: N;
  request: CrawlCalls[N]['request'];
}

/** A request of a hub to the address that a subscription named. */
export interface HubRequest {
  method: string;
  /** Last segment of the path. */
  token: string;
  query: string;
  /** Value of `x-hub-signature`. */
  signature: string | null;
  body: Uint8Array;
}

export interface HubResponse {
  status: number;
  body: string;
}

/** Asked of the main thread. */
export type SinkAsk =
  | { id: number; call: 'send'; lines: Uint8Array }
  | { id: number; call: 'registered'; kind: 'media' | 'blog' };

export type SinkAnswer =
  | { id: number; ok: true; value: SendSummary | RegisteredItem[] }
  | { id: number; ok: false; message: string };
