/**
 * A bare uWebSockets.js handler that sends one constant answer to everything. Arguments: port, file
 * (JSON: headers as one block, body in base64).
 */
import { App } from 'uWebSockets.js';
import { readFileSync } from 'node:fs';

const [port, file] = process.argv.slice(2);
const answer = JSON.parse(readFileSync(file!, 'utf8')) as { headers: string; body: string };
const headers = Buffer.from(answer.headers);
const body = Buffer.from(answer.body, 'base64');

App()
  .get('/*', (response) => {
    response.writeHeader('content-type', headers);
    response.end(body);
  })
  .listen('127.0.0.1', Number(port), () => undefined);
