/** Pages that are made from declarations are current, and their examples work. */
import { readFileSync } from 'node:fs';
import t from 'tap';
import { RECORDS } from '../src/store/log/parse/declaration.js';
import { parseLine } from '../src/store/log/parse/line.js';
import { UnknownFields } from '../src/store/log/parse/unknown-fields.js';
import { PARTS, type Page, pagePath, renewed } from './docs-pages.js';

const CONTEXT = { nowMs: Date.parse('2026-11-25T00:00:00Z'), replay: false };

t.test('generated parts of docs are those of the present declarations', async (t) => {
  for (const page of Object.keys(PARTS) as Page[]) {
    t.equal(readFileSync(pagePath(page), 'utf8'), renewed(page), `${page}: npm run generate:docs`);
  }
});

t.test('the example of every kind is sound and holds no unknown field', async (t) => {
  for (const [kind, { example }] of Object.entries(RECORDS)) {
    const unknown = new UnknownFields();
    const parsed = parseLine(JSON.stringify(example), { ...CONTEXT, unknown });
    t.ok('draft' in parsed, `${kind}: ${JSON.stringify(parsed)}`);
    t.same(unknown.all, [], kind);
  }
});

t.test('every required field is required, and no other', async (t) => {
  for (const [kind, { fields, example }] of Object.entries(RECORDS)) {
    for (const [name, { required }] of Object.entries(fields)) {
      if (!(name in example)) {
        t.notOk(required, `${kind}.${name} stands in the example`);
        continue;
      }
      const { [name]: _left, ...rest } = example as { [name: string]: unknown };
      const parsed = parseLine(JSON.stringify(rest), CONTEXT);
      const isRefused = 'reason' in parsed;
      // One of two that stand for each other.
      const isChoice = ['crawl.media', 'revoke.topic'].includes(`${kind}.${name}`);
      t.equal(isRefused, (required ?? false) || isChoice, `${kind}.${name}`);
    }
  }
});
