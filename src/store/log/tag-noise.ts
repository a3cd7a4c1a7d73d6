/** The words of `data/tag-noise.json`, which are never derived as tags. */
import { TagwireError } from '../../kernel/errors.js';

/** @throws TagwireError CONFIG_INVALID when the parsed file has no list of words. */
export function tagNoiseOf(rules: unknown): readonly string[] {
  const { words } = (rules ?? {}) as { words?: unknown };
  const isList = Array.isArray(words) && words.every((word) => typeof word === 'string');
  if (isList) return words as string[];
  throw new TagwireError('CONFIG_INVALID', 'data/tag-noise.json: words must be a list of words');
}
