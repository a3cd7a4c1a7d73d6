/** Comparing what is large. */
import { isDeepStrictEqual } from 'node:util';
import type { Test } from 'tap';

/**
 * As `strictSame`, for snapshots and lists of answers: that one prints both sides before it knows whether
 * they differ, which takes longer than most of what is tested.
 */
export function sameLarge(
  t: Pick<Test, 'pass' | 'strictSame'>,
  found: unknown,
  wanted: unknown,
  message?: string,
): boolean {
  if (isDeepStrictEqual(found, wanted)) return t.pass(message ?? 'should be equivalent');
  return t.strictSame(found, wanted, message ?? 'should be equivalent');
}
