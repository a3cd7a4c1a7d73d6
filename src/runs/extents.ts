/**
 * Extents that readers may hold: what is dropped is used again only after they have let go of it.
 *
 * Invariant: an extent that a delta named is released when readers have acknowledged the delta
 * that drops it; one that no delta named yet is released at once.
 */
import type { ExtentAllocator } from '../../columns/arena.js';

export class SharedExtents {
  readonly #allocator: ExtentAllocator;
  readonly #published = new Set<number>();
  #letGo: { deltaNumber: number; at: number }[] = [];
  #deltaNumber = 0;

  constructor(allocator: ExtentAllocator) {
    this.#allocator = allocator;
  }

  get usedBytes(): number {
    return this.#allocator.usedBytes;
  }

  get heldBytes(): number {
    return this.#allocator.heldBytes;
  }

  allocate(byteLength: number): number {
    return this.#allocator.allocate(byteLength);
  }

  /** The delta in the making names the extent. */
  publish(at: number): void {
    this.#published.add(at);
  }

  /** The delta in the making no longer names the extent. */
  drop(at: number): void {
    if (this.#published.delete(at)) this.#letGo.push({ deltaNumber: this.#deltaNumber + 1, at });
    else this.#allocator.release(at);
  }

  /** The delta in the making is on its way. */
  endDelta(): void {
    this.#deltaNumber += 1;
  }

  /** Readers hold every delta up to this one. */
  acknowledge(deltaNumber: number): void {
    if (this.#letGo.length === 0) return;
    this.#letGo = this.#letGo.filter((entry) => {
      if (entry.deltaNumber > deltaNumber) return true;
      this.#allocator.release(entry.at);
      return false;
    });
  }
}
