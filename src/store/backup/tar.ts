/**
 * The part of the ustar format that a backup needs: plain files with short names, one after the other.
 *
 *   archive := (header of 512 bytes | content, filled up with zeros to 512)* | 1024 zeros
 *
 * A library would be for what is not here: folders, links, long names, other formats. What is written
 * here is read by every `tar`; what other programs pack is read as long as it has plain files alone.
 */
import { TagwireError } from '../../kernel/errors.js';

const BLOCK = 512;
const NAME_MAX = 100;
/** Eleven octal digits. */
const SIZE_MAX = 8 ** 11 - 1;
const SUM_AT = 148;
const SUM_END = 156;
const FOLDER_TYPE = 0x35;

export const TAR_END = Buffer.alloc(2 * BLOCK);

/** Where a file's content lies in an archive. */
export interface TarPlace {
  at: number;
  byteLength: number;
}

/** The header of a file. @throws TagwireError INPUT_INVALID for what does not fit. */
export function tarHeader(name: string, byteLength: number, changedMs: number): Buffer {
  if (Buffer.byteLength(name) > NAME_MAX || byteLength > SIZE_MAX) {
    throw new TagwireError('INPUT_INVALID', `${name} does not fit into a tar; use a folder`);
  }
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, digits: number): void => {
    header.write(value.toString(8).padStart(digits, '0'), at, 'latin1');
  };
  header.write(name, 0);
  octal(0o600, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  octal(byteLength, 124, 11);
  octal(Math.max(0, Math.floor(changedMs / 1000)), 136, 11);
  header.write('0', 156, 'latin1');
  header.write('ustar\x0000', 257, 'latin1');
  octal(sumOf(header), SUM_AT, 6);
  header[SUM_AT + 6] = 0;
  header[SUM_AT + 7] = 0x20;
  return header;
}

/** Zeros behind a file of this length. */
export function tarPadding(byteLength: number): Buffer {
  return Buffer.alloc((BLOCK - (byteLength % BLOCK)) % BLOCK);
}

/**
 * The files of an archive by name. `read` gives bytes at an offset, fewer at the end.
 * @throws TagwireError BACKUP_DAMAGED.
 */
export async function tarIndex(
  read: (at: number, byteLength: number) => Promise<Buffer>,
): Promise<Map<string, TarPlace>> {
  const files = new Map<string, TarPlace>();
  for (let at = 0; ; ) {
    const header = await read(at, BLOCK);
    if (header.length < BLOCK) throw damage('it ends without an end mark');
    if (header.every((byte) => byte === 0)) return files;
    if (Number.parseInt(header.toString('latin1', SUM_AT, SUM_END), 8) !== sumOf(header)) {
      throw damage(`the header at byte ${at} does not match its checksum`);
    }
    const name = textOf(header, 0, NAME_MAX).replace(/^\.\//, '');
    const byteLength = Number.parseInt(textOf(header, 124, 12), 8) || 0;
    if (header[156] !== FOLDER_TYPE) files.set(name, { at: at + BLOCK, byteLength });
    at += BLOCK + Math.ceil(byteLength / BLOCK) * BLOCK;
  }
}

/** Sum of a header's bytes, with blanks in place of the sum itself. */
function sumOf(header: Buffer): number {
  return header.reduce((sum, byte, at) => sum + (at >= SUM_AT && at < SUM_END ? 0x20 : byte), 0);
}

function textOf(header: Buffer, at: number, length: number): string {
  const field = header.toString('utf8', at, at + length);
  const end = field.indexOf('\0');
  return end < 0 ? field : field.slice(0, end);
}

function damage(why: string): TagwireError {
  return new TagwireError('BACKUP_DAMAGED', `the tar is damaged: ${why}`);
}
