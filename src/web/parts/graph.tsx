/**
 * A graph of media as a drawing: laid out by forces on the thread for pages, the same for the same
 * data, because the layout begins at fixed places and knows no randomness.
 */
import {
  forceCenter,
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
  id: string;
  name: string;
  /** Decides the size of its dot. */
  weight: number;
  href: string;
}

export interface GraphEdge {
  source: string;
  target: string;
  weight: number;
  isDashed: boolean;
}

interface Placed extends SimulationNodeDatum, GraphNode {
  radius: number;
}

const WIDTH = 960;
const HEIGHT = 640;
/** Steps of the layout: at 100 nodes it is at rest. */
const STEPS = 180;
const EDGE_MARGIN = 48;
/** Names of all nodes fit up to here; beyond, only of those that matter. */
const NAMES_MAX = 40;

export function Graph({
  nodes,
  edges,
  label,
}: {
  nodes: readonly GraphNode[];
  edges: readonly GraphEdge[];
  label: string;
}) {
  const placed = laidOut(nodes, edges);
  const byId = new Map(placed.map((node) => [node.id, node]));
  const named = new Set(
    [...placed]
      .sort((a, b) => b.weight - a.weight)
      .slice(0, NAMES_MAX)
      .map(({ id }) => id),
  );
  const strongest = Math.max(...edges.map(({ weight }) => weight), 1);
  return (
    <svg class="graph" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-labelledby="graph-name">
      <title id="graph-name">{label}</title>
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
      <g>
        {edges.map(({ source, target, weight, isDashed }) => (
          <Edge
            from={byId.get(source)!}
            to={byId.get(target)!}
            share={weight / strongest}
            isDashed={isDashed}
          />
        ))}
      </g>
      {placed.map(({ id, name, href, x = 0, y = 0, radius }) => (
        <a href={href} aria-label={name}>
          <circle class="node" cx={round(x)} cy={round(y)} r={round(radius)} />
          {named.has(id) ? (
            <text class="node-name" x={round(x)} y={round(y + radius + 14)} text-anchor="middle">
              {name}
            </text>
          ) : null}
        </a>
      ))}
    </svg>
  );
}

function Edge({
  from,
  to,
  share,
  isDashed,
}: {
  from: Placed;
  to: Placed;
  share: number;
  isDashed: boolean;
}) {
  const dx = to.x! - from.x!;
  const dy = to.y! - from.y!;
  const length = Math.hypot(dx, dy) || 1;
  // The arrow ends at the rim of the dot.
  const endX = to.x! - (dx / length) * (to.radius + 2);
  const endY = to.y! - (dy / length) * (to.radius + 2);
  // Bent to one side, so that both directions can be seen.
  const bendX = (from.x! + to.x!) / 2 - dy * 0.12;
  const bendY = (from.y! + to.y!) / 2 + dx * 0.12;
  return (
    <path
      class={isDashed ? 'edge dashed' : 'edge'}
      d={`M${round(from.x!)} ${round(from.y!)}Q${round(bendX)} ${round(bendY)} ${round(endX)} ${round(endY)}`}
      stroke-width={round(0.8 + 3.2 * Math.sqrt(share))}
      marker-end="url(#arrow)"
    />
  );
}

function laidOut(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): Placed[] {
  const heaviest = Math.max(...nodes.map(({ weight }) => weight), 1);
  const placed: Placed[] = nodes.map((node) => ({
    ...node,
    radius: 5 + 17 * Math.sqrt(node.weight / heaviest),
  }));
  const links: SimulationLinkDatum<Placed>[] = edges.map(({ source, target }) => ({
    source,
    target,
  }));
  const simulation = forceSimulation(placed)
    .force(
      'link',
      forceLink<Placed, SimulationLinkDatum<Placed>>(links)
        .id(({ id }) => id)
        .distance(150),
    )
    .force('charge', forceManyBody().strength(-420))
    .force(
      'collide',
      forceCollide<Placed>(({ radius }) => radius + 22),
    )
    .force('x', forceX(WIDTH / 2).strength(0.05))
    .force('y', forceY(HEIGHT / 2).strength(0.09))
    .force('center', forceCenter(WIDTH / 2, HEIGHT / 2))
    .stop();
  simulation.tick(STEPS);
  return fitted(placed);
}

/** Spread over the drawing, whatever the forces came to. */
function fitted(nodes: Placed[]): Placed[] {
  const xs = nodes.map(({ x = 0 }) => x);
  const ys = nodes.map(({ y = 0 }) => y);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const place = (value: number, low: number, high: number, size: number): number =>
    high - low < 1
      ? size / 2
      : EDGE_MARGIN + ((value - low) / (high - low)) * (size - 2 * EDGE_MARGIN);
  for (const node of nodes) {
    node.x = place(node.x!, left, right, WIDTH);
    node.y = place(node.y!, top, bottom, HEIGHT);
  }
  return nodes;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
