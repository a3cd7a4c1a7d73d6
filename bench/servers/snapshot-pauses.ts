/**
 * A front that ingests a file, rests, takes a snapshot and rests as long again: what blocked its thread
 * meanwhile. In a process of its own, started as the server is, because what else a
 * benchmark leaves behind would be collected in it.
 * Arguments: folder of the store, file, time of its end, rest in milliseconds. Prints `SnapshotRun` as JSON.
 */
import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pipeline } from '../../src/app/pipeline.js';
import { DAY_MS } from '../../src/kernel/clock.js';
import { silentLogger } from '../../src/kernel/logger.js';
import { tuneEngine } from '../../src/kernel/runtime/garbage.js';
import { goBeforeHelpers } from '../../src/kernel/runtime/thread-priority.js';
import { ingestFile, Meter } from '../lab.js';
import { Turns, type Worst } from '../turns.js';

/** What blocked the front's thread while something went on, and one that did nothing. */
export interface Pauses {
  /** The time that it all took. */
  tookMs: number;
  front: Worst;
  machine: Worst;
}

export interface SnapshotRun {
  snapshot: Pauses;
  idle: Pauses;
  catalog: Pipeline['indices']['catalog']['figures'];
  /** Bytes of the articles as the API answers them. */
  answerBytes: number;
}

/** A store that is served has ticked for as long as windows are. */
const TICKED_MS = 3 * DAY_MS;

const [data, file, end, restMs] = process.argv.slice(2);
const endMs = Date.parse(end!);

function answerBytes(pipeline: Pipeline): number {
  const filter = {
    sinceMs: 0,
    untilMs: endMs,
    nowMs: endMs,
    media: null,
    tagKeys: null,
    needle: null,
  };
  const page = pipeline.indices.catalog.page(filter, null, Number.MAX_SAFE_INTEGER);
  return page.slices.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

async function pausesOf(work: () => Promise<void>): Promise<Pauses> {
  await machine.read();
  const turns = new Turns();
  const startMs = performance.now();
  await work();
  const tookMs = performance.now() - startMs;
  turns.stop();
  return { tookMs, front: turns.worst(), machine: JSON.parse(await machine.read()) as Worst };
}

mkdirSync(data!);
goBeforeHelpers();
tuneEngine('serving');
const pipeline = await Pipeline.open(data!, 'warn', silentLogger);
await pipeline.start();
await pipeline.rebuilt();
await ingestFile(pipeline, file!, endMs);
// As in a store that is served: windows move with the store's time and let go of what is old.
await pipeline.tick(endMs - TICKED_MS);
await pipeline.tick(endMs);
await pipeline.settle();
// Before history leaves the memory.
const catalog = pipeline.indices.catalog.figures;
const answers = answerBytes(pipeline);
// What the ingest left behind is collected and compacted meanwhile.
await sleep(Number(restMs));
const machine = new Meter('timer');
const snapshot = await pausesOf(() => pipeline.snapshot());
const idle = await pausesOf(() => sleep(snapshot.tookMs));
await machine.stop();
const run: SnapshotRun = { snapshot, idle, catalog, answerBytes: answers };
await pipeline.close();
console.log(JSON.stringify(run));
