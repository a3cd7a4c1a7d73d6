/**
 * A process that has nothing to do but to wake up each millisecond: what keeps it from its turn is
 * the machine's own doing. Standard input: a line asks for that, as JSON, and begins anew; its end
 * stops.
 */
import { createInterface } from 'node:readline';
import { Turns } from '../turns.js';

const turns = new Turns();
for await (const _ of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(turns.worst()));
}
turns.stop();
