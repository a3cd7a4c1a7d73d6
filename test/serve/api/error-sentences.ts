/** Every parameter of every route, sent wrong: the answer says what was wrong, what is allowed, and an example. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { serveAt } from '../web/world.js';

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  example?: unknown;
  schema: { type?: string; enum?: readonly string[]; maxLength?: number; examples?: unknown[] };
}

interface Document {
  paths: { [path: string]: { get?: { parameters?: Parameter[] } } };
}

/** As it stands in an address. */
function wrongOf({ schema: { type, enum: words, maxLength } }: Parameter): string {
  if (type === 'integer' || type === 'number' || type === 'boolean') return 'x';
  if (words !== undefined) return 'neither-of-them';
  return type === 'string' && maxLength !== undefined ? 'a'.repeat(maxLength + 1) : '%ff';
}

function soundOf({ example, schema }: Parameter): string {
  const value = example ?? schema.examples?.[0] ?? schema.enum?.[0];
  return encodeURIComponent(String(value ?? (schema.type === 'string' ? 'word' : 1)));
}

/** The address in which one parameter is wrong, and all others that are needed are sound. */
function targetOf(template: string, parameters: readonly Parameter[], wrong: Parameter): string {
  const textOf = (one: Parameter): string => (one === wrong ? wrongOf(one) : soundOf(one));
  const path = template.replace(/\{(\w+)\}/g, (_, name) =>
    textOf(parameters.find((one) => one.name === name && one.in === 'path')!),
  );
  const query = parameters
    .filter((one) => one.in === 'query' && (one === wrong || one.required === true))
    .map((one) => `${one.name}=${textOf(one)}`);
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}

t.test('a wrong value of any parameter is told in three parts', async (t) => {
  const data = mkdtempSync(join(tmpdir(), 'tagwire-sentences-'));
  const app = await serveAt(data, '2026-03-10T11:00:00.000Z');
  t.teardown(async () => {
    await app.close();
    rmSync(data, { recursive: true, force: true });
  });
  for (const base of [app.newsUrl, app.blogUrl]) {
    const answer = await fetch(`${base}/api/v1/openapi.json`);
    const { paths } = (await answer.json()) as Document;
    let tried = 0;
    for (const [path, { get }] of Object.entries(paths)) {
      const parameters = get?.parameters ?? [];
      for (const wrong of parameters) {
        if (wrong.in !== 'query' && wrong.in !== 'path') continue;
        const target = targetOf(path, parameters, wrong);
        const refused = await fetch(base + target);
        const text = await refused.text();
        tried += 1;
        t.equal(refused.status, 400, target);
        t.match(text, `${wrong.name} must be `, `what is allowed: ${target}`);
        t.match(text, / not \\"|valid UTF-8/, `what was wrong: ${target}`);
        t.match(text, /; for example \S/, `an example: ${target}`);
      }
    }
    t.ok(tried > 40, `${tried} parameters`);
  }
});
