/**
 * How long does the thread of the similarity index work for a text that somebody asks about?
 *
 * Texts of 2,000 characters against a window of 100,000 bodies: ones made of several bodies of the
 * window, and near copies of long bodies. Each is asked of the window as the actor asks it, a few times,
 * of which the fastest counts: what else runs on the machine only adds.
 */
import { SimilarityWindow } from '../src/news/similarity/state/window.js';
import { round, table, verdict } from './lab.js';
import { corpusOf, Random, retold } from './similarity-corpus.js';

const ARTICLES = Number(process.env.TAGWIRE_BENCH_ARTICLES ?? 100_000);
const TEXTS = 500;
const CHARACTERS = 2000;
const TURNS = 4;
const LIMIT_MS = 2;

export async function run(): Promise<void> {
  const corpus = corpusOf({
    articles: ARTICLES + TEXTS,
    days: 6.5,
    english: 0.2,
    copies: 0.4,
    seed: 31,
  });
  const window = new SimilarityWindow(Math.ceil(1.1 * ARTICLES));
  for (const { id, sortMs, media, body } of corpus.slice(0, ARTICLES)) {
    window.read(body);
    window.add({ id, sortMs, media, textHash: id }, all, () => undefined);
  }
  const random = new Random(7);
  const lengthened = (at: number): string => {
    let text = '';
    for (let next = at; text.length < CHARACTERS; next++)
      text += corpus[next % corpus.length]!.body;
    return text.slice(0, CHARACTERS);
  };
  const long = corpus.filter(({ body }) => body.length > 0.9 * CHARACTERS).slice(0, TEXTS);
  const mixed = Array.from({ length: TEXTS }, (_, at) => lengthened(ARTICLES - 3 * at));
  const copies = long.map(({ body }) => retold(body, random, 0.1));
  const rows = [rowOf('of several bodies', mixed, window), rowOf('near copies', copies, window)];
  table(
    `texts of ${CHARACTERS} characters against a window of ${window.size} bodies`,
    ['texts', 'median ms', 'p99 ms', 'longest ms', 'near copies each'],
    rows.map(({ cells }) => cells),
  );
  verdict(
    'ms of the thread for a text, p99',
    Math.max(...rows.map(({ p99 }) => p99)),
    LIMIT_MS,
    false,
  );
}

function rowOf(name: string, texts: readonly string[], window: SimilarityWindow) {
  const times = new Float64Array(texts.length).fill(Number.POSITIVE_INFINITY);
  let pairs = 0;
  for (let turn = 0; turn < TURNS; turn++) {
    pairs = 0;
    texts.forEach((text, at) => {
      const startMs = performance.now();
      window.read(text);
      window.probe(all, () => {
        pairs += 1;
      });
      times[at] = Math.min(times[at]!, performance.now() - startMs);
    });
  }
  times.sort();
  const at = (share: number): number =>
    times[Math.min(times.length - 1, Math.floor(share * times.length))]!;
  const cells = [name, round(at(0.5)), round(at(0.99)), round(at(1)), round(pairs / texts.length)];
  return { cells: cells.map(String), p99: at(0.99) };
}

function all(): boolean {
  return true;
}
