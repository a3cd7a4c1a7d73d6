/**
 * Puts back the lines that cleaning has taken out of the middle of a text.
 *
 * Cleaning knows where a text begins and ends. Inside of it, it takes headings, tables and short
 * paragraphs for debris; but debris that has no name is made of links.
 */
import { getOrInsert } from '../../kernel/collections.js';
import { hasProse } from './lines.js';
import type { ShownLine } from './shown-lines.js';

const LINKED_SHARE_MAX = 0.3;

/** The cleaned lines, with those of `whole` between them that are no links. */
export function restoredLines(
  whole: readonly ShownLine[],
  cleaned: readonly ShownLine[],
): ShownLine[] {
  const places = placesOf(whole);
  const lines: ShownLine[] = [];
  let from = -1;
  let isBegun = false;
  for (const line of cleaned) {
    const at = placeAfter(places.get(line.text), from);
    if (at === null) {
      // Cleaning has joined or parted lines: what stands here cannot be told.
      from = -1;
      lines.push(line);
      continue;
    }
    // What stands before the first paragraph may as well be a byline.
    if (from >= 0 && isBegun) lines.push(...whole.slice(from + 1, at).filter(isText));
    lines.push(line);
    from = at;
    isBegun ||= hasProse(line.text);
  }
  return lines;
}

function isText({ linkedShare }: ShownLine): boolean {
  return linkedShare <= LINKED_SHARE_MAX;
}

/** Where each text stands, the last place first. */
function placesOf(lines: readonly ShownLine[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (let at = lines.length - 1; at >= 0; at--) {
    const { text } = lines[at]!;
    getOrInsert(places, text, () => []).push(at);
  }
  return places;
}

/** The first place behind `from`; the places before it are used up. */
function placeAfter(places: number[] | undefined, from: number): number | null {
  while (places !== undefined && places.length > 0) {
    const at = places.pop()!;
    if (at > from) return at;
  }
  return null;
}
