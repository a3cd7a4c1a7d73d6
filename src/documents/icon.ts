/**
 * An icon of a site to a PNG of 64 by 64 pixels.
 *
 * Invariants: only pictures made of pixels are read (PNG, JPEG, GIF, WebP, BMP, ICO), known by their
 * first bytes and not by what the server says; what is drawn by instructions (SVG) is refused, so
 * nothing of it is run or passed on; a picture tells its size before it is decoded, and a large one is
 * refused; what comes out are pixels of ours in a file of ours. The decoder is WebAssembly: it reaches
 * nothing but its own memory, and ends with its thread.
 */
import { createRequire } from 'node:module';
import { ICON_EDGE } from '../kernel/model/icon.js';
import type { DocumentFault, IconDocument, RawDocument } from './documents.js';
import { faultOf } from './fault.js';
import { pictureSizeOf } from './picture-size.js';

/** Touch icons have 180 pixels, those for app stores 512. */
const EDGE_MAX = 1024;
const BYTES_OF_PIXEL = 4;

type Photon = typeof import('@silvia-odwyer/photon-node');

let photon: Photon | null = null;

/** Reads a picture. @returns a fault where it is none, too large, or broken. */
export function readIcon({ bytes, url }: RawDocument): IconDocument | DocumentFault {
  if (bytes.length === 0) return faultOf('empty', `${url}: empty`);
  const size = pictureSizeOf(bytes);
  if (size === null) {
    return faultOf('not-a-picture', `${url}: neither PNG, JPEG, GIF, WebP, BMP nor ICO`);
  }
  const { width, height } = size;
  if (width === 0 || height === 0) return faultOf('broken', `${url}: a picture without pixels`);
  if (width > EDGE_MAX || height > EDGE_MAX) {
    return faultOf(
      'too-large',
      `${url}: ${width} by ${height} pixels, at most ${EDGE_MAX} are read`,
    );
  }
  // The decoder takes a megabyte and a tenth of a second to load: most threads never need it.
  photon ??= createRequire(import.meta.url)('@silvia-odwyer/photon-node') as Photon;
  return { kind: 'icon', png: squared(photon, bytes) };
}

/** The picture in the middle of a square, whole, with its own proportions. */
function squared({ PhotonImage, resize, SamplingFilter }: Photon, bytes: Uint8Array): Uint8Array {
  const picture = PhotonImage.new_from_byteslice(bytes);
  try {
    const scale = ICON_EDGE / Math.max(picture.get_width(), picture.get_height());
    const width = Math.max(1, Math.round(picture.get_width() * scale));
    const height = Math.max(1, Math.round(picture.get_height() * scale));
    const scaled = resize(picture, width, height, SamplingFilter.Lanczos3);
    const pixels = new Uint8Array(ICON_EDGE * ICON_EDGE * BYTES_OF_PIXEL);
    const [left, top] = [(ICON_EDGE - width) >> 1, (ICON_EDGE - height) >> 1];
    const from = scaled.get_raw_pixels();
    for (let row = 0; row < height; row++) {
      const line = from.subarray(row * width * BYTES_OF_PIXEL, (row + 1) * width * BYTES_OF_PIXEL);
      pixels.set(line, ((top + row) * ICON_EDGE + left) * BYTES_OF_PIXEL);
    }
    scaled.free();
    const icon = new PhotonImage(pixels, ICON_EDGE, ICON_EDGE);
    const png = icon.get_bytes();
    icon.free();
    return png;
  } finally {
    picture.free();
  }
}
