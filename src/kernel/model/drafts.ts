/**
 * The content of one valid line of ingest, before it is compared with the store.
 *
 * Invariants: a field that the line does not name is absent (it keeps its value); `null` clears it. Every
 * value is normalised and within limits. Ids, hashes and sort times are not here: they come from the
 * store (log/resolve.ts).
 */
import type {
  BlogRecord,
  CategoryRecord,
  CrawlRecord,
  Discovery,
  HideTarget,
  MediaRecord,
  NewsRecord,
  PortalCheckRecord,
  PortalItemRecord,
  PostRecord,
} from './records.js';

/** Lines of a copy contain the id that the item has at the server that is copied. */
interface Identified {
  givenId?: number;
}

/** Fields that may be absent, or null where null clears them. */
type Loose<T> = { [K in keyof T]?: T[K] | null };

export type CategoryDraft = CategoryRecord;

export type MediaDraft = { kind: 'media'; media: string; title: string } & Loose<
  Omit<MediaRecord, 'kind' | 'media' | 'title'>
>;

export type NewsDraft = {
  kind: 'news';
  media: string;
  url: string;
  title: string;
  body?: string | null;
  discovery?: Discovery | null;
} & Loose<
  Pick<
    NewsRecord,
    | 'description'
    | 'publishedMs'
    | 'precision'
    | 'observedMs'
    | 'section'
    | 'image'
    | 'authors'
    | 'tags'
    | 'bodyStatus'
    | 'bodySource'
    | 'fetchedMs'
    | 'goneMs'
    | 'lang'
  >
> &
  Identified;

export type PortalItemDraft = Pick<
  PortalItemRecord,
  'kind' | 'media' | 'id' | 'itemKind' | 'title' | 'url'
> &
  Loose<
    Pick<
      PortalItemRecord,
      'image' | 'parentId' | 'sponsored' | 'listPage' | 'stories' | 'observedMs'
    >
  >;

export type PortalCheckDraft = PortalCheckRecord;
export type CrawlDraft = CrawlRecord;

export type BlogDraft = Pick<BlogRecord, 'kind' | 'slug' | 'name' | 'sourceUrl'> &
  Loose<Omit<BlogRecord, 'kind' | 'id' | 'slug' | 'name' | 'sourceUrl'>> &
  Identified;

export type PostDraft = Pick<PostRecord, 'kind' | 'blog' | 'url' | 'title'> & {
  body?: string | null;
  linksTruncated?: boolean;
} & Loose<
    Pick<
      PostRecord,
      | 'author'
      | 'publishedMs'
      | 'updatedMs'
      | 'observedMs'
      | 'summary'
      | 'imageUrl'
      | 'labels'
      | 'links'
    >
  > &
  Identified;

export interface MaskDraft {
  kind: 'hide' | 'show' | 'erase';
  target: HideTarget;
  /** Canonical URL, slug or code. */
  key: string;
}

/** Exactly one of `topic` and `post` is set; `post` is a canonical URL. */
export interface RevokeDraft {
  kind: 'revoke';
  topic: string | null;
  post: string | null;
}

export type Draft =
  | CategoryDraft
  | MediaDraft
  | NewsDraft
  | PortalItemDraft
  | PortalCheckDraft
  | CrawlDraft
  | BlogDraft
  | PostDraft
  | MaskDraft
  | RevokeDraft;
