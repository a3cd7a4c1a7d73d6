/**
 * A process that has nothing to do but to wake up each millisecond: how late it is at worst is the
 * machine's own doing. Standard input: a line asks for that, in milliseconds, and begins anew; its
 * end stops.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createInterface } from 'node:readline';

const TIMER_MS = 1;

const delay = monitorEventLoopDelay({ resolution: TIMER_MS });
delay.enable();
for await (const _ of createInterface({ input: process.stdin })) {
  console.log(delay.max / 1e6 - TIMER_MS);
  delay.reset();
}
