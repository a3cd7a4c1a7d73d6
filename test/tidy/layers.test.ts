import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import t from 'tap';
import { root } from './root.js';
import { runTool } from './tool.js';

interface Rule {
  name: string;
  comment: string;
}
const { forbidden } = createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs')) as {
  forbidden: Rule[];
};
/** The rooms of `src` in the order of the table, each with those that it may import. */
const rooms = forbidden
  .filter(({ name }) => name.startsWith('room-'))
  .map(({ name, comment }) => ({
    room: name.slice('room-'.length),
    allowed: comment.split(', ').slice(1),
  }));
const wingOf = (room: string): string => room.split('/')[0]!;
const wings = [...new Set(rooms.map(({ room }) => wingOf(room)))];

t.test('every import keeps to the layer table', async (t) => {
  const args = ['--config', '.dependency-cruiser.cjs', 'src', 'demo', 'workers'];
  const { status, output } = runTool('depcruise', args);
  t.equal(status, 0, output);
});

t.test('the layer table names only folders and files that are there', async (t) => {
  const rules = readFileSync(join(root, '.dependency-cruiser.cjs'), 'utf8');
  const owners = [...rules.matchAll(/'(src\/[\w/-]+)'/g)].map(([, path]) => path!);
  const folders = rooms.map(({ room }) => `src/${room}`);
  t.ok(owners.length > 0 && folders.length > 0);
  for (const path of [...owners, ...folders]) {
    const isThere = ['', '.ts', '.tsx'].some((end) => existsSync(join(root, `${path}${end}`)));
    t.ok(isThere, path);
  }
});

t.test('a room imports only rooms that stand above it', async (t) => {
  for (const [place, { room, allowed }] of rooms.entries()) {
    const above = new Set(rooms.slice(0, place).map((other) => other.room));
    for (const other of allowed) t.ok(above.has(other), `${room} imports ${other}`);
  }
});

t.test(
  'src has at most ten wings, and each has a page that tells what it may import',
  async (t) => {
    t.ok(wings.length <= 10);
    t.same(new Set(readdirSync(join(root, 'src'))), new Set(wings));
    for (const wing of wings) {
      const own = rooms.filter(({ room }) => wingOf(room) === wing);
      const imported = new Set(own.flatMap(({ allowed }) => allowed.map(wingOf)));
      const names = wings.filter((other) => other !== wing && imported.has(other));
      const page = readFileSync(join(root, 'src', wing, 'index.md'), 'utf8');
      const line =
        names.length > 0 ? names.map((name) => `\`${name}\``).join(', ') : 'nothing of ours';
      t.ok(page.includes(`\nMay import: ${line}.\n`), `src/${wing}/index.md: May import: ${line}.`);
      for (const { room } of own.filter((one) => one.room !== wing)) {
        t.ok(page.includes(`\`${room.slice(wing.length + 1)}\``), `its page names ${room}`);
      }
    }
  },
);
