/**
 * `tagwire demo`: what `npm start` runs. Fills an invented world once, then crawls its sites.
 */
import type { Command } from 'commander';
import { openStore } from '../../app/app.js';
import { projectRoot } from '../../app/paths.js';
import { systemMonotonic } from '../../kernel/clock.js';
import type { Config } from '../../kernel/config.js';
import { createLogger } from '../../kernel/logger.js';
import { addOptions, configOf, DATA_DEFAULT } from '../config-file.js';
import { openDemo } from '../demo-run.js';
import { clearDemo, DemoWorld, isFormerDemo } from '../demo-world.js';
import { createProgress } from '../progress.js';
import { untilStopped } from './serve.js';

/** In a checkout, where git ignores it; elsewhere beside what the user keeps there. */
const CHECKOUT_FOLDER = 'data/demo';
const FOLDER = 'tagwire-demo';

export function addDemo(program: Command): void {
  const command = program
    .command('demo')
    .description('serve an invented world, whose sites are crawled live');
  addOptions(command, [
    'data',
    'host',
    'blogPort',
    'newsPort',
    'adminPort',
    'rateLimitNews',
    'logLevel',
    'accessLog',
  ]).action(async () => {
    const given = configOf(command);
    // The ordinary default is the operator's own store: the demo never writes there.
    const config = given.data === DATA_DEFAULT ? { ...given, data: demoFolder() } : given;
    if (isFormerDemo(config.data)) await clear(config);
    const world = await DemoWorld.open(config.data);
    if (!world.isFilled) await fill(world, config);
    const app = await openDemo(world, config, createLogger(config, 'tagwire'));
    await untilStopped(app, sitesLine(world));
    await app.close();
  });
}

function demoFolder(): string {
  return process.cwd() === projectRoot ? CHECKOUT_FOLDER : FOLDER;
}

/** Makes room for a world with sites, unless a process serves the one that is there. */
async function clear(config: Config): Promise<void> {
  const store = await openStore(config, createLogger(config, 'tagwire'));
  await store.close();
  process.stderr.write('this demo is from before its sites were crawled: it is filled anew\n');
  clearDemo(config.data);
}

async function fill(world: DemoWorld, config: Config): Promise<void> {
  const progress = createProgress('filling the demo', systemMonotonic);
  const sink = await openStore(config, createLogger(config, 'tagwire'));
  try {
    await world.fill(sink, (share, records) =>
      progress.update(Math.round(1000 * share), 1000, records),
    );
  } finally {
    progress.stop();
    await sink.close();
  }
}

function sitesLine({ addresses: { ports, firstUrl } }: DemoWorld): string {
  return `sites         ${firstUrl} …   (${ports.size} invented sites, crawled live)\n`;
}
