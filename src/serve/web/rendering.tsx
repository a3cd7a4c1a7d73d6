/**
 * Renders a page from its task, on the pages thread only; and the messages between that thread and
 * the main thread.
 *
 * Invariants: all external text reaches HTML through JSX, which escapes it; the only text that JSX
 * does not escape is JSON-LD, which `jsonText` makes safe.
 */

import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib';
import { hash64, hexOf } from '../../kernel/hash.js';
import type { InnerAnswer } from '../http/service-options.js';
import type { Backend } from './backend.js';
import { ErrorView } from './error-view.js';
import { Layout } from './layout.js';
import type { Answer, Page, PageView, ServiceFacts, ViewContext } from './page.js';
import { blogPages, NEWS_PAGES } from './page-table.js';
import { translator } from './texts.js';
import type { Viewer } from './viewer.js';

/** An answer of the API, as bytes. */
export interface RawAnswer {
  status: number;
  /** Code of an error (http/errors.ts). */
  code: InnerAnswer['code'];
  body: Uint8Array;
}

export interface RenderTask {
  facts: ServiceFacts;
  viewer: Viewer;
  /** The page's path template; `error` for the error page. */
  page: string;
  path: string;
  params: { readonly [name: string]: string };
  query: { readonly [name: string]: string };
  nowMs: number;
  answers: { readonly [name: string]: RawAnswer };
  data: unknown;
  coding: 'br' | 'gzip' | '';
}

export interface RenderedPage {
  status: number;
  /** Of the uncompressed page. */
  etag: string;
  /** In the coding of the task, or uncompressed where that is not larger. */
  body: Uint8Array;
  coding: 'br' | 'gzip' | '';
}

/** The used part of a pool of threads (actor/work-pool.ts). */
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

/** Quality while a client waits: 5 takes a third of the time of 9 for some percent more bytes. */
const BROTLI_QUALITY = 5;
const GZIP_LEVEL = 6;
/** Shorter pages are not compressed: headers cost more than compression saves. */
const BYTES_MIN = 512;

const PAGES: { readonly [service in 'news' | 'blog']: ReadonlyMap<string, Page> } = {
  news: byPath(NEWS_PAGES),
  // Views use no backend: the main thread answers forms.
  blog: byPath(blogPages(null as unknown as Backend)),
};

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** Renders a page. @throws where a view fails, which is a bug. */
export function renderPage(task: RenderTask): RenderedPage {
  const context = contextOf(task);
  const view = viewOf(task, context);
  const html = `<!doctype html>${String(<Layout context={context} view={view} />)}`;
  const bytes = encoder.encode(html);
  const body = compressed(bytes, task.coding);
  return {
    status: view.status ?? 200,
    etag: hexOf(hash64(bytes)),
    body: body ?? bytes,
    coding: body === null ? '' : task.coding,
  };
}

function viewOf({ facts, page, data }: RenderTask, context: ViewContext): PageView {
  if (page === 'error') return ErrorView(context, data as { status: number; message: string });
  return PAGES[facts.service].get(page)!.view(context);
}

function contextOf(task: RenderTask): ViewContext {
  const { facts, viewer, path, params, query, nowMs, data } = task;
  const answers = Object.fromEntries(
    Object.entries(task.answers).map(([name, raw]) => [name, answerOf(raw)]),
  );
  const t = translator(viewer.language);
  return { facts, viewer, t, path, params, query, nowMs, data, answers };
}

function answerOf({ status, code, body }: RawAnswer): Answer<unknown> {
  const value: unknown = JSON.parse(decoder.decode(body));
  if (status === 200) return { ok: true, status, value };
  return { ok: false, status, code, error: String((value as { error?: unknown }).error ?? '') };
}

function compressed(bytes: Uint8Array, coding: RenderTask['coding']): Uint8Array | null {
  if (coding === '' || bytes.length < BYTES_MIN) return null;
  if (coding === 'gzip') return gzipSync(bytes, { level: GZIP_LEVEL });
  const params = {
    [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return brotliCompressSync(bytes, { params });
}

function byPath(pages: readonly Page[]): ReadonlyMap<string, Page> {
  return new Map(pages.map((page) => [page.path, page]));
}
