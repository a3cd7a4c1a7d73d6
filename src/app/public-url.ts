/** Addresses of the services: as people know them, and on this machine. */

/** The configured public address without a final slash, or the one that is listened on. */
export function publicUrlOf(configured: string, host: string, port: number): string {
  if (configured !== '') return configured.replace(/\/+$/, '');
  return localUrlOf(host, port);
}

export function localUrlOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
