import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import t from 'tap';
import { parseLine } from '../../../../src/store/log/parse/line.js';

/** A folder of folders with NDJSON files; the project holds none of its own. */
const folder = process.env.TAGWIRE_TEST_DATA;
const names = ['media', 'news', 'blogs', 'posts'].flatMap((name) => [
  `${name}.ndjson`,
  `${name}.ndjson.gz`,
]);

t.test('no line of real data is rejected', async (t) => {
  if (folder === undefined) {
    t.pass('TAGWIRE_TEST_DATA is not set: nothing to read');
    return;
  }
  const files = readdirSync(folder)
    .flatMap((set) => names.map((name) => join(folder, set, name)))
    .filter((file) => existsSync(file));
  t.ok(files.length > 0, 'the folder holds files of records');
  for (const file of files) {
    const bytes = readFileSync(file);
    const lines = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').split('\n');
    const reasons = lines.flatMap((line) => {
      const parsed = parseLine(line, { nowMs: 0, replay: true });
      return 'reason' in parsed ? [parsed.reason] : [];
    });
    t.same(reasons, [], file);
  }
});
