/**
 * What the tests of line parsing share: a fixed context, a least news line, short ways to ask.
 */

import type { Draft } from '../../../../src/kernel/model/drafts.js';
import { parseLine } from '../../../../src/store/log/parse/line.js';

/** No replay, at a fixed time. */
export const CONTEXT = { nowMs: Date.UTC(2026, 0, 31), replay: false };

/** The least line of kind `news`. */
export const NEWS = {
  kind: 'news',
  media: 'paper',
  url: 'https://paper.example/1',
  title: 'Title',
};

/** The draft of a line that must be accepted. */
export function draftOf<K extends Draft['kind']>(line: object): Draft & { kind: K } {
  const parsed = parseLine(JSON.stringify(line), CONTEXT);
  if ('draft' in parsed) return parsed.draft as Draft & { kind: K };
  throw new Error(`not accepted: ${JSON.stringify(parsed)}`);
}

/** The reason of a line that must be rejected. */
export function reasonOf(line: object): string {
  const parsed = parseLine(JSON.stringify(line), CONTEXT);
  if ('reason' in parsed) return parsed.reason;
  throw new Error(`not rejected: ${JSON.stringify(parsed)}`);
}
