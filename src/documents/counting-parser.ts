/**
 * The parser of HTML, with a bell for what its handlers do not see one by one.
 *
 * An element may have any number of attributes, and closing tags that close nothing are silent:
 * a bound of the work has to count both.
 */
import { Parser } from 'htmlparser2';

/** Tells of attributes and closing tags one by one, which the handlers never see alone. */
export class CountingParser extends Parser {
  onDetail: () => void = () => {};

  override onattribname(start: number, endIndex: number): void {
    this.onDetail();
    super.onattribname(start, endIndex);
  }

  override onclosetag(start: number, endIndex: number): void {
    this.onDetail();
    super.onclosetag(start, endIndex);
  }
}
