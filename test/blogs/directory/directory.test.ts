import assert from 'node:assert/strict';
import fc from 'fast-check';
import t, { type Test } from 'tap';
import type { LogRecord } from '../../../src/kernel/model/records.js';
import { times } from '../../all.js';
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

const RUNS = times(50, 300);

type Step = { fact: FactStep } | { runtime: RuntimeStep };

const steps = fc.array(
  fc.oneof(
    { arbitrary: factStep.map((fact): Step => ({ fact })), weight: 5 },
    { arbitrary: runtimeStep.map((runtime) => ({ runtime }) as Step), weight: 2 },
  ),
  { minLength: 1, maxLength: 70, size: 'max' },
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
function live(script: readonly Step[]): { world: World; oracle: Oracle } {
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
  return { world, oracle };
}

t.test('posts and blogs are those of plain lists', async (t) => {
  const asked = fc.array(fc.record({ ask: question, limit: fc.integer({ min: 1, max: 5 }) }), {
    minLength: 3,
    maxLength: 6,
  });
  const property = fc.property(steps, asked, (script, round) => {
    const { world, oracle } = live(script);
    for (const { ask, limit } of round) {
      const { sinceMs, untilMs, blog, q } = ask;
      const filter = {
        sinceMs,
        untilMs,
        blog: blog === null ? null : (world.reader.bySlug(blog)?.id ?? -1),
        needle: q === null ? null : world.reader.needleOf(q),
      };
      const wanted = oracle.list(ask).map(({ id, title, blog: slug }) => ({
        id,
        title,
        blogSlug: slug,
        blogName: oracle.nameOf(slug),
      }));
      const found = world
        .posts(filter, limit)
        .map(({ id, title, blogSlug, blogName }) => ({ id, title, blogSlug, blogName }));
      assert.deepEqual(found, wanted);
      const blogs = world.blogs(q, limit).map((item) => ({
        id: item.id,
        slug: item.slug,
        name: item.name,
        lastCrawlSuccessAt: item.lastCrawlSuccessAt,
        lastPublishedAt: item.lastPublishedAt,
        expectedIntervalHours: item.expectedIntervalHours,
      }));
      assert.deepEqual(blogs, oracle.directory(q));
    }
    for (const { record, hidden } of oracle.posts) {
      const isShown = !hidden && oracle.isListed(record.blog);
      const found = world.reader.find(record.id, record.sortMs) as { id: number } | null;
      assert.equal(found?.id ?? null, isShown ? record.id : null, `post ${record.id}`);
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
      const names = ({ chunks }: Snapshot): string[] => chunks.map(({ name }) => name);
      assert.deepEqual(names(other), names(plain), 'chunks have the same names');
      other.chunks.forEach(({ name, bytes }, at) => {
        const same = Buffer.compare(bytes, plain.chunks[at]!.bytes) === 0;
        assert.ok(same, `${name} has the same bytes`);
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
