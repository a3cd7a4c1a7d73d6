/**
 * Icons that are hosted: PNG pictures of 64 by 64 pixels, which the crawler makes of what it fetches.
 *
 * An icon is named by its bytes, so its address never means another picture. Records hold the name.
 */
import { hash64, hexOf } from '../hash.js';

/** Width and height of a hosted icon in pixels, from the contract. */
export const ICON_EDGE = 64;
/** Folder of the icons, below the crawler's. */
export const ICON_FOLDER = 'icons';

const NAME = /^[0-9a-f]{16}$/;

/** Name of an icon. */
export function iconHashOf(png: Uint8Array): string {
  return hexOf(hash64(png));
}

export function isIconHash(text: string): boolean {
  return NAME.test(text);
}

/** File of an icon, which is the last part of its address too. */
export function iconFileOf(hash: string): string {
  return `${hash}.png`;
}

/** Address of a hosted icon. @param publicUrl of the service, without a final slash. */
export function iconUrlOf(publicUrl: string, hash: string): string {
  return `${publicUrl}/icons/${iconFileOf(hash)}`;
}
