/** `tagwire serve`: runs both services until SIGINT or SIGTERM. */
import type { Command } from 'commander';
import type { Config } from '../../../kernel/config.js';
import { messageOf } from '../../../kernel/errors.js';
import { createLogger, type Logger } from '../../../kernel/logger.js';
import { COMMAND_LINE } from '../../../store/accounts/audit.js';
import { commandAccounts } from '../../account-watch.js';
import { type App, serve } from '../../app.js';
import type { Addresses } from '../../serve-options.js';
import { configOf, isRunByNpm, serviceVariables, setSourceOf } from '../config-file.js';
import { sayingSo } from '../open-sink.js';
import { DATA_DEFAULT } from '../options.js';
import { StopRequest, serviceManager } from '../signals.js';

/**
 * Makes SIGHUP read the sets of outlets and the list of sources again; the log then says how many sets there
 * are, and how many faults the list has.
 */
export function reloadBy(stop: StopRequest, app: App, logger: Logger): void {
  stop.reload = () => {
    const { crawl, sets } = app;
    try {
      logger.info({ sets: sets.reload() }, 'SIGHUP: the sets of outlets were read again');
    } catch (error) {
      logger.warn({ reason: messageOf(error) }, 'SIGHUP: the sets of outlets stay as they were');
    }
    if (crawl === null) return logger.info({}, 'SIGHUP: nothing is crawled here, no list is read');
    void crawl.call('reload', {}).then(
      ({ faults }) => logger.info({ faults }, 'SIGHUP: the list of sources was read again'),
      (error: unknown) => logger.warn({ reason: messageOf(error) }, 'SIGHUP: it was not read'),
    );
  };
}

/** Serves until a request to stop, waits for `last`, then closes. */
export async function untilStopped(
  app: App,
  stop: StopRequest,
  last: Promise<unknown> = Promise.resolve(),
): Promise<void> {
  await stop.asked;
  await last;
  await app.close();
}

/**
 * Prints how the owner signs in. Only a terminal gets the link itself: every reader of a stored log could
 * sign in with it. For a read-only store no owner is made, and the store is served.
 */
export async function tellOwner(config: Config, { blogUrl }: Addresses): Promise<void> {
  const how = await howToSignIn(config, blogUrl).catch(
    (error: unknown) => `not possible now: ${messageOf(error)}`,
  );
  process.stdout.write(`sign in       ${how}\n`);
}

/** How to sign in; makes the owner where there is none. `localUrl`: the blog service on this machine. */
async function howToSignIn(config: Config, localUrl: string): Promise<string> {
  const accounts = commandAccounts(config);
  const owner = await accounts.owner();
  if (process.stdout.isTTY === true) {
    const text = await accounts.signIn.linkFor(owner, null, COMMAND_LINE);
    const base = config.blogPublicUrl === '' ? localUrl : config.blogPublicUrl.replace(/\/+$/, '');
    return `${base}/my/sign-in/?token=${text}   (once, within 15 minutes)`;
  }
  const place = config.data === DATA_DEFAULT ? '' : ` --data ${config.data}`;
  const command = `${isRunByNpm() ? 'npx ' : ''}tagwire user link ${owner.login}${place}`;
  return `"${command}" prints a link that signs the owner in`;
}

/** Prints the addresses of the server; `further`: whole lines of the caller's. */
export function announce({ newsUrl, blogUrl, adminUrl }: Addresses, further = ''): void {
  process.stdout.write(
    `news service  ${newsUrl}/   (API ${newsUrl}/api/v1, its documentation ${newsUrl}/docs)\n` +
      `blog service  ${blogUrl}/   (API ${blogUrl}/api/v1/openapi.json, its documentation ${blogUrl}/docs)\n` +
      `metrics       ${adminUrl}/metrics\n${further}`,
  );
}

export async function serveStore(_: object, own: Command): Promise<void> {
  const config = configOf(own);
  const sets = setSourceOf(own);
  const stop = new StopRequest();
  const logger = createLogger(config, 'tagwire');
  const manager = serviceManager(serviceVariables(), logger);
  void stop.asked.then(() => manager.stopping());
  for (let starts = 1; ; starts++) {
    const app = await sayingSo(config, () => serve({ config, logger, sets }));
    if (starts === 1) {
      announce(app);
      await tellOwner(config, app);
      manager.ready();
    }
    reloadBy(stop, app, logger);
    const isStopped = await Promise.race([stop.asked.then(() => true), app.renews]);
    if (isStopped) return untilStopped(app, stop);
    logger.warn({}, 'the store does not go on; this server begins again with another one');
    await app.close();
  }
}
