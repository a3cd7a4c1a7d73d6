/**
 * The demo as it runs: the sites of its world, and a server whose crawler reads them.
 *
 *   world ─► sites on loopback ◄── crawler ─► log ─► both services
 *
 * The clock goes on from the store's last tick, for the sites and the crawler alike, so the demo is
 * as fresh after a month in the drawer as on the first day.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type Clock, clockFrom, systemClock } from '../../kernel/clock.js';
import type { Config } from '../../kernel/config.js';
import type { Logger } from '../../kernel/logger.js';
import { type App, serve } from '../app.js';
import { sourcesPathOf } from '../crawling/source-list.js';
import type { ServeOptions } from '../serve-options.js';
import { DemoSites } from './demo-sites.js';
import type { DemoWorld } from './demo-world.js';

/** Pause between two requests to a site: they are our own. */
const GAP_MS = 100;

export interface DemoOptions {
  clock?: NonNullable<ServeOptions['clock']>;
  /** Fills in what is missing of the newest days, while the demo answers already. */
  fill?: NonNullable<ServeOptions['fill']>;
  /** Sets of outlets beside those of the world. */
  sets?: NonNullable<ServeOptions['sets']>;
}

/** Opens a demo; closing it closes its sites. @throws what `serve` throws. */
export function openDemo(
  demo: DemoWorld,
  given: Config,
  logger: Logger,
  { clock = clockOf(demo), fill, sets: configured }: DemoOptions = {},
): Promise<App> {
  const { world, addresses } = demo;
  const config = demoConfig(given);
  const prepare = async (now: Clock): Promise<() => Promise<void>> => {
    const sites = new DemoSites(world, addresses, now, (reason) => {
      logger.warn({ reason }, 'a site of the demo is not as it should be');
    });
    writeIfOther(sourcesPathOf(config), sites.sourcesToml());
    await sites.start();
    return () => sites.close();
  };
  const sets = { read: () => new Map([...world.sets(), ...(configured?.read() ?? [])]) };
  return serve({ config, logger, clock, prepare, sets, ...(fill === undefined ? {} : { fill }) });
}

/** Goes on from the store's last tick; a world whose past is not there yet begins where that ends. */
function clockOf(demo: DemoWorld): NonNullable<ServeOptions['clock']> {
  return (lastTickMs) => {
    if (demo.isRecent) return clockFrom(lastTickMs ?? systemClock.nowMs());
    return clockFrom(Math.max(lastTickMs ?? demo.endMs, demo.endMs));
  };
}

/** What a demo decides itself, whatever the options say. */
function demoConfig(given: Config): Config {
  return {
    ...given,
    clock: 'system',
    crawl: true,
    sources: '',
    crawlAllow: ['127.0.0.0/8'],
    crawlGapMs: GAP_MS,
    crawlContact: given.crawlContact || 'demo',
    websubPublicUrl: '',
    websubHub: '',
  };
}

/** A file that is written anew is read anew; one with the same content is left alone. */
function writeIfOther(path: string, text: string): void {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  writeFileSync(path, text);
}
