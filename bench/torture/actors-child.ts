/**
 * A worker module that fails as it is told to: that of the index whose thread it is, behind a door that
 * takes orders. An order is a file with the name of the index in the folder that the environment names;
 * it is obeyed once, with the next message that folds, and for the log with the next request.
 */
import { existsSync, readFileSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { workerData } from 'node:worker_threads';
import { CELL } from '../../src/engine/actor/protocol.js';
import type { Block } from '../../src/kernel/model/block.js';

interface Told {
  type?: string;
  call?: string;
  block?: Block;
  from?: number;
}

type Handler = (message: object) => Promise<unknown>;

const { name = 'log', cells } = workerData as { name?: string; cells: SharedArrayBuffer };
const orders = process.env.TAGWIRE_TORTURE_ORDERS ?? '';
const { default: handle } = (await import(`../../workers/${name}.js`)) as { default: Handler };

export default async (message: object): Promise<unknown> => {
  const { type, call, block, from = 0 } = message as Told;
  const path = join(orders, name);
  if ((type !== 'apply' && call !== 'ingest') || !existsSync(path)) return handle(message);
  const order = readFileSync(path, 'utf8');
  unlinkSync(path);
  if (block !== undefined) new Float64Array(cells)[CELL.sequence] = block.firstSequence + from;
  return obey(order);
};

function obey(order: string): never {
  if (order === 'throw') throw new Error('thrown by order');
  if (order === 'exit') process.exit(1);
  while (order === 'loop');
  const hoard: number[][] = [];
  for (;;) hoard.push(new Array<number>(100_000).fill(hoard.length));
}
