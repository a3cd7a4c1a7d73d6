/**
 * A small service with every kind of handler, and the means to talk to it over raw sockets.
 */
import net from 'node:net';
import { ManualClock } from '../../../src/kernel/clock.js';
import { silentLogger } from '../../../src/kernel/logger.js';
import { docsRoutes } from '../../../src/serve/http/docs.js';
import { gone, notFound } from '../../../src/serve/http/errors.js';
import { createNodeServer } from '../../../src/serve/http/node-server.js';
import { jsonReply } from '../../../src/serve/http/reply.js';
import { type Route, route } from '../../../src/serve/http/route.js';
import type { HttpServer, HttpServerOptions } from '../../../src/serve/http/server.js';
import { createService } from '../../../src/serve/http/service.js';
import type { Service, ServiceOptions } from '../../../src/serve/http/service-options.js';
import * as Type from '../../../src/serve/http/type.js';
import { createUwsServer } from '../../../src/serve/http/uws-server.js';

/** True while test/serve/http/fallback.*test.ts run the tests of this folder again. */
export const isFallback = process.env.TAGWIRE_HTTP_SERVER === 'node';

export const PAGE = Buffer.from(JSON.stringify({ items: 'x'.repeat(34_000) }));

/** Larger than what sockets take at once, and different at every place. */
export const LARGE = Buffer.from(
  Array.from({ length: 1_200_000 }, (_, index) => String(index).padStart(8, '0')).join(''),
);

const Item = Type.Object({ id: Type.Integer(), name: Type.String() }, { $id: 'Item' });

export const sampleRoutes: Route[] = [
  route({
    path: '/api/v1/echo',
    summary: 'Echo of its parameters',
    tag: 'sample',
    query: {
      limit: Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'Page size.' }),
      q: Type.Optional(Type.String({ minLength: 0, maxLength: 5 })),
      hours: Type.Union([Type.Literal(168), Type.Literal(720)], { default: 720 }),
      threshold: Type.Number({ minimum: 0.5, maximum: 1, default: 0.65 }),
      at: Type.Optional(Type.String({ format: 'date-time' })),
      day: Type.Optional(Type.String({ format: 'date' })),
      media: Type.Optional(Type.Array(Type.String({ pattern: '^[a-z]+$' }), { maxItems: 3 })),
    },
    response: Type.Object({ limit: Type.Integer(), item: Type.Optional(Item) }),
    responseExample: { limit: 50 },
    errors: {},
    handle: ({ query }) => jsonReply(query),
  }),
  route({
    path: '/api/v1/items/{id}',
    summary: 'One item',
    tag: 'sample',
    params: { id: Type.Integer({ minimum: 1 }) },
    response: Item,
    errors: { 404: 'No such item.' },
    handle: ({ params }) => {
      if (params.id > 1000) throw notFound(`there is no item ${params.id}`);
      return jsonReply(
        { id: params.id, name: 'item' },
        { etag: 'item-v1', cacheControl: 'public, max-age=0' },
      );
    },
  }),
  route({
    path: '/api/v1/names/{name}/of/{kind}',
    summary: 'Two parameters',
    tag: 'sample',
    params: { kind: Type.String(), name: Type.String({ maxLength: 40 }) },
    response: Type.Object({}),
    errors: {},
    handle: ({ params }) => jsonReply(params),
  }),
  route({
    path: '/api/v1/posted',
    summary: 'Counts the letters of what is posted',
    tag: 'sample',
    post: {
      body: Type.Object({
        text: Type.String(),
        times: Type.Optional(Type.Integer({ minimum: 1 })),
      }),
      bodyExample: { text: 'word' },
      bytesMax: 1000,
      perMinute: 40,
    },
    response: Type.Object({ letters: Type.Integer() }),
    errors: {},
    handle: ({ body }) => jsonReply({ letters: (body as { text: string }).text.length }),
  }),
  route({
    path: '/api/v1/page',
    summary: 'A page from the fast lane',
    tag: 'sample',
    response: Type.Object({}),
    errors: {},
    fast: (rawQuery) => (rawQuery === '' ? { status: 200, body: PAGE, etag: 'abcdefgh' } : null),
    handle: () => jsonReply({ slow: true }),
  }),
  route({
    path: '/api/v1/large',
    summary: 'More than a socket takes at once',
    tag: 'sample',
    query: { late: Type.Integer({ minimum: 0, maximum: 1, default: 0 }) },
    response: Type.Object({}),
    errors: {},
    handle: ({ query }) => {
      const reply = { status: 200, body: LARGE };
      return query.late === 0 ? reply : new Promise((resolve) => setImmediate(resolve, reply));
    },
  }),
  route({
    path: '/api/v1/late',
    summary: 'An answer that takes its time',
    tag: 'sample',
    query: { ms: Type.Integer({ minimum: 0, maximum: 1000, default: 20 }) },
    response: Type.Object({}),
    errors: {},
    handle: async ({ query }) => {
      await new Promise((resolve) => setTimeout(resolve, query.ms));
      return { status: 200, body: PAGE, etag: 'late' };
    },
  }),
  route({
    path: '/api/v1/throws',
    summary: 'A handler with a bug',
    tag: 'sample',
    query: { late: Type.Integer({ minimum: 0, maximum: 1, default: 0 }) },
    response: Type.Object({}),
    errors: { 410: 'Gone.' },
    handle: ({ query }) => {
      if (query.late === 1) return Promise.reject(gone('it is gone'));
      throw new Error('a bug');
    },
  }),
];

export interface Sample {
  service: Service;
  server: HttpServer;
  clock: ManualClock;
  port: number;
  url: string;
}

/** Options of the sample in the manner of the news service, or with changes. */
export function sampleOptions(
  clock: ManualClock,
  changes: Partial<ServiceOptions> = {},
): ServiceOptions {
  return {
    name: 'sample',
    routes: [
      ...sampleRoutes,
      ...docsRoutes({
        title: 'Sample <API>',
        intro: 'A sample.',
        openApiPath: '/api/v1/openapi.json',
        publicUrl: 'http://localhost:8802',
      }),
    ],
    errorBody: (_status, _code, message) => ({ error: message }),
    errorSchema: Type.Object({ error: Type.String() }),
    unknownParameters: 'ignore',
    rateLimits: { anonymous: 100_000 },
    rateBucketsMax: 1000,
    trustedProxies: [],
    publicUrl: 'http://localhost:8802',
    info: {
      title: 'Sample',
      version: '1.0.0',
      description: 'A sample.',
      license: { name: 'MIT', identifier: 'MIT' },
      tags: [{ name: 'sample', description: 'Everything.' }],
    },
    monotonic: clock,
    logger: silentLogger,
    ready: () => true,
    ...changes,
  };
}

/** The server under test: the tests of this folder run against both. */
export function createSampleServer(options: HttpServerOptions): HttpServer {
  return isFallback ? createNodeServer(options) : createUwsServer(options);
}

/** Starts the sample on a free port. */
export async function startSample(changes: Partial<ServiceOptions> = {}): Promise<Sample> {
  const clock = new ManualClock(1_000_000);
  const service = createService(sampleOptions(clock, changes));
  const { listener, refusal } = service;
  const server = createSampleServer({ host: '127.0.0.1', port: 0, listener, refusal });
  const { port } = await server.listen();
  return { service, server, clock, port, url: `http://127.0.0.1:${port}` };
}

/** An answer may begin so many times later than it may pause. */
const FIRST_BYTE_FACTOR = 10;

/** Sends bytes and gives everything that comes back until the other side is silent or closes. */
export function exchangeRaw(
  port: number,
  bytes: string | Uint8Array,
  silenceMs = 150,
): Promise<{ text: string; closed: boolean }> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = net.connect(port, '127.0.0.1');
    const finish = (closed: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ text: Buffer.concat(chunks).toString('utf8'), closed });
    };
    // The thread that is going to answer may have to wait for a processor first.
    let timer = setTimeout(() => finish(false), FIRST_BYTE_FACTOR * silenceMs);
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      clearTimeout(timer);
      timer = setTimeout(() => finish(false), silenceMs);
    });
    socket.on('close', () => finish(true));
    socket.on('error', () => finish(true));
    socket.write(bytes);
  });
}

/** A request of one line and headers. */
export function requestText(line: string, ...headers: string[]): string {
  return `${[`${line} HTTP/1.1`, 'host: x', ...headers].join('\r\n')}\r\n\r\n`;
}
