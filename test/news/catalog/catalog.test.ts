import assert from 'node:assert/strict';
import fc from 'fast-check';
import t, { type Test } from 'tap';
import type { LogRecord } from '../../../src/kernel/model/records.js';
import type { ArticleFilter, Position } from '../../../src/news/catalog/reader.js';
import { times } from '../../all.js';
import { filterOf } from './filter.js';
import { Oracle } from './oracle.js';
import {
  Author,
  type FactStep,
  factStep,
  question,
  type RuntimeStep,
  runtimeStep,
} from './script.js';
import { type Snapshot, World } from './world.js';

/** Enough that each of the mistakes made so far was found by most seeds; a few seconds. */
const RUNS = times(150, 400);

type Step = { fact: FactStep } | { runtime: RuntimeStep };

const steps = fc.array(
  fc.oneof(
    { arbitrary: factStep.map((fact): Step => ({ fact })), weight: 5 },
    { arbitrary: runtimeStep.map((runtime) => ({ runtime }) as Step), weight: 2 },
  ),
  { minLength: 1, maxLength: 60, size: 'max' },
);

function runtimeStepOf(world: World, step: RuntimeStep): void {
  if (step === 'cut') world.cut();
  if (step === 'acknowledge') world.cut().acknowledge();
  if (step === 'compact') {
    world.cut();
    if (world.writer.canCompact) world.writer.compact();
    world.cut();
  }
  if (step === 'restart') world.restart(world.cut().snapshot());
}

/** Lives through the steps; the reader shows everything at the end. */
function live(script: readonly Step[]): { world: World; oracle: Oracle; author: Author } {
  const world = new World();
  const oracle = new Oracle();
  const author = new Author();
  for (const step of script) {
    if ('runtime' in step) {
      runtimeStepOf(world, step.runtime);
      continue;
    }
    for (const record of author.write(step.fact)) {
      oracle.apply(record);
      world.fold(record);
    }
  }
  world.cut();
  return { world, oracle, author };
}

/** Every article of a list, page by page. */
function walk(world: World, filter: ArticleFilter, from: Position | null, limit: number): object[] {
  const articles: object[] = [];
  let after = from;
  for (;;) {
    const page = world.reader.page(filter, after, limit);
    const items = world.articlesOf(page);
    assert.equal(items.length, page.count, 'a page counts its articles');
    if (page.next !== null) assert.equal(items.length, limit, 'only the last page is short');
    articles.push(...items);
    if (page.next === null) return articles;
    after = page.next;
  }
}

t.test('lists and facets are those of a plain list of articles', async (t) => {
  const questions = fc.array(
    fc.record({
      asked: question,
      limit: fc.integer({ min: 1, max: 5 }),
      place: fc.option(fc.nat(20)),
    }),
    { minLength: 3, maxLength: 6 },
  );
  const property = fc.property(steps, questions, (script, round) => {
    const { world, oracle, author } = live(script);
    for (const { asked, limit, place } of round) {
      const filter = filterOf(world, asked);
      assert.equal(filter !== null, oracle.understands(asked), 'names are known or not');
      if (filter === null) continue;
      const at = place === null ? undefined : author.places[place % (author.places.length || 1)];
      const after = at === undefined ? null : { timeMs: at.sortMs, id: at.id };
      const wanted = oracle.list(asked, after).map((record) => oracle.itemOf(record));
      assert.deepEqual(walk(world, filter, after, limit), wanted);
      assert.deepEqual(world.reader.facets(filter), oracle.facets(asked));
    }
    for (const { id, sortMs } of author.places) {
      for (const nowMs of [sortMs - 1, sortMs]) {
        const wanted = oracle.isShown(id, sortMs, nowMs);
        assert.equal(world.reader.isShown(id, sortMs, nowMs), wanted, `article ${id} is shown`);
      }
    }
  });
  checked(t, property);
});

t.test('a snapshot depends on the entries and on nothing else', async (t) => {
  const facts = fc.array(factStep, { minLength: 1, maxLength: 50, size: 'max' });
  const rhythm = fc.array(fc.option(runtimeStep), { minLength: 50, maxLength: 50 });
  const property = fc.property(facts, rhythm, rhythm, (script, first, second) => {
    const author = new Author();
    const records = script.map((step) => author.write(step));
    const plain = snapshotAfter(records, []);
    for (const pauses of [first, second]) {
      const other = snapshotAfter(records, pauses);
      assert.deepEqual(namesOf(other), namesOf(plain), 'chunks have the same names');
      other.chunks.forEach(({ name, bytes }, at) => {
        assert.equal(
          Buffer.compare(bytes, plain.chunks[at]!.bytes),
          0,
          `${name} has the same bytes`,
        );
      });
    }
  });
  checked(t, property);
});

t.test('a chunk whose content changes gets another name', async (t) => {
  const facts = fc.array(factStep, { minLength: 2, maxLength: 40, size: 'max' });
  const property = fc.property(facts, (script) => {
    const author = new Author();
    const world = new World();
    const seen = new Map<string, Buffer>();
    for (const step of script) {
      world
        .fold(...author.write(step))
        .cut()
        .acknowledge();
      for (const { name, bytes } of world.snapshot().chunks) {
        const before = seen.get(name);
        if (before === undefined) seen.set(name, Buffer.from(bytes));
        else assert.equal(Buffer.compare(before, bytes), 0, `${name} means one thing only`);
      }
    }
  });
  checked(t, property);
});

/** Runs a property and tells its seed; a failure tells the smallest counterexample as well. */
function checked<T>(t: Test, property: fc.IProperty<T>): void {
  const details = fc.check(property, { numRuns: RUNS });
  t.comment(`seed ${details.seed}, ${details.numRuns} runs`);
  t.notOk(details.failed, fc.defaultReportMessage<T>(details) ?? 'it holds in every run');
}

function snapshotAfter(
  records: readonly LogRecord[][],
  pauses: readonly (RuntimeStep | null)[],
): Snapshot {
  const world = new World();
  records.forEach((group, at) => {
    world.fold(...group);
    const pause = pauses[at] ?? null;
    if (pause !== null) runtimeStepOf(world, pause);
  });
  return world.cut().snapshot();
}

function namesOf({ chunks }: Snapshot): string[] {
  return chunks.map(({ name }) => name);
}
