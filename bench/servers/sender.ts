/**
 * Sends a file to the server that holds a store, as `tagwire ingest` does, and prints the
 * milliseconds from its first byte on: a line when all is acknowledged, and, once somebody says so, a
 * line when every index holds all. Arguments: folder of the store, file. Standard input: a line lets
 * it go on.
 */
import { createInterface } from 'node:readline';
import { runIngest } from '../../src/app/cli/actions/ingest.js';
import { connectIngest, giveWay } from '../../src/app/ingest/ingest-socket.js';

const [data, path] = process.argv.slice(2);
const sink = await connectIngest(data!);
if (sink === null) throw new Error('the server takes no ingest');
giveWay();
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const startMs = performance.now();
const tell = (): void => console.log(performance.now() - startMs);
await runIngest({
  paths: [path!],
  replay: false,
  untilMs: null,
  sink: {
    ingest: (bytes, replay) => sink.ingest(bytes, replay),
    advance: (untilMs) => sink.advance(untilMs),
    settle: async () => {
      tell();
      await lines.next();
      await sink.settle();
    },
  },
  report: (message) => console.error(message),
  progress: () => undefined,
});
tell();
await sink.close();
