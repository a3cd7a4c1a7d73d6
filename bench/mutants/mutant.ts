/**
 * What a mutant is: one place of the code, broken on purpose as a slip would break it.
 *
 * The lists are `mutants-of-….ts` beside this file. A mutant names the test files that notice it; they are
 * files that `npm test` runs.
 */
export interface Mutant {
  /** A file of this repository, from its root, with its ending. */
  file: string;
  /** Text that is in the file exactly once. */
  text: string;
  /** What stands there instead. */
  instead: string;
  /** What it breaks, in one sentence. */
  breaks: string;
  /** Test files below `test`, without `.test.ts`, the cheapest first: any of them is enough. */
  noticedBy: readonly string[];
}

/** The file with the mutant in it. @throws Error where its text is not there exactly once. */
export function mutated(source: string, { file, text, instead }: Mutant): string {
  const parts = source.split(text);
  if (parts.length !== 2) {
    throw new Error(`${file} has this text ${parts.length - 1} times, not once:\n${text}`);
  }
  if (text === instead) throw new Error(`${file}: this mutant changes nothing:\n${text}`);
  return parts.join(instead);
}
