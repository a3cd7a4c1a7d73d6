/**
 * What an exchange remembers of the question: how its answer may be compressed, and what logs say.
 */
import type { Exchange } from './exchange.js';
import type { IncomingRequest } from './server.js';

/** A compressed form is named by what was asked. */
export function readCoding(req: IncomingRequest, exchange: Exchange, path: string): string {
  const acceptEncoding = req.header('accept-encoding');
  exchange.acceptEncoding = acceptEncoding;
  if (acceptEncoding !== '') exchange.question = `${path}?${req.rawQuery}`;
  return acceptEncoding;
}

/** Whether a body follows the headers. */
export function hasBody(req: IncomingRequest): boolean {
  const length = req.header('content-length');
  return (length !== '' && length !== '0') || req.header('transfer-encoding') !== '';
}

/** Cursors are sealed for the caller who got them, and stay out of logs. */
export function withoutSecrets(rawQuery: string): string {
  return rawQuery.replace(/(^|&)(cursor|key|token)=[^&]*/gi, '$1$2=…');
}
