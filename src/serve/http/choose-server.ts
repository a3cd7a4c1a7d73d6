/**
 * Chooses the HTTP server: uWebSockets.js where a binary fits this machine, otherwise Node's
 * `http`.
 */
import type { HttpServerKind } from '../../kernel/config.js';
import { messageOf } from '../../kernel/errors.js';
import type { Logger } from '../../kernel/logger.js';
import { createNodeServer } from './node-server.js';
import type { HttpServer, HttpServerOptions } from './server.js';
import { createUwsServer, loadUws } from './uws-server.js';

export type CreateServer = (options: HttpServerOptions) => HttpServer;

/** Name of the server for messages and logs. */
export function nameOfServer(create: CreateServer): string {
  return create === createUwsServer ? 'uWebSockets.js' : 'node:http';
}

/**
 * The function that creates servers of a kind.
 * @throws where uWebSockets.js is asked for by name and no binary fits.
 */
export function chooseServer(kind: HttpServerKind, logger: Logger): CreateServer {
  if (kind === 'node') return createNodeServer;
  try {
    loadUws();
    return createUwsServer;
  } catch (error) {
    if (kind === 'uws') throw error;
    logger.warn({ reason: messageOf(error) }, 'node:http serves, several times slower');
    return createNodeServer;
  }
}
