/**
 * Compares two versions of a line word by word: runs that are equal, deleted and inserted.
 *
 * Words of scripts without blanks are compared letter by letter.
 * Invariant: equal and deleted runs, joined, are the line before; equal and inserted runs the line after.
 */
import { diffArrays } from 'diff/lib/diff/array.js';

export const DIFF_OPS = ['equal', 'delete', 'insert'] as const;
export type DiffOp = (typeof DIFF_OPS)[number];

export interface DiffRun {
  op: DiffOp;
  text: string;
}

/** A letter without blanks around it, a word, or any other sign. */
const TOKEN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}\p{M}]+(?:['’.,][\p{L}\p{N}]+)*|./gsu;
/** Lines that differ in more tokens are reported as replaced: headlines have a hundred tokens at most. */
const EDITS_MAX = 400;

/** Runs from the line before to the line after. */
export function wordDiff(before: string, after: string): DiffRun[] {
  const found = diffArrays(tokensOf(before), tokensOf(after), { maxEditLength: EDITS_MAX });
  if (found === undefined) {
    return [
      { op: 'delete', text: before },
      { op: 'insert', text: after },
    ];
  }
  return found.map(({ added, removed, value }) => ({
    op: added ? 'insert' : removed ? 'delete' : 'equal',
    text: value.join(''),
  }));
}

function tokensOf(line: string): string[] {
  return line.match(TOKEN) ?? [];
}
