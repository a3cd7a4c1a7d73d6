/**
 * `tagwire serve`: both services until SIGINT or SIGTERM.
 */
import type { Command } from 'commander';
import { type App, serve } from '../../app/app.js';
import { createLogger } from '../../kernel/logger.js';
import { addOptions, configOf } from '../config-file.js';

export function addServe(program: Command): void {
  const command = program.command('serve').description('serve both APIs from a store');
  addOptions(command, [
    'data',
    'host',
    'blogPort',
    'newsPort',
    'adminPort',
    'blogPublicUrl',
    'newsPublicUrl',
    'clock',
    'trustedProxies',
    'rateLimitBlogAnonymous',
    'rateLimitBlogKey',
    'rateLimitNews',
    'httpServer',
    'logLevel',
  ]).action(async () => {
    const config = configOf(command);
    const app = await serve({ config, logger: createLogger(config.logLevel, 'tagwire') });
    await untilStopped(app);
    await app.close();
  });
}

/**
 * Says where to look, and resolves at the first signal to stop, which may come as soon as that is
 * said; a second one ends the process at once.
 */
export async function untilStopped(app: App): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        process.once(signal, () => process.exit(1));
        resolve();
      });
    }
  });
  announce(app);
  await stopped;
  process.stderr.write('closing\n');
}

function announce({ newsUrl, blogUrl, adminUrl }: App): void {
  process.stdout.write(
    `news service  ${newsUrl}/api/v1   (documentation ${newsUrl}/docs)\n` +
      `blog service  ${blogUrl}/api/v1/openapi.json   (documentation ${blogUrl}/docs)\n` +
      `metrics       ${adminUrl}/metrics\n`,
  );
}
