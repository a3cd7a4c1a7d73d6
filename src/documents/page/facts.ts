/**
 * Everything that a page says of itself outside of its text, gathered once; and how its `meta` elements are
 * looked up, by name, property or itemprop.
 *
 * Invariants: taken before the tree is changed; addresses are resolved against `baseUrl`.
 */

import { httpUrl } from '../../kernel/text/url.js';
import type { DateManner } from '../date-manner.js';
import { withoutLeftEntities } from '../feed-text.js';
import { type JsonLd, readJsonLd } from './json-ld.js';
import { type Microdata, NO_MICRODATA, readMicrodata } from './microdata.js';
import type { Attributes, PageHead, Scan } from './scan.js';
import type { Tree } from './tree.js';

export interface PageFacts {
  head: PageHead;
  jsonLd: JsonLd;
  microdata: Microdata;
  tree: Tree | null;
  /** Address of the page. */
  url: string;
  host: string;
  /** What relative addresses refer to. */
  baseUrl: string;
  zoneOffsetMs: number;
  /** How the page writes dates. */
  dates: DateManner;
}

export function factsOf(scan: Scan, url: string, zoneOffsetMs: number): PageFacts {
  const { head, tree } = scan;
  return {
    head,
    jsonLd: readJsonLd(head.jsonLd, url),
    microdata: tree === null ? NO_MICRODATA : readMicrodata(tree.body),
    tree,
    url,
    host: URL.canParse(url) ? new URL(url).hostname : '',
    baseUrl: (head.base === null ? null : absoluteUrl(head.base, url)) ?? url,
    zoneOffsetMs,
    dates: {},
  };
}

/** An address as it is, resolved; null for what is no http address. */
export function absoluteUrl(href: string | null | undefined, baseUrl: string): string | null {
  const address = href?.trim();
  if (!address || !URL.canParse(address, baseUrl)) return null;
  return httpUrl(new URL(address, baseUrl).href);
}

/** Metadata of one name, whatever attribute names it. */
export function metaValue(metas: readonly Attributes[], ...names: string[]): string | null {
  return metaValues(metas, ...names)[0] ?? null;
}

/** All values of these names; a name that stands earlier gives its values first. */
export function metaValues(metas: readonly Attributes[], ...names: string[]): string[] {
  return names.flatMap((name) =>
    metas.flatMap((meta) => {
      const value = (meta.content ?? meta.value ?? '').trim();
      return value !== '' && isNamed(meta, name) ? [withoutLeftEntities(value)] : [];
    }),
  );
}

function isNamed({ name, property, itemprop }: Attributes, wanted: string): boolean {
  return [name, property, itemprop].some((one) => one?.trim().toLowerCase() === wanted);
}

/** Whether a `rel` attribute has a word, in lower case. */
export function isRel(rel: string | null | undefined, word: string): boolean {
  return rel?.toLowerCase().split(/\s+/).includes(word) === true;
}
