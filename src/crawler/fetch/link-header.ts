/**
 * The Link headers of an answer (RFC 8288): what an address names beside its document.
 *
 * Invariant: a header costs linear time, whatever it holds.
 */
import type { FetchHeaders } from './outcome.js';

/** Longer headers name what nobody reads. */
const UNITS_MAX = 8192;
const LINK = /<([^<>]{1,2048})>([^<>]*)/g;
const PARAMETER = /;\s*(rel|type|title)\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/gi;

export interface HeaderLink {
  url: string;
  /** In lower case. */
  relations: readonly string[];
  type: string;
  title: string;
}

/** The links with an address that can be read, relative to the one that answered. */
export function linksOf({ link = '' }: FetchHeaders, base: string): HeaderLink[] {
  return [...link.slice(0, UNITS_MAX).matchAll(LINK)].flatMap(([, address = '', rest = '']) => {
    if (!URL.canParse(address, base)) return [];
    const named = { rel: '', type: '', title: '' };
    for (const [, name, quoted, bare] of rest.matchAll(PARAMETER)) {
      named[name!.toLowerCase() as 'rel'] ||= quoted ?? bare ?? '';
    }
    const relations = named.rel.toLowerCase().split(/\s+/);
    return [{ url: new URL(address, base).href, relations, type: named.type, title: named.title }];
  });
}
