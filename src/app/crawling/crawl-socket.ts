/**
 * The local socket by which commands reach a running crawler: for its status, for polls at once, and to reload.
 *
 *   request  := JSON {call: status | poll | reload, source}
 *   response := JSON, or {"error": …}
 */

import { existsSync } from 'node:fs';
import type { Socket } from 'node:net';
import { Source } from '../../crawler/source.js';
import { type CrawlStatus, statusOf } from '../../crawler/status.js';
import { parseClock } from '../../kernel/clock.js';
import type { Config } from '../../kernel/config.js';
import { messageOf, TagwireError } from '../../kernel/errors.js';
import type { Logger } from '../../kernel/logger.js';
import {
  connectingPathOf,
  connectSocket,
  readFrames,
  SocketServer,
  writeFrame,
} from '../ingest/sockets.js';
import type { CrawlThread } from './crawl-thread.js';
import { crawlFolderOf, knownSourceList } from './source-list.js';

interface Request {
  call: 'status' | 'poll' | 'reload';
  source?: string | null;
}

export class CrawlSocket extends SocketServer {
  readonly #crawl: CrawlThread;

  constructor(folder: string, crawl: CrawlThread) {
    super(folder, 'crawler');
    this.#crawl = crawl;
  }

  protected override serve(socket: Socket): void {
    readFrames(socket, (parts) => {
      answer(this.#crawl, Buffer.concat(parts))
        .catch((error: unknown) => ({ error: messageOf(error) }))
        .then((value) => writeFrame(socket, [Buffer.from(JSON.stringify(value))]))
        .catch(() => socket.destroy());
    });
  }
}

async function answer(crawl: CrawlThread, frame: Buffer): Promise<unknown> {
  const { call, source = null } = JSON.parse(frame.toString()) as Request;
  switch (call) {
    case 'status':
      return crawl.status();
    case 'poll':
      return crawl.call('poll', { source });
    case 'reload':
      return crawl.call('reload', {});
    default:
      throw new TagwireError('INPUT_INVALID', 'the request is of no known type');
  }
}

/** Asks the crawler that runs on a data folder; null when none runs. */
async function askCrawler(folder: string, request: Request): Promise<unknown> {
  const socket = await connectSocket(connectingPathOf(folder, 'crawler'));
  if (socket === null) return null;
  try {
    return await new Promise((resolve, reject) => {
      readFrames(socket, (parts) => resolve(JSON.parse(Buffer.concat(parts).toString())));
      socket.on('close', () => reject(new TagwireError('ACTOR_DOWN', 'the crawler went away')));
      writeFrame(socket, [Buffer.from(JSON.stringify(request))]);
    }).then((reply) => {
      const { error } = reply as { error?: string };
      if (error !== undefined) throw new TagwireError('ACTOR_DOWN', error);
      return reply;
    });
  } finally {
    socket.destroy();
  }
}

/** Makes a running crawler poll a source, or all sources, at once; null when none runs. */
export async function pollRunning(
  folder: string,
  source: string | null,
): Promise<{ channels: number } | null> {
  return (await askCrawler(folder, { call: 'poll', source })) as { channels: number } | null;
}

/**
 * The status that the crawler of a data folder reports, or where none runs the state that the last one stored.
 * @throws TagwireError CONFIG_INVALID when there is neither list nor state.
 */
export async function crawlStatus(config: Config, logger: Logger): Promise<CrawlStatus> {
  const running = await askCrawler(config.data, { call: 'status' });
  if (running !== null) return running as CrawlStatus;
  const { entries, faults } = (await knownSourceList(config)).file;
  const folder = crawlFolderOf(config);
  if (!existsSync(folder)) return statusOf({ ...EMPTY, faults, nowMs: nowOf(config) });
  // This module loads LevelDB.
  const { CrawlStore } = await import('../../crawler/state/crawl-store.js');
  const store = await CrawlStore.open(folder, logger);
  try {
    const nowMs = nowOf(config);
    const sources = entries.map((entry) => new Source(entry, store, nowMs));
    return statusOf({ ...EMPTY, sources, faults, nowMs });
  } finally {
    await store.close();
  }
}

const EMPTY = {
  sources: [] as Source[],
  figures: { sources: 0, active: 0, visitsWaiting: 0, steps: 0 },
};

function nowOf({ clock }: Config): number {
  return parseClock(clock).nowMs();
}
