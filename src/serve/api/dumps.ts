/**
 * `/api/v1/dumps` of both services: all rows of a finished local day as files.
 *
 * Nothing is stored or cached but entity tags: each download makes a file from the rows that are
 * shown at that moment, so no download that begins after a hide contains the item. An entity tag
 * (only of the news service) is a hash of all rows, which are read once more unless nothing has
 * changed.
 */

import { type Clock, DAY_MS, localDateOf, localDayStartMs, parseDate } from '../../kernel/clock.js';
import { ZONE } from '../../kernel/current-place.js';
import { messageOf } from '../../kernel/errors.js';
import { hash64, hexOf } from '../../kernel/hash.js';
import { DUMPS } from '../../kernel/limits.js';
import type { Logger } from '../../kernel/logger.js';
import { Turns } from '../../kernel/turns.js';
import type { DumpEncoder } from '../dumps/dump-encoder.js';
import {
  DUMP_FORMATS,
  DUMP_KINDS,
  type DumpFormat,
  type DumpPeriod,
  type DumpPlace,
  type DumpSource,
} from '../dumps/dump-kinds.js';
import { HttpError, notFound, tooManyWait } from '../http/errors.js';
import { jsonReply, type Reply, streamReply } from '../http/reply.js';
import { type Route, route } from '../http/route.js';
import type { Outflow, StreamReceiver } from '../http/server.js';
import { taggedJson } from './replies/replies.js';
import * as Type from './schema.js';

const TYPES: { readonly [format in DumpFormat]: string } = {
  'ndjson.gz': 'application/gzip',
  parquet: 'application/vnd.apache.parquet',
  'csv.gz': 'application/gzip',
};
/** Name of the route of a format, and the part of its entity tag. */
const NAMES: {
  readonly [format in DumpFormat]: { operation: string; about: string; tag: string };
} = {
  'ndjson.gz': { operation: 'getDumpNdjson', about: 'A day as gzipped NDJSON', tag: 'n' },
  parquet: { operation: 'getDumpParquet', about: 'A day as Parquet', tag: 'p' },
  'csv.gz': { operation: 'getDumpCsv', about: 'A day as gzipped CSV', tag: 'c' },
};
const RETRY = [['retry-after', '5']] as const;

export interface DumpSources {
  clock: Clock;
  logger: Logger;
  onClose(work: () => void): void;
  /** Opens a thread that makes a file. */
  openEncoder(service: DumpSource['service'], kind: string, format: DumpFormat): OpenEncoder;
}

const ListQuery = {
  before: Type.optionalDate(`Only days before this ${ZONE} date`),
  limit: Type.within(1, 1000, 100, 'Most days of one answer'),
};

const Response = Type.named('Dumps', {
  formats: Type.arrayOf(Type.Enum([...DUMP_FORMATS]), 'What follows the day'),
  dumps: Type.listed('What there is of each day', {
    kind: Type.text('What is in it'),
    about: Type.text('What a row is, and to which day it belongs'),
    columns: Type.listed('Columns of the Parquet and CSV files, and members of a line of NDJSON', {
      name: Type.text('Name of the column'),
      type: Type.text('`texts`, `ids` and `numbers` are lists'),
    }),
    path: Type.text('Where it is, with `{day}` and `{format}`'),
  }),
  days: Type.Array(Type.String({ format: 'date' }), {
    description: `Finished ${ZONE} days that have articles, the newest first`,
  }),
});

export function dumpRoutes(sources: DumpSources, source: DumpSource): [Route, ...Route[]] {
  const downloads = new Downloads(sources, source);
  sources.onClose(() => downloads.stop());
  return [
    listRoute(sources, source),
    ...DUMP_FORMATS.map((format) => dumpRoute(sources, source, downloads, format)),
  ];
}

function listRoute({ clock }: DumpSources, source: DumpSource): Route {
  const kinds = DUMP_KINDS[source.service];
  const dumps = Object.entries(kinds).map(([kind, { about, columns }]) => ({
    ...{ kind, about, columns },
    path: `/api/v1/dumps/${kind}/{day}.{format}`,
  }));
  return route({
    path: '/api/v1/dumps',
    summary: 'What there is to download, by day',
    description: `Everything of a finished day (${ZONE}) as one file: gzipped NDJSON, Parquet, or gzipped CSV. Files are made when they are downloaded, of what is shown then.`,
    tag: 'service',
    query: ListQuery,
    response: Response,
    errors: { 400: 'A malformed parameter' },
    handle: ({ query: { before, limit } }) => {
      const todayMs = localDayStartMs(clock.nowMs());
      const beforeMs = before === undefined ? todayMs : Math.min(todayMs, parseDate(before)!);
      const days = source.days(beforeMs, limit).map(localDateOf);
      const list = { formats: DUMP_FORMATS, dumps, days };
      return hasTags(source) ? taggedJson(list) : jsonReply(list);
    },
  });
}

function dumpRoute(
  { clock }: DumpSources,
  source: DumpSource,
  downloads: Downloads,
  format: DumpFormat,
): Route {
  const kinds = DUMP_KINDS[source.service];
  const startOf = (kind: string, day: string): number => {
    const fromMs = parseDate(day);
    const isFinished = fromMs !== null && fromMs + DAY_MS <= clock.nowMs();
    const isThere = isFinished && source.days(fromMs + DAY_MS, 1)[0] === fromMs;
    if (isThere && Object.hasOwn(kinds, kind)) return fromMs;
    throw notFound('there is no such dump; /api/v1/dumps lists kinds and days');
  };
  return route({
    path: `/api/v1/dumps/{kind}/{day}.${format}`,
    summary: NAMES[format].about,
    tag: 'service',
    operationId: NAMES[format].operation,
    params: {
      kind: Type.text('A kind of `/api/v1/dumps`'),
      day: Type.text(`A finished ${ZONE} date, YYYY-MM-DD`),
    },
    needs: source.needs,
    response: Type.String(),
    errors: {
      404: 'There is no such kind, the day is not finished, or there are no articles of it',
      429: 'Too many downloads of this address, or too many requests',
      503: 'Too many downloads in all, or the service cannot answer at the moment',
    },
    produces: TYPES[format],
    streams: true,
    refuse: ({ params: { kind, day } }) => void startOf(kind, day),
    handle: ({ params: { kind, day }, raw: { client } }) => {
      const fromMs = startOf(kind, day);
      return downloads.reply(kind, format, { fromMs, untilMs: fromMs + DAY_MS }, client);
    },
  });
}

/** By contract the blog service has no entity tags. */
function hasTags({ service }: DumpSource): boolean {
  return service === 'news';
}

/** Downloads under way, and entity tags by content. */
class Downloads {
  readonly #sources: DumpSources;
  readonly #source: DumpSource;
  readonly #open = new Set<DumpDownload>();
  readonly #byClient = new Map<number | string, number>();
  readonly #turns = new Turns(DUMPS.readingMax, DUMPS.readingWaitMax, tooManyWait);
  /** By kind and day: the hash of the rows, and the state of the indices for that hash. */
  readonly #tags = new Map<string, { state: string; hash: string }>();

  constructor(sources: DumpSources, source: DumpSource) {
    this.#sources = sources;
    this.#source = source;
  }

  /** @throws HttpError 429, 503. */
  async reply(
    kind: string,
    format: DumpFormat,
    period: DumpPeriod,
    client: number | string,
  ): Promise<Reply> {
    this.#check(client);
    const hash = hasTags(this.#source) ? await this.#hashOf(kind, period) : '';
    this.#check(client);
    const { logger, openEncoder } = this.#sources;
    const download: DumpDownload = new DumpDownload({
      ...{ source: this.#source, kind, period, logger },
      open: () => openEncoder(this.#source.service, kind, format),
      began: () => {
        this.#open.add(download);
        this.#byClient.set(client, (this.#byClient.get(client) ?? 0) + 1);
      },
      ended: () => {
        this.#open.delete(download);
        const left = this.#byClient.get(client)! - 1;
        if (left > 0) this.#byClient.set(client, left);
        else this.#byClient.delete(client);
      },
    });
    const file = `${this.#source.service}-${kind}-${localDateOf(period.fromMs)}.${format}`;
    return streamReply(TYPES[format], download, {
      ...(hash === '' ? {} : { etag: `${hash}-${NAMES[format].tag}` }),
      headers: [['content-disposition', `attachment; filename="${file}"`]],
    });
  }

  stop(): void {
    for (const download of this.#open) download.close();
  }

  #check(client: number | string): void {
    if ((this.#byClient.get(client) ?? 0) >= DUMPS.perAddressMax) {
      const message = 'this address downloads as many dumps as it may; wait for one of them to end';
      throw new HttpError(429, 'rate_limit_exceeded', message, RETRY);
    }
    if (this.#open.size >= DUMPS.countMax) {
      throw new HttpError(503, 'unavailable', 'too many dumps are being downloaded', RETRY);
    }
  }

  async #hashOf(kind: string, period: DumpPeriod): Promise<string> {
    const name = `${kind} ${period.fromMs}`;
    const known = this.#tags.get(name);
    if (known?.state === this.#source.state()) return known.hash;
    return this.#turns.take(async () => {
      const state = this.#source.state();
      let hash = 0n;
      let place: DumpPlace = null;
      do {
        const piece = await this.#source.piece(kind, period, place);
        hash = hash64(piece.rows, hash);
        place = piece.next;
      } while (place !== null);
      if (this.#tags.size >= DUMPS.tagsMax) this.#tags.clear();
      this.#tags.set(name, { state, hash: hexOf(hash) });
      return hexOf(hash);
    });
  }
}

/** An encoder that must be closed. */
interface OpenEncoder extends DumpEncoder {
  close(): Promise<void>;
}

interface DownloadOptions {
  source: DumpSource;
  kind: string;
  period: DumpPeriod;
  logger: Logger;
  open(): OpenEncoder;
  /** Called at the start and at the end of the download. */
  began(): void;
  ended(): void;
}

/**
 * A running download: rows are read as fast as the client takes bytes, and encoded on another
 * thread.
 *
 *   piece of rows ─► thread ─► bytes ─► socket is full? wait ─► next piece
 *
 * Invariants: at most one piece, and the bytes of one piece, wait for a client; a client that takes
 * nothing for `stallMs` is disconnected; a dump that fails ends its connection, so that the client
 * does not take the file for complete.
 */
class DumpDownload implements StreamReceiver {
  readonly #options: DownloadOptions;
  #outflow: Outflow | null = null;
  #isOver = false;
  #wake: (() => void) | null = null;

  constructor(options: DownloadOptions) {
    this.#options = options;
  }

  opened(outflow: Outflow): void {
    this.#outflow = outflow;
    this.#options.began();
    void this.#run(outflow);
  }

  drained(): void {
    this.#wake?.();
  }

  closed(): void {
    this.#isOver = true;
    this.#wake?.();
  }

  /** Ends the connection. */
  close(): void {
    this.#outflow?.close();
  }

  async #run(outflow: Outflow): Promise<void> {
    const { source, kind, period, logger, open, ended } = this.#options;
    const encoder = open();
    try {
      let place: DumpPlace = null;
      do {
        const { rows, next } = await source.piece(kind, period, place);
        await this.#put(outflow, await encoder.rows(rows));
        place = next;
      } while (place !== null && !this.#isOver);
      if (!this.#isOver) await this.#put(outflow, await encoder.finish());
      if (!this.#isOver) outflow.end();
    } catch (error) {
      if (!this.#isOver)
        logger.warn({ kind, reason: messageOf(error) }, 'a dump ends before its end');
      outflow.close();
    } finally {
      ended();
      await encoder.close();
    }
  }

  /** Writes bytes in parts; resolves when the socket takes more. */
  async #put(outflow: Outflow, bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length && !this.#isOver; at += DUMPS.writeBytesMax) {
      const isFull = !outflow.write(bytes.subarray(at, at + DUMPS.writeBytesMax));
      if (isFull && !this.#isOver) await this.#drain(outflow);
    }
  }

  async #drain(outflow: Outflow): Promise<void> {
    const timer = setTimeout(() => outflow.close(), DUMPS.stallMs);
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    this.#wake = null;
    clearTimeout(timer);
  }
}
