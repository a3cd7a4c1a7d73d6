/** What the journal says of secret addresses of feeds. */

export interface FeedAddress {
  id: number;
  /** Id of the user. */
  user: number;
  digest: string;
  /** The digest of followed blogs, or articles of a service. */
  service: 'digest' | 'news' | 'blog';
  /** Parameters of the service's feed of articles; empty for a digest. */
  query: string;
  label: string;
  atMs: number;
}

export type FeedAddressEvent =
  | ({ type: 'feed' } & FeedAddress)
  | { type: 'feed-removed'; id: number; atMs: number };
