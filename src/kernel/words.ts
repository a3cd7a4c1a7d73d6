/** The words of a text with white space between them: how long lists of plain words are written. */
export function wordsOf(text: string): string[] {
  return text.trim().split(/\s+/);
}
