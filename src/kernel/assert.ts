/**
 * Assertions stay on in production: a broken invariant must stop the actor, not spread.
 */

/** Throws when `condition` does not hold; `message` names the broken invariant. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`assertion failed: ${message}`);
}
