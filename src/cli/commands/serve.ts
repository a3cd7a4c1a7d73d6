/**
 * `tagwire serve`: both services until SIGINT or SIGTERM.
 */
import type { Command } from 'commander';
import { type App, serve } from '../../app/app.js';
import { createLogger } from '../../kernel/logger.js';
import { addOptions, configOf, serviceVariables } from '../config-file.js';
import { sayingSo } from '../open-sink.js';
import { serviceManager } from '../service-manager.js';
import { onSignals } from '../signals.js';

export function addServe(program: Command): void {
  const command = program.command('serve').description('serve both APIs from a store');
  addOptions(command, [
    'data',
    'host',
    'blogPort',
    'newsPort',
    'adminHost',
    'adminPort',
    'blogPublicUrl',
    'newsPublicUrl',
    'clock',
    'trustedProxies',
    'rateLimitBlogAnonymous',
    'rateLimitBlogKey',
    'rateLimitNews',
    'crawl',
    'sources',
    'crawlAllow',
    'crawlContact',
    'crawlGapMs',
    'crawlThreads',
    'websubPublicUrl',
    'websubPort',
    'httpServer',
    'logLevel',
    'accessLog',
  ]).action(async () => {
    const config = configOf(command);
    const logger = createLogger(config, 'tagwire');
    const manager = serviceManager(serviceVariables(), logger);
    const app = await sayingSo(config, () => serve({ config, logger }));
    manager.ready();
    await untilStopped(app);
    manager.stopping();
    await app.close();
  });
}

/**
 * Says where to look (`further`: whole lines of the caller's), and resolves at the first signal to stop, which may come as soon as that is
 * said; a second one ends the process at once.
 */
export async function untilStopped(app: App, further = ''): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    onSignals({
      stop: resolve,
      reload: () => void app.crawl?.call('reload', {}).catch(() => undefined),
    });
  });
  announce(app, further);
  await stopped;
  process.stderr.write('closing\n');
}

function announce({ newsUrl, blogUrl, adminUrl }: App, further: string): void {
  process.stdout.write(
    `news service  ${newsUrl}/api/v1   (documentation ${newsUrl}/docs)\n` +
      `blog service  ${blogUrl}/api/v1/openapi.json   (documentation ${blogUrl}/docs)\n` +
      `metrics       ${adminUrl}/metrics\n${further}`,
  );
}
