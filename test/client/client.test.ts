import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { tempFolder } from '../store/helper.js';
import { root } from '../tidy/root.js';
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

t.test('the linter finds nothing to say about either document', async (t) => {
  const folder = tempFolder(t);
  for (const [service, document] of Object.entries(await fetchDocuments())) {
    const file = join(folder, `${service}.json`);
    writeFileSync(file, JSON.stringify(document));
    const { stdout } = spawnSync(
      join(root, 'node_modules', '.bin', 'redocly'),
      ['lint', '--format=json', file],
      {
        encoding: 'utf8',
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      },
    );
    const { totals, problems } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as {
      totals: object;
      problems: unknown;
    };
    t.same(totals, { errors: 0, warnings: 0, ignored: 0 }, JSON.stringify(problems));
  }
});
