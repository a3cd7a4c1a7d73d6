/** Subscriptions as OPML, one folder for each label, for any reader of feeds. */
import { escapeQuoted } from '../../kernel/markup.js';
import { xmlText } from '../api/news/feeds/xml-text.js';
import type { Subscription } from './subscriptions.js';

export const OPML_TYPE = 'text/x-opml; charset=utf-8';

type Outline = Pick<Subscription, 'title' | 'url' | 'htmlUrl'>;

/** A list of feeds; `folders` by name, in their order. */
export function opmlOf(
  folders: readonly { label: string | null; feeds: readonly Outline[] }[],
): string {
  const lines = folders.flatMap(({ label, feeds }) => {
    const outlines = feeds.map(outlineOf);
    if (label === null) return outlines.map((line) => `    ${line}`);
    const name = attribute(label);
    return [
      `    <outline text="${name}" title="${name}">`,
      ...outlines.map((line) => `      ${line}`),
      '    </outline>',
    ];
  });
  const head =
    '<?xml version="1.0" encoding="UTF-8"?>\n<opml version="2.0">\n  <head><title>Tagwire</title></head>';
  return `${[head, '  <body>', ...lines, '  </body>', '</opml>'].join('\n')}\n`;
}

/** Subscriptions by label; one with several stands in each. */
export function foldersOf(subscriptions: readonly Subscription[]) {
  const labels = [...new Set(subscriptions.flatMap((one) => one.labels))];
  return labels.map((label) => ({
    label,
    feeds: subscriptions.filter((one) => one.labels.includes(label)),
  }));
}

function outlineOf({ title, url, htmlUrl }: Outline): string {
  const text = attribute(title);
  return `<outline type="rss" text="${text}" title="${text}" xmlUrl="${attribute(url)}" htmlUrl="${attribute(htmlUrl)}"/>`;
}

function attribute(text: string): string {
  return escapeQuoted(xmlText(text)).replace(/\s+/g, ' ');
}
