/**
 * The bytes of runs and of their indexes in the arena, and when they may be used again.
 *
 * Invariant: an extent that readers were told of is released only after they have acknowledged the
 * delta that drops it.
 */
import type { Arena, ExtentAllocator } from '../../columns/arena.js';
import { assert } from '../../kernel/assert.js';
import { Run } from './codec.js';

export class RunExtents {
  readonly #arena: Arena;
  readonly #allocator: ExtentAllocator;
  readonly #published = new Set<number>();
  #letGo: { deltaNumber: number; at: number }[] = [];

  constructor(arena: Arena, allocator: ExtentAllocator) {
    this.#arena = arena;
    this.#allocator = allocator;
  }

  /** Readers are about to be told of these runs. */
  publish(runs: readonly Run[]): void {
    for (const run of runs) for (const at of extentsOf(run)) this.#published.add(at);
  }

  /** Frees a run now when no reader knows it, else when they hold the delta of this number. */
  drop(run: Run, deltaNumber: number): void {
    for (const at of extentsOf(run)) {
      if (this.#published.delete(at)) this.#letGo.push({ deltaNumber, at });
      else this.#allocator.release(at);
    }
  }

  /** Readers hold every delta up to this number. */
  acknowledge(deltaNumber: number): void {
    if (this.#letGo.length === 0) return;
    this.#letGo = this.#letGo.filter((entry) => {
      if (entry.deltaNumber > deltaNumber) return true;
      this.#allocator.release(entry.at);
      return false;
    });
  }

  /** Puts the bytes of a run into the arena. @throws when they are none. */
  place(name: string, parts: readonly Uint8Array[]): Run {
    const byteLength = parts.reduce((sum, part) => sum + part.length, 0);
    const at = this.#allocator.allocate(byteLength);
    let end = at;
    for (const part of parts) {
      this.#arena.bytes(at + byteLength).set(part, end);
      end += part.length;
    }
    const run = Run.attach(this.#arena, at);
    assert(run.byteLength === byteLength, `chunk ${name} is as long as its header says`);
    return run;
  }
}

/** Offsets of a run and of its index. */
function extentsOf({ at, index }: Run): number[] {
  return index === null ? [at] : [at, ...index.offsets];
}
