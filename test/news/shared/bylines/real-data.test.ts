/** The forms of bylines over real names, which stay outside of the project. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { readerOf } from './reader.js';

const folder = process.env.TAGWIRE_TEST_DATA ?? '';
const file = join(folder, 'bylines.jsonl');

if (folder === '' || !existsSync(file)) {
  t.test('real bylines', { skip: 'TAGWIRE_TEST_DATA is not set' }, async () => undefined);
} else {
  t.test('a real name is read alike in every form that outlets use', async (t) => {
    const reader = readerOf([]);
    const rows = readFileSync(file, 'utf8').trim().split('\n');
    const bylines = rows
      .map((row) => (JSON.parse(row) as { reporter: string | null }).reporter)
      .filter((reporter) => reporter !== null);
    let named = 0;
    for (const byline of bylines) {
      const names = reader.namesOf([byline]);
      if (names.length > 0) named += 1;
      const forms = [
        `〔記者${byline}／綜合報導〕`,
        `文／${byline}`,
        `（中央社記者${byline}3日電）`,
      ];
      for (const form of forms) t.strictSame(reader.namesOf([form]), names, form);
    }
    t.ok(named / bylines.length > 0.75, 'most bylines name somebody');
  });
}
