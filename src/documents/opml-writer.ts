/**
 * Writes OPML that every reader of feeds takes: what `readOpml` reads back.
 *
 * Outlines of one group stand together, groups in the order of their first outline. Characters that
 * XML forbids are left out, and so are outlines without an address.
 */
import { escapeQuoted, escapeText } from '../kernel/markup.js';
import { cleanCut, cleanText } from '../kernel/text/text.js';
import { OUTLINE_TEXT_MAX, type Outline } from './opml.js';

export interface OpmlList {
  title: string;
  outlines: readonly Outline[];
}

export function writeOpml({ title, outlines }: OpmlList): string {
  const groups = new Map<string, string[]>();
  for (const outline of outlines) {
    if (outline.feedUrl === null && outline.siteUrl === null) continue;
    const group = lineOf(outline.group);
    const lines = groups.get(group) ?? [];
    lines.push(outlineTag(outline));
    groups.set(group, lines);
  }
  const body = [...groups].flatMap(([group, lines]) => groupLines(group, lines));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<opml version="2.0">',
    `  <head><title>${escapeText(lineOf(title))}</title></head>`,
    '  <body>',
    ...body.map((line) => `    ${line}`),
    '  </body>',
    '</opml>',
    '',
  ].join('\n');
}

function groupLines(group: string, lines: readonly string[]): string[] {
  if (group === '') return [...lines];
  const name = quoted(group);
  return [
    `<outline text=${name} title=${name}>`,
    ...lines.map((line) => `  ${line}`),
    '</outline>',
  ];
}

/** A feed, or where there is none a link to the site. */
function outlineTag({ title, feedUrl, siteUrl }: Outline): string {
  const name = quoted(lineOf(title));
  const names = `text=${name} title=${name}`;
  if (feedUrl === null)
    return `<outline type="link" ${names} url=${quoted(clean(siteUrl ?? ''))}/>`;
  const site = siteUrl === null ? '' : ` htmlUrl=${quoted(clean(siteUrl))}`;
  return `<outline type="rss" ${names} xmlUrl=${quoted(clean(feedUrl))}${site}/>`;
}

function lineOf(text: string): string {
  return cleanCut(clean(text), 'line', OUTLINE_TEXT_MAX);
}

/** Without controls, and without the two other characters that XML forbids. */
function clean(text: string): string {
  return cleanText(text.replace(/[\ufffe\uffff]/g, ''), 'line');
}

function quoted(text: string): string {
  return `"${escapeQuoted(text)}"`;
}
