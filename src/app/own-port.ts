/** How servers of the process's own ports, beside the two services, open and close. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TagwireError } from '../kernel/errors.js';

/** Gives the port. @throws TagwireError PORT_UNAVAILABLE */
export async function openServer(server: Server, host: string, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => {
      const message = `port ${port} cannot be opened: ${cause.message}`;
      reject(new TagwireError('PORT_UNAVAILABLE', message, { cause }));
    });
    server.listen(port, host, resolve);
  });
  return (server.address() as AddressInfo).port;
}

/** Waits for no request that is under way. */
export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}
