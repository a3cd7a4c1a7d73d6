/** Runs the sample service as a process of its own, so that an abort ends it and not the test. */
import { isFallback, startSample } from './sample-service.js';

const { server, port } = await startSample({ rateLimits: { anonymous: 9_999_999 } });
process.on('message', (message) => {
  if (message === 'stop') {
    void server.close().then(() => process.disconnect());
    return;
  }
  process.send?.({
    inFlight: server.inFlight,
    openConnections: server.openConnections,
    bytes: isFallback ? liveBytes() : process.memoryUsage.rss(),
  });
});
process.send?.({ port });

/** Node's own server holds its answers in the heap, whose garbage counts for no connection. */
function liveBytes(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
