/**
 * Reads OPML: lists of feeds, however nested.
 *
 * Lists found in the wild are often not well-formed; what can be read is read, and what is not an
 * outline with an address is passed over. Work is linear in the input.
 */
import { Parser } from 'htmlparser2';
import { cleanCut } from '../model/text.js';

/** Outlines deeper than this are read as if they stood at this depth. */
const DEPTH_MAX = 50;
const TEXT_MAX = 200;

/** An outline that has an address, as it is written; nothing of it has been checked. */
export interface Outline {
  title: string;
  feedUrl: string | null;
  siteUrl: string | null;
  /** Title of the group that it stands in; empty at the top. */
  group: string;
}

/** Every outline with an address, in the order of the list. */
export function readOpml(xml: string): Outline[] {
  const outlines: Outline[] = [];
  const groups: string[] = [];
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name.toLowerCase() !== 'outline') return;
        const get = (wanted: string): string => {
          const key = Object.keys(attributes).find((one) => one.toLowerCase() === wanted);
          return key === undefined ? '' : cleanCut(attributes[key]!, 'line', 4 * TEXT_MAX);
        };
        const title = cleanCut(get('title') || get('text'), 'line', TEXT_MAX);
        const feedUrl = get('xmlurl') || null;
        const siteUrl = get('htmlurl') || (get('type') === 'link' ? get('url') : '') || null;
        const group = groups[Math.min(depth, DEPTH_MAX) - 1] ?? '';
        if (feedUrl !== null || siteUrl !== null) outlines.push({ title, feedUrl, siteUrl, group });
        if (depth < DEPTH_MAX) groups[depth] = feedUrl === null ? title : group;
        depth += 1;
      },
      onclosetag(name) {
        if (name.toLowerCase() === 'outline') depth -= 1;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
  return outlines;
}
