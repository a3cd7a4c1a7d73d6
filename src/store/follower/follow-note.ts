/**
 * How far a copy has come, in the data folder: the token of the newest change that is in the log.
 *
 *   follow.json := {"news": {url, token, sequence}, "blog": {…}}
 *
 * It is written after the changes before the token are durable, so a crash in between costs a repetition
 * that changes nothing. Invariants: a folder that has this file takes no records but from there; a token
 * counts as long as the log has the entry that was its newest then.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CopiedService } from './change-lines.js';

const FILE = 'follow.json';

export interface FollowPlace {
  url: string;
  /** Null while the copy is begun anew. */
  token: string | null;
  /** The newest entry of the log at that moment. */
  sequence: number;
}

type Places = { [S in CopiedService]?: FollowPlace } & {
  /** The store is of no use any more: it goes before it is opened again. */
  discard?: true;
};

/** Whether the store of a folder is a copy; the addresses of what it copies, or null. */
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

  /** The service of an address, where that was found out before. */
  serviceOf(url: string): CopiedService | null {
    return (['news', 'blog'] as const).find((one) => this.#places[one]?.url === url) ?? null;
  }

  /** Replaces the note. @throws what the file system says. */
  set(service: CopiedService, place: FollowPlace): void {
    this.#places[service] = place;
    this.write();
  }

  /**
   * Makes the folder one of a copy, also before anything is known. Not synced: an older note, or none,
   * costs a repetition.
   */
  write(): void {
    writeFileSync(`${this.#path}.new`, `${JSON.stringify(this.#places)}\n`, { mode: 0o600 });
    renameSync(`${this.#path}.new`, this.#path);
  }

  get isDiscarded(): boolean {
    return this.#places.discard === true;
  }

  /** Notes that the store goes before it is opened again, or that it is gone. */
  discard(isDone: boolean): void {
    for (const service of ['news', 'blog'] as const) delete this.#places[service];
    if (isDone) delete this.#places.discard;
    else this.#places.discard = true;
    this.write();
  }
}

/** A note that cannot be read says nothing: the copy is then read through from the beginning. */
function read(path: string): Places {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Places;
  } catch {
    return {};
  }
}
