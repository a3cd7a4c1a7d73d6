/** What a caller asks of a node of a shared log: an answer that shows an entry, and who gave it. */
import { invalidQuery, unavailable } from './errors.js';
import type { Exchange } from './exchange.js';
import type { NodePlace } from './service-options.js';

/** Names the entry that an answer must show; 0 asks only who answers. */
export const ENTRY_HEADER = 'tagwire-entry';
const ENTRY_FORM = /^\d{1,15}$/;
const ENTRY_MALFORMED = invalidQuery('tagwire-entry must be the number of an entry');
const NOT_SHOWN = unavailable('this node does not show the entry yet', 1);

/** Waits for the entry that an exchange must show. @throws HttpError where it does not come in time. */
export async function untilShown(place: NodePlace, exchange: Exchange): Promise<void> {
  if (!ENTRY_FORM.test(exchange.mustShow)) throw ENTRY_MALFORMED;
  try {
    await place.showing(Number(exchange.mustShow));
  } catch {
    throw NOT_SHOWN;
  } finally {
    exchange.add(place.headers());
  }
}
