/**
 * The messages between the crawler's thread and the main thread.
 *
 *   main ── call {name, request} ──► crawler        answered by the thread's reply
 *   main ◄── ask {id, …} ────────── crawler        over a port of its own: the main thread has the log
 *   main ── answer {id, …} ───────► crawler
 */
import type { MessagePort } from 'node:worker_threads';
import type { LogFormat, LogLevel } from '../kernel/config.js';
import type { RegisteredItem, SendSummary } from './parts.js';
import type { CrawlDigest, CrawlStatus } from './status.js';

/** The settings with which the thread starts. */
export interface CrawlSettings {
  /** Folder of the crawler's own state. */
  folder: string;
  sourcesPath: string;
  allow: string[];
  userAgent: string;
  hostGapMs: number;
  extractThreads: number;
  /** The address at which hubs reach us; null where WebSub is not configured. */
  callbackUrl: string | null;
  logLevel: LogLevel;
  logFormat: LogFormat;
  /** The clock's present time, and whether it stands still; null for the system's clock. */
  clock: { atMs: number; isFrozen: boolean } | null;
}

/** Calls of the crawler's thread, by name. */
export interface CrawlCalls {
  open: {
    request: { settings: CrawlSettings; port: MessagePort };
    response: Record<string, never>;
  };
  /** Starts to look at the clock. */
  start: { request: Record<string, never>; response: Record<string, never> };
  /** Polls every channel once and does the steps that follow. */
  once: { request: Record<string, never>; response: Record<string, never> };
  status: { request: Record<string, never>; response: CrawlStatus };
  digest: { request: Record<string, never>; response: CrawlDigest };
  /** Sets the thread's clock, which runs on from there. */
  clock: { request: { atMs: number }; response: Record<string, never> };
  /** Polls channels at once: all, or those of a source. */
  poll: { request: { source: string | null }; response: { channels: number } };
  reload: { request: Record<string, never>; response: { faults: number } };
  hub: { request: HubRequest; response: HubResponse };
  close: { request: Record<string, never>; response: Record<string, never> };
}

export type CrawlCallName = keyof CrawlCalls;

export interface CrawlMessage<N extends CrawlCallName = CrawlCallName> {
  call: N;
  request: CrawlCalls[N]['request'];
}

/** A request of a hub to the callback address of a subscription. */
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

/** Requests to the main thread. */
export type SinkAsk =
  | { id: number; call: 'send'; lines: Uint8Array }
  | { id: number; call: 'registered'; kind: 'media' | 'blog' };

export type SinkAnswer =
  | { id: number; ok: true; value: SendSummary | RegisteredItem[] }
  | { id: number; ok: false; message: string };
