/**
 * A graph as SVG, with a force layout on the pages thread: circles by weight, lines by count.
 *
 * Invariant: the same graph has the same drawing, because the layout starts at fixed positions and
 * uses no randomness. Pages with a graph have the same data as tables, for screen readers.
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
import { LINE_STEP, type NamePlace, placeNames } from './graph-names.js';

export interface GraphNode {
  id: string | number;
  name: string;
  href: string;
  /** Gives the size of the circle. */
  weight: number;
}

export interface GraphEdge {
  source: GraphNode['id'];
  target: GraphNode['id'];
  /** Gives the width of the line. */
  weight: number;
  /** Style of the line: dashed, or in the highlight colour. */
  look?: 'dashed' | 'strong' | undefined;
}

interface Placed extends GraphNode, SimulationNodeDatum {
  x: number;
  y: number;
  radius: number;
}

interface Line extends SimulationLinkDatum<Placed> {
  edge: GraphEdge;
}

const WIDTH = 960;
const HEIGHT = 640;
const STEPS = 200;
const RADIUS_MIN = 5;
const RADIUS_SPAN = 17;
const MARGIN = 24 + RADIUS_MIN + RADIUS_SPAN;
/** With a larger scale, a few nodes would fill the drawing. */
const SCALE_MAX = 1.6;

/** @param isDirected lines are curved and end in arrows, so that both directions are visible. */
export function Graph({
  nodes,
  edges,
  label,
  isDirected = false,
}: {
  nodes: readonly GraphNode[];
  edges: readonly GraphEdge[];
  label: string;
  isDirected?: boolean;
}) {
  const { placed, lines } = layOut(nodes, edges);
  const heaviest = Math.max(1, ...edges.map(({ weight }) => weight));
  const heights = placed.map(({ y }) => y);
  const top = Math.max(0, Math.min(...heights) - MARGIN);
  const bottom = Math.min(HEIGHT, Math.max(...heights) + MARGIN);
  const names = placeNames(placed, { width: WIDTH, top, bottom });
  return (
    <svg
      class="graph"
      viewBox={`0 ${round(top)} ${WIDTH} ${round(bottom - top)}`}
      aria-labelledby="graph-name"
    >
      <title id="graph-name">{label}</title>
      {isDirected ? <ArrowHead /> : null}
      {lines.map(({ source, target, edge: { weight, look } }) => (
        <path
          class={look === undefined ? 'edge' : `edge ${look}`}
          d={pathOf(source as Placed, target as Placed, isDirected)}
          stroke-width={round(0.8 + 3.2 * Math.sqrt(weight / heaviest))}
          {...(isDirected && { 'marker-end': 'url(#arrow)' })}
        />
      ))}
      {placed.map((node) => {
        const name = names.get(node.id);
        return (
          <a href={node.href} aria-label={node.name}>
            <circle class="node" cx={round(node.x)} cy={round(node.y)} r={round(node.radius)} />
            {name === undefined ? null : <Name place={name} />}
          </a>
        );
      })}
    </svg>
  );
}

function ArrowHead() {
  return (
    <defs>
      <marker
        id="arrow"
        viewBox="0 0 8 8"
        refX="7"
        refY="4"
        markerWidth="7"
        markerHeight="7"
        markerUnits="userSpaceOnUse"
        orient="auto"
      >
        <path class="fill-soft" d="M0 0L8 4L0 8z" />
      </marker>
    </defs>
  );
}

function Name({ place: { lines, x, y, isMinor } }: { place: NamePlace }) {
  const [only] = lines;
  return (
    <text
      class={isMinor ? 'node-name minor' : 'node-name'}
      x={round(x)}
      y={round(y)}
      text-anchor="middle"
    >
      {lines.length === 1
        ? only
        : lines.map((line, at) => (
            <tspan x={round(x)} {...(at > 0 && { dy: `${LINE_STEP}em` })}>
              {at === 0 ? `${line} ` : line}
            </tspan>
          ))}
    </text>
  );
}

function pathOf(from: Placed, to: Placed, isDirected: boolean): string {
  const [fromX, fromY, toX, toY] = [from.x, from.y, to.x, to.y];
  if (!isDirected) return `M${round(fromX)} ${round(fromY)}L${round(toX)} ${round(toY)}`;
  const [dx, dy] = [toX - fromX, toY - fromY];
  const length = Math.hypot(dx, dy) || 1;
  // The arrow ends at the edge of the circle.
  const endX = toX - (dx / length) * (to.radius + 2);
  const endY = toY - (dy / length) * (to.radius + 2);
  const bendX = (fromX + toX) / 2 - dy * 0.12;
  const bendY = (fromY + toY) / 2 + dx * 0.12;
  return `M${round(fromX)} ${round(fromY)}Q${round(bendX)} ${round(bendY)} ${round(endX)} ${round(endY)}`;
}

function layOut(
  nodes: readonly GraphNode[],
  edges: readonly GraphEdge[],
): { placed: Placed[]; lines: Line[] } {
  const heaviest = Math.max(1, ...nodes.map(({ weight }) => weight));
  // The layout replaces positions that are NaN by its first ones.
  const placed: Placed[] = nodes.map((node) => ({
    ...node,
    x: Number.NaN,
    y: Number.NaN,
    radius: RADIUS_MIN + RADIUS_SPAN * Math.sqrt(node.weight / heaviest),
  }));
  const ids = new Set(nodes.map(({ id }) => id));
  const lines: Line[] = edges
    .filter(({ source, target }) => ids.has(source) && ids.has(target))
    .map((edge) => ({ source: edge.source as never, target: edge.target as never, edge }));
  forceSimulation(placed)
    .force(
      'link',
      forceLink<Placed, Line>(lines)
        .id(({ id }) => id)
        .distance(110),
    )
    .force('charge', forceManyBody().strength(-320))
    .force('x', forceX(WIDTH / 2).strength(0.05))
    .force('y', forceY(HEIGHT / 2).strength(0.09))
    .force(
      'collide',
      forceCollide<Placed>(({ radius }) => radius + 16),
    )
    .stop()
    .tick(STEPS);
  fit(placed);
  return { placed, lines };
}

/** Moves and scales all nodes into the drawing. */
function fit(placed: Placed[]): void {
  for (const [axis, size] of [
    ['x', WIDTH],
    ['y', HEIGHT],
  ] as const) {
    const values = placed.map((node) => node[axis]);
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const scale = Math.min(SCALE_MAX, (size - 2 * MARGIN) / Math.max(1, high - low));
    for (const node of placed) node[axis] = size / 2 + (node[axis] - (low + high) / 2) * scale;
  }
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
