/**
 * A caller with manners: asks a fixed number of times a second, measures each answer from the
 * moment it was due, and prints the times as JSON when told to stop.
 * Arguments: url, requests per second. Standard input: a line begins a new stretch, its end stops.
 */
import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';

const [url, rate] = process.argv.slice(2);
const everyMs = 1000 / Number(rate);
const agent = new Agent({ keepAlive: true, maxSockets: 4 });
let latenciesMs: number[] = [];
let failures = 0;

function ask(dueMs: number): void {
  const sent = request(url!, { agent }, (response) => {
    if (response.statusCode !== 200) {
      failures += 1;
      console.error(`a request failed: ${response.statusCode}`);
    }
    response.resume();
    response.on('end', () => latenciesMs.push(performance.now() - dueMs));
  });
  sent.on('error', ({ message }) => {
    failures += 1;
    console.error(`a request failed: ${message}`);
  });
  sent.end();
}

let nextMs = performance.now();
const timer = setInterval(() => {
  for (const nowMs = performance.now(); nextMs <= nowMs; nextMs += everyMs) ask(nextMs);
}, 1);

for await (const _ of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify({ latenciesMs, failures }));
  latenciesMs = [];
  failures = 0;
}
clearInterval(timer);
agent.destroy();
