/**
 * The peer of the ranking blocks of a day: the same lists as plain columns, which Brotli packs.
 *
 * Each column goes by the lists of a group, one after the other; numbers of several bytes also with the
 * bytes of like weight together, where that is shorter. A list costs what its group costs to unpack.
 */
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { columnBytes } from '../src/engine/columns/columns.js';
import { HISTORY_COUNT } from '../src/news/shared/burst/formulas.js';
import type { RankingBlockView } from '../src/news/tags/answers/ranking-block-view.js';
import { type ListColumns, startOf } from '../src/news/tags/state/list-columns.js';
import { STORED_RANKS } from '../src/news/tags/state/ranking-block.js';

/** One below the best, which takes ten times as long for a seventh less. */
const QUALITY = 9;

export interface Packed {
  bytes: number;
  /** Milliseconds to unpack the group of one list. */
  unpackMs: number;
}

/** Packs all lists of a ranking block, `listsTogether` at a time. */
export function packColumns(view: RankingBlockView, listsTogether: number): Packed {
  const lists = view.lists();
  const texts = Array.from({ length: view.terms }, (_, term) => view.textOf(term));
  const packed: Buffer[] = [];
  for (let at = 0; at < lists.length; at += listsTogether) {
    const columns = lists.slice(at, at + listsTogether).map(columnsOf);
    columns[0]!.forEach((_, column) => {
      packed.push(pack(columns.map((list) => list[column]!)));
    });
  }
  const beginMs = performance.now();
  for (const column of packed) brotliDecompressSync(column);
  const groups = Math.ceil(lists.length / listsTogether);
  const unpackMs = (performance.now() - beginMs) / groups;
  const bytes = packed.reduce((sum, { length }) => sum + length, brotli(texts.join('\n')).length);
  return { bytes, unpackMs };
}

type Column = Uint16Array | Uint32Array | Float64Array;

function columnsOf(list: ListColumns): Column[] {
  const past = Array.from({ length: HISTORY_COUNT }, (_, back) =>
    list.history.filter((_, at) => at % HISTORY_COUNT === back),
  );
  return [
    list.terms,
    list.ranks.subarray(STORED_RANKS),
    lengthsOf(list.mediaEnds),
    list.media,
    list.mediaCounts,
    ...past,
    list.ranksDayAgo,
    lengthsOf(list.relatedEnds),
    list.relatedTerms,
    list.relatedCounts,
  ];
}

function lengthsOf(ends: Uint32Array): Uint32Array {
  return ends.map((end, entry) => end - startOf(ends, entry));
}

function pack(columns: readonly Column[]): Buffer {
  const plain = Buffer.concat(columns.map(columnBytes));
  const ways = [brotli(plain), brotli(byWeight(plain, columns[0]!.BYTES_PER_ELEMENT))];
  return ways.sort((a, b) => a.length - b.length)[0]!;
}

/** First the lowest bytes of all numbers, then the next ones. */
function byWeight(plain: Buffer, width: number): Buffer {
  const ordered = Buffer.alloc(plain.length);
  const count = plain.length / width;
  for (let at = 0; at < plain.length; at++) {
    ordered[(at % width) * count + Math.floor(at / width)] = plain[at]!;
  }
  return ordered;
}

function brotli(content: Buffer | string): Buffer {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_MAX_WINDOW_BITS } = constants;
  return brotliCompressSync(content, {
    params: { [BROTLI_PARAM_QUALITY]: QUALITY, [BROTLI_PARAM_LGWIN]: BROTLI_MAX_WINDOW_BITS },
  });
}
