/**
 * A bare uWebSockets.js handler that sends constant pages by path and query, headers and all.
 * Arguments: port, file of pages (JSON: headers as one block, bodies in base64, by path).
 */
import { App } from 'uWebSockets.js';
import { readFileSync } from 'node:fs';

const [port, file] = process.argv.slice(2);
const { headers, pages } = JSON.parse(readFileSync(file!, 'utf8')) as {
  headers: string;
  pages: { [path: string]: string };
};
const block = Buffer.from(headers);
const bodies = new Map(
  Object.entries(pages).map(([path, body]) => [path, Buffer.from(body, 'base64')]),
);

App()
  .get('/*', (response, request) => {
    response.writeHeader('content-type', block);
    response.end(bodies.get(`${request.getUrl()}?${request.getQuery()}`));
  })
  .listen('127.0.0.1', Number(port), () => undefined);
