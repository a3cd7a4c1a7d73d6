import t from 'tap';
import { versionWarning } from '../../../src/store/nodes/jetstream.js';

t.test('Versions of NATS that lost acknowledged messages are warned of', async (t) => {
  for (const version of ['2.10.20', '2.10.22', '2.12.0', '2.12.1']) {
    t.match(versionWarning(version), `NATS ${version}: `);
  }
  t.match(versionWarning('2.8.4'), /older than 2\.9\.0/);
  for (const version of ['2.9.10', '2.10.19', '2.10.23', '2.11.4', '2.12.2', '']) {
    t.equal(versionWarning(version), null, version);
  }
});
