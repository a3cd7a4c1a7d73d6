/** What the journal says of standing questions, each of which is a feed with a secret address. */

export interface FeedAddress {
  id: number;
  /** Id of the user. */
  user: number;
  digest: string;
  /** The digest of followed blogs, articles of a service, or the articles of an event. */
  service: 'digest' | 'news' | 'blog' | 'event';
  /** Parameters of the service's feed of articles; `thread=` and a number for an event; empty for a digest. */
  query: string;
  label: string;
  atMs: number;
  delivery?: QuestionDelivery;
}

/** How else an answer reaches its owner. */
export interface QuestionDelivery {
  /** Whether the digest has its articles as well. */
  inDigest: boolean;
  mail: 'off' | 'daily' | 'immediate';
  /** When it was mailed last, or the mails began. */
  mailedMs: number;
  /** Articles up to this id were mailed, or are not wanted. */
  mailedId: number;
}

export type FeedAddressEvent =
  | ({ type: 'feed' } & FeedAddress)
  | ({ type: 'feed-delivery'; id: number } & QuestionDelivery)
  | { type: 'feed-removed'; id: number; atMs: number };
