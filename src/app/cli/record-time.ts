/**
 * When a line's record became known, read without parsing the line.
 *
 * Files are merged by this time, so it must be cheap: the parser reads every line again later.
 */
import { parseInstant } from '../../kernel/clock.js';

/** Members that say it, in the order in which they count. */
const MEMBERS = ['observedAt', 'checkedAt', 'at', 'publishedAt'].map((name) => ({
  start: Buffer.from(`"${name}":`),
  name,
}));
const QUOTE = 0x22;
const SPACE = 0x20;
/** No time is longer. */
const TIME_BYTES_MAX = 40;

/** Milliseconds since the epoch; null when the line does not say. */
export function recordTimeMs(line: Buffer): number | null {
  for (const { start } of MEMBERS) {
    const at = line.indexOf(start);
    if (at < 0) continue;
    let from = at + start.length;
    while (line[from] === SPACE) from += 1;
    if (line[from] !== QUOTE) continue;
    const to = line.indexOf(QUOTE, from + 1);
    if (to < 0 || to - from > TIME_BYTES_MAX) continue;
    const timeMs = parseInstant(line.toString('latin1', from + 1, to));
    if (timeMs !== null) return timeMs;
  }
  return null;
}
