/**
 * The extents of an arena that a writer fills and readers may use: a dropped extent is reused only after
 * readers have released it.
 *
 * Invariant: an extent that a delta named is freed when readers have acknowledged the delta that drops
 * it; an extent that no delta has named is freed at once.
 */
import { Arena, type ArenaMemory, ExtentAllocator } from '../columns/arena.js';

export class SharedExtents {
  readonly arena: Arena;
  readonly #allocator: ExtentAllocator;
  readonly #published = new Set<number>();
  #letGo: { deltaNumber: number; at: number }[] = [];
  #deltaNumber = 0;

  /** `scratchBytes` at the start of the memory belong to readers. */
  constructor(memory: ArenaMemory, scratchBytes: number) {
    this.arena = new Arena(memory);
    this.#allocator = new ExtentAllocator(this.arena, scratchBytes);
  }

  /** Bytes of extents in use. */
  get usedBytes(): number {
    return this.#allocator.usedBytes;
  }

  /** Bytes up to the end of the last extent. */
  get heldBytes(): number {
    return this.#allocator.heldBytes;
  }

  /** Offset of a new extent. @throws RangeError when the arena cannot grow to hold it. */
  allocate(byteLength: number): number {
    return this.#allocator.allocate(byteLength);
  }

  /** Writes parts into a new extent, one after the other; returns its offset. */
  place(parts: readonly Uint8Array[]): number {
    const byteLength = parts.reduce((sum, { length }) => sum + length, 0);
    const at = this.allocate(byteLength);
    const bytes = this.arena.bytes(at + byteLength);
    let end = at;
    for (const part of parts) {
      bytes.set(part, end);
      end += part.length;
    }
    return at;
  }

  /** Notes that the next delta names these extents. */
  publish(...offsets: readonly number[]): void {
    for (const at of offsets) this.#published.add(at);
  }

  /** Notes that the next delta no longer names these extents. */
  drop(...offsets: readonly number[]): void {
    const deltaNumber = this.#deltaNumber + 1;
    for (const at of offsets) {
      if (this.#published.delete(at)) this.#letGo.push({ deltaNumber, at });
      else this.#allocator.release(at);
    }
  }

  /** Counts the delta that is being sent. */
  endDelta(): void {
    this.#deltaNumber += 1;
  }

  /** Frees the extents that readers have released: they have every delta up to this number. */
  acknowledge(deltaNumber: number): void {
    if (this.#letGo.length === 0) return;
    this.#letGo = this.#letGo.filter((entry) => {
      if (entry.deltaNumber > deltaNumber) return true;
      this.#allocator.release(entry.at);
      return false;
    });
  }
}
