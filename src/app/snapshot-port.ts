/**
 * Snapshots as actors see it, on the log's thread.
 *
 * Not here: what is stored (log/snapshot-stores.ts), when snapshots are taken (snapshot-rounds.ts).
 */
import type { SnapshotPort, SnapshotSource } from '../engine/actor/ports.js';
import type { Base } from '../store/log/snapshot-stores.js';
import type { LogClient } from './log-client.js';

/** `keepsPrevious`: whether a snapshot that begins now leaves an older one behind. */
export function snapshotPortOf(log: LogClient, keepsPrevious: () => boolean): SnapshotPort {
  return {
    begin: async (actor, plan, version) => {
      const request = { actor, plan, version, keepPrevious: keepsPrevious() };
      const missing = await log.call('beginSnapshot', request);
      return {
        missing,
        add: async (pieces) => {
          const transfer = pieces.map(({ bytes }) => bytes.buffer as ArrayBuffer);
          await log.call('addChunks', { actor, pieces }, transfer);
        },
        commit: async (sequence) => {
          await log.call('commitSnapshot', { actor, sequence });
        },
      };
    },
    list: async (actor, bodies) => {
      const { listings, floor } = await log.call('listSnapshots', { actor, bodies });
      const sources = listings.map(({ version, names, ...base }) => ({
        ...base,
        version,
        names,
        read: (name: string) => log.call('readChunk', { actor, base, name }),
      }));
      return { sources, floor };
    },
    choose: async (actor, source) => {
      await log.call('chooseSnapshot', { actor, base: baseOf(source) });
    },
    cold: (actor, name) => log.call('readCold', { actor, name }),
  };
}

function baseOf(source: SnapshotSource | null): Base | null {
  if (source === null) return null;
  const { profile, sequence } = source;
  return { profile: profile === 'history' ? 'history' : 'snapshots', sequence };
}
