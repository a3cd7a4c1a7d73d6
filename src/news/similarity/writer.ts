/**
 * Folds articles, media and masks into the similarity index, and answers questions about it.
 *
 * Invariants: an article is compared before its record counts as folded, so no comparison is
 * pending. A question sees the state between two entries. The state is a function of the entries:
 * rows of the window, which differ after a restart, do not affect it. Not here: how an article is
 * added (state/indexer.ts), how answers are computed (answers/).
 */
import {
  type Answering,
  answerBy,
  copied,
  moved,
  type Transferable,
} from '../../engine/index/reader.js';
import {
  type Folding,
  foldBy,
  type IndexWriter,
  kindsOf,
  masksBy,
  type SnapshotPlan,
} from '../../engine/index/writer.js';
import { decode, encodeOwn } from '../../kernel/codec.js';
import { getOrInsert } from '../../kernel/collections.js';
import type { Entry, MaskRecord, MediaRecord } from '../../kernel/model/records.js';
import { bylineRulesOf } from '../shared/bylines/rules.js';
import { citationRulesOf } from '../shared/citations/cues.js';
import { Audit } from './answers/audit.js';
import { dailyJson, dayPairsOf } from './answers/daily.js';
import type {
  SimilarityAnswer,
  SimilarityDialogue,
  SimilarityQuestion,
} from './answers/dialogue.js';
import { articleAnswersOf, EvidenceSearch } from './answers/evidence.js';
import { graphJson } from './answers/graph.js';
import { journalistOf, journalistsOf } from './answers/journalists.js';
import { matchesOf, textMatchesOf } from './answers/matches.js';
import { groupsOf, Stories } from './answers/stories.js';
import {
  decodeDay,
  decodeHour,
  encodeDay,
  encodeHour,
  restoreArticles,
  restorePairs,
} from './chunks.js';
import {
  type DayChunk,
  type GraphAnswer,
  type PeriodQuestion,
  SIMILARITY_CHUNKS,
  SIMILARITY_READS_FROM,
  SIMILARITY_VERSION,
  type SimilarityDelta,
  type SimilarityFigures,
  type SimilarityOptions,
} from './codec.js';
import { Indexer } from './state/indexer.js';
import type { MediaFacts } from './state/media-table.js';
import { SimilarityState } from './state/state.js';

/** Periods whose groups are cached until the state changes. */
const STORIES_MAX = 4;

const encoder = new TextEncoder();

export class SimilarityWriter
  implements IndexWriter<SimilarityDelta, SimilarityQuestion, SimilarityAnswer>
{
  readonly version = SIMILARITY_VERSION;
  readonly readsFrom = SIMILARITY_READS_FROM;
  readonly bodies = 'needed';
  readonly #state = new SimilarityState();
  readonly #indexer: Indexer;
  /** The entry that last changed each chunk. */
  readonly #days = new Map<number, number>();
  readonly #hours = new Map<number, number>();
  #mediaAt = 0;
  #clockAt = 0;
  readonly #stories = new Map<string, Stories>();
  /** Restored days whose pairs are added after the articles of all days. */
  #waiting: DayChunk[] = [];
  #sequence = 0;
  #generation = 0;
  #isChanged = false;

  readonly #folding: Folding = {
    media: (record) => this.#putMedia(record),
    news: (record, { body }) => this.#indexer.put(record, body),
    ...masksBy((record) => this.#mask(record)),
    tick: ({ atMs }) => this.#indexer.tick(atMs),
    rewind: ({ atMs }) => this.#indexer.rewind(atMs),
  };
  readonly kinds = kindsOf(this.#folding);

  readonly #answering: Answering<SimilarityDialogue> = {
    graph: (asked) => this.#json(graphJson(this.#state, asked.period, this.#storiesOf(asked))),
    daily: ({ period, threshold, nowMs }) =>
      this.#json(dailyJson(this.#state, period, threshold, nowMs)),
    evidence: (asked) =>
      copied(
        new EvidenceSearch(this.#state, this.#storiesOf(asked), asked).answer(this.#generation),
      ),
    groups: (asked) => copied(groupsOf(this.#state, asked)),
    matches: (asked) => copied(matchesOf(this.#state, asked, this.#generation)),
    text: (asked) =>
      copied(textMatchesOf(this.#state, this.#indexer.window, asked, this.#generation)),
    'day pairs': (asked) => copied(dayPairsOf(this.#state, asked)),
    citations: ({ articleIds }) => {
      const shown = articleIds.filter((id) => this.#state.isShown(id));
      const articles = articleAnswersOf(this.#state, shown);
      return copied({ generation: this.#generation, articles });
    },
    audit: ({ sample }) => {
      const audit = new Audit(this.#state, this.#indexer.window);
      return copied({ generation: this.#generation, ...audit.run(sample) });
    },
    journalists: (asked) => {
      const answer = journalistsOf(this.#state, asked, this.#generation);
      return moved(answer, [answer.json]);
    },
    journalist: (asked) => copied(journalistOf(this.#state, asked, this.#generation)),
  };

  constructor({ rules }: SimilarityOptions) {
    const parsed = {
      citations: citationRulesOf(rules.citations),
      bylines: bylineRulesOf(rules.bylines),
    };
    this.#indexer = new Indexer(this.#state, parsed, {
      day: (startMs) => this.#days.set(startMs, this.#sequence),
      hour: (hour) => this.#hours.set(hour, this.#sequence),
    });
  }

  apply(entry: Entry): void {
    const { sequence, record } = entry;
    this.#sequence = sequence;
    this.#isChanged = true;
    foldBy(this.#folding, entry);
    if (record.kind === 'tick' || record.kind === 'rewind') this.#clockAt = sequence;
    if (record.kind === 'tick') return;
    this.#generation = sequence;
    this.#stories.clear();
  }

  takeDelta(): Transferable<SimilarityDelta> | null {
    if (!this.#isChanged) return null;
    this.#isChanged = false;
    return copied({ generation: this.#generation, figures: this.#figures() });
  }

  ask(question: SimilarityQuestion): Transferable<SimilarityAnswer> {
    return answerBy(this.#answering, question);
  }

  plan(): SnapshotPlan {
    const named = (kind: 'day' | 'hour', changes: ReadonlyMap<number, number>): string[] =>
      [...changes]
        .sort(([a], [b]) => a - b)
        .map(([start, at]) => SIMILARITY_CHUNKS.format(kind, start, at));
    this.#dropEmpty();
    const fixed = [
      SIMILARITY_CHUNKS.format('media', this.#mediaAt),
      SIMILARITY_CHUNKS.format('clock', this.#clockAt),
    ];
    return {
      chunks: [...fixed, ...named('day', this.#days), ...named('hour', this.#hours)],
      cold: [],
    };
  }

  chunk(name: string): Uint8Array {
    const { kind, key } = SIMILARITY_CHUNKS.parse(name);
    switch (kind) {
      case 'media':
        return encodeOwn(this.#state.media.facts());
      case 'clock':
        return encodeOwn([this.#indexer.nowMs, this.#generation]);
      case 'day':
        return encodeDay(this.#state, key);
      case 'hour':
        return encodeHour(this.#indexer.window, key);
    }
  }

  restore(name: string, bytes: Uint8Array): void {
    const { kind, key, revision } = SIMILARITY_CHUNKS.parse(name);
    const changedAt = Number(revision);
    switch (kind) {
      case 'media':
        this.#state.media.restore(decode(bytes) as MediaFacts[]);
        this.#mediaAt = changedAt;
        break;
      case 'clock': {
        const [nowMs, generation] = decode(bytes) as [number, number];
        this.#indexer.tick(nowMs);
        this.#generation = generation;
        this.#clockAt = changedAt;
        break;
      }
      case 'day': {
        const chunk = decodeDay(bytes);
        restoreArticles(this.#state, chunk);
        this.#waiting.push(chunk);
        this.#days.set(key, changedAt);
        break;
      }
      case 'hour':
        for (const body of decodeHour(bytes)) this.#indexer.restore(body);
        this.#hours.set(key, changedAt);
    }
  }

  restored(sequence: number): void {
    for (const chunk of this.#waiting) restorePairs(this.#state, chunk);
    this.#waiting = [];
    this.#sequence = sequence;
    this.#isChanged = true;
  }

  #putMedia(record: MediaRecord): void {
    if (this.#state.media.put(record)) this.#indexer.forgetMedia();
    this.#mediaAt = this.#sequence;
  }

  #mask({ kind, target, key, id }: MaskRecord): void {
    if (target === 'media') this.#maskMedia(kind, key);
    else if (target === 'news' && id !== null) {
      if (kind === 'erase') this.#indexer.erase(id);
      else this.#indexer.setHidden(id, kind === 'hide');
    }
  }

  #maskMedia(kind: MaskRecord['kind'], code: string): void {
    const { media, articles } = this.#state;
    media.setHidden(code, kind !== 'show');
    this.#mediaAt = this.#sequence;
    if (kind !== 'erase') return;
    const number = media.numberOf(code);
    for (const startMs of articles.days()) {
      for (const id of articles.ofDay(startMs)!.sorted()) {
        if (articles.mediaOf(id) === number) this.#indexer.erase(id);
      }
    }
    for (const [id, cited] of this.#state.citations) {
      if (!cited.some((one) => one.media === number)) continue;
      this.#indexer.forgetCited(id, number);
    }
  }

  #storiesOf({ period, threshold }: PeriodQuestion): Stories {
    const key = `${period.fromMs} ${period.untilMs} ${period.beforeId} ${threshold}`;
    return getOrInsert(this.#stories, key, () => {
      if (this.#stories.size >= STORIES_MAX) this.#stories.clear();
      return new Stories(this.#state, period, threshold);
    });
  }

  /** Days without articles and hours without bodies have no chunk. */
  #dropEmpty(): void {
    const { articles } = this.#state;
    for (const startMs of this.#days.keys()) {
      if ((articles.ofDay(startMs)?.length ?? 0) === 0) this.#days.delete(startMs);
    }
    const hours = this.#indexer.window.hours();
    for (const hour of this.#hours.keys()) if (!hours.has(hour)) this.#hours.delete(hour);
  }

  /** An answer of a JSON object without its braces, whose bytes are transferred. */
  #json(text: string): Transferable<GraphAnswer> {
    const json = encoder.encode(text);
    return moved({ generation: this.#generation, json }, [json]);
  }

  #figures(): SimilarityFigures {
    const { articles, pairs, citations } = this.#state;
    const { window } = this.#indexer;
    return {
      articles: articles.count,
      pairs: pairs.count,
      limitedArticles: articles.limited,
      citingArticles: citations.size,
      windowBodies: window.size,
      windowTextBytes: window.textBytes,
      windowIndexBytes: window.indexBytes,
      columnBytes: articles.byteLength + pairs.byteLength,
    };
  }
}
