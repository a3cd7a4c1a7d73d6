/**
 * The progress of a copy, in the data folder: the token of the newest change that is in the log.
 *
 *   follow.json := {"news": {url, token, sequence}, "blog": {…}}
 *
 * The note is written after the changes before the token are durable, so after a crash some changes
 * are repeated, without effect. Invariants: a folder with this file accepts records only from the
 * other server; a token is valid as long as the log has the entry that was its newest then.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CopiedService } from './change-lines.js';

const FILE = 'follow.json';

export interface FollowPlace {
  url: string;
  /** Null while the copy starts again. */
  token: string | null;
  /** The newest entry of the log at that moment. */
  sequence: number;
}

type Places = { [S in CopiedService]?: FollowPlace } & {
  /** The store is invalid, and must be deleted before the next opening. */
  discard?: true;
};

/** The addresses that a store copies; null when the store is no copy. */
export function followedBy(folder: string): string | null {
  const path = join(folder, FILE);
  if (!existsSync(path)) return null;
  const { news, blog } = read(path);
  const urls = [news, blog].flatMap((place) => place?.url ?? []);
  return urls.length === 0 ? 'another server' : urls.join(',');
}

export class FollowNote {
  readonly #path: string;
  readonly #places: Places;

  constructor(folder: string) {
    this.#path = join(folder, FILE);
    this.#places = read(this.#path);
  }

  of(service: CopiedService): FollowPlace | null {
    return this.#places[service] ?? null;
  }

  /** The service of an address, if it is known. */
  serviceOf(url: string): CopiedService | null {
    return (['news', 'blog'] as const).find((one) => this.#places[one]?.url === url) ?? null;
  }

  /** Replaces the note. @throws the error of the file system. */
  set(service: CopiedService, place: FollowPlace): void {
    this.#places[service] = place;
    this.write();
  }

  /** Marks the folder as a copy. Not synced: an older note, or none, costs a repetition. */
  write(): void {
    writeFileSync(`${this.#path}.new`, `${JSON.stringify(this.#places)}\n`, { mode: 0o600 });
    renameSync(`${this.#path}.new`, this.#path);
  }

  get isDiscarded(): boolean {
    return this.#places.discard === true;
  }

  /** Notes that the store must be deleted before the next opening, or that it was deleted. */
  discard(isDone: boolean): void {
    for (const service of ['news', 'blog'] as const) delete this.#places[service];
    if (isDone) delete this.#places.discard;
    else this.#places.discard = true;
    this.write();
  }
}

/** An unreadable note is ignored: the copy then reads all changes from the beginning. */
function read(path: string): Places {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Places;
  } catch {
    return {};
  }
}
