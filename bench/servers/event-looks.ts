/**
 * Looks at hours of a day of events, as a front does that has it as bytes: finding and decoding an hour. It
 * is a process of its own, because the engine makes what the index keeps in another way than what is let go.
 *
 *   node event-looks.js <file of the day> <looks>
 *
 * Prints the milliseconds of each look, ascending, as JSON.
 */
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { decodeDay, decodeSnapshot } from '../../src/news/events/chunks.js';

const [, , file = '', looks = '0'] = process.argv;
const bytes = readFileSync(file);
const hours = [...decodeDay(bytes).hours.keys()];
const times: number[] = [];
for (let look = 0; look < Number(looks); look++) {
  const before = performance.now();
  decodeSnapshot(decodeDay(bytes).hours.get(hours[look % hours.length]!)!.bytes);
  times.push(performance.now() - before);
}
console.log(JSON.stringify(times.sort((a, b) => a - b)));
