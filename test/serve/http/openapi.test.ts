/** The document: what it says, and that a linter of the trade has nothing to say. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { ManualClock } from '../../../src/kernel/clock.js';
import { createService } from '../../../src/serve/http/service.js';
import { sampleOptions } from './sample-service.js';

const run = promisify(execFile);

t.test('Parameters, answers, errors and shared schemas are there', async (t) => {
  const service = createService(sampleOptions(new ManualClock()));
  const document = JSON.parse(JSON.stringify(service.openApi()));
  const echo = document.paths['/api/v1/echo'].get;
  const parameter = (name: string) =>
    echo.parameters.find((one: { name: string }) => one.name === name);
  t.same(parameter('limit'), {
    name: 'limit',
    in: 'query',
    required: false,
    description: 'Page size.',
    schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
  });
  t.same(parameter('hours').schema, { type: 'integer', enum: [168, 720], default: 720 });
  t.match(parameter('media'), { style: 'form', explode: false, schema: { type: 'array' } });
  t.same(Object.keys(echo.responses), ['200', '304', '400', '405', '429', '503']);
  t.equal(echo.responses[429].$ref, '#/components/responses/TooManyRequests');
  t.ok(document.components.responses.TooManyRequests.headers['retry-after']);
  t.same(echo.responses[200].content['application/json'].example, { limit: 50 });
  const item = document.paths['/api/v1/items/{id}'].get;
  t.equal(item.operationId, 'getItemsById');
  t.equal(item.responses[200].content['application/json'].schema.$ref, '#/components/schemas/Item');
  t.equal(item.responses[404].description, 'No such item.');
  t.same(Object.keys(document.components.schemas).sort(), ['Error', 'Item']);
  t.notOk(document.paths['/docs'], 'pages are no part of the API');
  t.ok(document.paths['/api/v1/openapi.json']);
});

t.test('The linter finds nothing, with keys and without', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'openapi-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const authenticate = { cached: () => null, verify: () => null };
  const keyed = { authenticate, rateLimits: { anonymous: 60, key: 1000 } };
  for (const [name, changes] of [
    ['plain', {}],
    ['keyed', keyed],
  ] as const) {
    const service = createService(
      sampleOptions(new ManualClock(), { publicUrl: 'https://api.tagwire.test', ...changes }),
    );
    const file = path.join(folder, `${name}.json`);
    await writeFile(file, JSON.stringify(service.openApi()));
    const { stdout } = await run('npx', ['redocly', 'lint', '--format=json', file], {
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    });
    const { totals, problems } = JSON.parse(stdout.slice(stdout.indexOf('{')));
    t.same(totals, { errors: 0, warnings: 0, ignored: 0 }, JSON.stringify(problems));
  }
});
