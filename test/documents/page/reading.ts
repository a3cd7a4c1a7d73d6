/**
 * Reads pages of a test: HTML in, the document out.
 */
import assert from 'node:assert/strict';
import type { DocumentFault, PageDocument, RawDocument } from '../../../src/documents/documents.js';
import { readPage } from '../../../src/documents/page.js';

export const PAGE_URL = 'https://www.site.example/news/12345';
/** Zone of times that pages give without one. */
export const ZONE_OFFSET_MS = 8 * 3_600_000;

export function rawOf(html: string, url = PAGE_URL, contentType = 'text/html'): RawDocument {
  return { bytes: new TextEncoder().encode(html), contentType, url };
}

/** What a page gives, fault or not. */
export function outcomeOf(html: string, url = PAGE_URL): PageDocument | DocumentFault {
  return readPage(rawOf(html, url, 'text/html; charset=utf-8'), { zoneOffsetMs: ZONE_OFFSET_MS });
}

/** A page that must be readable. */
export function pageOf(html: string, url = PAGE_URL): PageDocument {
  const page = outcomeOf(html, url);
  assert.equal(page.kind, 'page', JSON.stringify(page));
  return page as PageDocument;
}

/** A page with these facts in its head and nothing else but a short article. */
export function pageWith(head: string, body = '', url = PAGE_URL): PageDocument {
  return pageOf(`<!doctype html><html><head>${head}</head><body>${body}</body></html>`, url);
}

/** A script of JSON-LD. */
export function jsonLd(value: unknown): string {
  return `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
}

export const isoOf = (stamp: { atMs: number } | null): string | null =>
  stamp === null ? null : new Date(stamp.atMs).toISOString();
