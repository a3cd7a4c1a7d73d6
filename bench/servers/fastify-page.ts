/**
 * The usual stack: Fastify sending the same constant pages with the same headers.
 * Arguments: as constant-page.ts.
 */
import { readFileSync } from 'node:fs';
import { fastify } from 'fastify';

const [port, file] = process.argv.slice(2);
const { headers, pages } = JSON.parse(readFileSync(file!, 'utf8')) as {
  headers: string;
  pages: { [query: string]: string };
};
const pairs = Object.fromEntries(
  `content-type: ${headers}`.split('\r\n').map((line) => {
    const at = line.indexOf(':');
    return [line.slice(0, at), line.slice(at + 1).trim()];
  }),
);
const bodies = new Map(
  Object.entries(pages).map(([query, body]) => [query, Buffer.from(body, 'base64')]),
);

const app = fastify();
app.get('/api/v1/articles', (request, reply) => {
  const query = request.raw.url!.slice(request.raw.url!.indexOf('?') + 1);
  reply.headers(pairs).send(bodies.get(query));
});
await app.listen({ host: '127.0.0.1', port: Number(port) });
