/** `tagwire demo`, which `npm start` runs: fills an invented world once, then crawls its sites. */
import type { Command } from 'commander';
import type { WorldName } from '../../../../demo/read-vocabulary.js';
import {
  isoOf,
  MINUTE_MS,
  SECOND_MS,
  systemClock,
  systemMonotonic,
} from '../../../kernel/clock.js';
import type { Config } from '../../../kernel/config.js';
import { messageOf } from '../../../kernel/errors.js';
import { createLogger } from '../../../kernel/logger.js';
import { spanText } from '../../clock-watch.js';
import { openStore } from '../../open-store.js';
import type { SetSource } from '../../outlet-sets.js';
import type { Addresses, ServeOptions } from '../../serve-options.js';
import { configOf, setSourceOf } from '../config-file.js';
import { clearDemo, DemoWorld, isFormerDemo, openDemo } from '../demo-world.js';
import { DATA_DEFAULT } from '../options.js';
import { createProgress } from '../progress.js';
import { StopRequest } from '../signals.js';
import { demoFolder } from '../worlds.js';
import { announce, reloadBy, tellOwner, untilStopped } from './serve.js';

/** Differences from the system's clock up to this are not reported. */
const CLOCK_TOLD_MS = 2 * MINUTE_MS;
const RANKINGS_LINE = 'rankings      in about a minute, with the events of the newest two days\n';

/** Removes the demo of a folder, which has no sites, unless a process serves it. */
async function clear(config: Config): Promise<void> {
  const store = await openStore(config, createLogger(config, 'tagwire'));
  await store.close();
  process.stderr.write('this demo is from before its sites were crawled: it is filled anew\n');
  clearDemo(config.data);
}

/** Answers at once, and fills in the world's past meanwhile: the newest days first. */
async function run(
  config: Config,
  language: WorldName | undefined,
  sets: SetSource,
): Promise<void> {
  const stop = new StopRequest();
  const demo = await DemoWorld.open(config.data, undefined, undefined, language);
  void stop.asked.then(() => demo.endFilling());
  const progress = createProgress('filling the demo', systemMonotonic);
  let sent: { share: number; records: number } | null = null;
  const show = (): void => {
    if (sent !== null) progress.update(Math.round(1000 * sent.share), 1000, sent.records);
  };
  const onProgress = (share: number, records: number): void => {
    sent = { share, records };
    show();
  };
  // The indices still compute rankings after the records are sent; the bar shows that work goes on.
  const showing = setInterval(show, SECOND_MS).unref();
  const announceDemo = async (addresses: Addresses, nowMs: number): Promise<void> => {
    const rankings = demo.isRecent ? '' : RANKINGS_LINE;
    announce(addresses, sitesLine(demo) + clockLine(nowMs, systemClock.nowMs()) + rankings);
    await tellOwner(config, addresses);
  };
  const fill: ServeOptions['fill'] = async (sink, addresses) => {
    await announceDemo(addresses, demo.endMs);
    await demo.fillRecent(sink, onProgress);
    if (demo.isRecent) process.stdout.write('rankings      are there; older days follow\n');
  };
  const wasRecent = demo.isRecent;
  const logger = createLogger(config, 'tagwire');
  const app = await openDemo(demo, config, logger, {
    sets,
    ...(wasRecent ? {} : { fill }),
  });
  if (wasRecent) await announceDemo(app, app.clock.nowMs());
  const filling = demo
    .fillOlder(app.sink, onProgress)
    .catch((error) => process.stderr.write(`the older days are missing: ${messageOf(error)}\n`))
    .finally(() => {
      clearInterval(showing);
      progress.stop();
    });
  reloadBy(stop, app, logger);
  await untilStopped(app, stop, filling);
}

/** A line for a demo whose clock, which continues from the store's last tick, differs from the system's. */
function clockLine(nowMs: number, systemMs: number): string {
  if (Math.abs(systemMs - nowMs) < CLOCK_TOLD_MS) return '';
  const apart = `${spanText(Math.abs(systemMs - nowMs))} ${nowMs < systemMs ? 'behind' : 'ahead'}`;
  return `clock         ${isoOf(nowMs)}, ${apart}: this world goes on from where it was\n`;
}

function sitesLine({ addresses: { ports, firstUrl } }: DemoWorld): string {
  return `sites         ${firstUrl} …   (${ports.size} invented sites, crawled live)\n`;
}

export async function demo({ world }: { world?: WorldName }, own: Command): Promise<void> {
  const given = configOf(own);
  // The usual default is the operator's own store, where the demo never writes.
  const config = given.data === DATA_DEFAULT ? { ...given, data: demoFolder(world) } : given;
  if (isFormerDemo(config.data)) await clear(config);
  await run(config, world, setSourceOf(own));
}
