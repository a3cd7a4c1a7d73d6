/**
 * Splits a graph of tags into communities (Louvain: Blondel, Guillaume, Lambiotte and Lefebvre,
 * "Fast unfolding of communities in large networks", 2008), and those into connected components,
 * because Louvain may leave a community in pieces (Traag, Waltman and van Eck, "From Louvain to
 * Leiden", 2019).
 *
 * Invariant: the same links give the same communities; the random walk has a seed of its own.
 */
import { UndirectedGraph } from 'graphology';
import louvainModule from 'graphology-communities-louvain';
import type { Edge } from './graph.js';

/** The package is CommonJS: what its types call the default export is the module itself. */
const louvain = louvainModule as unknown as typeof louvainModule.default;

const SEED = 20_190_326;

/**
 * Groups of nodes, each ascending, by their first node. A node without links is alone.
 * @param nodes ascending; links that leave them do not count.
 */
export function communitiesOf(
  nodes: readonly number[],
  edges: readonly Edge[],
  resolution: number,
): number[][] {
  const graph = new UndirectedGraph();
  for (const node of nodes) graph.addNode(node);
  const inner = edges.filter(({ a, b }) => graph.hasNode(a) && graph.hasNode(b));
  if (inner.length === 0) return nodes.map((node) => [node]);
  for (const { a, b, weight } of inner) graph.addEdge(a, b, { weight });
  const community = louvain(graph, { resolution, rng: generatorOf(SEED) });
  return componentsOf(
    nodes,
    inner.filter(({ a, b }) => community[a] === community[b]),
  );
}

/** Connected components, each ascending, by their first node. */
function componentsOf(nodes: readonly number[], edges: readonly Edge[]): number[][] {
  const parents = new Map(nodes.map((node) => [node, node]));
  const rootOf = (node: number): number => {
    let root = node;
    while (parents.get(root) !== root) root = parents.get(root)!;
    parents.set(node, root);
    return root;
  };
  for (const { a, b } of edges) {
    const [one, other] = [rootOf(a), rootOf(b)];
    parents.set(Math.max(one, other), Math.min(one, other));
  }
  const groups = new Map<number, number[]>();
  for (const node of nodes) {
    const group = groups.get(rootOf(node));
    if (group === undefined) groups.set(node, [node]);
    else group.push(node);
  }
  return [...groups.values()];
}

/** Numbers from 0 until before 1 (mulberry32 by Tommy Ettinger). */
function generatorOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}
