/**
 * Folds portal checks: the newest visit to each portal, the first that read anything, and the last
 * that was complete.
 *
 * A visit that failed saw nothing, so tracking does not begin with it.
 */
import type { CheckStatus, PortalCheckRecord } from '../../kernel/model/records.js';
import type { PortalStanding } from './codec.js';

const READ_SOMETHING: ReadonlySet<CheckStatus> = new Set(['ok', 'partial']);

export class Standings {
  readonly #byMedia = new Map<string, PortalStanding>();

  /** By media code. */
  all(): PortalStanding[] {
    return [...this.#byMedia.values()].sort((a, b) => (a.media < b.media ? -1 : 1));
  }

  get(media: string): PortalStanding | undefined {
    return this.#byMedia.get(media);
  }

  put({ media, checkedMs, status, fetched, sources, error }: PortalCheckRecord): void {
    const known = this.#byMedia.get(media);
    const isNewest = known === undefined || checkedMs >= known.checkedMs;
    const newest = isNewest ? { media, checkedMs, status, fetched, sources, error } : known;
    const tracked = READ_SOMETHING.has(status) ? checkedMs : null;
    const success = status === 'ok' ? checkedMs : null;
    this.#byMedia.set(media, {
      ...newest,
      trackedMs: pick(Math.min, known?.trackedMs, tracked),
      lastSuccessMs: pick(Math.max, known?.lastSuccessMs, success),
    });
  }

  /** False when there was none. */
  drop(media: string): boolean {
    return this.#byMedia.delete(media);
  }

  restore(standings: readonly PortalStanding[]): void {
    for (const standing of standings) this.#byMedia.set(standing.media, standing);
  }
}

function pick(
  choose: (a: number, b: number) => number,
  known: number | null | undefined,
  atMs: number | null,
): number | null {
  if (atMs === null || known === null || known === undefined) return atMs ?? known ?? null;
  return choose(known, atMs);
}
