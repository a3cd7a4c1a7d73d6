/**
 * Converts an icon of a site to a PNG of 64 by 64 pixels.
 *
 * Invariants: only raster pictures are read (PNG, JPEG, GIF, WebP, BMP, ICO), recognised by their first bytes and not
 * by the server's header. Vector pictures (SVG) are refused, so that none of their instructions is executed or
 * passed on. The size is read before decoding, and a large picture is refused. The result is a newly encoded file. The
 * decoder is WebAssembly: it has access to its own memory only, and ends with its thread.
 */
import { createRequire } from 'node:module';
import { ICON_EDGE } from '../kernel/model/icon.js';
import type { DocumentFault, IconDocument, RawDocument } from './documents.js';
import { faultOf } from './fault.js';

/** Touch icons have 180 pixels, icons for app stores 512. */
const EDGE_MAX = 1024;
const BYTES_OF_PIXEL = 4;

type Photon = typeof import('@silvia-odwyer/photon-node');

let photon: Photon | null = null;

/** Converts a picture. @returns a fault where the bytes are no picture, too large, or broken. */
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
  // Loaded on use: the decoder takes a megabyte and a tenth of a second, and most threads never need it.
  photon ??= createRequire(import.meta.url)('@silvia-odwyer/photon-node') as Photon;
  return { kind: 'icon', png: squared(photon, bytes) };
}

/** The whole picture in the middle of a square, with its own proportions. */
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

/** In pixels. */
interface PictureSize {
  width: number;
  height: number;
}

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const ICO_SIGNATURE = [0, 0, 1, 0];
const ICO_HEADER_BYTES = 6;
const ICO_ENTRY_BYTES = 16;
/** A file with more pictures is not a real icon. */
const ICO_PICTURES_MAX = 64;
const BITMAP_HEADER_BYTES = 40;
/** Segments of a JPEG file before its frame; cameras write a few dozen. */
const JPEG_SEGMENTS_MAX = 512;

/**
 * Width and height of a picture from its first bytes, without decoding; null for other formats, and for files that
 * are truncated before the size.
 *
 * Formats: PNG (RFC 2083), JPEG (ITU T.81, B.2.2), GIF89a, WebP (RFC 9649), BMP and ICO (the largest
 * picture in the file, which is the one that is decoded). Never throws.
 */
export function pictureSizeOf(bytes: Uint8Array): PictureSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (begins(bytes, PNG_SIGNATURE)) return sizeOfPng(view, 0);
    if (begins(bytes, [0xff, 0xd8, 0xff])) return sizeOfJpeg(view);
    if (isText(bytes, 0, 'GIF8'))
      return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
    if (isText(bytes, 0, 'RIFF') && isText(bytes, 8, 'WEBP')) return sizeOfWebp(bytes, view);
    if (isText(bytes, 0, 'BM')) return sizeOfBitmap(view, 14);
    if (begins(bytes, ICO_SIGNATURE)) return sizeOfIco(bytes, view);
  } catch (error) {
    // A field lies beyond the end of the file.
    if (!(error instanceof RangeError)) throw error;
  }
  return null;
}

function sizeOfPng(view: DataView, at: number): PictureSize {
  return { width: view.getUint32(at + 16), height: view.getUint32(at + 20) };
}

function sizeOfJpeg(view: DataView): PictureSize | null {
  let at = 2;
  for (let segments = 0; segments < JPEG_SEGMENTS_MAX; segments++) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    // The data of the picture begins here, without a frame before it.
    if (marker === 0xda || marker === 0xd9) return null;
    at += 2 + view.getUint16(at + 2);
  }
  return null;
}

function sizeOfWebp(bytes: Uint8Array, view: DataView): PictureSize | null {
  const low24 = (at: number): number => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
  if (isText(bytes, 12, 'VP8X')) return { width: low24(24) + 1, height: low24(27) + 1 };
  if (isText(bytes, 12, 'VP8 ')) {
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  }
  if (!isText(bytes, 12, 'VP8L')) return null;
  const bits = view.getUint32(21, true);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

function sizeOfBitmap(view: DataView, at: number): PictureSize | null {
  if (view.getUint32(at, true) < BITMAP_HEADER_BYTES) return null;
  // The height is negative when the rows go from top to bottom.
  return {
    width: Math.abs(view.getInt32(at + 4, true)),
    height: Math.abs(view.getInt32(at + 8, true)),
  };
}

/** The size in the pictures themselves, because the directory of the file cannot give more than 256 pixels. */
function sizeOfIco(bytes: Uint8Array, view: DataView): PictureSize | null {
  const pictures = view.getUint16(4, true);
  if (pictures === 0 || pictures > ICO_PICTURES_MAX) return null;
  const largest = { width: 0, height: 0 };
  for (let picture = 0; picture < pictures; picture++) {
    const at = view.getUint32(ICO_HEADER_BYTES + picture * ICO_ENTRY_BYTES + 12, true);
    const isPng = begins(bytes.subarray(at), PNG_SIGNATURE);
    const size = isPng ? sizeOfPng(view, at) : sizeOfBitmap(view, at);
    if (size === null) return null;
    // The height includes the mask below the picture.
    const height = isPng ? size.height : Math.ceil(size.height / 2);
    largest.width = Math.max(largest.width, size.width);
    largest.height = Math.max(largest.height, height);
  }
  return largest;
}

function begins(bytes: Uint8Array, signature: readonly number[]): boolean {
  return bytes.length >= signature.length && signature.every((byte, at) => bytes[at] === byte);
}

function isText(bytes: Uint8Array, at: number, text: string): boolean {
  return [...text].every((letter, offset) => bytes[at + offset] === letter.charCodeAt(0));
}
