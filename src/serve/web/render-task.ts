/**
 * What the front and the thread for pages say to each other.
 */
import type { InnerAnswer } from '../http/service-options.js';
import type { ServiceFacts } from './page.js';
import type { Viewer } from './viewer.js';

/** An answer of the API, still as bytes. */
export interface RawAnswer {
  status: number;
  /** Of an error (http/errors.ts). */
  code: InnerAnswer['code'];
  body: Uint8Array;
}

/** One page to be made. */
export interface RenderTask {
  facts: ServiceFacts;
  viewer: Viewer;
  /** Which page: its path template; `error` for the page of an error. */
  page: string;
  path: string;
  params: { readonly [name: string]: string };
  query: { readonly [name: string]: string };
  nowMs: number;
  answers: { readonly [name: string]: RawAnswer };
  data: unknown;
  coding: 'br' | 'gzip' | '';
}

/** A page as bytes. */
export interface RenderedPage {
  status: number;
  /** Of the page before compression. */
  etag: string;
  /** In the coding of the task, or as it is where that would not be smaller. */
  body: Uint8Array;
  coding: 'br' | 'gzip' | '';
}

/** What is needed of a pool of threads (actor/work-pool.ts). */
export interface RenderPool {
  run<T>(
    task: object,
    transfer?: readonly ArrayBuffer[],
  ): Promise<
    | { kind: 'done'; value: T }
    | { kind: 'timeout' }
    | { kind: 'memory' }
    | { kind: 'failed'; message: string }
  >;
}
