/**
 * Follows changes of `sources.toml` while the crawler runs.
 *
 *   quiet ──stat differs──► settling ──two stats alike──► read ──► quiet
 *
 * The file is polled every few seconds instead of watched: editors replace files, folders are mounted, and
 * notifications get lost; polling works in all these cases.
 * Invariants: a file that is being written is not read. When the file is deleted, the sources stay. A
 * change is reported once.
 */
import { readFile, stat } from 'node:fs/promises';
import { SECOND_MS } from '../../kernel/clock.js';
import { messageOf } from '../../kernel/errors.js';
import type { Logger } from '../../kernel/logger.js';
import type { SourceEntry, SourceFile } from './model.js';
import type { CheckSelector } from './read-channels.js';
import { emptySources, readSources } from './read-sources.js';

/** A person who saves a file waits for two such intervals until it is in use. */
const POLL_MS = 2 * SECOND_MS;

/** Entries that one log line names. */
const NAMED_MAX = 10;

/** The parts of the file system that are used; tests replace them. */
export interface SourceDisk {
  /** A text that differs whenever the file does; null where there is no file. */
  mark(path: string): Promise<string | null>;
  read(path: string): Promise<string>;
}

/** Calls `work` periodically until the returned function is called. */
export type Repeat = (work: () => void, everyMs: number) => () => void;

/** The present sources, and how they differ from those before. */
export interface SourceChange {
  file: SourceFile;
  added: SourceEntry[];
  changed: SourceEntry[];
  removed: SourceEntry[];
}

export interface SourceWatchOptions {
  path: string;
  check: CheckSelector;
  logger: Logger;
  onChange: (change: SourceChange) => void;
  disk?: SourceDisk;
  repeat?: Repeat;
}

export class SourceWatch {
  readonly #options: Required<SourceWatchOptions>;
  #file = emptySources();
  #text: string | null = null;
  /** Marks of the file that was read last, and of the file that was seen last. */
  #readMark: string | null = null;
  #seenMark: string | null = null;
  /** The last logged message about the file as a whole; null since the file was read. */
  #told: string | null = null;
  #running: Promise<void> = Promise.resolve();
  #stop: (() => void) | null = null;

  constructor(options: SourceWatchOptions) {
    this.#options = { disk: fileDisk, repeat: repeatUnreferenced, ...options };
  }

  /** The sources that were read last. */
  get file(): SourceFile {
    return this.#file;
  }

  /** Reads the file for the first time, and starts to poll it. The file may be created later. */
  async start(): Promise<SourceFile> {
    await this.reload();
    this.#stop ??= this.#options.repeat(() => void this.poll(), POLL_MS);
    return this.#file;
  }

  /** Reads the file now, whether or not its mark has changed. */
  reload(): Promise<void> {
    return this.#inTurn(async () => {
      const mark = await this.#options.disk.mark(this.#options.path);
      this.#seenMark = mark;
      await this.#read(mark);
    });
  }

  /** Checks the mark once, and reads the file when it has changed and is stable. */
  poll(): Promise<void> {
    return this.#inTurn(async () => {
      const mark = await this.#options.disk.mark(this.#options.path);
      const isSettled = mark === this.#seenMark;
      this.#seenMark = mark;
      if (isSettled && mark !== this.#readMark) await this.#read(mark);
    });
  }

  async close(): Promise<void> {
    this.#stop?.();
    await this.#running;
  }

  /** Runs one check at a time. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#running = this.#running.then(work).catch((error: unknown) => {
      this.#tellOnce(messageOf(error));
    });
    return this.#running;
  }

  async #read(mark: string | null): Promise<void> {
    const { disk, path } = this.#options;
    if (mark === null) {
      this.#readMark = null;
      this.#tellOnce('there is no such file');
      return;
    }
    const text = await disk.read(path);
    // The file was written to meanwhile: the next check finds it changed again.
    if ((await disk.mark(path)) !== mark) return;
    this.#readMark = mark;
    this.#take(text);
  }

  /** Logs a fault of the file as a whole, unless it is the last one logged. */
  #tellOnce(message: string): void {
    const { logger, path } = this.#options;
    if (this.#told !== message) logger.warn({ path }, `sources: ${message}`);
    this.#told = message;
  }

  #take(text: string): void {
    this.#told = null;
    if (text === this.#text) return;
    const { logger, path, check, onChange } = this.#options;
    const before = this.#file;
    this.#text = text;
    this.#file = readSources(text, check);
    for (const { line, key, message } of this.#file.faults) {
      logger.warn({ path, line, key }, `sources: ${key}: ${message}`);
    }
    const change = changeOf(before, this.#file);
    const { added, changed, removed } = change;
    const told = { added: namesOf(added), changed: namesOf(changed), removed: namesOf(removed) };
    logger.info({ path, ...told }, 'sources: a changed list is in use');
    onChange(change);
  }
}

/** The differences of `file`. An entry that only moved to another line has not changed. */
function changeOf(before: SourceFile, file: SourceFile): SourceChange {
  const known = new Map(before.entries.map((entry) => [identityOf(entry), entry]));
  const added: SourceEntry[] = [];
  const changed: SourceEntry[] = [];
  for (const entry of file.entries) {
    const old = known.get(identityOf(entry));
    known.delete(identityOf(entry));
    if (old === undefined) added.push(entry);
    else if (formOf(old) !== formOf(entry)) changed.push(entry);
  }
  return { file, added, changed, removed: [...known.values()] };
}

function identityOf({ kind, key }: SourceEntry): string {
  return `${kind}:${key}`;
}

/** Names for a log line: the first list, or a replaced list, may have thousands. */
function namesOf(entries: readonly SourceEntry[]): string {
  const names = entries.slice(0, NAMED_MAX).map(identityOf).join(' ');
  const rest = entries.length - NAMED_MAX;
  return rest > 0 ? `${names} and ${rest} more` : names;
}

/** An entry as text, without its line; patterns are their sources. */
function formOf(entry: SourceEntry): string {
  return JSON.stringify({ ...entry, line: 0 });
}

const fileDisk: SourceDisk = {
  async mark(path) {
    const found = await stat(path).catch(() => null);
    return found === null ? null : `${found.dev}:${found.ino}:${found.size}:${found.mtimeMs}`;
  },
  read: (path) => readFile(path, 'utf8'),
};

/** A timer that does not keep the process running. */
function repeatUnreferenced(work: () => void, everyMs: number): () => void {
  const timer = setInterval(work, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
