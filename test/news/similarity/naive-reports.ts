/**
 * Recomputes graph, evidence and daily numbers from the list of pairs, and compares.
 */
import assert from 'node:assert/strict';
import { DAY_MS, localDateOf, localDayStartMs } from '../../../src/kernel/clock.js';
import type { Period } from '../../../src/news/similarity/codec.js';
import type { NaiveIndex, NaivePair } from './naive.js';
import type { World } from './world.js';

interface NaiveGroup {
  members: number[];
  pairs: NaivePair[];
  firsts: number[];
  source: number | null;
}

/** Pairs that count: both ends of the period, shown and not syndicated. */
function pairsOf(index: NaiveIndex, { fromMs, untilMs }: Period, threshold: number): NaivePair[] {
  const counts = (id: number): boolean =>
    index.isIndexed(id) && index.sortMsOf(id) >= fromMs && index.sortMsOf(id) < untilMs;
  return index.pairs.filter(
    ({ earlier, later, score }) => score >= threshold && counts(earlier) && counts(later),
  );
}

/** Decision 24, by growing each group from one of its articles. */
function groupsOf(index: NaiveIndex, pairs: readonly NaivePair[]): NaiveGroup[] {
  const groups: NaiveGroup[] = [];
  const grouped = new Set<number>();
  const ends = [...new Set(pairs.flatMap(({ earlier, later }) => [earlier, later]))];
  for (const start of ends) {
    if (grouped.has(start)) continue;
    const members = new Set([start]);
    for (let size = 0; size < members.size; ) {
      size = members.size;
      for (const { earlier, later } of pairs) {
        if (members.has(earlier) || members.has(later)) members.add(earlier).add(later);
      }
    }
    for (const id of members) grouped.add(id);
    const list = [...members];
    const firsts = list.filter((id) => !list.some((other) => index.isEarlier(other, id)));
    const rank = (id: number): number[] => [
      index.articles.get(id)!.record.precision === 'day' ? 1 : 0,
      index.sortMsOf(id),
      id,
    ];
    const [best] = [...firsts].sort((a, b) => compare(rank(a), rank(b)));
    groups.push({
      members: list,
      pairs: pairs.filter(({ earlier }) => members.has(earlier)),
      firsts,
      source: firsts.length < list.length ? best! : null,
    });
  }
  return groups;
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? 0 : a[at]! - b[at]!;
}

/** Compares everything that the index says of a period with the naive index. */
export function checkGraph(world: World, period: Period, threshold: number): void {
  const index = world.naive;
  const pairs = pairsOf(index, period, threshold);
  const groups = groupsOf(index, pairs);
  const graph = world.graph(period, threshold);
  assert.equal(graph.index.pairs, pairs.length, 'pairs');
  assert.equal(graph.index.groups, groups.length, 'groups');
  checkNodes(index, graph.nodes, groups);
  const edges = new Map<string, number>();
  for (const { members, source } of groups) {
    if (source === null) continue;
    for (const id of members) {
      if (!index.isEarlier(source, id) || index.mediaOf(id) === index.mediaOf(source)) continue;
      const key = `${index.mediaOf(id)} ${index.mediaOf(source)}`;
      edges.set(key, (edges.get(key) ?? 0) + 1);
    }
  }
  const shown = graph.edges.map(({ source, target, count }) => [`${source} ${target}`, count]);
  assert.deepEqual(Object.fromEntries(shown), Object.fromEntries(edges), 'edges');
  checkEvidence(world, period, threshold, groups, edges);
  checkCoverage(index, graph, period);
  checkMatches(world, threshold);
  checkDaily(world, period, threshold);
}

function checkNodes(
  index: NaiveIndex,
  nodes: readonly { id: string; [count: string]: unknown }[],
  groups: readonly NaiveGroup[],
): void {
  for (const media of index.media.keys()) {
    const node = nodes.find(({ id }) => id === media);
    const own = groups.flatMap(({ members }) =>
      members.filter((id) => index.mediaOf(id) === media),
    );
    const first = groups.flatMap(({ firsts }) =>
      firsts.filter((id) => index.mediaOf(id) === media),
    );
    assert.equal(node?.similar ?? 0, own.length, 'similar');
    assert.equal(node?.earliest ?? 0, first.length, 'earliest');
    assert.equal(node?.later ?? 0, own.length - first.length, 'later');
  }
}

function checkEvidence(
  world: World,
  period: Period,
  threshold: number,
  groups: readonly NaiveGroup[],
  edges: ReadonlyMap<string, number>,
): void {
  const total = [...edges.values()].reduce((sum, count) => sum + count, 0);
  const answer = world.evidence({ period, threshold, mode: 'similarity' });
  assert.equal(answer.total, total, 'evidence is what the edges count');
  for (const { articleId, sourceId, groupId } of answer.items) {
    const group = groups.find(({ members }) => members.includes(articleId))!;
    assert.equal(sourceId, group.source);
    const shown = answer.groups.find(({ id }) => id === groupId)!;
    assert.deepEqual([...shown.articleIds].sort(), [...group.members].sort());
    assert.equal(shown.tiedFirst, group.firsts.length);
    assert.equal(shown.pairCount, group.pairs.length);
  }
  for (const [edge, count] of edges) {
    const [source, target] = edge.split(' ') as [string, string];
    const asked = { kind: 'similarity' as const, source, target };
    assert.equal(world.evidence({ period, threshold, edge: asked }).total, count);
  }
}

function checkCoverage(
  index: NaiveIndex,
  graph: ReturnType<World['graph']>,
  { fromMs, untilMs }: Period,
): void {
  const shown = [...index.articles.values()].filter(
    ({ record }) => index.isShown(record.id) && record.sortMs >= fromMs && record.sortMs < untilMs,
  );
  for (const { media, total, indexed } of graph.coverage) {
    const own = shown.filter(({ record }) => record.media === media);
    assert.equal(total, own.length, 'total');
    assert.equal(indexed, own.filter(({ compared }) => compared).length, 'indexed');
  }
  const analyzed = shown.filter(({ record, compared }) => compared && index.isIndexed(record.id));
  assert.equal(graph.index.analyzed, analyzed.length);
}

/** Every pair with its exact numbers. */
function checkMatches(world: World, threshold: number): void {
  const index = world.naive;
  for (const id of index.articles.keys()) {
    const wanted = index.isIndexed(id)
      ? index.pairs.filter(
          ({ earlier, later, score }) =>
            (earlier === id || later === id) &&
            score >= threshold &&
            index.isIndexed(earlier) &&
            index.isIndexed(later),
        )
      : [];
    const { pairs } = world.matches(id, threshold);
    const plain = pairs.map(({ a, b, score, containment, sharedShingles, identical, evidence }) => {
      const passage = wanted.find(({ earlier, later }) => earlier === a && later === b)?.passage;
      const letters = [...evidence.replaceAll(/[，。]/g, '')].length;
      assert.ok(passage === letters || (letters > 85 && [...evidence].length >= 99), 'passage');
      return [a, b, score, containment, sharedShingles, identical];
    });
    const asked = wanted.map(({ earlier, later, score, containment, shared, identical }) => [
      ...[earlier, later, Number(score.toFixed(6))],
      ...[Number(containment.toFixed(6)), shared, identical],
    ]);
    assert.deepEqual(plain.map(String).sort(), asked.map(String).sort(), 'pairs of an article');
  }
}

function checkDaily(world: World, { fromMs, untilMs }: Period, threshold: number): void {
  const index = world.naive;
  const period = { fromMs: localDayStartMs(fromMs), untilMs: localDayStartMs(untilMs) + DAY_MS };
  const daily = world.daily(period, threshold, Number.POSITIVE_INFINITY);
  const pairs = index.pairs.filter(
    ({ earlier, later, score }) =>
      score >= threshold && index.isIndexed(earlier) && index.isIndexed(later),
  );
  const dateOf = (id: number): string => localDateOf(index.sortMsOf(id));
  daily.days.forEach((day, at) => {
    const due = pairs.filter(({ later }) => dateOf(later) === day);
    assert.equal(daily.totals.pairs![at], due.length, 'pairs of a day');
    assert.equal(daily.totals.identical![at], due.filter(({ identical }) => identical).length);
    const compared = [...index.articles.values()].filter(
      ({ record, compared }) => compared && index.isIndexed(record.id) && dateOf(record.id) === day,
    );
    assert.equal(daily.totals.articles![at], compared.length, 'articles of a day');
    for (const media of index.media.keys()) {
      const row = daily.media.find((one) => one.media === media);
      const count = (column: string): number => (row?.[column] as number[] | undefined)?.[at] ?? 0;
      const ends = (side: 'earlier' | 'later'): number =>
        new Set(
          pairs
            .filter(({ earlier, later }) => index.isEarlier(earlier, later))
            .map((pair) => pair[side])
            .filter((id) => index.mediaOf(id) === media && dateOf(id) === day),
        ).size;
      assert.equal(count('copied'), ends('earlier'), 'copied');
      assert.equal(count('copying'), ends('later'), 'copying');
      const own = due.filter(({ earlier, later }) =>
        [index.mediaOf(earlier), index.mediaOf(later)].includes(media),
      );
      assert.equal(count('pairs'), own.length, 'pairs of a media');
    }
  });
}
