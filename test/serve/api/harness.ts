/**
 * A whole server on a store of its own, and clients that check every answer against the service's
 * own OpenAPI document: status, media type, body and headers.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import createClient, { type Client } from 'openapi-fetch';
import { type App, serve } from '../../../src/app/app.js';
import type { SetSource } from '../../../src/app/outlet-sets.js';
import type { paths as NewsPaths } from '../../../src/client/news-api.js';
import { ManualClock } from '../../../src/kernel/clock.js';
import { getOrInsert } from '../../../src/kernel/collections.js';
import { resolveConfig } from '../../../src/kernel/config.js';
import { silentLogger } from '../../../src/kernel/logger.js';

/** Something to tear down when the test ends. */
interface Owner {
  teardown(work: () => Promise<void> | void): void;
}

export interface Harness {
  app: App;
  clock: ManualClock;
  news: Client<NewsPaths>;
  /** A validated request by path, for what the client's types do not allow. */
  get(path: string, init?: RequestInit): Promise<Response>;
  /** A validated question by POST, as JSON unless it is text already. */
  post(path: string, body: unknown, init?: RequestInit): Promise<Response>;
  /** The same for the blog service. */
  getBlog(path: string, init?: RequestInit): Promise<Response>;
  ingest(records: readonly object[]): Promise<{ accepted: number; rejects: { reason: string }[] }>;
}

export interface HarnessOptions {
  /** What the clock says at first. */
  now: string;
  records?: readonly object[];
  flags?: { readonly [name: string]: unknown };
  /** Where sets of outlets are configured. */
  sets?: SetSource;
  /**
   * The test appends the ticks itself (`pipeline.advance`). The server's own look at the clock every second
   * would append others wherever the test happens to take longer than that.
   */
  ticksByHand?: boolean;
}

/** Starts a server and closes it with the test. */
export async function startServer(owner: Owner, options: HarnessOptions): Promise<Harness> {
  const data = mkdtempSync(join(tmpdir(), 'tagwire-api-'));
  const flags = {
    data,
    newsPort: 0,
    blogPort: 0,
    adminPort: 0,
    logLevel: 'silent',
    rateLimitNews: 1_000_000,
    rateLimitPages: 1_000_000,
    rateLimitBlogAnonymous: 1_000_000,
    httpServer: process.env.TAGWIRE_HTTP_SERVER ?? 'auto',
    ...options.flags,
  };
  const config = resolveConfig({ flags, environment: {}, file: {} });
  const clock = new ManualClock(Date.parse(options.now));
  const { sets } = options;
  const app = await serve({
    ...{ config, logger: silentLogger, clock: () => clock },
    ...(sets !== undefined && { sets }),
  });
  if (options.ticksByHand === true) {
    Object.defineProperty(app.pipeline, 'mayTick', { value: false });
  }
  await app.pipeline.rebuilt();
  owner.teardown(async () => {
    await app.close();
    rmSync(data, { recursive: true, force: true });
  });
  const checkedFetch = checkedFetchOf(app.newsUrl);
  const checkedBlogFetch = checkedFetchOf(app.blogUrl);
  const ingest: Harness['ingest'] = async (records) => {
    const summary = await app.pipeline.ingest([linesOf(records)], false, clock.nowMs());
    await app.pipeline.settle();
    return summary;
  };
  if (options.records !== undefined) await ingest(options.records);
  return {
    app,
    clock,
    news: createClient<NewsPaths>({ baseUrl: app.newsUrl, fetch: checkedFetch }),
    get: (path, init) => checkedFetch(new Request(`${app.newsUrl}${path}`, init)),
    post: (path, body, init) =>
      checkedFetch(
        new Request(`${app.newsUrl}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: typeof body === 'string' ? body : JSON.stringify(body),
          ...init,
        }),
      ),
    getBlog: (path, init) => checkedBlogFetch(new Request(`${app.blogUrl}${path}`, init)),
    ingest,
  };
}

/** Records as a request of ingest. */
export function linesOf(records: readonly object[]): Uint8Array {
  return new TextEncoder().encode(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
}

/** `fetch` that checks each answer against the service's document. */
function checkedFetchOf(baseUrl: string): (input: Request) => Promise<Response> {
  let check: Promise<Check> | null = null;
  return async (input) => {
    const response = await fetch(input);
    check ??= checkerOf(baseUrl);
    await (await check)(input.method, new URL(input.url).pathname, response);
    return response;
  };
}

/** Throws where an answer is not what the document says of it. */
type Check = (method: string, path: string, response: Response) => Promise<void>;

interface Answer {
  headers?: { [name: string]: object };
  content?: { [type: string]: { schema: object } };
}

interface Operation {
  responses: { [status: string]: Answer | { $ref: string } };
}

interface Document {
  servers?: object;
  paths: { [path: string]: { get?: Operation; post?: Operation } };
  components: { responses: { [name: string]: Answer } };
}

/** By document: servers that say the same of themselves share what was compiled. */
const checkers = new Map<string, Check>();

async function checkerOf(baseUrl: string): Promise<Check> {
  const headers = { 'accept-encoding': 'identity' };
  const answer = await fetch(`${baseUrl}/api/v1/openapi.json`, { headers });
  const document = (await answer.json()) as Document;
  const { servers: _, ...same } = document;
  return getOrInsert(checkers, JSON.stringify(same), () => checkerFrom(document));
}

function checkerFrom(document: Document): Check {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'api', ...document });
  const validators = new Map<string, ValidateFunction>();
  return async (method, path, response) => {
    const template = Object.keys(document.paths).find((known) =>
      new RegExp(`^${known.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path),
    );
    if (template === undefined) return;
    const { get, post } = document.paths[template]!;
    const operation = (get ?? post)!;
    const status = String(response.status);
    const answer = operation.responses[status];
    const shared = answer && '$ref' in answer ? answer.$ref.split('/').at(-1)! : null;
    const documented = shared === null ? (answer as Answer) : document.components.responses[shared];
    if (documented === undefined) throw new Error(`${path}: status ${status} is not documented`);
    for (const name of ['access-control-allow-origin', 'x-ratelimit-limit', 'cache-control']) {
      if (response.headers.get(name) === null) throw new Error(`${path}: no header ${name}`);
    }
    if (method === 'HEAD' || response.status === 304) return;
    const type = (response.headers.get('content-type') ?? '').split(';')[0]!;
    if (documented.content?.[type] === undefined) {
      throw new Error(`${path}: ${status} with ${type} is not documented`);
    }
    // A stream has no end to be read to, and a file is no JSON.
    if (!type.endsWith('json')) return;
    const place =
      shared === null
        ? ['paths', template, get === undefined ? 'post' : 'get', 'responses', status]
        : ['components', 'responses', shared];
    const pointer = [...place, 'content', type, 'schema']
      .map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'))
      .map(encodeURIComponent)
      .join('/');
    const ref = `api#/${pointer}`;
    let validate = validators.get(ref);
    if (validate === undefined) {
      validate = ajv.compile({ $ref: ref });
      validators.set(ref, validate);
    }
    const body: unknown = await response.clone().json();
    if (!validate(body)) {
      throw new Error(
        `${path}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(body).slice(0, 500)}`,
      );
    }
  };
}
