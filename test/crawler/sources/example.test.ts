/** The example file: sound, and complete. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { root } from '../../tidy/root.js';
import { keysOf, read } from './reading.js';

const example = readFileSync(join(root, 'data', 'sources.example.toml'), 'utf8');

t.test('the example is read without faults', async (t) => {
  const { categories, entries, faults } = read(example);
  t.strictSame(faults, []);
  t.strictSame(categories, [{ key: 'politics', label: 'Politics' }]);
  t.strictSame(keysOf(entries), ['media:gazette', 'media:lantern', 'blog:ann', 'blog:tidal-notes']);
  t.equal(entries[1]!.channels.length, 4);
});

/** Keys that stand in the example, alone or in a comment, by the form of their table. */
function shownKeys(): Map<string, Set<string>> {
  const shown = new Map<string, Set<string>>();
  let table = '';
  for (const line of example.split('\n')) {
    const header = /^\[+([\w.]+)\]+/.exec(line)?.[1];
    if (header !== undefined) {
      table = header;
      const split = header.lastIndexOf('.');
      if (split > 0) shown.get(header.slice(0, split))?.add(header.slice(split + 1));
      if (!shown.has(table)) shown.set(table, new Set());
    }
    const key = /^(?:# )?(\w+) = /.exec(line)?.[1];
    if (key !== undefined) shown.get(table)?.add(key);
  }
  return shown;
}

/** Keys that the reader knows, asked by a key that no table has. */
function knownKeys(): Map<string, Set<string>> {
  const known = new Map<string, Set<string>>();
  const strange = example.replace(/^(\[+[\w.]+\]+).*$/gm, '$1\nzzzzzzzzzzzz = 1');
  for (const { key, message } of read(strange).faults) {
    const table = key.replace(/\.zzzzzzzzzzzz$/, '').replace(/\[\d+\]/g, '');
    const names = /known are (.*)/.exec(message)?.[1]?.split(', ') ?? [];
    known.set(table, new Set(names));
  }
  return known;
}

t.test('the example documents every key that the reader knows', async (t) => {
  const shown = shownKeys();
  const known = knownKeys();
  t.strictSame([...known.keys()].sort(), [
    'blog',
    'blog.list',
    'blog.page',
    'category',
    'defaults',
    'media',
    'media.feed',
    'media.list',
    'media.page',
    'media.portal',
    'media.portal.list',
  ]);
  // What the blogs' lists have is shown with those of media.
  known.delete('blog.list');
  for (const [table, names] of known) {
    if (table === 'media' || table === 'blog') t.ok(names.has('feed'));
    const missing = [...names].filter((name) => !shown.get(table)?.has(name));
    t.strictSame(missing, [], table);
  }
});
