/**
 * Puts the endpoint for agents beside the news service, and asks both services of this process for it.
 */
import type { ServiceContext } from '../serve/api/services.js';
import type { Service } from '../serve/http/service-options.js';
import { McpEndpoint, withMcp } from '../serve/mcp/endpoint.js';

/** The news service, pages and all, with `/mcp`. */
export function withAgents(
  outer: Service,
  services: { news: Service; blog: Service },
  publicUrl: string,
  context: ServiceContext,
): Service {
  const { config, version, monotonic, logger, ready, metrics } = context;
  const endpoint = new McpEndpoint({
    ask: async ({ service, target, body }) => {
      const answer = await services[service].ask(target, '', body);
      return { status: answer.status, body: JSON.parse(Buffer.from(answer.body!).toString()) };
    },
    rateLimit: config.rateLimitNews,
    trustedProxies: config.trustedProxies,
    origins: config.mcpOrigins,
    ...{ version, publicUrl, monotonic, logger, ready, metrics },
  });
  return withMcp(outer, endpoint);
}
