/**
 * The form in which texts from pages are compared with what was published.
 */

/** NFKC, lower case, only letters, numbers and CJK. */
export function normalForm(text: string | null): string {
  return (text ?? '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(
      /[^\p{L}\p{N}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}]/gu,
      '',
    );
}
