/**
 * Changes of another server as lines of ingest.
 *
 * An article or a post has only the fields that lists show: changes have no text, links or byline.
 * Ids are those of the other server. Removed items are hidden, because changes do not say whether
 * an item was hidden or erased, and a hidden item may be shown again.
 */
import { CAMPS } from '../../kernel/model/records.js';
import { PeerError } from './peer.js';

export type CopiedService = 'news' | 'blog';

/** A change as received. Its content is checked when its line is admitted. */
export interface PeerChange {
  kind: string;
  id: number | string;
  /** The shown fields; null for a removed item. */
  shown: Shown | null;
}

/** JSON of the other server. */
export type Shown = { readonly [name: string]: unknown };

/** The two services' names of items and owners. */
export const KINDS = {
  news: { item: 'news', owner: 'media', ownerOf: 'media' },
  blog: { item: 'post', owner: 'blog', ownerOf: 'blogSlug' },
} as const;

/** The line of an article or a post. */
export function itemLine(service: CopiedService, id: number, shown: Shown): object {
  if (service === 'news') {
    const { media, url, title, description, image, section, tags, publishedAt, lang } = shown;
    // The time that orders lists. A time that the source did not give is the time of discovery.
    const known = shown.datePending === true ? null : publishedAt;
    return {
      ...{ kind: 'news', id, media, url, title, description, section, tags, lang },
      ...{ image: addressOrNull(image), publishedAt: known, observedAt: publishedAt },
    };
  }
  const { blogSlug, url, title, author, publishedAt, updatedAt, observedAt, summary } = shown;
  return {
    ...{ kind: 'post', id, blog: blogSlug, url, title, author, publishedAt, updatedAt },
    ...{ observedAt, summary, imageUrl: addressOrNull(shown.imageUrl) },
  };
}

/** The line of a media or a blog. Fields that the server does not give stay unchanged. */
export function ownerLine(service: CopiedService, shown: Shown): object {
  if (service === 'news') {
    const { media, title, categories, sourceKind, country, countryCode } = shown;
    const { enabled, external, syndicated } = shown;
    const camp = (CAMPS as readonly unknown[]).includes(shown.camp) ? shown.camp : 'other';
    return {
      ...{ kind: 'media', media, title: title ?? media, camp, icon: addressOrNull(shown.icon) },
      ...{ categories, sourceKind, country, countryCode, enabled, external, syndicated },
      // Its articles keep the tags of the other server, and get no others.
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

/** More than in any page that is requested. */
const CHANGES_MAX = 10_000;
const TOKEN_MAX = 4096;

/** A page of `/api/v1/changes` of another server, validated before use. */
export interface ChangesPage {
  changes: PeerChange[];
  /** Whether the page has no changes at all, even of unknown kinds. */
  isEmpty: boolean;
  nextToken: string;
  caughtUp: boolean;
}

/** @throws PeerError `garbage` for an invalid page. Changes of unknown kinds are left out. */
export function pageOf(service: CopiedService, answer: unknown): ChangesPage {
  const { changes, nextToken, caughtUp } = answer as { [name: string]: unknown };
  const isPage =
    Array.isArray(changes) &&
    changes.length <= CHANGES_MAX &&
    typeof nextToken === 'string' &&
    nextToken !== '' &&
    nextToken.length <= TOKEN_MAX &&
    typeof caughtUp === 'boolean';
  if (!isPage) throw notAPage('it lacks changes, nextToken or caughtUp');
  return {
    changes: changes.flatMap((one: unknown) => changeOf(service, one) ?? []),
    isEmpty: changes.length === 0,
    nextToken,
    caughtUp,
  };
}

function changeOf(service: CopiedService, value: unknown): PeerChange | null {
  if (!isObject(value)) throw notAPage('a change is no object');
  const { kind, id, gone } = value;
  const isOwner = kind === KINDS[service].owner;
  // Later versions may have more kinds.
  if (kind !== 'article' && !isOwner) return null;
  if (isOwner ? typeof id !== 'string' : !Number.isSafeInteger(id)) {
    throw notAPage(`a change of kind ${kind} has the id ${JSON.stringify(id)}`);
  }
  const shown = value[kind as string];
  if (gone !== true && !isObject(shown)) throw notAPage(`${kind} ${id} shows nothing`);
  return {
    kind: kind as string,
    id: id as number | string,
    shown: gone === true ? null : (shown as Shown),
  };
}

function isObject(value: unknown): value is Shown {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function notAPage(why: string): PeerError {
  return new PeerError('garbage', `/api/v1/changes is not what a Tagwire answers: ${why}`);
}
