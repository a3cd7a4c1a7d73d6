/**
 * Pictures for sites that have none: an icon of one colour, and a placeholder for photographs.
 */
import { seedOf } from './style.js';

const SIDE = 16;
const HEADER_BYTES = 22;
const BITMAP_HEADER_BYTES = 40;
const PIXEL_BYTES = 4;
/** One bit for each pixel, each row a multiple of four bytes. */
const MASK_BYTES = SIDE * 4;

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
  // The mask below the picture counts as height.
  view.setInt32(30, 2 * SIDE, true);
  view.setUint16(34, 1, true);
  view.setUint16(36, 32, true);
  const colour = (seedOf(key) | 0xff00_0000) >>> 0;
  const pixelsAt = HEADER_BYTES + BITMAP_HEADER_BYTES;
  for (let at = 0; at < SIDE * SIDE; at++) {
    view.setUint32(pixelsAt + at * PIXEL_BYTES, colour, true);
  }
  return bytes;
}

/** A picture in place of a photograph. */
export function placeholderOf(path: string): string {
  const hue = seedOf(path) % 360;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"><rect width="16" height="9" fill="hsl(${hue} 35% 70%)"/><circle cx="${3 + (hue % 10)}" cy="4" r="2" fill="hsl(${(hue + 40) % 360} 50% 45%)"/></svg>`;
}
