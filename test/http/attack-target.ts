/** Runs the sample service as a process of its own, so that an abort ends it and not the test. */
import { startSample } from './sample-service.js';

const { server, port } = await startSample({ rateLimits: { anonymous: 9_999_999 } });
process.on('message', (message) => {
  if (message === 'stop') {
    void server.close().then(() => process.disconnect());
    return;
  }
  process.send?.({
    inFlight: server.inFlight,
    openConnections: server.openConnections,
    rssBytes: process.memoryUsage.rss(),
  });
});
process.send?.({ port });
