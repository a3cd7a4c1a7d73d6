/** How long to wait before the next try of what has failed. */

/**
 * A wait that doubles with each failure.
 * @param times how often it has doubled, 0 for the first wait; as large as may be.
 * @returns from `minMs` to `maxMs`, in milliseconds.
 */
export function doubledMs(times: number, minMs: number, maxMs: number): number {
  return Math.min(maxMs, minMs * 2 ** times);
}
