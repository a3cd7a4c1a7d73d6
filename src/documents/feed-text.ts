/** Plain texts from the HTML that feeds have in titles, names and summaries. */

import { Parser } from 'htmlparser2';
import { cleanCut, cleanText } from '../kernel/text/text.js';
import { wordsOf } from '../kernel/words.js';
import { addressOn } from './address.js';
import type { FieldValue } from './feed-node.js';
import { extractHtml } from './html.js';

/** Longer than any title; a longer value is an article in the wrong field. */
const LINE_UNITS_MAX = 8 * 1024;
/** Units of an entry in which its first words are searched. */
const OPENING_UNITS_MAX = 4 * 1024;
/** Code points of a title that is made from the first words. */
const OPENING_MAX = 80;

/** Elements that format a line. Other tags count as text, because titles name types and tags. */
const LINE_ELEMENTS = new Set(
  wordsOf(`
    a abbr acronym b bdi bdo big blockquote br center cite code dd del dfn div dl dt em figure
    font h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark nobr ol p pre q rp rt ruby s samp small span
    strike strong sub sup table tbody td tr tt u ul var wbr
  `),
);
/** Elements that separate words. */
const BREAKS = new Set(
  wordsOf(`
    blockquote br dd div dl dt h1 h2 h3 h4 h5 h6 hr li ol p pre td tr ul
  `),
);
/** An ampersand that begins no entity; entities without a semicolon are parts of addresses. */
const BARE_AMPERSAND = /&(?!(?:[a-z][a-z0-9]{1,30}|#\d{1,7}|#x[0-9a-f]{1,6});)/gi;

/** The line that a reader sees; a value that is declared as text is not parsed. */
export function lineOf(field: FieldValue | null): string {
  if (field === null) return '';
  return field.isText ? cleanText(field.value, 'line') : lineOfHtml(field.value);
}

/** The line that HTML, or a text with entities, shows. */
export function lineOfHtml(html: string): string {
  const cut = withSigns(html.slice(0, LINE_UNITS_MAX));
  const shown = /[<&]/.test(cut) ? withoutLeftEntities(shownText(cut)) : cut;
  return cleanText(shown.replaceAll('\u00a0', ' '), 'line');
}

/** Entities that remain after decoding: the text was escaped more than once. */
const LEFT_ENTITY =
  /&(?:amp;)*(?:amp|nbsp|quot|apos|hellip|[lr][sd]quo|[nm]dash|#\d{1,7}|#x[0-9a-f]{1,6});/gi;
/** Texts about entities mean to show some. */
const ON_ENTITIES = /\b(?:html|xml|entit|escap|ampersand)/i;

/**
 * A line without unintended entities and without hard spaces. Entities of angle brackets stay, because decoding
 * them would make a tag.
 */
export function withoutLeftEntities(text: string): string {
  if (ON_ENTITIES.test(text)) return text;
  const spaced = text.replaceAll('\u00a0', ' ');
  return spaced.replace(LEFT_ENTITY, (one) =>
    shownText(one.replace(/^&(?:amp;)+(?=[#a-z])/i, '&')).replace('\u00a0', ' '),
  );
}

/** Replaces fullwidth ampersands of entities, and escapes unclosed tags, which a title names. */
function withSigns(html: string): string {
  const plain = html.replace(/＆(?=#\d{1,7};|[a-z]{2,8};)/gi, '&');
  return plain.replace(
    /<([bipqsu]|em|code|h[1-6]|strong|table|div|span)>/gi,
    (tag, name: string) =>
      new RegExp(`</${name}\\s*>`, 'i').test(plain) || plain.startsWith(tag)
        ? tag
        : `&lt;${name}&gt;`,
  );
}

/** A tag without its hash sign. */
export function tagOf(html: string): string {
  return lineOfHtml(html).replace(/^#+\s*/, '');
}

/** A text with decoded entities; angle brackets stay text. */
export function withoutEntities(text: string): string {
  return text.includes('&') ? withoutLeftEntities(shownText(text.replaceAll('<', '&lt;'))) : text;
}

function shownText(html: string): string {
  const source = html.replace(BARE_AMPERSAND, '&amp;');
  let shown = '';
  const parser = new Parser({
    onopentag: (name) => {
      if (!LINE_ELEMENTS.has(name)) shown += source.slice(parser.startIndex, parser.endIndex + 1);
      else if (BREAKS.has(name)) shown += ' ';
    },
    onclosetag: (name, isImplied) => {
      if (LINE_ELEMENTS.has(name)) shown += BREAKS.has(name) ? ' ' : '';
      else if (!isImplied) shown += `</${name}>`;
    },
    ontext: (data) => {
      shown += data;
    },
  });
  parser.end(source);
  return shown;
}

/** The first words of an entry, for a title where there is none; empty where there are no words. */
export function firstWords(html: string, url: string): string {
  const { text } = extractHtml(html.slice(0, OPENING_UNITS_MAX), url);
  const line = cleanText(text, 'line');
  const cut = cleanCut(line, 'line', OPENING_MAX);
  if (cut === line) return line;
  const space = cut.lastIndexOf(' ');
  return `${space > cut.length / 2 ? cut.slice(0, space) : cut}…`;
}

/** Tags of pictures; the bounds limit repeated searches in unclosed tags. */
const PICTURE = /<img\s([^<>]{0,2000})/gi;
const SOURCE = /(?:^|\s)src\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;
/** A picture of one pixel is a tracker. */
const PIXEL = /(?:width|height)\s*[=:]\s*["']?[01](?![\d.])/i;
const PICTURES_MAX = 10;

/** The address of the first real picture in HTML. */
export function firstPicture(html: string | null, base: string): string | null {
  let seen = 0;
  for (const [, attributes] of html?.matchAll(PICTURE) ?? []) {
    if (++seen > PICTURES_MAX) return null;
    const source = SOURCE.exec(attributes!);
    const href = source?.[1] ?? source?.[2] ?? source?.[3];
    if (href === undefined || PIXEL.test(attributes!)) continue;
    const url = addressOn(href.replaceAll('&amp;', '&'), base);
    if (url !== null) return url;
  }
  return null;
}

const MAIL_AND_NAME =
  /^\s*(?:mailto:)?[^\s@()<>]{1,100}@[^\s@()<>]{1,200}\s*\(([^()]{1,200})\)\s*$/;
const NAME_AND_MAIL = /^([^<>()]{1,200}?)\s*[<(]\s*(?:mailto:)?[^\s@]{1,100}@[^\s@]{1,200}[>)]\s*$/;
const MAIL_ALONE = /^\s*[<(]?(?:mailto:)?[^\s@]{1,100}@[^\s@]{1,200}[>)]?\s*$/;
const TRAILING_MAIL = /^(.{1,200}?)\s+[^\s@]{1,100}@[^\s@]{1,200}$/;

/** The name in `mail (Name)` and its relatives; empty where there is only a mail address. */
export function personName(text: string): string {
  const line = lineOfPerson(text);
  const named = MAIL_AND_NAME.exec(line) ?? NAME_AND_MAIL.exec(line) ?? TRAILING_MAIL.exec(line);
  if (named !== null) return named[1]!.replace(/^["']|["']$/g, '').trim();
  return MAIL_ALONE.test(line) ? '' : line;
}

/** Longest text in which a name is searched. */
const PERSON_UNITS_MAX = 2000;
const MAIL_IN_ANGLES = /<[^<>\s@]{1,100}@[^<>\s@]{1,200}>/;

/** The line of a person: `Name <mail>` looks like a tag, and is none. */
function lineOfPerson(text: string): string {
  const cut = text.slice(0, PERSON_UNITS_MAX);
  return MAIL_IN_ANGLES.test(cut) ? cleanText(cut, 'line') : lineOfHtml(cut);
}
