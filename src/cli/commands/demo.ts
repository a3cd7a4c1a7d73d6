/**
 * `tagwire demo`: what `npm start` runs. Fills an invented world once, then serves it live.
 */
import type { Command } from 'commander';
import { openStore, serve } from '../../app/app.js';
import { clockFrom, systemClock, systemMonotonic } from '../../kernel/clock.js';
import type { Config } from '../../kernel/config.js';
import { createLogger } from '../../kernel/logger.js';
import { addOptions, configOf } from '../config-file.js';
import { DemoWorld } from '../demo-world.js';
import { createProgress } from '../progress.js';
import { untilStopped } from './serve.js';

const FOLDER = 'data/demo';

export function addDemo(program: Command): void {
  const command = program.command('demo').description('serve an invented world, fed live');
  addOptions(command, [
    'data',
    'host',
    'blogPort',
    'newsPort',
    'adminPort',
    'rateLimitNews',
    'logLevel',
  ]).action(async () => {
    const given = configOf(command);
    // The ordinary default is the operator's own store: the demo never writes there.
    const config = { ...given, data: given.data === 'data' ? FOLDER : given.data };
    const world = new DemoWorld(config.data);
    if (!world.isFilled) await fill(world, config);
    await run(world, config);
  });
}

async function fill(world: DemoWorld, config: Config): Promise<void> {
  const progress = createProgress('filling the demo', systemMonotonic);
  const sink = await openStore(config, createLogger(config.logLevel, 'tagwire'));
  try {
    await world.fill(sink, (share, records) =>
      progress.update(Math.round(1000 * share), 1000, records),
    );
  } finally {
    progress.stop();
    await sink.close();
  }
}

async function run(world: DemoWorld, config: Config): Promise<void> {
  const logger = createLogger(config.logLevel, 'tagwire');
  const app = await serve({
    config,
    logger,
    clock: (lastTickMs) => clockFrom(lastTickMs ?? systemClock.nowMs()),
  });
  const stop = world.live(app.pipeline, app.clock, (reason) => {
    logger.warn({ reason }, 'the demo could not be fed');
  });
  await untilStopped(app);
  stop();
  await app.close();
}
