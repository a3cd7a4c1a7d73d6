/** Shares of many pages, so that a file of tests ends in time on a busy machine. */
import type { PagePath } from './world.js';

export interface Part {
  /** From 0 on. */
  part: number;
  parts: number;
}

export const WHOLE: Part = { part: 0, parts: 1 };

/** Every `parts`th page, beginning with the one that `part` names. */
export function partOf(paths: readonly PagePath[], { part, parts }: Part): PagePath[] {
  return paths.filter((_, at) => at % parts === part);
}
