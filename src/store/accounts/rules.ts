/** What logins, names and labels may look like, and how a refusal is told. */
import { TagwireError } from '../../kernel/errors.js';

/** A login is an address or a short name; a label is a few words. */
const LOGIN = /^[^\s\p{C}]{1,200}$/u;
const TEXT = /^[^\p{C}]{0,200}$/u;

/** @throws TagwireError INPUT_INVALID. */
export function checkLogin(login: string): void {
  if (!isLogin(login)) throw refusal('a login has 1 to 200 characters and no blanks');
}

export function isLogin(text: string): boolean {
  return LOGIN.test(text);
}

/** @throws TagwireError INPUT_INVALID. */
export function checkText(text: string, what: string): void {
  if (!TEXT.test(text)) throw refusal(`a ${what} has at most 200 characters`);
}

export function refusal(message: string): TagwireError {
  return new TagwireError('INPUT_INVALID', message);
}
