/** The generator's promises: determinism, order, spans that join, lines that are valid. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import t from 'tap';
import { generateCorpus, World } from '../../demo/corpus.js';
import { loadVocabularyShape } from '../../demo/vocabulary.js';
import { DAY_MS, HOUR_MS } from '../../src/kernel/clock.js';
import { times } from '../all.js';
import {
  atMs,
  END_MS,
  faultsOf,
  type Line,
  options,
  vocabulary,
  vocabularyFiles,
} from './world.js';

function hash(lines: Iterable<string>): string {
  const digest = createHash('sha256');
  for (const line of lines) digest.update(`${line}\n`);
  return digest.digest('hex');
}

t.test('the same seed gives the same bytes and another seed gives others', async (t) => {
  const first = hash(generateCorpus(options(), vocabulary));
  t.equal(hash(generateCorpus(options(), vocabulary)), first);
  t.not(hash(generateCorpus(options({ seed: 6 }), vocabulary)), first);
});

t.test('a corpus is its catalog and the span of its days', async (t) => {
  const world = new World(options(), vocabulary);
  const half = END_MS - DAY_MS - 1234;
  const joined = [
    ...world.catalog(),
    ...world.span(END_MS - 2 * DAY_MS, half),
    ...world.span(half, END_MS),
  ];
  t.equal(hash(joined), hash(generateCorpus(options(), vocabulary)));
});

t.test('a span is the same whatever was asked before', async () => {
  const settings = options({ perDay: 200, media: 12, blogs: 20 });
  const used = new World(settings, vocabulary);
  const hours = fc.integer({ min: -2000, max: 200 });
  const cuts = fc.array(fc.integer({ min: 1, max: 3 * HOUR_MS }), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(hours, cuts, (hour, lengths) => {
      const fromMs = END_MS + hour * HOUR_MS;
      const fresh = new World(settings, vocabulary);
      let at = fromMs;
      const pieces: string[] = [];
      for (const length of lengths) {
        pieces.push(...used.span(at, at + length));
        at += length;
      }
      return hash(pieces) === hash(fresh.span(fromMs, at));
    }),
    { numRuns: times(5, 12) },
  );
});

t.test('the posts of a span are those that stand in it', async (t) => {
  const world = new World(options(), vocabulary);
  const fromMs = END_MS - 2 * DAY_MS;
  const said = [...world.span(fromMs, END_MS)].filter((line) => line.includes('"kind":"post"'));
  t.ok(said.length > 0);
  t.strictSame([...world.posts(fromMs, END_MS)].sort(), said.sort());
});

t.test('a world does not depend on where its corpus ends', async (t) => {
  const fromMs = END_MS - 5 * HOUR_MS;
  const one = new World(options(), vocabulary);
  const other = new World(options({ days: 9, endMs: END_MS + 20 * DAY_MS }), vocabulary);
  t.equal(hash(one.span(fromMs, END_MS)), hash(other.span(fromMs, END_MS)));
});

t.test('the catalog comes first and everything else in order of observation', async (t) => {
  let last = Number.NEGATIVE_INFINITY;
  let timed = false;
  let disorder = 0;
  for (const text of generateCorpus(options(), vocabulary)) {
    const at = atMs(JSON.parse(text) as Line);
    if (at === null) disorder += timed ? 1 : 0;
    else {
      timed = true;
      if (at < last || at < END_MS - 2 * DAY_MS || at >= END_MS) disorder += 1;
      last = at;
    }
  }
  t.equal(disorder, 0);
});

t.test('every line is valid ingest', async (t) => {
  const faults: string[] = [];
  for (const settings of [options(), options({ media: 200, perDay: 3000, blogs: 0, days: 1 })]) {
    for (const line of generateCorpus(settings, vocabulary)) faults.push(...faultsOf(line));
  }
  t.same(faults.slice(0, 5), []);
});

t.test('the smallest world works', async (t) => {
  const tiny = options({ media: 1, perDay: 1, blogs: 1, days: 3 });
  const faults = [...generateCorpus(tiny, vocabulary)].flatMap(faultsOf);
  t.same(faults, []);
});

t.test('options out of range are refused with their name', async (t) => {
  t.throws(() => new World(options({ media: 201 }), vocabulary), /media/);
  t.throws(() => new World(options({ perDay: 100_001 }), vocabulary), /perDay/);
  t.throws(() => new World(options({ seed: 1.5 }), vocabulary), /seed/);
  t.throws(() => new World(options({ days: 0 }), vocabulary), /days/);
});

t.test('a vocabulary that lacks something is refused with the place', async (t) => {
  const files = vocabularyFiles();
  t.throws(() => loadVocabularyShape({ ...files, 'names.json': undefined }), /names\.json/);
  t.throws(() => loadVocabularyShape({ ...files, 'blogs.json': {} }), /blogs\.json: nameFirst/);
  const topics = structuredClone(files['topics-market.json']) as { tails: string[] }[];
  (topics[0] as { tails: string[] }).tails = ['a "quoted" word'];
  t.throws(() => loadVocabularyShape({ ...files, 'topics-market.json': topics }), /to escape/);
});

t.test('there are enough templates for a reader to see no pattern', async (t) => {
  const { topics, phrases } = vocabulary;
  const sentences = topics.flatMap((topic) => [
    ...topic.angles.map((angle) => angle.lead),
    ...[topic.facts, topic.quotes, topic.background].flat(),
  ]);
  t.ok(topics.length >= 10);
  t.ok(new Set([...sentences, ...phrases.general]).size >= 500);
});
