/** Tokens as a store would make them that has lived through something else. */
import { ChangeTokens } from '../../../src/serve/api/changes.js';
import { CursorSealer } from '../../../src/serve/api/cursor.js';
import type { FeedPlace } from '../../../src/serve/streams/change-feed.js';

export function cursorsOf(secret: Uint8Array): { forge(kind: string, place: FeedPlace): string } {
  const cursors = new CursorSealer(secret);
  return { forge: (kind, place) => new ChangeTokens(cursors, kind).seal(place) };
}
