import '../engine/actor/threads-here.js';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { tempFolder } from '../store/helper.js';
import { root } from '../tidy/root.js';
import { fetchDocuments, typesOf, typesPath } from './generate.js';

const documents = await fetchDocuments();

t.test('the generated client is that of the current OpenAPI documents', async (t) => {
  for (const [service, document] of Object.entries(documents)) {
    const known = readFileSync(typesPath(service), 'utf8');
    t.equal(
      known,
      await typesOf(document),
      `${service}: npm run generate:client brings it up to date`,
    );
  }
});

t.test(
  'every operation shows an answer, every property and parameter says what it is',
  async (t) => {
    for (const [service, document] of Object.entries(documents)) {
      const { paths, components } = document as Document;
      for (const [path, { get, post }] of Object.entries(paths)) {
        const operation = (get ?? post)!;
        for (const { name, description } of operation.parameters ?? []) {
          t.ok(description, `${service} ${path}: parameter ${name}`);
        }
        // A stream has no end, a file is no text, and the document is no example of itself.
        const isShown = !/\/(stream|openapi\.json)$|\/dumps\/\{/.test(path);
        for (const [type, { schema, example }] of Object.entries(
          operation.responses[200]!.content,
        )) {
          t.ok(example !== undefined || !isShown, `${service} ${path} ${type}`);
          t.same(undescribed(schema), [], `${service} ${path}`);
        }
      }
      for (const [name, schema] of Object.entries(components.schemas)) {
        t.same(undescribed(schema), [], `${service} ${name}`);
      }
    }
  },
);

interface Document {
  paths: {
    [path: string]: { get?: Operation; post?: Operation };
  };
  components: { schemas: { [name: string]: Schema } };
}

interface Operation {
  parameters?: { name: string; description?: string }[];
  responses: {
    [status: string]: { content: { [type: string]: { schema: Schema; example?: unknown } } };
  };
}

interface Schema {
  description?: string;
  properties?: { [name: string]: Schema };
  items?: Schema;
  additionalProperties?: Schema;
  patternProperties?: { [name: string]: Schema };
  anyOf?: Schema[];
}

/** Properties of a schema, at any depth, that have no description. */
function undescribed(schema: Schema | undefined): string[] {
  if (typeof schema !== 'object') return [];
  const {
    properties = {},
    items,
    additionalProperties,
    patternProperties = {},
    anyOf = [],
  } = schema;
  const own = Object.entries(properties).filter(([, { description }]) => description === undefined);
  const inner = [
    ...Object.values(properties),
    items,
    additionalProperties,
    ...Object.values(patternProperties),
    ...anyOf,
  ];
  return [...own.map(([name]) => name), ...inner.flatMap(undescribed)];
}

t.test('the linter finds nothing to say about either document', async (t) => {
  const folder = tempFolder(t);
  const files = Object.entries(documents).map(([service, document]) => {
    const file = join(folder, `${service}.json`);
    writeFileSync(file, JSON.stringify(document));
    return file;
  });
  const { stdout } = spawnSync(
    join(root, 'node_modules', '.bin', 'redocly'),
    ['lint', '--format=json', ...files],
    {
      encoding: 'utf8',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  );
  const told = [...stdout.matchAll(/"totals":\s*(\{[^}]*\})/g)].map(
    ([, totals]) => JSON.parse(totals!) as object,
  );
  t.same(
    told,
    files.map(() => ({ errors: 0, warnings: 0, ignored: 0 })),
    stdout,
  );
});
