/**
 * What the blog handlers are given: readers, the clock, and the way to actors and history.
 */
import type { Clock } from '../../kernel/clock.js';
import type { CursorSealer } from '../cursor.js';

export interface BlogSources {
  clock: Clock;
  cursors: CursorSealer;
  /** Asks the actor of an index; it answers before it goes on folding. */
  ask(index: string, question: unknown): Promise<unknown>;
  /** A cold chunk of an index, not to be changed; null when it is missing or damaged. */
  cold(index: string, name: string): Promise<Uint8Array | null>;
  /** Base address as callers know it, without a final slash. */
  publicUrl: string;
}
