/**
 * The summary of a post: plain text of at most 500 code points, made from what there is.
 *
 * Feeds often give HTML where text is expected. Comments, scripts, styles and the tags of HTML
 * elements go, character references are resolved, white space becomes single spaces. What only
 * looks like a tag stays: `Vec<T>` and `a < b` are text. Only the start of a text is looked at, so
 * hostile markup costs no more than its length allows.
 */
import { INGEST } from '../../kernel/limits.js';
import { cleanCut, cleanText } from '../../kernel/text/text.js';
import { wordsOf } from '../../kernel/words.js';

/** A summary is looked for in this much of a longer text. */
const SOURCE_UNITS_MAX = 8 * INGEST.summaryMax;
const MARKUP = /[<&]/;
/** Elements whose content is no text; one that is not closed takes the rest along. */
const UNSEEN = /<(script|style|template|noscript)\b[^>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi;
const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;
/** A tag, with a > in quotes where the quotes are paired. */
const TAG =
  /<\/?([a-z][a-z0-9]*)(?:[\s/](?:"[^"<]*"|'[^'<]*'|[^<>"'])*|[\s/][^<>]*)?>|<!doctype[^<>]*>|<\?xml[^<>]*>/gi;
const REFERENCE = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}\d?));/gi;

/** Elements that stand within a line; all others end one. */
const INLINE = new Set(
  wordsOf(`
    a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd mark q s samp small
    span strike strong sub sup time tt u var wbr
  `),
);
const ELEMENTS = new Set([
  ...INLINE,
  ...wordsOf(`
    address applet area article aside audio base blockquote body br button canvas caption center
    col colgroup dd details dialog dir div dl dt embed fieldset figcaption figure footer form
    frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe img input label legend li
    link main map menu meta meter nav noframes object ol optgroup option output p param picture
    pre progress rp rt ruby script search section select slot source style summary svg table
    tbody td template textarea tfoot th thead title tr track ul video
  `),
]);

/** Character references that texts of blogs have; others stay as they are written. */
const NAMED = new Map(
  Object.entries({
    ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" },
    ...{ nbsp: ' ', ensp: ' ', emsp: ' ', thinsp: ' ' },
    ...{ hellip: '…', mdash: '—', ndash: '–', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”' },
    ...{ laquo: '«', raquo: '»', middot: '·', bull: '•' },
    ...{ copy: '©', reg: '®', trade: '™', deg: '°', times: '×' },
    ...{ rarr: '→', larr: '←' },
  }),
);

/** The summary of a post from what the source gave as one, or else from the start of its body. */
export function summaryOf(given: string | null, body: string | null): string {
  const summary = given === null ? '' : plainText(given);
  return summary === '' && body !== null ? plainText(body) : summary;
}

/** The start of a text without markup. */
function plainText(raw: string): string {
  // Controls go first: they could hide a tag until they are gone.
  const source = cleanText(raw.length > SOURCE_UNITS_MAX ? startOf(raw) : raw, 'line');
  const text = MARKUP.test(source) ? withoutMarkup(source) : source;
  return cleanCut(text, 'line', INGEST.summaryMax);
}

/** The part that is looked at, without a tag that its end would cut. */
function startOf(raw: string): string {
  const start = raw.slice(0, SOURCE_UNITS_MAX);
  const open = start.lastIndexOf('<');
  return open > start.lastIndexOf('>') ? start.slice(0, open) : start;
}

/** Tags go before and after references are resolved, because feeds escape what is escaped already. */
function withoutMarkup(source: string): string {
  const text = allTagsGone(source).replace(REFERENCE, resolved);
  return text.includes('<') ? allTagsGone(cleanText(text, 'line')) : text;
}

/** Until nothing changes: where a tag goes, another may come together. */
function allTagsGone(text: string): string {
  for (let before = text; ; ) {
    const after = withoutTags(before);
    if (after === before) return after;
    before = after;
  }
}

function withoutTags(text: string): string {
  return text
    .replace(COMMENT, ' ')
    .replace(UNSEEN, ' ')
    .replace(TAG, (tag: string, name: string | undefined) => {
      if (name === undefined) return ' ';
      const element = name.toLowerCase();
      if (!ELEMENTS.has(element)) return tag;
      return INLINE.has(element) ? '' : ' ';
    });
}

function resolved(reference: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return NAMED.get(name) ?? NAMED.get(name.toLowerCase()) ?? reference;
  const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
  return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : reference;
}
