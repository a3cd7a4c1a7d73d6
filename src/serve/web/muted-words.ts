/**
 * Words that somebody does not want to read, separated by commas: on the front page, in digests and in feeds alike.
 */
import { searchForm } from '../../kernel/text/tag.js';

/** The words in search form; blanks around them mean nothing. */
export function mutedWords(text: string): string[] {
  return text
    .split(',')
    .map((word) => searchForm(word.trim()))
    .filter((word) => word !== '');
}

/** Whether one of some words, in search form, stands in a text. */
export function hasMuted(words: readonly string[], text: string): boolean {
  if (words.length === 0) return false;
  const form = searchForm(text);
  return words.some((word) => form.includes(word));
}
