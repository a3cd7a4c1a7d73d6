/** Answers as they come, for bare servers to send again. */
import { get, type IncomingMessage } from 'node:http';

/** Headers that a server adds by itself, and the one that carries the block. */
const OWN_HEADERS = new Set([
  'date',
  'content-length',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-type',
]);

/** An answer as it comes, not decoded. @throws when it is none of status 200. */
export async function ask(
  url: string,
  encoding: string,
  more: { [name: string]: string } = {},
): Promise<{ headers: IncomingMessage['headers']; body: Buffer }> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { 'accept-encoding': encoding, ...more };
    get(url, { headers }, resolve).on('error', reject);
  });
  const body = Buffer.concat((await response.toArray()) as Buffer[]);
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}: ${body}`);
  return { headers: response.headers, body };
}

/** Headers of an answer as a bare server sends them: its type, then all that is not the server's own. */
export function headerBlock({ 'content-type': type, ...rest }: IncomingMessage['headers']): string {
  const others = Object.entries(rest).filter(([name]) => !OWN_HEADERS.has(name));
  return [type, ...others.map((pair) => pair.join(': '))].join('\r\n');
}
