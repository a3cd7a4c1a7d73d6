/**
 * The lines of a text, and the removal of lines that markup does not separate from it: headline, date and byline
 * before it, rights and tags after it, labels of buttons and ads anywhere.
 *
 * Only short lines are judged, and only as a whole. Program text stays unchanged. Of a post, lines stay that its
 * author may have written: headings, calls to readers.
 */

import type { Genre } from '../documents.js';
import { extractHtml } from '../html.js';
import { dateInText } from './dates.js';
import type { PageFacts } from './facts.js';

export interface ShownLine {
  text: string;
  /** Share of its text that is in links. */
  linkedShare: number;
  isHeading: boolean;
  isProgram: boolean;
}

/** Signs for the starts of elements, and at the same indices of `CLOSING` those for their ends. */
const OPENING = '\ufdd0\ufdd2\ufdd4';
const CLOSING = '\ufdd1\ufdd3\ufdd5';
const SIGNS = /[\ufdd0-\ufdd5]/g;
const TAG = /<(\/?)(a|h[1-6]|pre)(?=[\s>])[^<>]*>/gi;
const LINK = 0;
const HEADING = 1;
const PROGRAM = 2;

/**
 * The lines of a piece of HTML that are not blank, in the order of the page, each with its markup: the share of
 * links, and whether it is a heading or program text.
 *
 * The HTML is read a second time with signs in it, which are noncharacters: no text has them.
 */
export function shownLines(html: string, baseUrl: string): ShownLine[] {
  const texts = linesOf(extractHtml(html, baseUrl).text);
  const signed = linesOf(extractHtml(signedHtml(html), baseUrl).text);
  const reader = new SignReader();
  const lines = signed.map((line) => reader.read(line));
  const shown = lines.filter(({ text }) => text.trim() !== '');
  // With signs, a text at the maximum length is truncated elsewhere; such a page is no article.
  return texts.map((text, at) => ({ ...(shown[at] ?? PLAIN), text }));
}

const PLAIN = { linkedShare: 0, isHeading: false, isProgram: false };

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

/** Puts signs inside of elements, so that a sign is on the same line as its element. */
function signedHtml(html: string): string {
  return html.replace(SIGNS, '').replace(TAG, (tag, slash: string, name: string) => {
    const kind = kindOf(name.toLowerCase());
    return slash === '' ? tag + OPENING[kind] : CLOSING[kind] + tag;
  });
}

function kindOf(name: string): number {
  if (name === 'a') return LINK;
  return name === 'pre' ? PROGRAM : HEADING;
}

/** Follows the signs over all lines; elements may span several lines. */
class SignReader {
  readonly #isOpen = [false, false, false];

  read(line: string): ShownLine {
    const seen = [...this.#isOpen];
    let text = '';
    let linked = 0;
    for (const part of line.split(/([\ufdd0-\ufdd5])/)) {
      if (this.#isSign(part)) {
        for (const kind of [LINK, HEADING, PROGRAM]) seen[kind] ||= this.#isOpen[kind] as boolean;
        continue;
      }
      text += part;
      if (this.#isOpen[LINK]) linked += unitsOf(part);
    }
    const units = unitsOf(text);
    return {
      text,
      linkedShare: units === 0 ? 0 : linked / units,
      isHeading: seen[HEADING] as boolean,
      isProgram: seen[PROGRAM] as boolean,
    };
  }

  #isSign(part: string): boolean {
    const opened = part === '' ? -1 : OPENING.indexOf(part);
    const closed = part === '' ? -1 : CLOSING.indexOf(part);
    if (opened >= 0) this.#isOpen[opened] = true;
    if (closed >= 0) this.#isOpen[closed] = false;
    return opened >= 0 || closed >= 0;
  }
}

function unitsOf(text: string): number {
  return text.replace(/\s+/g, '').length;
}

/** Lines at either end that are judged. */
const ENDS_MAX = 12;
const LINE_UNITS_MAX = 160;
/** The end of a sentence: a sentence belongs to the text wherever it is. */
const SENTENCE_END = /[.。!！?？…”」』"]\s*$/;
const PROSE_UNITS_MIN = 60;
const PROSE_CJK_UNITS_MIN = 20;
const CJK = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

/** Labels of buttons, ads and players. */
const LABEL =
  /^[\s\p{P}\p{S}]*(?:advertisements?|advertising|sponsored|sponsored content|ad|ads|article continues (?:below|after)(?: (?:the|this))?(?: (?:ad|advertisement))?|story continues(?: below)?(?: advertisement)?|continue reading(?: below| the main story)?|read more|read next|share(?: this)?(?: (?:article|story|post|page|via|on))?|share on (?:facebook|twitter|whatsapp)|tweet|email|e-mail|print|pin it|save|like|reply|\d+ comments?|leave a comment|post a comment|text size|hide caption|view caption|enlarge(?: image)?|loading|play|play video|watch|listen|follow us|subscribe(?: now)?|sign up|newsletter|skip to (?:main )?content|back to top|more stories|see more|click here|please enable javascript.{0,60}|related (?:stories|articles|posts|content|links|topics|news)|story highlights|scroll to continue|廣告|广告|请继续往下阅读|請繼續往下閱讀|繼續閱讀|继续阅读|分享|留言|收藏|列印|打印|字級|看更多|閱讀更多|阅读更多|更多|延伸閱讀|相關新聞|相关新闻|相关阅读|相關閱讀|點我看更多|上一頁|下一頁|上一篇|下一篇|加載中|公開報導|シェア|ツイート|関連記事|広告|공유|광고|publicidad|anzeige|werbung|publicité)[\s\p{P}\p{S}]*$/iu;
/** Ads, and labels of buttons for sharing, that are no links. */
const NOTICE =
  /^[\s\p{P}\p{S}]*(?:advertisements?|advertising|sponsored|sponsored content|ads?|(?:article|story) continues (?:below|after)(?: (?:the|this))?(?: (?:ad|advertisement))?|continue reading(?: below| the main story)?|share(?: this)?(?: (?:article|story|post|page|via|on))?|leave a comment|loading|廣告|广告|請繼續往下閱讀|请继续往下阅读|分享|広告|광고|publicidad|anzeige|werbung|publicité)[\s\p{P}\p{S}]*$/iu;
/** Rights and tags after a text. */
const RIGHTS =
  /^[\s\p{P}\p{S}]*(?:©|\(c\) ?(?:copyright|\d{4})|copyright\b|all rights reserved|alle rechte vorbehalten|tous droits|todos los derechos|版權所有|版权所有|著作權|未經(?:授權|許可|同意)|未经(?:授权|许可)|转载请注明|轉載請註明|tags?\s*[:：]|tagged(?: (?:with|as|in|under))?\b|filed under|posted in|topics?\s*[:：]|keywords?\s*[:：]|categor(?:y|ies)\s*[:：]|標籤|标签|關鍵字|关键字|关键词)/iu;
/** Calls to readers and announcements of other stories after a text. */
const CALL =
  /^[\s\p{P}\p{S}]*(?:本文(?:經授權|由.{1,20}授權)|share this|follow (?:us|@|on)|like us on|sign up for|subscribe to|read more|read also|see also|related|view comments|show comments|contact (?:us|the author)|photo(?:s)? (?:by|via|credit|:)|image(?:s)? (?:by|via|credit|:)|photograph:|click here|download (?:our|the) app|加入.{0,12}(?:line|粉絲|好友|會員)|追蹤.{0,20}(?:ig|facebook|粉絲)|下載.{0,12}app|延伸閱讀|相關新聞|更多.{0,12}(?:新聞|報導|内容|內容)|看更多)/iu;
/** A longer call without links is part of the text. */
const CALL_UNITS_MAX = 80;
const CALL_CJK_UNITS_MAX = 40;
const LINKED_SHARE_MIN = 0.6;
const BYLINE =
  /^[\s\p{P}\p{S}]*(?:by|written by|posted by|reported by|author|von|par|por|文|作者|撰文|記者|记者|編輯|责任编辑|責任編輯)[\s:：/／|｜]/iu;

/** Beginnings of lines with a post's time of publication. */
const STAMP =
  /^[\s\p{P}\p{S}]*(?:\d|(?:last )?(?:posted|published|updated|modified)\b|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\b|發[布佈表]|发[布表]|更新)/iu;
const STAMP_UNITS_MAX = 60;
/** Lines between the headline of a post and its date: a name, a reading time. */
const BETWEEN_MAX = 2;

interface LineContext extends Pick<PageFacts, 'zoneOffsetMs' | 'dates'> {
  title: string | null;
  genre: Genre;
  /** Whether the headline is separate from the text. */
  isApart: boolean;
}

/** The text without the removed lines. */
export function tidyText(all: readonly ShownLine[], context: LineContext): string {
  const lines = all.filter((line) => !isLabel(line, context));
  const from = headOf(lines, context);
  let to = lines.length;
  while (to > from && to > lines.length - ENDS_MAX && isTail(lines[to - 1]!, context)) to--;
  return lines
    .slice(from, to)
    .map(({ text }) => text)
    .join('\n');
}

/** Whether a line is a date with little else; a sentence with a date may be a beginning. */
function isStamp(text: string, { zoneOffsetMs, dates }: LineContext): boolean {
  if (text.length > STAMP_UNITS_MAX || SENTENCE_END.test(text)) return false;
  return STAMP.test(text) && dateInText(text, zoneOffsetMs, dates) !== null;
}

/** Number of lines before the text: up to the last line that belongs to the head. */
function headOf(lines: readonly ShownLine[], context: LineContext): number {
  const firstMax = Math.min(ENDS_MAX, lines.length);
  let from = 0;
  for (let at = 0; at < firstMax; at++) {
    const line = lines[at]!;
    if (isBegun(lines.slice(0, at), line, from, context)) break;
    if (isHead(line, context)) from = at + 1;
    else if (isSure(line)) break;
  }
  return from;
}

/**
 * Whether a post has begun before or with a line. A post may begin with any line or repeat the headline, and its
 * author is named only once before it.
 */
function isBegun(
  before: readonly ShownLine[],
  line: ShownLine,
  from: number,
  context: LineContext,
): boolean {
  if (context.genre === 'news') return false;
  if (context.isApart) return before.length > from;
  if (!before.slice(0, from).some(isHeadline(context))) return false;
  return line.isHeading || before.length > from + BETWEEN_MAX;
}

/** Whether a text has at least one line of the length of a paragraph. */
export function hasProse(text: string): boolean {
  return text
    .split('\n')
    .some(
      (line) =>
        !RIGHTS.test(line) &&
        line.length >= (CJK.test(line) ? PROSE_CJK_UNITS_MIN : PROSE_UNITS_MIN),
    );
}

function isLabel({ text, linkedShare, isHeading, isProgram }: ShownLine, context: LineContext) {
  if (isProgram || text.length > LINE_UNITS_MAX || !LABEL.test(text)) return false;
  if (context.genre === 'news') return true;
  return !isHeading && (linkedShare >= LINKED_SHARE_MIN || NOTICE.test(text));
}

/** A line that is certainly text. */
function isSure({ text, isProgram }: ShownLine): boolean {
  if (isProgram || text.length > LINE_UNITS_MAX) return true;
  return SENTENCE_END.test(text) && text.length > PROSE_UNITS_MIN;
}

function isHeadline({ title }: LineContext): (line: ShownLine) => boolean {
  return ({ text }) => title !== null && keyOf(text) === keyOf(title);
}

function isHead(line: ShownLine, context: LineContext): boolean {
  const { text, isHeading } = line;
  const { genre, isApart, zoneOffsetMs, dates } = context;
  if (genre === 'post' && isApart) return !isHeading && isStamp(text, context);
  if (isHeadline(context)(line)) return true;
  if (SENTENCE_END.test(text) || text.length > LINE_UNITS_MAX / 2) return false;
  return BYLINE.test(text) || dateInText(text, zoneOffsetMs, dates) !== null;
}

function isTail({ text, linkedShare, isHeading, isProgram }: ShownLine, { genre }: LineContext) {
  if (isProgram || text.length > LINE_UNITS_MAX) return false;
  if (RIGHTS.test(text)) return genre === 'news' || !isHeading;
  if (genre === 'post' || !CALL.test(text)) return false;
  const unitsMax = CJK.test(text) ? CALL_CJK_UNITS_MAX : CALL_UNITS_MAX;
  return text.length <= unitsMax || linkedShare >= LINKED_SHARE_MIN;
}

function keyOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
