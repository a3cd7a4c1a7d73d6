/**
 * Hosted icons: PNG pictures of 64 by 64 pixels, which the crawler makes from the pictures of sites.
 *
 * The name of an icon is a hash of its bytes, so an address always means one picture. Records hold the name.
 */
import { hash64, hexOf } from '../hash.js';

/** Width and height of a hosted icon in pixels, from the contract. */
export const ICON_EDGE = 64;
/** Folder of the icons, below the folder of the crawler. */
export const ICON_FOLDER = 'icons';

const NAME = /^[0-9a-f]{16}$/;

export function iconHashOf(png: Uint8Array): string {
  return hexOf(hash64(png));
}

export function isIconHash(text: string): boolean {
  return NAME.test(text);
}

/** File name of an icon, which is the last part of its address too. */
export function iconFileOf(hash: string): string {
  return `${hash}.png`;
}

/** Address of a hosted icon. @param publicUrl of the service, without a final slash. */
export function iconUrlOf(publicUrl: string, hash: string): string {
  return `${publicUrl}/icons/${iconFileOf(hash)}`;
}
