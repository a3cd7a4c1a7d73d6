/**
 * Changes of another server as lines of ingest.
 *
 * An article or a post is what lists show of it: its text, its links and its byline are not in changes.
 * Ids are those of the other server. What is gone is hidden, because changes do not say whether it was
 * hidden or erased, and what was hidden may be shown again.
 */
import { CAMPS } from '../../kernel/model/records.js';

export type CopiedService = 'news' | 'blog';

/** A change as it came. What it says is looked at when its line is admitted. */
export interface PeerChange {
  kind: string;
  id: number | string;
  /** What is shown; null where it is gone. */
  shown: Shown | null;
}

/** JSON of somebody else. */
export type Shown = { readonly [name: string]: unknown };

/** What the two services call their things. */
export const KINDS = {
  news: { item: 'news', owner: 'media', ownerOf: 'media' },
  blog: { item: 'post', owner: 'blog', ownerOf: 'blogSlug' },
} as const;

/** The line of an article or a post. */
export function itemLine(service: CopiedService, id: number, shown: Shown): object {
  if (service === 'news') {
    const { media, url, title, description, image, section, tags, publishedAt } = shown;
    // The time that lists are ordered by. One that the source did not give is that of first sight.
    const known = shown.datePending === true ? null : publishedAt;
    return {
      ...{ kind: 'news', id, media, url, title, description, section, tags },
      ...{ image: addressOrNull(image), publishedAt: known, observedAt: publishedAt },
    };
  }
  const { blogSlug, url, title, author, publishedAt, updatedAt, observedAt, summary } = shown;
  return {
    ...{ kind: 'post', id, blog: blogSlug, url, title, author, publishedAt, updatedAt },
    ...{ observedAt, summary, imageUrl: addressOrNull(shown.imageUrl) },
  };
}

/** The line of a media or a blog. What a server does not tell, or a directory, stays as it is. */
export function ownerLine(service: CopiedService, shown: Shown): object {
  if (service === 'news') {
    const { media, title, categories, sourceKind, country, countryCode } = shown;
    const { enabled, external, syndicated } = shown;
    const camp = (CAMPS as readonly unknown[]).includes(shown.camp) ? shown.camp : 'other';
    return {
      ...{ kind: 'media', media, title: title ?? media, camp, icon: addressOrNull(shown.icon) },
      ...{ categories, sourceKind, country, countryCode, enabled, external, syndicated },
      // Its articles have the tags that they have there, and no others.
      tagging: 'own',
    };
  }
  const { id, slug, name, sourceUrl, category, description, discoveredAt } = shown;
  return { kind: 'blog', id, slug, name, sourceUrl, category, description, discoveredAt };
}

/** Hides or shows an item by its address, an owner by its code. */
export function maskLine(
  kind: 'hide' | 'show',
  target: 'news' | 'post' | 'media' | 'blog',
  key: string,
) {
  return { kind, target, key };
}

function addressOrNull(value: unknown): unknown {
  return typeof value === 'string' && /^https?:\/\//i.test(value) ? value : null;
}
