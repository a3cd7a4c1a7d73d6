/**
 * The machine's own limit: a bare uWebSockets.js handler that sends constant pages, headers and
 * all. Arguments: port, file of pages (JSON: headers as one block, bodies in base64, by URL).
 */
import { App } from 'uWebSockets.js';
import { readFileSync } from 'node:fs';

const [port, file] = process.argv.slice(2);
const { headers, pages } = JSON.parse(readFileSync(file!, 'utf8')) as {
  headers: string;
  pages: { [query: string]: string };
};
const block = Buffer.from(headers);
const bodies = new Map(
  Object.entries(pages).map(([query, body]) => [query, Buffer.from(body, 'base64')]),
);

App()
  .get('/api/v1/articles', (response, request) => {
    response.writeHeader('content-type', block);
    response.end(bodies.get(request.getQuery()));
  })
  .listen('127.0.0.1', Number(port), () => undefined);
