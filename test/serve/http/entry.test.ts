import t from 'tap';
import type { NodePlace } from '../../../src/serve/http/service-options.js';
import { startSample } from './sample-service.js';

/** A node that shows entries up to a number. */
function placeAt(shown: { entry: number }): NodePlace {
  return {
    showing: async (entry) => {
      if (entry > shown.entry) throw new Error('too late');
    },
    headers: () => [
      ['tagwire-node', 'n1'],
      ['tagwire-entry', String(shown.entry)],
    ],
  };
}

async function asked(url: string, entry: string | null): Promise<Response> {
  const headers = entry === null ? {} : { 'tagwire-entry': entry };
  return fetch(`${url}/api/v1/echo`, { headers });
}

t.test('A caller that names an entry is answered when the node shows it', async (t) => {
  const shown = { entry: 7 };
  const sample = await startSample({ place: placeAt(shown) });
  t.teardown(() => sample.server.close());
  const plain = await asked(sample.url, null);
  t.equal(plain.headers.get('tagwire-node'), null, 'nobody asked for it');
  const known = await asked(sample.url, '7');
  t.equal(known.status, 200);
  t.equal(known.headers.get('tagwire-node'), 'n1');
  t.equal(known.headers.get('tagwire-entry'), '7');
  t.equal(await known.text(), await plain.text(), 'the same answer');
  const early = await asked(sample.url, '8');
  t.equal(early.status, 503);
  t.equal(early.headers.get('retry-after'), '1');
  t.equal(early.headers.get('tagwire-entry'), '7', 'it says how far it is');
  shown.entry = 8;
  t.equal((await asked(sample.url, '8')).status, 200);
});

t.test('An entry that is no number is refused; without other nodes it means nothing', async (t) => {
  const sample = await startSample({ place: placeAt({ entry: 7 }) });
  t.teardown(() => sample.server.close());
  for (const entry of ['x', '-1', '1.5', '1234567890123456']) {
    t.equal((await asked(sample.url, entry)).status, 400, entry);
  }
  const alone = await startSample({});
  t.teardown(() => alone.server.close());
  const answer = await asked(alone.url, 'x');
  t.equal(answer.status, 200);
  t.equal(answer.headers.get('tagwire-node'), null);
});
