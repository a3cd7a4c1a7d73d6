/** A request of a reader, as the handlers of the protocol see it. */
import type { User } from '../../store/accounts/roster-events.js';
import type { ItemLists } from './item-list.js';
import type { ReaderSources } from './sources.js';

/** A request that was read. */
export interface ReaderRequest {
  isPost: boolean;
  /** Of the query and of the form. */
  parameters: URLSearchParams;
  /** Of a body that is no form. */
  text: string;
}

/** A request of somebody who has signed in. */
export interface ReaderCall {
  sources: ReaderSources;
  lists: ItemLists;
  user: User;
  /** What the path has behind the route's own, decoded. */
  rest: string;
  request: ReaderRequest;
}
