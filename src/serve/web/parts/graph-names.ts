/**
 * Positions of node names in a graph: below or above the circles, in order of weight.
 *
 * Invariant: no two names overlap; a node without space for its name has none in the drawing,
 * except for the heaviest nodes, whose names may overlap circles.
 */

/** A node with its position. */
export interface NamedNode {
  id: string | number;
  name: string;
  weight: number;
  x: number;
  y: number;
  radius: number;
}

/** A name in the drawing: its lines, the baseline of the first line, and their centre. */
export interface NamePlace {
  lines: readonly string[];
  x: number;
  y: number;
  /** Omitted on a narrow screen, where names are larger. */
  isMinor: boolean;
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** With more names, lines would be covered. */
const NAMES_MAX = 40;
const NAMES_NARROW = 8;
/** Characters of a line; a name has at most two lines. */
const LETTERS_MAX = 18;
/** Distance of the lines of a name, in heights of letters. As in graph.tsx. */
export const LINE_STEP = 1.1;
/** Number of heaviest nodes that always have a name. */
const ALWAYS_NAMED = 8;
/** As in style.css, in units of the drawing. */
const FONT = 15;
const FONT_NARROW = 26;
const GAP = 2;
/** Chinese, Japanese and Korean characters are as wide as high, others about half. */
const WIDE = /[\u2e80-\ud7ff\uf900-\ufaff\uff00-\uff60]/;
const CAPITAL = /[\p{Lu}mw@%&]/u;
const WIDTH_CAPITALS = 0.76;
const WIDTH_OTHERS = 0.6;

/** Names by node. @param width of the drawing. @param top, bottom edges of its visible part. */
export function placeNames(
  nodes: readonly NamedNode[],
  { width, top, bottom }: { width: number; top: number; bottom: number },
): Map<NamedNode['id'], NamePlace> {
  const places = new Map<NamedNode['id'], NamePlace>();
  const taken: Box[] = [];
  const takenNarrow: Box[] = [];
  const circles = nodes.map(circleOf);
  const sorted = [...nodes].sort((a, b) => b.weight - a.weight);
  for (const node of sorted) {
    if (places.size === NAMES_MAX) break;
    const lines = linesOf(node.name);
    const size = { wide: Math.max(...lines.map(widthOf)), lines: lines.length };
    const half = (size.wide * FONT) / 2;
    const x = Math.min(Math.max(node.x, half), width - half);
    const others = circles.filter((_, at) => nodes[at] !== node);
    const isFree = (baseline: number, without: readonly Box[]): boolean => {
      const box = boxOf(size, x, baseline, FONT);
      const isInside = box.top >= top && box.bottom <= bottom;
      return isInside && without.every((other) => !meet(box, other));
    };
    const further = (lines.length - 1) * LINE_STEP * FONT;
    const beside = [node.y + node.radius + FONT + 1, node.y - node.radius - GAP * 3 - further];
    const isLarge = places.size < ALWAYS_NAMED;
    const y =
      beside.find((baseline) => isFree(baseline, [...taken, ...others])) ??
      (isLarge ? onCircles(node.y).find((baseline) => isFree(baseline, taken)) : undefined);
    if (y === undefined) continue;
    taken.push(boxOf(size, x, y, FONT));
    const large = boxOf(size, x, y, FONT_NARROW);
    const isMinor =
      takenNarrow.length === NAMES_NARROW ||
      large.left < 0 ||
      large.right > width ||
      takenNarrow.some((other) => meet(large, other));
    if (!isMinor) takenNarrow.push(large);
    places.set(node.id, { lines, x, y, isMinor });
  }
  return places;
}

/**
 * A name in one or two lines of similar length, split between words; a longer name is cut. The
 * visible text is the beginning of the text for screen readers.
 */
function linesOf(name: string): string[] {
  if ([...name].length <= LETTERS_MAX) return [name];
  const words = name.split(' ');
  let first = words[0]!;
  let used = 1;
  while (used < words.length && isNearer(`${first} ${words[used]}`, first, name)) {
    first += ` ${words[used]}`;
    used += 1;
  }
  const rest = words.slice(used).join(' ');
  return rest === '' ? [cut(first)] : [cut(first), cut(rest)];
}

/** Whether a longer first line is closer to half of the name, and not too long. */
function isNearer(longer: string, first: string, name: string): boolean {
  const half = name.length / 2;
  return longer.length <= LETTERS_MAX && Math.abs(longer.length - half) <= half - first.length;
}

function cut(line: string): string {
  const letters = [...line];
  return letters.length > LETTERS_MAX ? `${letters.slice(0, LETTERS_MAX - 1).join('')}…` : line;
}

/** Baselines for a name that may overlap circles: first on its own circle, then further away. */
function onCircles(y: number): number[] {
  const steps = Array.from({ length: 2 * ALWAYS_NAMED }, (_, at) => (at + 1) * FONT);
  return [0, ...steps.flatMap((step) => [step, -step])].map((step) => y + FONT / 3 + step);
}

/** Width of a text, in widths of a Chinese character. */
function widthOf(text: string): number {
  return [...text].reduce((sum, letter) => sum + widthOfLetter(letter), 0);
}

function widthOfLetter(letter: string): number {
  if (WIDE.test(letter)) return 1;
  return CAPITAL.test(letter) ? WIDTH_CAPITALS : WIDTH_OTHERS;
}

function boxOf(
  { wide, lines }: { wide: number; lines: number },
  x: number,
  y: number,
  font: number,
): Box {
  const half = (wide * font) / 2 + GAP;
  const bottom = y + ((lines - 1) * LINE_STEP + 1 / 4) * font;
  return { left: x - half, right: x + half, top: y - font, bottom };
}

function circleOf({ x, y, radius }: NamedNode): Box {
  return { left: x - radius, right: x + radius, top: y - radius, bottom: y + radius };
}

function meet(one: Box, other: Box): boolean {
  return (
    one.left < other.right &&
    other.left < one.right &&
    one.top < other.bottom &&
    other.top < one.bottom
  );
}
