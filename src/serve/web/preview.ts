/**
 * Images for previews of links: bars of a page's counts, drawn as a PNG from numbers in the
 * address.
 *
 *   page ─► previewPath ─► /preview.png?blue=3.9.4&other=1.2.2 ─► rectangles ─► PNG
 *
 * Invariants: an address always gives the same image, and contains only numbers, so an image shows
 * no hidden item; any client may request any image, and each costs at most about a millisecond.
 * Images contain no words: a server may have no font for them, and programs that show a preview add
 * the title.
 */
import { deflateSync } from 'node:zlib';
import { crc32 } from '@node-rs/crc32';
import { POLE_COLOURS } from '../../kernel/place.js';
import { invalidQuery } from '../http/errors.js';
import type { Reply } from '../http/reply.js';
import type { SiteRoute } from '../http/site.js';

/** The smallest image that other programs show large. */
export const PREVIEW = { width: 600, height: 315 } as const;
const PATH = '/preview.png';
const BARS_MAX = 96;
/** Heights are relative to the highest bar, which has this one. */
const TOP = 99;
const NUMBERS = /^\d{1,2}(\.\d{1,2}){0,95}$/;
const FOREVER = 'public, max-age=31536000, immutable';
const EDGE = 40;
const GAP = 2;
const BARS_TOP = 110;

/** Colours of bars; the parameters of the address. */
const NAMES = ['ink', ...POLE_COLOURS, 'other'] as const;
/** As in the light scheme of data/web/style.css: paper, accent and rule, then those of `NAMES`. */
const COLOURS = ['fbfaf7', '9c1c1c', 'dcd8cd', '1b1a17'].concat(
  ['1f5fa8', '1f7a45', 'b02a2a', '6b3fa0', '985006'],
  ['77736a'],
);
const [PAPER, ACCENT, RULE, FIRST] = [0, 1, 2, 3];
/** The logo of Tagwire, in tenths of its side. */
const MARK = {
  side: 50,
  bars: [
    [2, 2, 6, 1.4],
    [4.3, 2, 1.4, 6],
  ],
} as const;

/** Counts of the same hours, one list for each colour. */
export type PreviewBars = { readonly [colour in (typeof NAMES)[number]]?: readonly number[] };

/** The address of an image, from the first count on; too many bars are joined by sums. */
export function previewPath(bars: PreviewBars = {}): string {
  const told = NAMES.flatMap((name) =>
    bars[name] === undefined ? [] : [[name, bars[name]] as const],
  );
  // Leading hours without counts would push a new story to the edge.
  const begun = told.map(([, counts]) => counts.findIndex((count) => count > 0));
  const first = Math.min(...begun.filter((at) => at >= 0));
  const known = told.map(([name, counts]) => [name, counts.slice(first)] as const);
  const length = Math.max(0, ...known.map(([, counts]) => counts.length));
  const each = Math.ceil(length / BARS_MAX);
  const summed = known.map(([name, counts]) => {
    const sums = Array<number>(Math.ceil(length / (each || 1))).fill(0);
    for (const [at, count] of counts.entries()) sums[Math.floor(at / each)]! += Math.max(0, count);
    return [name, sums] as const;
  });
  const heights = (summed[0]?.[1] ?? []).map((_, at) =>
    summed.reduce((sum, [, sums]) => sum + sums[at]!, 0),
  );
  const top = Math.max(...heights, 0);
  if (top === 0) return PATH;
  const query = summed.map(([name, sums]) => {
    return `${name}=${sums.map((sum) => Math.round((sum / top) * TOP)).join('.')}`;
  });
  return `${PATH}?${query.join('&')}`;
}

/** The route of images, for both services. */
export function previewRoute(): SiteRoute {
  return {
    path: PATH,
    get: ({ query }): Reply => {
      const bars = NAMES.map((name) => {
        const text = query.get(name) ?? '';
        if (text !== '' && !NUMBERS.test(text)) {
          throw invalidQuery(
            `${name} is up to ${BARS_MAX} heights from 0 to ${TOP}`,
            `${name}=1.2.3`,
          );
        }
        return text === '' ? [] : text.split('.').map(Number);
      });
      return {
        status: 200,
        body: png(drawn(bars)),
        contentType: 'image/png',
        cacheControl: FOREVER,
      };
    },
  };
}

/** One byte for each pixel: the index of its colour. */
function drawn(bars: readonly (readonly number[])[]): Uint8Array {
  const points = new Uint8Array(PREVIEW.width * PREVIEW.height).fill(PAPER!);
  const fill = (colour: number, left: number, top: number, right: number, bottom: number): void => {
    for (let y = Math.round(top); y < Math.round(bottom); y++) {
      const row = y * PREVIEW.width;
      points.fill(colour, row + Math.round(left), row + Math.round(right));
    }
  };
  const { side } = MARK;
  fill(ACCENT!, EDGE, EDGE, EDGE + side, EDGE + side);
  for (const [x, y, width, height] of MARK.bars) {
    const [left, top] = [EDGE + (x * side) / 10, EDGE + (y * side) / 10];
    fill(PAPER!, left, top, left + (width * side) / 10, top + (height * side) / 10);
  }
  const floor = PREVIEW.height - EDGE;
  fill(RULE!, EDGE, floor, PREVIEW.width - EDGE, floor + 2);
  const count = Math.max(...bars.map(({ length }) => length));
  const step = (PREVIEW.width - 2 * EDGE) / count;
  // Addresses that others wrote may have heights whose sum exceeds the maximum.
  const tops = Array.from({ length: count }, (_, at) =>
    bars.reduce((sum, one) => sum + (one[at] ?? 0), 0),
  );
  const scale = (floor - BARS_TOP) / Math.max(TOP, ...tops);
  for (let at = 0; at < count; at++) {
    let bottom = floor;
    const left = EDGE + at * step;
    bars.forEach((heights, place) => {
      const top = bottom - (heights[at] ?? 0) * scale;
      fill(FIRST! + place, left, top, left + Math.max(1, step - Math.min(GAP, step / 4)), bottom);
      bottom = top;
    });
  }
  return points;
}

/** Pixels as a PNG with a palette, four bits each. */
function png(points: Uint8Array): Uint8Array {
  const { width, height } = PREVIEW;
  const rows = new Uint8Array(height * (1 + width / 2));
  for (let y = 0, end = 0; y < height; y++) {
    // Filter type of the row: none.
    end += 1;
    for (let x = 0; x < width; x += 2) {
      rows[end++] = (points[y * width + x]! << 4) | points[y * width + x + 1]!;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([4, 3], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(COLOURS.join(''), 'hex')),
    chunk('IDAT', deflateSync(rows, { level: 3 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}
