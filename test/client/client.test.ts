import { readFileSync } from 'node:fs';
import t from 'tap';
import { fetchDocuments, typesOf, typesPath } from './generate.js';

t.test('the generated client is that of the current OpenAPI documents', async (t) => {
  for (const [service, document] of Object.entries(await fetchDocuments())) {
    const known = readFileSync(typesPath(service), 'utf8');
    t.equal(
      known,
      await typesOf(document),
      `${service}: npm run generate:client brings it up to date`,
    );
  }
});
