/**
 * The place that a log was begun at: what of it is folded is part of its head, and so of every batch,
 * backup and export; the rest is a note in the data folder, for commands that are told nothing.
 *
 * Invariants: a log without a place in its head is one of Taiwan, as all were before there were others;
 * a log is never gone on with by a process of another place, because its days would be mixed.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { PLACE } from '../../kernel/current-place.js';
import { TagwireError } from '../../kernel/errors.js';
import { type FoldedPlace, foldedText, foldsAlike, placeFile, TAIWAN } from '../../kernel/place.js';

/** What the head of a new log says of the place; nothing for Taiwan. */
export function ownMark(): { place?: FoldedPlace } {
  if (foldsAlike(PLACE, TAIWAN)) return {};
  const { zoneOffsetMs, poles } = PLACE;
  return { place: { zoneOffsetMs, poles: [{ key: poles[0].key }, { key: poles[1].key }] } };
}

/** @throws TagwireError CONFIG_INVALID unless this process is of the place of a head. */
export function checkPlace({ place = TAIWAN }: { place?: FoldedPlace }, what: string): void {
  if (foldsAlike(place, PLACE)) return;
  throw new TagwireError(
    'CONFIG_INVALID',
    `${what} was begun with ${foldedText(place)}, and this process has ${foldedText(PLACE)}: give it the ` +
      'same [place] in its config file; for another place begin a store in another folder',
  );
}

/**
 * Checks the place of a head, and notes it in the data folder where that says something new.
 * @throws as `checkPlace`.
 */
export function settlePlace(head: { place?: FoldedPlace }, folder: string): void {
  checkPlace(head, folder);
  const path = placeFile(folder);
  const text = `${JSON.stringify(PLACE, null, 2)}\n`;
  const known = existsSync(path)
    ? readFileSync(path, 'utf8')
    : `${JSON.stringify(TAIWAN, null, 2)}\n`;
  if (known === text) return;
  try {
    writeFileSync(path, text, { mode: 0o600 });
  } catch {
    // A folder that cannot be written is read all the same, by whom it is told.
  }
}
