/** What was written last and is in no table yet, from the logs of a folder. */
import { join } from 'node:path';
import { firstPlace } from '../../kernel/binary-search.js';
import { logsFrom } from './recent.js';
import { type Version, versionsOfLog } from './versions.js';

export class RecentWrites {
  readonly #byKey: ReadonlyMap<string, Version>;
  /** The newest version of each key, by key. */
  readonly sorted: readonly Version[];

  private constructor(byKey: ReadonlyMap<string, Version>) {
    this.#byKey = byKey;
    this.sorted = [...byKey.values()].sort((a, b) => Buffer.compare(a.key, b.key));
  }

  /**
   * Reads the logs from a number on. They are as long as LevelDB's buffer for writes, twice at most.
   * What is cut off at their end was never acknowledged; other damage is not met after the check.
   */
  static async read(folder: string, logNumber: number): Promise<RecentWrites> {
    const byKey = new Map<string, Version>();
    for (const { name } of await logsFrom(folder, logNumber)) {
      for (const version of await versionsOfLog(join(folder, name), () => undefined)) {
        const name = version.key.toString('latin1');
        if ((byKey.get(name)?.stamp ?? -1) < version.stamp) byKey.set(name, version);
      }
    }
    return new RecentWrites(byKey);
  }

  /** Undefined where nothing is said of the key. */
  get(key: Buffer): Version | undefined {
    return this.#byKey.get(key.toString('latin1'));
  }

  /** Place in `sorted` of the first key at or behind another. */
  placeOf(key: Buffer): number {
    return firstPlace(0, this.sorted.length, (at) => Buffer.compare(this.sorted[at]!.key, key) < 0);
  }
}
