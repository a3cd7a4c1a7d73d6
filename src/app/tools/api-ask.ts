/**
 * Asks both services of a running server over HTTP.
 */
import type { Config } from '../../kernel/config.js';
import type { ServiceAsk } from '../../serve/mcp/ask.js';
import { localUrlOf } from '../public-url.js';

/** Longer than the slowest answer of the API takes. */
const ANSWER_MS = 60_000;

/** @param named addresses of services that are not those of the configuration. */
export function apiAsk(
  { host, newsPort, blogPort }: Config,
  { newsUrl, blogUrl }: { newsUrl?: string; blogUrl?: string },
): ServiceAsk {
  const bases = {
    news: newsUrl ?? localUrlOf(host, newsPort),
    blog: blogUrl ?? localUrlOf(host, blogPort),
  };
  return async ({ service, target, body }) => {
    const posted =
      body === undefined
        ? {}
        : {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          };
    const response = await fetch(`${bases[service].replace(/\/+$/, '')}${target}`, {
      headers: { accept: 'application/json' },
      ...posted,
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    return { status: response.status, body: await response.json() };
  };
}
