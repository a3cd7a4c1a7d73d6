/** Real blogs, where there are some at hand: every known cross link comes out, and no other. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import t from 'tap';
import type { BlogRecord, PostRecord } from '../../../src/kernel/model/records.js';
import { parseLine } from '../../../src/store/log/parse/line.js';
import { resolveBlog, resolvePost } from '../../../src/store/log/resolve.js';
import { World } from './world.js';

const data = process.env.TAGWIRE_TEST_DATA;
const HOURS = 2160;
const WINDOW_MS = HOURS * 3_600_000;

function linesOf(folder: string, name: string): string[] {
  const bytes = readFileSync(join(folder, name));
  const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  return text.split('\n').filter((line) => line !== '');
}

function recordOf(line: string, newId: number): BlogRecord | PostRecord {
  const parsed = parseLine(line, { nowMs: 0, replay: true });
  if (!('draft' in parsed)) throw new Error('a line of real data is sound');
  const { draft, observedMs } = parsed;
  if (draft.kind === 'blog') {
    return resolveBlog(draft, { previous: null, newId, observedMs, body: null });
  }
  if (draft.kind !== 'post') throw new Error('there are blogs and posts');
  const body = draft.body ? { chars: draft.body.length, hash: '00' } : null;
  return resolvePost(draft, { previous: null, newId, observedMs, body });
}

t.test(
  'every cross link of real blogs comes out of relations, and no other',
  { skip: data === undefined ? 'TAGWIRE_TEST_DATA is not set' : false },
  async (t) => {
    const folder = join(data!, 'blogs-en');
    const blogs = linesOf(folder, 'blogs.ndjson').map((line, at) => recordOf(line, at + 1));
    const posts = linesOf(folder, 'posts.ndjson.gz').map((line, at) => recordOf(line, at + 1));
    const world = new World().fold(...blogs, ...posts);
    const expected = new Map<string, number>();
    const rows = linesOf(folder, 'crosslinks.tsv').slice(1);
    for (const row of rows) {
      const pair = row.split('\t').slice(1).join('>');
      expected.set(pair, (expected.get(pair) ?? 0) + 1);
    }
    const times = (posts as PostRecord[]).map(({ publishedMs }) => publishedMs!);
    const last = Math.max(...times);
    const found = new Map<string, number>();
    const evidence = new Set<string>();
    let unresolved = 0;
    // Windows side by side, with both ends included, so the next one ends a millisecond earlier.
    for (let nowMs = last; nowMs >= Math.min(...times); nowMs -= WINDOW_MS + 1) {
      const { nodes, edges, coverage } = world.relations(nowMs, HOURS);
      unresolved += coverage.unresolvedLinks;
      const slugOf = (id: number): string => nodes.find((node) => node.id === id)!.slug;
      for (const { sourceBlogId, targetBlogId, count } of edges) {
        const pair = `${slugOf(sourceBlogId)}>${slugOf(targetBlogId)}`;
        found.set(pair, (found.get(pair) ?? 0) + count);
      }
      for (const { slug } of nodes) {
        const profile = world.profile(nowMs, slug, HOURS)!;
        for (const { postUrl, targetBlogId } of profile.evidence) {
          evidence.add(`${postUrl} ${slugOf(targetBlogId)}`);
        }
      }
    }
    const total = [...found.values()].reduce((sum, count) => sum + count, 0);
    t.equal(total, rows.length, `${rows.length} cross links`);
    t.same(found, expected);
    t.equal(unresolved, 2, 'links to a known host outside any registered prefix');
    const known = new Set(rows.map((row) => row.split('\t').toSpliced(1, 1).join(' ')));
    for (const one of evidence) t.ok(known.has(one), one);
    const mutual = [...found.keys()].filter((pair) =>
      found.has(pair.split('>').reverse().join('>')),
    );
    t.equal(mutual.length / 2, 5, 'mutual pairs');
  },
);
