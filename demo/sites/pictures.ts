/** Pictures for sites without any: an icon with a figure of squares, and a placeholder for photographs. */
import { seedOf } from './style.js';

const SIDE = 16;
const HEADER_BYTES = 22;
const BITMAP_HEADER_BYTES = 40;
const PIXEL_BYTES = 4;
/** One bit for each pixel, each row a multiple of four bytes. */
const MASK_BYTES = SIDE * 4;
/** Pixels around the figure of an icon, and the side of its squares. */
const MARGIN = 2;
const SQUARE = 2;
const FIGURE = 0xffff_ffff;

/** An icon file with one picture of `SIDE` pixels. */
export function iconOf(key: string): Uint8Array {
  const pixelsBytes = SIDE * SIDE * PIXEL_BYTES;
  const pictureBytes = BITMAP_HEADER_BYTES + pixelsBytes + MASK_BYTES;
  const bytes = new Uint8Array(HEADER_BYTES + pictureBytes);
  const view = new DataView(bytes.buffer);
  view.setUint16(2, 1, true);
  view.setUint16(4, 1, true);
  bytes.set([SIDE, SIDE], 6);
  view.setUint16(10, 1, true);
  view.setUint16(12, 32, true);
  view.setUint32(14, pictureBytes, true);
  view.setUint32(18, HEADER_BYTES, true);
  view.setUint32(22, BITMAP_HEADER_BYTES, true);
  view.setInt32(26, SIDE, true);
  // The height includes the mask below the picture.
  view.setInt32(30, 2 * SIDE, true);
  view.setUint16(34, 1, true);
  view.setUint16(36, 32, true);
  const seed = seedOf(key);
  // Dark enough for a light figure: no component of the colour is above a half.
  const ground = (((seed >>> 1) & 0x7f7f7f) | 0xff00_0000) >>> 0;
  const pixelsAt = HEADER_BYTES + BITMAP_HEADER_BYTES;
  for (let at = 0; at < SIDE * SIDE; at++) {
    const colour = isFigure(seed, at % SIDE, Math.floor(at / SIDE)) ? FIGURE : ground;
    view.setUint32(pixelsAt + at * PIXEL_BYTES, colour, true);
  }
  return bytes;
}

/** Squares by the bits of a seed, within a margin; the right half mirrors the left one. */
function isFigure(seed: number, x: number, y: number): boolean {
  if (Math.min(x, y) < MARGIN || Math.max(x, y) >= SIDE - MARGIN) return false;
  const column = Math.floor((Math.min(x, SIDE - 1 - x) - MARGIN) / SQUARE);
  const row = Math.floor((y - MARGIN) / SQUARE);
  const columns = (SIDE / 2 - MARGIN) / SQUARE;
  return ((seed >>> (row * columns + column)) & 1) === 1;
}

/** A picture in place of a photograph. */
export function placeholderOf(path: string): string {
  const hue = seedOf(path) % 360;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"><rect width="16" height="9" fill="hsl(${hue} 35% 70%)"/><circle cx="${3 + (hue % 10)}" cy="4" r="2" fill="hsl(${(hue + 40) % 360} 50% 45%)"/></svg>`;
}
