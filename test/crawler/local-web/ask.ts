/**
 * A plain HTTP client for the tests of sites: no redirects, no decoding.
 */
import { request } from 'node:http';

/** What a site answered. */
export interface Reply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
}

/** One request over a connection of its own: kept ones would outlive a site and its port. */
export function ask(
  url: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const call = request(url, { method, headers, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode = 0 } = response;
        resolve({ status: statusCode, headers: response.headers, bytes: Buffer.concat(parts) });
      });
    });
    call.on('error', reject);
    call.end();
  });
}
