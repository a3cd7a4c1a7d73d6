/** What commands write is their owner's alone, whatever mask they were started with. */
import '../../engine/actor/threads-here.js';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { folderFor } from './run-command.js';
import { runHere } from './run-here.js';

const OPEN_MASK = 0o022;
const LINES = [
  { kind: 'media', media: 'tree', title: 'The Tree' },
  ...[1, 2, 3].map((number) => ({
    kind: 'news',
    media: 'tree',
    url: `https://tree.example/${number}`,
    title: `Leaf ${number}`,
  })),
];
const SOURCES = `[[media]]
code = "nothing"
title = "Nothing"
homepage = "https://nothing.invalid/"
`;

t.setTimeout(240_000);

if (process.platform === 'win32') t.pass('there are no masks here');
else {
  // Commands begin with the mask of this process, and give it back.
  process.umask(OPEN_MASK);

  t.test(
    'files and folders of a store, of its copies and of an export, also repaired',
    async (t) => {
      const place = folderFor(t);
      const lines = join(place, 'lines.ndjson');
      writeFileSync(lines, LINES.map((line) => `${JSON.stringify(line)}\n`).join(''));
      t.equal(statSync(lines).mode & 0o777, 0o644, 'the mask is open');
      const at = (name: string): string => join(place, name);
      const made = async (data: string, args: string[], ...paths: string[]): Promise<void> => {
        const { code, err } = await runHere(data, ...args);
        t.equal(code, 0, `${args[0]}: ${err}`);
        for (const path of paths) isClosed(t, path, args.join(' '));
      };
      const data = at('data');
      await made(data, ['ingest', lines], data);
      await made(data, ['user', 'add', 'somebody'], data);
      await made(data, ['backup', at('backup')], data, at('backup'));
      await made(data, ['backup', at('backup.tar')], data, at('backup.tar'));
      await made(data, ['export', at('export.ndjson')], data, at('export.ndjson'));
      await made(data, ['compact'], data);
      await made(at('restored'), ['restore', at('backup')], at('restored'));
      await made(at('imported'), ['import', at('export.ndjson')], at('imported'));
      const sources = at('sources.toml');
      writeFileSync(sources, SOURCES);
      // Its source cannot be reached.
      await runHere(data, 'crawl', '--once', '--sources', sources);
      isClosed(t, data, 'crawl');
      t.ok(existsSync(join(data, 'crawler')));

      // And what a repair puts in place and sets aside.
      const pieces = join(data, 'snapshots', 'pieces');
      for (const name of readdirSync(pieces)) writeFileSync(join(pieces, name), 'something else');
      writeFileSync(join(data, 'anchor'), 'something else');
      const { code, err } = await runHere(data, 'repair', '--yes', '--accept-loss');
      t.equal(code, 0, err);
      t.ok(existsSync(join(data, 'quarantine')));
      isClosed(t, data, 'repair');
    },
  );
}

/** Every file and folder at or below a path is the owner's alone. */
function isClosed(t: Test, path: string, what: string): void {
  const below = statSync(path).isDirectory()
    ? (readdirSync(path, { recursive: true }) as string[]).map((name) => join(path, name))
    : [];
  const open = [path, ...below].filter((one) => (statSync(one).mode & 0o077) !== 0);
  t.same(open, [], what);
}
