/**
 * A snapshot names the chunks of an index. Those that the store does not have yet are made by the thread of the
 * index, a few at a time, and written as they come.
 */
import type { SnapshotSink } from './ports.js';
import type { ChunkPieces } from './protocol.js';

/** Small chunks asked for at once: a question waits until the thread has made them. */
const CHUNKS_AT_ONCE = 16;

/**
 * Asks for the missing chunks and hands them to the sink.
 * @param make asks the thread: of a long chunk it gives one piece, of short chunks as many as fit
 */
export async function fillSnapshot(
  sink: SnapshotSink,
  make: (names: readonly string[], piece: number) => Promise<ChunkPieces>,
): Promise<void> {
  for (let at = 0, piece = 0; at < sink.missing.length; ) {
    const names = sink.missing.slice(at, at + CHUNKS_AT_ONCE);
    const { pieces, isLast } = await make(names, piece);
    await sink.add(pieces.map((bytes, place) => ({ name: names[place]!, bytes })));
    at += isLast ? pieces.length : 0;
    piece = isLast ? 0 : piece + 1;
  }
}
