/**
 * What the tests of websites share: one small site, and texts that try to break out of markup.
 */
import fc from 'fast-check';
import type { SiteArticle, SiteOwner, SiteStyle, SiteView } from '../../../demo/sites/content.js';
import { Publication } from '../../../demo/sites/publication.js';
import { styleOf } from '../../../demo/sites/style.js';
import { HOUR_MS, ManualClock, MINUTE_MS } from '../../../src/kernel/clock.js';
import { cleanText } from '../../../src/kernel/text/text.js';

export const NOW_MS = Date.UTC(2025, 4, 20, 4);

export const owner: SiteOwner = {
  ...{ kind: 'media', key: 'haibao', title: '海報 & <Co>', description: '每日 "新聞"' },
  ...{ home: 'http://news.example/', language: 'zh', zoneOffsetMs: 8 * HOUR_MS },
  friends: [{ name: '朋友', url: 'http://friend.example/' }],
};

export function article(number: number, changes: Partial<SiteArticle> = {}): SiteArticle {
  const atMs = NOW_MS - 10 * HOUR_MS + number * MINUTE_MS;
  return {
    ...{ url: `http://news.example/news/${number}`, title: `第${number}則`, description: '摘要。' },
    ...{ publishedMs: atMs, precision: 'second', visibleMs: atMs, changedMs: atMs },
    ...{ section: '地方', image: null, authors: ['林小海'], tags: ['海', '船'] },
    ...{ body: '第一句。第二句！', html: null, publisher: null },
    ...changes,
  };
}

/** A site with these articles, at `NOW_MS`. */
export function siteWith(
  articles: readonly SiteArticle[],
  style: Partial<SiteStyle> = {},
  about: Partial<SiteOwner> = {},
): SiteView & { content: Publication } {
  const content = new Publication(new ManualClock(NOW_MS));
  for (const one of articles) content.put(one, one.visibleMs);
  const full = { ...owner, ...about };
  return { owner: full, style: styleOf(full, style), content, nowMs: NOW_MS, visit: 1 };
}

const PIECES = [
  '<',
  '>',
  '&',
  '"',
  "'",
  ']]>',
  '<!--',
  '-->',
  '</script>',
  '</title>',
  '&amp;',
  '\\',
];

/** Texts as ingest stores them, with pieces of markup in them. */
export const nastyLine: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary', maxLength: 6 })), {
    minLength: 1,
    maxLength: 8,
  })
  .map((parts) => cleanText(`x${parts.join('')}x`, 'line'));
