/**
 * A graph as SVG, laid out by forces on the thread for pages: circles by weight, lines by count.
 *
 * The same graph has the same picture: the layout begins at fixed places and uses no randomness.
 */
import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationLinkDatum,
  type SimulationNodeDatum,
} from 'd3-force';

export interface GraphNode {
  id: number;
  label: string;
  href: string;
  /** Decides on the size of the circle. */
  weight: number;
}

export interface GraphEdge {
  from: number;
  to: number;
  count: number;
  isMutual: boolean;
}

interface Placed extends GraphNode, SimulationNodeDatum {
  radius: number;
}

interface Line extends SimulationLinkDatum<Placed> {
  edge: GraphEdge;
}

const WIDTH = 960;
const HEIGHT = 640;
const MARGIN = 24;
const STEPS = 200;
const RADIUS_MIN = 5;
const RADIUS_SPAN = 17;
/** Names that stand in the picture; the others are told by their circles' titles. */
const LABELS = 28;
const LABELS_SMALL = 8;
const LABEL_UNITS_MAX = 18;

/** `alt` says what the picture shows; the page has the same as tables. */
export function ForceGraph({
  nodes,
  edges,
  alt,
}: {
  nodes: readonly GraphNode[];
  edges: readonly GraphEdge[];
  alt: string;
}) {
  const { placed, lines } = layOut(nodes, edges);
  const named = [...placed].sort((a, b) => b.weight - a.weight).slice(0, LABELS);
  const labels = new Map(
    named.map(({ id }, at) => [id, at < LABELS_SMALL ? 'force-label' : 'force-label force-minor']),
  );
  return (
    <svg class="force-graph" viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
      <title>{alt}</title>
      {lines.map(({ source, target, edge }) => {
        const [from, to] = [source as Placed, target as Placed];
        return (
          <line
            class={edge.isMutual ? 'force-line force-mutual' : 'force-line'}
            x1={round(from.x)}
            y1={round(from.y)}
            x2={round(to.x)}
            y2={round(to.y)}
            stroke-width={round(Math.min(6, 0.75 + Math.log2(1 + edge.count) * 0.6))}
          />
        );
      })}
      {placed.map((node) => {
        const look = labels.get(node.id);
        const circle = { cx: round(node.x), cy: round(node.y), r: round(node.radius) };
        return (
          <a href={node.href} aria-label={node.label}>
            <circle class="force-node" {...circle} />
            {look === undefined ? null : <Label node={node} look={look} />}
          </a>
        );
      })}
    </svg>
  );
}

function Label({ node: { x = 0, y = 0, radius, label }, look }: { node: Placed; look: string }) {
  const below = y > HEIGHT - 50 ? -radius - 6 : radius + 16;
  const anchor = x < 90 ? 'start' : x > WIDTH - 90 ? 'end' : 'middle';
  return (
    <text class={look} x={round(x)} y={round(y + below)} text-anchor={anchor}>
      {shortened(label)}
    </text>
  );
}

function layOut(
  nodes: readonly GraphNode[],
  edges: readonly GraphEdge[],
): { placed: Placed[]; lines: Line[] } {
  const highest = Math.max(1, ...nodes.map(({ weight }) => weight));
  const placed: Placed[] = nodes.map((node) => ({
    ...node,
    radius: RADIUS_MIN + RADIUS_SPAN * Math.sqrt(node.weight / highest),
  }));
  const ids = new Set(nodes.map(({ id }) => id));
  const lines: Line[] = edges
    .filter(({ from, to }) => ids.has(from) && ids.has(to))
    .map((edge) => ({ source: edge.from as never, target: edge.to as never, edge }));
  forceSimulation(placed)
    .force(
      'link',
      forceLink<Placed, Line>(lines)
        .id(({ id }) => id)
        .distance(90),
    )
    .force('charge', forceManyBody().strength(-220))
    .force('x', forceX(WIDTH / 2).strength(0.05))
    .force('y', forceY(HEIGHT / 2).strength(0.09))
    .force(
      'collide',
      forceCollide<Placed>(({ radius }) => radius + 12),
    )
    .stop()
    .tick(STEPS);
  fit(placed);
  return { placed, lines };
}

/** Moves and scales everything into the picture. */
function fit(placed: Placed[]): void {
  for (const [axis, size] of [
    ['x', WIDTH],
    ['y', HEIGHT],
  ] as const) {
    const values = placed.map((node) => node[axis]!);
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const span = size - 2 * (MARGIN + RADIUS_MIN + RADIUS_SPAN);
    const scale = Math.min(1.6, span / Math.max(1, high - low));
    for (const node of placed) node[axis] = size / 2 + (node[axis]! - (low + high) / 2) * scale;
  }
}

/** The beginning of a name: what is seen is then part of what a screen reader says. */
function shortened(label: string): string {
  return [...label].slice(0, LABEL_UNITS_MAX).join('');
}

function round(value: number | undefined): number {
  return Math.round((value ?? 0) * 10) / 10;
}
