/**
 * The figures of a node of a shared log in Prometheus form. Registered for nodes alone.
 */
import type { Registry } from 'prom-client';
import type { NodeState } from '../../store/log/node-state.js';
import { behindOf } from '../node-report.js';
import { scraped } from './scraped.js';

/** Whether nothing is taken in until an operator looks, or another node comes. */
function waits({ writer, trouble }: NodeState): number {
  return Number(writer === null && trouble !== null);
}

/** Adds the gauges to a registry; `state` is asked at each scrape. */
export function registerNodeMetrics(registry: Registry, state: () => NodeState): void {
  const { gauge } = scraped(registry, () => [state()]);
  gauge('node_entry', 'Newest entry of the shared log in the store', (one) => one.sequence);
  gauge('node_behind_entries', 'Entries that other nodes have and this one lacks', behindOf);
  gauge('node_writes', '1 on the node that writes the shared log', ({ role }) =>
    role === 'writer' ? 1 : 0,
  );
  gauge(
    'node_in_doubt',
    "1 where the shared log does not go on from this node's store, or keeps only newer entries",
    ({ role }) => (role === 'doubt' || role === 'behind' ? 1 : 0),
  );
  gauge('node_peers', 'Nodes that gave a sign of life', ({ peers }) => peers.length);
  gauge('node_takeovers', 'How often it became the writer', (one) => one.takeovers);
  gauge(
    'node_store_replaced',
    '1 while a damaged store lies aside in the data folder, which that of another node has replaced',
    (one) => Number(one.wasReplaced),
  );
  gauge('node_waits', '1 where no node writes and this one says what it waits for', waits);
  gauge(
    'node_repairs',
    'How often it appended again what the engine had lost',
    (one) => one.repairs,
  );
}
