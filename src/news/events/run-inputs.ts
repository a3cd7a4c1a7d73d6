/**
 * What a run reads, as it is folded from records: counts of articles and tags, texts with their links, groups of
 * the run before, and how much outlets are heard.
 */
import type { Entry } from '../../kernel/model/records.js';
import { BurstCounter } from '../burst/counter.js';
import { OutletVoices } from './outlet-voices.js';
import { StoryGroups } from './story-groups.js';
import { Texts } from './texts.js';

export class RunInputs {
  readonly counter: BurstCounter;
  readonly texts = new Texts();
  readonly groups = new StoryGroups();
  readonly voices = new OutletVoices();

  /** @param onRow is told of every article that comes or goes. */
  constructor(onRow?: (id: number, timeMs: number, comes: boolean) => void) {
    this.counter = new BurstCounter({
      // The counter keeps what its own windows need.
      retentionMs: 0,
      onRow: (id, timeMs, comes) => {
        const { rows } = this.counter;
        this.voices.count(rows.media[rows.find(id)]!, timeMs, comes ? 1 : -1);
        onRow?.(id, timeMs, comes);
      },
    });
  }

  /** Takes a record in; a tick moves nothing but the bases. */
  apply({ sequence, record, body }: Entry): void {
    this.counter.apply(record);
    if (record.kind === 'news') {
      const media = this.counter.media.numberOf(record.media);
      const isHeard = this.voices.isHeard(media, record.sortMs);
      this.texts.put(record, body, sequence, isHeard);
    }
    if (record.kind === 'erase' && record.target === 'news' && record.id !== null) {
      this.texts.remove(record.id, sequence);
    }
  }

  /** What came from a snapshot is counted, with pauses. */
  *recount(): Generator<void> {
    this.counter.recount();
    const { rows } = this.counter;
    for (const row of rows.all()) this.voices.count(rows.media[row]!, rows.times[row]!, 1);
    yield* this.texts.settle();
  }
}
