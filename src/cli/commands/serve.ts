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
    announce(app);
    await untilSignal();
    process.stderr.write('closing\n');
    await app.close();
  });
}

/** Says where to look. */
export function announce({ newsUrl, blogUrl, adminUrl }: App): void {
  process.stdout.write(
    `news service  ${newsUrl}/api/v1   (documentation ${newsUrl}/docs)\n` +
      `blog service  ${blogUrl}/api/v1/openapi.json   (documentation ${blogUrl}/docs)\n` +
      `metrics       ${adminUrl}/metrics\n`,
  );
}

/** Resolves at the first signal to stop; a second one ends the process at once. */
export async function untilSignal(): Promise<void> {
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        process.once(signal, () => process.exit(1));
        resolve();
      });
    }
  });
}
