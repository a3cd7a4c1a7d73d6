/**
 * Answers about events are kept while neither events nor any article changes, nor what hour it is.
 */
import { hourOf } from '../../../news/events/codec.js';
import { minuteBehind } from '../../caching.js';
import { KeptAnswers } from '../../kept-answers.js';
import type { NewsSources } from '../sources.js';
import { isStale } from './event-history.js';

/** A dozen days of threads. */
const BYTES_MAX = 24 * 1024 * 1024;

export function eventAnswers({ events, catalog, clock }: NewsSources): KeptAnswers {
  return new KeptAnswers({
    clock,
    bytesMax: BYTES_MAX,
    refreshMs: null,
    state: [
      () => events.generation,
      () => catalog.generation,
      () => hourOf(clock.nowMs()),
      () => isStale(events, clock.nowMs()),
      () => minuteBehind(clock.nowMs(), events.tickMs),
    ],
  });
}
