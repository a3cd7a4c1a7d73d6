/**
 * What a run reads, and the stories of its window: groups of articles whose texts are about one thing, of enough
 * outlets.
 *
 * Articles are those of ranking media of the news, the same that the baseline counts. Near-copies of one
 * text are one item: they go together, and one outlet speaks for all of them.
 * Invariant: equal articles give equal stories in equal order, whatever rows they have.
 */
import type { Entry } from '../../kernel/model/records.js';
import { BurstCounter } from '../burst/counter.js';
import { OutletVoices } from './outlet-voices.js';
import { ARTICLES_MIN, OUTLETS_MIN, UNHEARD_MAX } from './settings.js';
import { type Copies, StoryGroups } from './story-groups.js';
import { Texts } from './texts.js';

/**
 * What a run reads, as it is folded from records: counts of articles and tags, texts with their links, groups of
 * the run before, and how much outlets are heard.
 */
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

/** Rows are below this; with an id of 32 bits they make an exact number. */
const ROWS_MAX = 2 ** 21;
/** A pause after so many articles: about a millisecond. */
const PAUSE_EVERY = 1000;
const STORIES_PAUSE_EVERY = 500;

/** Where an article is found. */
interface Article {
  id: number;
  sortMs: number;
  /** How much it counts. */
  voice: number;
}

/** An article that is no near-copy of an earlier one, and those that are copies of it. */
interface PlacedCopies extends Copies {
  sortMs: number;
  /** Places in the list of articles, the earliest first. */
  places: number[];
}

/** Rows of each story's articles, by id; stories by their first article. */
export function* storiesOf(
  { counter, texts, groups, voices }: RunInputs,
  fromMs: number,
  untilMs: number,
  isRanking: Uint8Array,
): Generator<void, number[][]> {
  const { ids, times, media } = counter.rows;
  const rows = yield* rowsById(counter, fromMs, untilMs, isRanking);
  yield;
  const articles: Article[] = [];
  for (let place = 0; place < rows.length; place++) {
    const row = rows[place]!;
    const [id, sortMs] = [ids[row]!, times[row]!];
    articles.push({ id, sortMs, voice: voices.of(media[row]!, sortMs) });
    if (place % PAUSE_EVERY === 0) yield;
  }
  const voiceOf = (place: number): number => articles[place]!.voice;
  const outletsOf = (copies: readonly PlacedCopies[]): number => {
    const heard = new Map<number, number>();
    for (const { places } of copies) {
      const outlet = media[rows[places[0]!]!]!;
      heard.set(outlet, Math.min(1, (heard.get(outlet) ?? 0) + voiceOf(places[0]!)));
    }
    return sumOf(heard.values());
  };
  yield;
  const stories: number[][] = [];
  let work = 0;
  // One outlet speaks for each text and its copies.
  for (const copies of yield* groupsOfTexts(texts, articles, groups, OUTLETS_MIN)) {
    work += copies.length;
    if (work % STORIES_PAUSE_EVERY < copies.length) yield;
    if (outletsOf(copies) < OUTLETS_MIN - UNHEARD_MAX) continue;
    const places = copies.flatMap(({ places }) => places).sort((a, b) => a - b);
    if (sumOf(places.map(voiceOf)) >= ARTICLES_MIN - UNHEARD_MAX) stories.push(places);
  }
  yield;
  return stories.sort(([a], [b]) => a! - b!).map((places) => places.map((place) => rows[place]!));
}

/**
 * Groups of articles of which each is one story, as far as their texts are known.
 * @param articles by id. @param least texts of a group, near-copies aside.
 */
export function* groupsOfTexts(
  texts: Texts,
  articles: readonly Article[],
  groups: StoryGroups,
  least = 1,
): Generator<void, PlacedCopies[][]> {
  const window = new Map<number, PlacedCopies>();
  for (const [place, article] of articles.entries()) {
    addCopy(window, texts, article, place);
    if (place % PAUSE_EVERY === 0) yield;
  }
  const found = (yield* groups.regroup(texts, window)).filter(({ length }) => length >= least);
  return found.map((roots) => roots.map((root) => window.get(root)!));
}

/** The earliest of copies speaks for all. */
function addCopy(
  window: Map<number, PlacedCopies>,
  texts: Texts,
  { id, sortMs, voice }: Article,
  place: number,
): void {
  const text = texts.find(id, sortMs);
  if (text === undefined) return;
  const { root, terms, isWide } = text;
  const known = window.get(root);
  if (known === undefined) {
    window.set(root, { terms, isWide, weight: voice, sortMs, places: [place], texts: [text] });
    return;
  }
  known.texts.push(text);
  known.weight = Math.max(known.weight, voice);
  if (sortMs >= known.sortMs) known.places.push(place);
  else {
    known.places.unshift(place);
    Object.assign(known, { terms, isWide, sortMs });
  }
}

function sumOf(values: Iterable<number>): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

function* rowsById(
  counter: BurstCounter,
  fromMs: number,
  untilMs: number,
  isRanking: Uint8Array,
): Generator<void, Uint32Array> {
  const { ids, media } = counter.rows;
  const found: number[] = [];
  yield* counter.rows.inRangeInSteps(fromMs, untilMs, (row) => {
    if (isRanking[media[row]!] === 1 && counter.isCounted(row)) found.push(row);
  });
  const keys = new Float64Array(found.length);
  for (let at = 0; at < keys.length; at++) keys[at] = ids[found[at]!]! * ROWS_MAX + found[at]!;
  keys.sort();
  const rows = new Uint32Array(keys.length);
  for (let at = 0; at < rows.length; at++) rows[at] = keys[at]! % ROWS_MAX;
  return rows;
}
